"""Refusals name what stands in the way, in sentences with the right numbers."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMove
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village.game import (
    END,
    FORFEIT,
    activate,
    banner,
    bury,
    change,
    customers,
    dice,
    headman,
    invite,
    journey,
    serve,
    steward,
    take,
    teach,
    valued,
)
from tests.positions import after, position

MARKERS = "meeting_place=yes tile=(kind=play)"


def chosen(fields: str) -> Doc:
    """A white 1 and a white 2 have been chosen by a seat with these fields."""
    start = position(f"my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2]) seats=[({fields}) ()]")
    return after(start, dice("w1", "w2"))


REFUSED: list[tuple[Doc, Doc, str, str]] = [
    # A value that costs more than there is, its price named or not.
    (chosen("coins=1"), {"type": "set_value", "value": 7}, "MVDICE-5", "7 needs 4 coins, 1 is there."),
    (chosen("coins=1"), change(5, coins=2), "MVDICE-5", "5 needs 2 coins, 1 is there."),
    (chosen("coins=2"), change(6, coins=3), "MVDICE-5", "6 needs 3 coins, 2 are there."),
    (
        chosen(f"{MARKERS} tokens=1"),
        {"type": "set_value", "value": 12, "coins": 0},
        "MVDICE-6",
        "12 needs 2 markers of the meeting place, 1 is there.",
    ),
    (
        chosen("coins=3"),
        change(4, coins=2),
        "MVDICE-7",
        "2 coins and 0 markers of the meeting place do not make 4 of these dice, or not without waste.",
    ),
    # What comes first.
    (
        position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2] black=[]) seats=[() ()]"),
        END,
        "MVROUND-6",
        "First two dice of the pool are chosen.",
    ),
    (chosen("coins=1"), dice("w1", "w2"), "MVROUND-6", "The dice are chosen: next is the banner value."),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]"),
        FORFEIT,
        "MVTURN-2",
        "There is no passing: a turn ends only after a banner has been activated.",
    ),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]"),
        bury("abbot"),
        "MVTURN-1",
        "Nothing of this kind is to be decided now: a turn activates banners.",
    ),
    # What can follow white banners.
    (
        after(valued(3), teach("new_left")),
        headman("coin"),
        "MVTURN-3",
        "White banners have been activated in this turn: only white ones can follow.",
    ),
    (
        after(valued(2, f"({MARKERS}) ()"), activate("meeting_place")),
        headman("coin"),
        "MVMEETING-3",
        "The meeting place was the last banner of this turn.",
    ),
    # Prices.
    (
        after(valued(4, display=customers(1, 2, 3)), steward()),
        invite(1, 2, 3),
        "MVSTEWARD-2",
        "3 customers cost 1 coin, 0 are there.",
    ),
    (
        valued(8, "(coins=1) ()", travels={"a": ["travel_a_1"]}),
        journey(coins=1),
        "MVPAY-1",
        "This costs nothing, and is not paid like that.",
    ),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(coins=1) ()]"),
        take("field", payment={"coins": 1}),
        "MVPAY-1",
        "This costs nothing, and is not paid like that.",
    ),
    (
        valued(7, "(customers=[customer_1]) ()"),
        serve(1),
        "MVPAY-1",
        "This costs 1 good of any type, which the village does not have.",
    ),
    (
        valued(7, "(customers=[customer_1] crafts=[stables_1+2]) ()"),
        serve(1, horse=2),
        "MVPAY-1",
        "This costs 1 good of any type, and is not paid like that.",
    ),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]"),
        take("field", tile=banner("play")),
        "MVMEETING-1",
        "Only a meeting place comes with a 2/12 tile.",
    ),
    (
        valued(7, "(headman=main_house) ()"),
        headman("story"),
        "MVHEADMAN-2",
        "The headman cannot go there. He stands here: Main house.",
    ),
]


@pytest.mark.parametrize(("start", "move", "rule", "reason"), REFUSED, ids=[f"{case[2]}-{case[3]}" for case in REFUSED])
def test_the_reason(start: Doc, move: Doc, rule: str, reason: str) -> None:
    state = MY_VILLAGE.read_position(start)
    with pytest.raises(IllegalMove) as refusal:
        MY_VILLAGE.apply(state, 0, MY_VILLAGE.read_move(state, 0, move))
    told = MY_VILLAGE.words("en").text(refusal.value.reason, refusal.value.facts)
    assert (refusal.value.rule, told) == (rule, reason)
