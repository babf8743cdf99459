"""The position notation: defaults, what is written back, and every fault of an impossible position."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidPosition, MalformedMove
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village.game import banner, crafts, customers, take, valued
from tests.positions import after, legal, new_game, paths, play, position, view


@pytest.mark.rule("MVSETUP-2", "MVSETUP-7")
def test_what_is_left_out_has_its_default() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1]) seats=[(church=travel_church) () (fields=[()])]")
    read = MY_VILLAGE.write_position(MY_VILLAGE.read_position(start))
    assert "travel_church" not in read["cards"]
    assert len(read["cards"]) == 27
    assert (read["fields"], read["meeting_places"], read["rat"]["space"]) == (7, 4, 3)
    assert [seat["board"] for seat in read["seats"]] == [1, 2, 3]
    assert read["starting_hand"] == {"owner": 0, "palm": True, "story": 0}
    assert read["to_act"] == [0]


def test_a_board_that_is_named_is_not_dealt_again() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1]) seats=[() (board=1) (board=3)]")
    read = MY_VILLAGE.write_position(MY_VILLAGE.read_position(start))
    assert [seat["board"] for seat in read["seats"]] == [2, 1, 3]


DICE = "my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1])"

SEAT_FAULTS: list[tuple[str, str]] = [
    ("villagers=[abbot abbot]", "villagers"),
    ("time=10", "time"),
    ("crafts=[stables_1+0 stables_2+0]", "crafts"),
    ("crafts=[stables_1+4]", "crafts.0.goods"),
    ("travels=[travel_b_1]", "travels"),
    ("travels=[travel_a_1 travel_a_2]", "travels"),
    ("monks=[quill_monk_1]", "monks"),
    (f"church=cloister_church monks=[{' '.join(f'rosary_monk_{n}' for n in range(1, 6))} quill_monk_1]", "monks"),
    ("church=travel_church wards=1", "wards"),
    ("church=sanatory_church wards=3", "wards"),
    ("council=area_council wild=1", "wild"),
    ("council=guild_council wild=4", "wild"),
    ("tokens=1", "tokens"),
    ("meeting_place=yes tokens=3", "tokens"),
    ("council=guild_council marks=[fields]", "marks"),
    ("council=area_council marks=[abbot]", "marks"),
    ("council=area_council marks=[fields fields]", "marks"),
    ("coins=901", "coins"),
    ("story=901", "story"),
    ("saved=901", "saved"),
    ("laborers=901", "laborers"),
]


@pytest.mark.parametrize(("seat", "path"), SEAT_FAULTS)
def test_what_cannot_be_so_in_a_village(seat: str, path: str) -> None:
    assert paths(position(f"{DICE} seats=[({seat}) ()]")) == [f"seats.0.{path}"]


SEVEN = "my_village turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])"
NOTHING_TO_DECIDE: list[tuple[str, list[str]]] = [
    (f"{DICE} seats=[(villagers=[]) ()]", ["seats.0.villagers"]),
    (f"{DICE} to_act=[1] seats=[() ()]", ["to_act"]),
    (f"{DICE} to_act=[] seats=[() ()]", ["to_act"]),
    (f"{SEVEN} phase=banners turns=4 seats=[() ()]", ["turns"]),
    ("my_village pool=(white=[1 1 1 1 1 1 1]) seats=[() ()]", ["pool"]),
    ("my_village phase=banners turn=(value=7) pool=(white=[1 1 1 1 1]) seats=[() ()]", ["pool"]),
    (f"{DICE} pending=(steps=1) seats=[() ()]", ["pending.steps"]),
    (f"{DICE} pending=(card=quill_monk_1) seats=[() ()]", ["pending.card"]),
    (f"{SEVEN} phase=value seats=[() ()]", ["turn.dice"]),
    (f"{SEVEN} phase=death seats=[() ()]", ["phase"]),
    (f"{SEVEN} phase=laborer seats=[() ()]", ["phase"]),
    (f"{SEVEN} phase=rats rat=(space=16) seats=[() ()]", ["phase"]),
    (f"{SEVEN} phase=guests pending=(steps=4 must=yes) seats=[() ()]", ["display"]),
    (f"{SEVEN} phase=gift display=[customer_1 customer_2] pending=(steps=4 must=yes) seats=[() ()]", ["phase"]),
    (f"{SEVEN} phase=headman seats=[() ()]", ["pending.card"]),
    (f"{SEVEN} phase=exchange pending=(card=travel_a_1) seats=[() ()]", ["pending.card"]),
    (
        f"""{SEVEN} phase=school pending=(card=rosary_monk_1 steps=1)
        seats=[(church=travel_church school=(left=yes right=yes)) ()]""",
        ["phase"],
    ),
]


@pytest.mark.parametrize(("text", "where"), NOTHING_TO_DECIDE)
def test_what_leaves_nothing_to_decide(text: str, where: list[str]) -> None:
    assert paths(position(text)) == where


DOCUMENT_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"first_player": 2, "starting_hand": {"owner": 0}}, "first_player"),
    ({"starting_hand": {"owner": 3}}, "starting_hand.owner"),
    ({"to_act": [3]}, "to_act"),
    ({"round": 2001}, "round"),
    ({"graves": 901}, "graves"),
    ({"draws": 9999}, "draws"),
    ({"display": customers(1), "customers": customers(1)}, ""),
    ({"display": customers(*range(1, 9))}, "display"),
    ({"rat": {"space": 16}}, "rat.space"),
    ({"chronicle": {"abbot": 9}}, "chronicle.abbot"),
    ({"pool": {"white": [1] * 9}}, "pool.white"),
    ({"pool": {"white": [1] * 8, "black": [1] * 4}}, "pool.black"),
    ({"monks": {"quill": ["rosary_monk_1"]}}, "monks.quill"),
    ({"travels": {"a": ["travel_b_1"]}}, "travels.a"),
    ({"fields": 8, "seats": [{"fields": [{}]}, {}]}, "fields"),
    ({"meeting_places": 4, "seats": [{"meeting_place": True}, {}]}, "meeting_places"),
    ({"cards": ["stables_1"], "seats": [{"crafts": crafts(stables_1=0)}, {}]}, ""),
    ({"seats": [{"board": 2}, {"board": 2}]}, "seats"),
    ({"turn": {"used": [banner("field", field=0)]}}, "turn.used"),
    ({"turn": {"used": [banner("play", field=0)]}}, "turn.used.0.field"),
    ({"seats": [{"meeting_place": True, "tile": banner("customer")}, {}]}, "seats.0.tile.customer"),
    ({"turn": {"used": [banner("play"), banner("play")]}}, "turn.used"),
    ({"pending": {"card": "field"}}, "pending.card"),
    ({"options": {"catalogue": "mine"}}, "options.catalogue"),
]


@pytest.mark.parametrize(("more", "path"), DOCUMENT_FAULTS)
def test_what_names_nothing_or_is_there_too_often(more: dict[str, Any], path: str) -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) seats=[() ()]")
    assert paths({**start, **more}) == [path]


def test_every_fault_is_listed_those_of_form_too() -> None:
    doc = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) colour=red display=[nobody]
        seats=[
        (time=10 coins=many) (tokens=2)]""")
    found = paths(doc)
    assert set(found) == {"colour", "display.0", "seats.0.coins", "seats.0.time", "seats.1.tokens"}
    assert paths({"ruleset": "my_village", "seats": [3, {}]}) == ["seats.0"]
    assert paths({"ruleset": "my_village", "seats": [{}, {}], "options": {"catalogue": "Mine"}}) == [
        "options.catalogue"
    ]


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_a_wrong_number_of_seats(seats: int) -> None:
    assert paths({"ruleset": "my_village", "seats": [{} for _ in range(seats)]}) == ["seats"]
    named = [{"board": 1 + number % 4, "coins": "many"} for number in range(seats)]
    assert paths({"ruleset": "my_village", "seats": named})[0] == "seats"


