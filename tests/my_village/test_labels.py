"""Moves in English words."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMove
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village.game import (
    END,
    EXCHANGE,
    FORFEIT,
    HAND,
    WARD_OFF,
    activate,
    banner,
    bury,
    change,
    dice,
    gift,
    headman,
    hire,
    invite,
    journey,
    plow,
    serve,
    steward,
    take,
    teach,
    valued,
)
from tests.positions import position

WORDS: list[tuple[Doc, str]] = [
    (dice("w3", "b6"), "Choose the white 3 and the black 6"),
    (change(7), "Value 7"),
    (change(7, coins=1), "Value 7 for 1 coin"),
    (change(7, coins=2, tokens=1), "Value 7 for 2 coins and 1 marker of the meeting place"),
    (change(7, tokens=2), "Value 7 for 2 markers of the meeting place"),
    (take("field"), "Add a field"),
    (take("area_council", space="served_customers"), "Add the area council, a marker on served customers"),
    (take("meeting_place", tile=banner("school")), "Add the meeting place, the tile beside the school"),
    (journey(coins=2, beer=1), "Travel to A, paying 2 coins and 1 beer"),
    (HAND, "Take the starting hand"),
    (steward(), "Call the steward"),
    (steward(benefit=True), "Call the steward with the trading church"),
    (headman("main_house"), "Move the headman to the main house"),
    (headman(None), "Leave the headman where he is"),
    (activate("play"), "Activate the play space"),
    (activate("field", field=1), "Activate field 2"),
    (activate("council", space="merchant"), "Activate the council chamber, a marker on the merchant"),
    (
        activate("meeting_place", tile=banner("customer", customer="customer_3")),
        "Activate the meeting place, the tile beside Customer 3",
    ),
    (teach("nothing"), "Use the school for nothing"),
    (teach("new_left"), "Take a new descendant to school"),
    (teach("to_right"), "Move the descendant to the right"),
    (teach("place_left", "abbot"), "The left descendant becomes the abbot"),
    (teach("place_right", "merchant"), "The right descendant becomes the merchant"),
    (serve(5, wild=1), "Serve Customer 5, paying 1 wild good"),
    (serve(6, fields=[1]), "Serve Customer 6, paying the plow of field 2"),
    (plow("guild_council", 0), "Use a wild good as a plow on field 1"),
    (invite(3, 1), "Invite Customer 1 and Customer 3"),
    (gift(2), "Invite Customer 2 free of charge"),
    (EXCHANGE, "Exchange the travel card for the next one"),
    (bury("traveller"), "The traveller passes away"),
    (hire("abbot"), "Hire a day laborer as abbot"),
    (WARD_OFF, "Keep the rats away"),
    (FORFEIT, "Do without"),
    (END, "End the turn"),
]


@pytest.mark.parametrize(("move", "words"), WORDS)
def test_every_move_reads_well(move: Doc, words: str) -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() (plow=yes)]) ()]""")
    state = MY_VILLAGE.read_position(start)
    written = MY_VILLAGE.write_move(MY_VILLAGE.read_move(state, 0, move))
    assert MY_VILLAGE.words("en").label(written, {}, [], exact=False) == words


@pytest.mark.rule("MVMEETING-6")
@pytest.mark.parametrize(
    ("move", "words"),
    [
        (take("meeting_place", tile=banner("council")), "the council chamber"),
        (take("meeting_place", tile=banner("customer", customer="customer_3")), "Customer 3"),
        (activate("meeting_place", tile=banner("brewery")), "the brewery"),
        (activate("meeting_place", tile=banner("field", field=1)), "field 1"),
    ],
)
def test_a_refusal_names_the_banner_in_words(move: Doc, words: str) -> None:
    there = {"meeting_place": True, "tile": banner("play")} if move["type"] == "activate" else {}
    state = MY_VILLAGE.read_position(valued(2, there))
    with pytest.raises(IllegalMove) as refusal:
        MY_VILLAGE.apply(state, 0, MY_VILLAGE.read_move(state, 0, move))
    assert refusal.value.rule == "MVMEETING-6"
    assert refusal.value.reason == f"The 2/12 tile cannot be put beside {words}."


def test_every_kind_of_move_is_there() -> None:
    assert {move["type"] for move, _ in WORDS} == set(MY_VILLAGE.shapes.moves)
