"""The position notation: defaults, round trips, and the shape of the document."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.positions import (
    complete,
    faults,
    legal,
    new_game,
    paths,
    position,
    positions_of_a_random_game,
    view,
    village,
)
from tests.villagers.game import VILLAGERS

# --- defaults and round trips ------------------------------------------------------------------


def test_position_the_shortest_position_has_every_default() -> None:
    doc = complete({"ruleset": "villagers", "seats": [{}, {}], "road": [{"card": "mason"}]})
    assert doc["format"] == 1
    assert doc["options"] == {"expansions": [], "solo": None}
    assert (doc["round"], doc["phase"], doc["first_player"], doc["to_act"]) == (1, "draft", 0, [0])
    assert doc["draws"] == 1
    assert doc["road"] == [{"card": "mason", "gold": 0}, *[None] * 5]
    assert doc["stacks"] == [[]] * 6
    assert (doc["reserve"], doc["discard"], doc["markets_held"], doc["pending"]) == ([], [], [], None)
    assert doc["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 10}


def test_position_the_defaults_of_a_seat() -> None:
    one = complete(position("villagers stacks=[[mason]] seats=[() ()]"))["seats"][1]
    assert (one["gold"], one["hand"], one["square"], one["drafting_done"]) == (8, [], [], False)
    assert one["village"] == [{"id": 1, "card": "founders", "on": None, "gold": 0, "as": None, "side": "gold"}]
    assert one["final"] is None


def test_position_basics_are_ten_of_each_less_those_in_villages() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.miner 4.hayer]) (village=[1.founders 2.miner])]"
    )
    assert complete(start)["basics"] == {"lumberjack": 10, "hayer": 9, "miner": 7}


def test_position_given_basics_stand() -> None:
    given = {"lumberjack": 0, "hayer": 3, "miner": 10}
    start = position("villagers phase=build basics=(lumberjack=0 hayer=3 miner=10) seats=[() ()]")
    assert complete(start)["basics"] == given


def test_position_road_and_stacks_are_padded() -> None:
    doc = complete(position("villagers road=[- mason+2] stacks=[[] [hunter agent]] seats=[() ()]"))
    assert doc["road"] == [None, {"card": "mason", "gold": 2}, None, None, None, None]
    assert doc["stacks"] == [[], ["hunter", "agent"], [], [], [], []]


@pytest.mark.parametrize(
    ("phase", "first", "acting"), [("draft", 1, [1]), ("build", 1, [1]), ("road", 1, [0]), ("road", 0, [1])]
)
def test_position_who_is_to_act(phase: str, first: int, acting: list[int]) -> None:
    start = position(f"villagers phase={phase} first_player={first} road=[mason+0] seats=[() ()]")
    assert complete(start)["to_act"] == acting


def test_position_nobody_is_to_act_when_it_is_over() -> None:
    assert complete(position("villagers phase=over markets_held=[1 2] seats=[() ()]"))["to_act"] == []


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (("founders",), 2),
        (("founders", "wattler"), 3),
        (("founders", "wattler", "wattler", "miner", "mason@4", "mason@4"), 5),
    ],
)
def test_position_build_counters_of_the_seat_whose_turn_it_is(words: tuple[str, ...], limit: int) -> None:
    one = complete(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"))["seats"][0]
    assert (one["builds_left"], one["trades_left"], one["tinner"]) == (limit, 3, False)


def test_position_given_build_counters_stand() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.wattler] builds_left=0 trades_left=1 tinner=yes) ()]"
    )
    one = complete(start)["seats"][0]
    assert (one["builds_left"], one["trades_left"], one["tinner"]) == (0, 1, True)


def test_position_the_seed_has_a_default_and_decides_nothing_that_lies_open() -> None:
    start = position("villagers stacks=[[hunter] [agent]] seats=[(hand=[mason]) ()]")
    assert complete(start)["seed"] == complete(start)["seed"]
    other = {**start, "seed": "00ff"}
    assert complete(other)["seed"] == "00ff"
    assert legal(other, 0) == legal(start, 0)
    assert {**complete(other), "seed": ""} == {**complete(start), "seed": ""}


def test_position_top_card_first() -> None:
    start = position("villagers stacks=[[hunter mason] [agent]] reserve=[vintner brewer] seats=[() ()]")
    seen = view(start, None)
    assert (seen["stacks"][0]["count"], seen["stacks"][0]["top"]["suit"]) == (2, "solitary")
    assert (seen["reserve"]["count"], seen["reserve"]["top"]["suit"]) == (2, "grapes")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_position_a_new_game_reads_back_as_itself(seats: int) -> None:
    doc = new_game("villagers", seats)
    assert complete(doc) == doc


@pytest.mark.parametrize("seats", [2, 3, *(pytest.param(seats, marks=pytest.mark.long) for seats in (4, 5))])
def test_position_every_position_of_a_game_is_possible_and_reads_back_as_itself(seats: int) -> None:
    for doc in positions_of_a_random_game("villagers", seats, 3):
        assert complete(doc) == doc


def test_position_reading_leaves_the_document_as_it_is() -> None:
    doc = new_game("villagers", 2)
    before = copy.deepcopy(doc)
    state = VILLAGERS.read_position(doc)
    VILLAGERS.apply(state, VILLAGERS.to_act(state)[0], VILLAGERS.legal_moves(state, VILLAGERS.to_act(state)[0])[0])
    assert doc == before


def test_position_village_ids_may_have_gaps_and_any_order() -> None:
    doc = complete(position("villagers phase=build seats=[(village=[9.wheeler@4 2.founders 4.lumberjack]) ()]"))
    assert {(one["id"], one["card"], one["on"]) for one in doc["seats"][0]["village"]} == {
        (2, "founders", None),
        (4, "lumberjack", None),
        (9, "wheeler", 4),
    }
    assert complete(doc) == doc


def test_position_known_marks_survive() -> None:
    start = position("""villagers stacks=[[] [] [agent]] reserve=[brewer fisher]
        known=[hand.0.1~1 stack.2.0~0 reserve.0.1~01] seats=[(hand=[mason hunter]) ()]""")
    doc = complete(start)
    assert complete(doc) == doc
    assert view(start, 1)["seats"][0]["hand"] == view(doc, 1)["seats"][0]["hand"]
    assert sorted(str(card["card"]) for card in view(start, 1)["seats"][0]["hand"]) == ["None", "hunter"]
    assert view(start, 0)["stacks"][2]["top"]["card"] == "agent"
    assert view(start, 1)["stacks"][2]["top"]["card"] is None


@pytest.mark.rule("SOLO-4")
def test_solo_4_what_is_left_out_is_what_she_begins_with() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] seats=[()]""")
    written = VILLAGERS.write_position(VILLAGERS.read_position({**doc, "countess": {}}))
    assert written["countess"]["gold"] == 1
    assert [(one["card"], one["side"]) for one in written["countess"]["village"]] == [("countess", "gold")]
    start = position("""villagers options=(solo=beginner) phase=build countess=(gold=1 village=[1.countess:blank])
        stacks=[[wine_trader]] seats=[()]""")
    beginner = VILLAGERS.write_position(VILLAGERS.read_position({**start, "countess": {}}))
    assert beginner["countess"]["village"][0]["side"] == "blank"