# --- views -----------------------------------------------------------------------------------


def unreadable(doc: Doc, viewer: int | None = 0) -> list[str]:
    with pytest.raises(InvalidPosition) as refusal:
        MY_VILLAGE.read_view(doc, viewer)
    return [fault.path for fault in refusal.value.faults]


def test_a_view_is_refused_for_what_a_position_is() -> None:
    seen = view(new_game("my_village", 2), 0)
    assert unreadable(seen, viewer=2) == ["seat"]
    assert unreadable({**seen, "customers": 28}) == ["customers"]
    assert unreadable({**seen, "travels": {**seen["travels"], "e": 4}}) == ["travels.e"]
    piles = seen["monks"]
    assert unreadable({**seen, "monks": {**piles, "quill": {"count": 0, "top": "quill_monk_1"}}}) == ["monks.quill.top"]
    assert unreadable({**seen, "monks": {**piles, "quill": {**piles["quill"], "count": 4}}}) == ["monks.quill"]
    assert unreadable({**seen, "phase": "death"}) == ["phase"]
    assert unreadable({**seen, "seed": "00"}) == ["seed"]
    assert unreadable({**seen, "seats": [{**seen["seats"][0], "story": 901}, seen["seats"][1]]}) == ["seats.0.story"]


# --- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "doc",
    [
        {"type": "choose_dice", "dice": [{"color": "white", "face": 1}]},
        {"type": "choose_dice", "dice": [{"color": "red", "face": 1}, {"color": "white", "face": 7}]},
        {"type": "set_value"},
        {"type": "take_card", "card": "nothing"},
        {"type": "activate", "banner": "play"},
        {"type": "activate", "banner": {"kind": "field"}},
        {"type": "activate", "banner": {"kind": "play", "field": 0}},
        {"type": "activate", "banner": {"kind": "meeting_place"}, "tile": {"kind": "customer"}},
        {"type": "serve", "customer": "customer_6", "payment": {"fields": [0, 0]}},
        {"type": "teach", "step": "place_left", "villager": "king"},
        {"type": "serve", "customer": "customer_34"},
        {"type": "invite", "customers": []},
        {"type": "end_turn", "now": True},
    ],
)
def test_what_is_no_move(doc: Doc) -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) seats=[() ()]")
    with pytest.raises(MalformedMove):
        MY_VILLAGE.read_move(MY_VILLAGE.read_position(start), 0, doc)


def test_moves_of_a_seat_that_does_not_exist_can_be_read() -> None:
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    state = MY_VILLAGE.read_position(start)
    for move in legal(valued(7), 0):
        MY_VILLAGE.read_move(state, 9, move)
    assert MY_VILLAGE.read_move(state, 9, {"type": "travel"})
    assert MY_VILLAGE.read_move(state, 9, {"type": "take_card", "card": "field"})


def test_fields_that_are_alike_are_one_move() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() (plow=yes) ()]) ()]""")
    one = {"type": "activate", "banner": banner("field", field=2)}
    other = {"type": "activate", "banner": banner("field", field=0)}
    assert play(start, one)[0] == play(start, other)[0]
    assert len(after(start, take("field"))["seats"][0]["fields"]) == 4
