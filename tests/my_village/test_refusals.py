"""Refusals name what prevents the move, in sentences with the right numbers."""

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
    """Return a white 1 and a white 2 have been chosen by a seat with these fields."""
    start = position(f"my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2]) seats=[({fields}) ()]")
    return after(start, dice("w1", "w2"))


REFUSED: list[tuple[Doc, Doc, str, str]] = [
    # A value that costs more than the seat has, with its price named or not.
    (chosen("coins=1"), {"type": "set_value", "value": 7}, "MVDICE-5", "You need 4 coins to reach 7; you have 1."),
    (chosen("coins=1"), change(5, coins=2), "MVDICE-5", "You need 2 coins to reach 5; you have 1."),
    (chosen("coins=2"), change(6, coins=3), "MVDICE-5", "You need 3 coins to reach 6; you have 2."),
    (
        chosen(f"{MARKERS} tokens=1"),
        {"type": "set_value", "value": 12, "coins": 0},
        "MVDICE-6",
        "You need 2 markers of the meeting place to reach 12; you have 1.",
    ),
    (
        chosen("coins=3"),
        change(4, coins=2),
        "MVDICE-7",
        "That does not give 4, or it pays more than needed (2 coins, 0 markers of the meeting place).",
    ),
    # What comes first.
    (
        position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2] black=[]) seats=[() ()]"),
        END,
        "MVROUND-6",
        "Choose two dice first.",
    ),
    (chosen("coins=1"), dice("w1", "w2"), "MVROUND-6", "You have chosen your dice; now set the banner value."),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]"),
        FORFEIT,
        "MVTURN-2",
        "You cannot pass; activate a banner first.",
    ),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]"),
        bury("abbot"),
        "MVTURN-1",
        "You cannot do that now; activate a banner.",
    ),
    # What can follow white banners.
    (
        after(valued(3), teach("new_left")),
        headman("coin"),
        "MVTURN-3",
        "You have activated a white banner; only white banners can follow this turn.",
    ),
    (
        after(valued(2, f"({MARKERS}) ()"), activate("meeting_place")),
        headman("coin"),
        "MVMEETING-3",
        "After the meeting place you cannot activate another banner this turn.",
    ),
    # Prices.
    (
        after(valued(4, display=customers(1, 2, 3)), steward()),
        invite(1, 2, 3),
        "MVSTEWARD-2",
        "You need 1 coin to invite 3 customers; you have 0.",
    ),
    (
        valued(8, "(coins=1) ()", travels={"a": ["travel_a_1"]}),
        journey(coins=1),
        "MVPAY-1",
        "This costs nothing; that payment does not fit.",
    ),
    (
        position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(coins=1) ()]"),
        take("field", payment={"coins": 1}),
        "MVPAY-1",
        "This costs nothing; that payment does not fit.",
    ),
    (
        valued(7, "(customers=[customer_1]) ()"),
        serve(1),
        "MVPAY-1",
        "This costs 1 good of any type; you do not have that.",
    ),
    (
        valued(7, "(customers=[customer_1] crafts=[stables_1+2]) ()"),
        serve(1, horse=2),
        "MVPAY-1",
        "This costs 1 good of any type; that payment does not fit.",
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
        "The headman cannot move there from where he is (Main house).",
    ),
]


@pytest.mark.parametrize(("start", "move", "rule", "reason"), REFUSED, ids=[f"{case[2]}-{case[3]}" for case in REFUSED])
def test_the_reason(start: Doc, move: Doc, rule: str, reason: str) -> None:
    state = MY_VILLAGE.read_position(start)
    with pytest.raises(IllegalMove) as refusal:
        MY_VILLAGE.apply(state, 0, MY_VILLAGE.read_move(state, 0, move))
    told = MY_VILLAGE.words("en").ruleset_text(refusal.value.reason, refusal.value.facts)
    assert (refusal.value.rule, told) == (rule, reason)