@pytest.mark.rule("EVENTS-19", "EVENTS-25")
def test_events_25_but_it_may_lie_there_for_the_next_round() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats arson] jester_due=yes) stacks=[[wine_trader]] pending=(type=jester) seats=[()]""")
    assert [move["event"] for move in legal(doc, 0)] == ["arson", "rats"]


# --- the shape ---------------------------------------------------------------------------------


@pytest.mark.parametrize("doc", [None, [], "a position", 1, {}])
def test_position_refuses_what_is_no_position_at_all(doc: Any) -> None:
    assert faults(doc, "villagers")


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("ruleset", "my_village", "ruleset"),
        ("format", 2, "format"),
        ("options", {"expansions": ["gardeners"]}, "options.expansions.0"),
        ("options", {"solo": "hard"}, "options.solo"),
        ("options", {"magic": 1}, "options.magic"),
        ("seed", "xyz", "seed"),
        ("seed", "abc", "seed"),
        ("seed", "", "seed"),
        ("draws", -1, "draws"),
        ("round", 0, "round"),
        ("round", "1", "round"),
        ("round", True, "round"),
        ("round", 1.0, "round"),
        ("phase", "market", "phase"),
        ("first_player", 5, "first_player"),
        ("first_player", -1, "first_player"),
        ("to_act", [0, "1"], "to_act.1"),
        ("road", [None] * 7, "road"),
        ("road", [{"gold": 1}], "road.0.card"),
        ("road", [{"card": "mason", "gold": -1}], "road.0.gold"),
        ("road", ["mason"], "road.0"),
        ("stacks", [[]] * 7, "stacks"),
        ("stacks", [["nobody"]], "stacks.0.0"),
        ("stacks", [None], "stacks.0"),
        ("reserve", [None], "reserve.0"),
        ("reserve", "mason", "reserve"),
        ("discard", [{"card": "mason"}], "discard.0"),
        ("basics", {"miner": -1}, "basics.miner"),
        ("basics", {"miner": 11}, "basics.miner"),
        ("basics", {"graper": 1}, "basics.graper"),
        ("markets_held", [3], "markets_held.0"),
        ("seats", [], "seats"),
        ("seats", [{}] * 6, "seats"),
        ("seats", [{}, None], "seats.1"),
        ("seats", [{"gold": -1}, {}], "seats.0.gold"),
        ("seats", [{"gold": 1.5}, {}], "seats.0.gold"),
        ("seats", [{"hand": ["dragon"]}, {}], "seats.0.hand.0"),
        ("seats", [{}, {"purse": 1}], "seats.1.purse"),
        ("seats", [{"builds_left": 6}, {}], "seats.0.builds_left"),
        ("seats", [{"trades_left": 4}, {}], "seats.0.trades_left"),
        ("seats", [{"tinner": 1}, {}], "seats.0.tinner"),
        ("seats", [{"village": [{"id": 0, "card": "founders"}]}, {}], "seats.0.village.0.id"),
        ("seats", [{"village": [{"id": 1}]}, {}], "seats.0.village.0.card"),
        ("seats", [{"village": [{"id": 1, "card": "founders", "side": "wood"}]}, {}], "seats.0.village.0.side"),
        ("pending", {"type": "develop"}, "pending.type"),
        ("pending", {"type": "return_card"}, "pending.card"),
        ("known", [{"pile": "road", "seats": [0]}], "known.0.pile"),
        ("winner", 0, "winner"),
    ],
)
def test_position_refuses_a_field_of_the_wrong_shape(field: str, value: Any, path: str) -> None:
    start = position("villagers stacks=[[brewer] [brewer]] seats=[() ()]")
    assert path in paths({**start, field: value}, "villagers")


def test_position_names_a_missing_field() -> None:
    assert set(paths({"seats": [{}, {}]}, "villagers")) == {"ruleset"}
    assert set(paths({"ruleset": "villagers"})) == {"seats"}
