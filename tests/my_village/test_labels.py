"""Moves in English words."""

from __future__ import annotations

import pytest

from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village import game
from tests.positions import position

WORDS: list[tuple[Doc, str]] = [
    (game.dice("w3", "b6"), "Choose the white 3 and the black 6"),
    (game.change(7), "Banner value 7"),
    (game.change(7, coins=1), "Banner value 7, paying 1 coin"),
    (game.change(7, coins=2, tokens=1), "Banner value 7, paying 2 coins and 1 marker of the meeting place"),
    (game.change(7, tokens=2), "Banner value 7, paying 2 markers of the meeting place"),
    (game.take("field"), "Add a field"),
    (game.take("area_council", space="served_customers"), "Add the area council, with a marker on served customers"),
    (game.take("meeting_place", tile=game.banner("school")), "Add the meeting place, with the tile beside the school"),
    (game.journey(coins=2, beer=1), "Take travel card A, paying 2 coins and 1 beer"),
    (game.HAND, "Take the starting player hand"),
    (game.steward(), "Activate the steward's office"),
    (game.steward(benefit=True), "Activate the steward's office with the trading church"),
    (game.headman("main_house"), "Move the headman to the main house"),
    (game.headman(None), "Leave the headman where he is"),
    (game.activate("play"), "Activate the play space"),
    (game.activate("field", field=1), "Activate field 2"),
    (game.activate("council", space="merchant"), "Activate the council chamber, with a marker on the merchant"),
    (
        game.activate("meeting_place", tile=game.banner("customer", customer="customer_3")),
        "Activate the meeting place, with the tile beside Customer 3",
    ),
    (game.teach("nothing"), "Activate the school without effect"),
    (game.teach("new_left"), "Send a new descendant to school"),
    (game.teach("to_right"), "Move the descendant to the right"),
    (game.teach("place_left", "abbot"), "The left descendant becomes the abbot"),
    (game.teach("place_right", "merchant"), "The right descendant becomes the merchant"),
    (game.serve(5, wild=1), "Serve Customer 5, paying 1 wild good"),
    (game.serve(6, fields=[1]), "Serve Customer 6, paying the plow on field 2"),
    (game.plow("guild_council", 0), "Use a wild good as a plow on field 1"),
    (game.invite(3, 1), "Invite Customer 1 and Customer 3"),
    (game.gift(2), "Invite Customer 2 for free"),
    (game.EXCHANGE, "Exchange the travel card for the next one"),
    (game.bury("traveller"), "The traveller passes away"),
    (game.hire("abbot"), "Hire a day laborer as abbot"),
    (game.WARD_OFF, "Keep the rats away"),
    (game.FORFEIT, "Decline"),
    (game.END, "End the turn"),
]


@pytest.mark.parametrize(("move", "words"), WORDS)
def test_every_move_reads_well(move: Doc, words: str) -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() (plow=yes)]) ()]""")
    state = MY_VILLAGE.read_position(start)
    written = MY_VILLAGE.write_move(MY_VILLAGE.read_move(state, 0, move))
    assert MY_VILLAGE.words("en").label(written, {}, [], exact=False) == words


def test_every_kind_of_move_is_there() -> None:
    assert {move["type"] for move, _ in WORDS} == set(MY_VILLAGE.shapes.moves)
