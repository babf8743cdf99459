"""Catalogue files: exact numbers of people who own the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import FaultyDocument, InvalidPosition
from engine.my_village import MY_VILLAGE, catalogue
from engine.my_village.catalogue.cards import KEYS
from engine.ruleset import Doc
from engine.shapes import faults as shape_faults
from tests.my_village.game import dice, headman, invite, journey, teach, valued
from tests.positions import facts, position


def file(*cards: Doc, **components: dict[str, list[int]]) -> Doc:
    """Return a catalogue file: facts of cards, numbers of components."""
    parts = [
        {"key": key, "numbers": [{"name": name, "values": values} for name, values in numbers.items()]}
        for key, numbers in components.items()
    ]
    return {"ruleset": "my_village", "cards": list(cards), "components": parts}


def faults(doc: Any) -> list[str]:
    """Return the paths of all faults of a catalogue file."""
    with pytest.raises(FaultyDocument) as refusal:
        catalogue.read("mine", doc)
    return [fault.path for fault in refusal.value.faults]


@pytest.mark.rule("MVSETUP-14")
def test_a_game_with_the_numbers_of_a_file() -> None:
    numbers = {"life_track": {"clouds": [12]}, "rat_track": {"invasion": [20], "start": [9, 6, 4]}}
    mine = file({"key": "sanatory_church", "banner": [10], "time": 6, "prestige": 5}, **numbers)
    rules = MY_VILLAGE.with_catalogues({"mine": mine})
    options = rules.read_options({"catalogue": "mine"}, 2)
    state = rules.setup(options, 2, b"x")
    assert rules.write_position(state)["options"] == {"catalogue": "mine"}
    assert state.rat == 9
    game = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) seats=[(time=11) ()]")
    start = {**game, "options": {"catalogue": "mine"}, "phase": "banners", "turn": {"value": 10}}
    again = rules.read_position(start)
    moved = rules.read_move(again, 0, {"type": "take_card", "card": "sanatory_church"})
    rules.apply(again, 0, moved)
    assert (again.seats[0].time, rules.score_now(again)["rows"][0]["total"]) == (5, 5 + 1)
    assert [option.values for option in rules.options if option.name == "catalogue"] == [["standard", "mine"]]
    with pytest.raises(InvalidPosition):
        MY_VILLAGE.read_position(start)
    with pytest.raises(InvalidPosition):
        MY_VILLAGE.restore(rules.write_position(state))


def test_other_numbers_play_to_the_end_and_write_their_positions() -> None:
    numbers = {"life_track": {"clouds": [7]}, "dice": {"white": [9, 8, 12]}, "start": {"customers": [4]}}
    cards: list[Doc] = [
        {"key": "quill_monk_1", "effect": "steward", "count": 1},
        {"key": "travel_church", "costs": [{"coin": 1}, {"any": 2}]},
        {"key": "guild_council", "spaces": 5},
        {"key": "meeting_place", "spaces": 3, "costs": [{"plow": 1, "any": 1}]},
        {"key": "customer_9", "white_time": 1},
    ]
    rules = MY_VILLAGE.with_catalogues({"mine": file(*cards, **numbers)})
    for number in range(6):
        seats, rng = 2 + number % 3, random.Random(number)
        state = rules.setup(rules.read_options({"catalogue": "mine"}, seats), seats, bytes([number]))
        while acting := rules.to_act(state):
            rules.advance(state, acting[0], rng.choice(rules.legal_moves(state, acting[0])))
            doc = rules.write_position(state)
            assert rules.write_position(rules.read_position(doc)) == doc
            assert len(state.display) in range(6)
        assert rules.result(state) is not None


@pytest.mark.rule("MVSETUP-14")
def test_what_a_file_leaves_out_is_as_usual_and_its_own_facts_say_where_they_are_from() -> None:
    read = catalogue.read("mine", file({"key": "field", "time": 3}))
    row = next(row for row in read.rows if row["key"] == "field")
    assert (row["time"], row["banner"]) == (3, [7])
    assert read.notes[row["provenance"]["time"]] == catalogue.OWNED
    assert read.notes[row["provenance"]["banner"]]["source"] == "reconstructed"
    assert catalogue.STANDARD.time[read.rows.index(row)] == 2, "the standard catalogue is untouched"


BLACK = position("my_village phase=dice pool=(white=[1 1 1 1 1 1] black=[3 4]) seats=[() ()]")
GUESTS = position("""my_village phase=guests turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) pending=(steps=4 must=yes)
    display=[customer_1 customer_2] seats=[(coins=99) ()]""")
LESSON = position("""my_village phase=school turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
    pending=(card=rosary_monk_1 steps=1)
    seats=[(church=travel_church school=(left=yes) villagers=[councilman traveller craftsman merchant]) ()]""")
B_CARDS = {"b": ["travel_b_1"]}

FAULTS: list[tuple[Doc, list[str]]] = [
    (file({"key": "king"}), ["cards.0.key"]),
    (file({"key": "field"}, {"key": "field"}), ["cards"]),
    (file({"key": "field", "time": -1}), ["cards.0.time"]),
    (file({"key": "field", "colour": "red"}), ["cards.0.colour"]),
    (file(castle={"banner": [2]}), ["components.0.key"]),
    (file(school={"colour": [2]}), ["components.0.numbers.0.name"]),
    (file(life_track={"clouds": [2, 3]}), ["components.0.numbers.0.values"]),
    (file(life_track={"clouds": [0]}), ["life_track.clouds"]),
    (file(school={"banner": [1]}), ["school.banner"]),
    (file(rat_track={"invasion": [3]}), ["rat_track.start"]),
    (file(dice={"white": [4, 6, 8]}), ["dice"]),
    (file(dice={"black": [3, 2, 15]}), ["dice"]),
    (file(end={"deaths": [0, 14, 18]}), ["end.deaths"]),
    (file(start={"customers": [0]}), ["start.customers"]),
    (file(start={"customers": [33]}), ["start.customers"]),
    (file(stewards_office={"coins": [1, 1, 1, 1]}), ["stewards_office.coins"]),
    (file({"key": "field", "banner": []}), ["field.banner"]),
    (file({"key": "customer_9", "banner": [4]}), ["customer_9.banner"]),
    (file({"key": "field", "banner": [], "any_value": True}), ["field.any_value"]),
    (file({"key": "field", "white_time": None}), ["field.white_time"]),
    (file({"key": "travel_a_1", "white_time": 0}), ["travel_a_1.white_time"]),
    (file({"key": "customer_1", "time": 1}), ["customer_1.time"]),
    (file({"key": "customer_1", "costs": []}), ["customer_1.costs"]),
    (file({"key": "customer_1", "costs": [{"time": 1}]}), ["customer_1.costs"]),
    (file({"key": "customer_1", "costs": [{"coin": 1}]}), ["customer_1.costs"]),
    (file({"key": "customer_1", "costs": [{"horse": 1}, {"coin": 1, "horse": 1}]}), ["customer_1.costs"]),
    (file({"key": "customer_1", "costs": [{"horse": 1}, {}]}), ["customer_1.costs"]),
    (file({"key": "stables_1", "prestige": 2}), ["stables_1.prestige"]),
    (file({"key": "area_council", "spaces": 4}), ["area_council.spaces"]),
    (file({"key": "stables_1", "spaces": 0}), ["stables_1.spaces"]),
    (file({"key": "field", "effect": "story"}), ["field.effect"]),
    (file({"key": "quill_monk_1", "effect": "coins"}), ["quill_monk_1.effect"]),
    (file({"key": "goblet_monk_1", "count": 5}), ["goblet_monk_1.count"]),
    (file({"key": "goblet_monk_1", "count": 0}), ["goblet_monk_1.count"]),
    (file({"key": "rosary_monk_2", "count": 0}), ["rosary_monk_2.count"]),
    (file({"key": "quill_monk_1", "effect": "school", "count": 0}), ["quill_monk_1.count"]),
    (file({"key": "quill_monk_1", "effect": "headman"}), ["quill_monk_1.count"]),
    (file({"key": "rosary_monk_1", "count": 2}), ["rosary_monk_1.count"]),
    (file({"key": "stables_1", "count": 2}), ["stables_1.count"]),
    (file({"key": "guild_council", "count": 0}), ["guild_council.count"]),
    (file({"key": "customer_1", "count": 1}), ["customer_1.count"]),
    (file({"key": "field", "gray": {"coin": 1}}), ["field.gray"]),
    (file({"key": "field", "ends": True}), ["field.ends"]),
    (file({"key": "travel_e_1", "ends": False}), ["travel_e_1.ends"]),
    (file({"key": "travel_b_2", "time": 3, "banner": [4]}), ["travel_b_2.banner", "travel_b_2.time"]),
]


@pytest.mark.parametrize(("doc", "paths"), FAULTS)
def test_every_fault_of_a_file(doc: Doc, paths: list[str]) -> None:
    assert faults(doc) == paths


def test_all_faults_of_form_are_told_together() -> None:
    """Faults of numbers are reported only when the form is right, since before they would be guesses."""
    doc = file(
        {"key": "king"},
        {"key": "field", "time": -1, "ends": True},
        {"key": "stables_1", "spaces": 0, "costs": [{"coin": 0}]},
        {"key": "travel_a_1", "time": 7, "banner": "two"},
        *({"key": f"travel_a_{number}", "time": 7} for number in (2, 3, 4)),
        {"key": "customer_9", "banner": [4], "any_value": 0},
        {"time": 3},
        school={"colour": [2], "banner": [1]},
        end={"deaths": [0, 14, 18]},
        rat_track={"invasion": [3], "start": [0, 0]},
        dice={"white": [4, 6, 8], "black": [100, 2, 3]},
    )
    doc["components"].append({"key": "start"})
    assert sorted(faults(doc)) == [
        "cards.0.key",
        "cards.1.time",
        "cards.2.costs.0.coin",
        "cards.3.banner",
        "cards.7.any_value",
        "cards.8.key",
        "components.0.numbers.0.name",
        "components.2.numbers.1.values",
        "components.3.numbers.1.values.0",
        "components.4.numbers",
    ]


@pytest.mark.parametrize("doc", [None, [], 3, {}, {"ruleset": "villagers", "cards": [], "components": []}])
def test_what_is_no_catalogue_file(doc: Any) -> None:
    assert faults(doc)


def test_the_faults_of_all_files_are_told_at_once() -> None:
    with pytest.raises(FaultyDocument) as refusal:
        MY_VILLAGE.with_catalogues({"one": file({"key": "king"}), "two": file(castle={}), "three": file()})
    assert [fault.path for fault in refusal.value.faults] == ["one.cards.0.key", "two.components.0.key"]


def test_a_monk_may_have_another_action() -> None:
    read = catalogue.read("mine", file({"key": "quill_monk_1", "effect": "school", "count": 2}))
    assert read.effect[KEYS.index("quill_monk_1")] == "school"


@pytest.mark.rule("MVSETUP-14")
@pytest.mark.parametrize(
    ("event", "fact", "amount", "start", "move"),
    [
        ("dice_chosen", "time", 198, BLACK, dice("b3", "b4")),
        ("headman_moved", "time", 99, valued(7), headman("coin")),
        ("customers_invited", "time", 99, GUESTS, invite(1)),
        ("customers_invited", "coins", 99, GUESTS, invite(1, 2)),
        ("taught", "time", 99, LESSON, teach("place_left", "abbot")),
        ("card_bought", "time", 18, valued(7, "(travels=[travel_a_1]) ()", travels={"b": ["travel_b_1"]}), journey()),
    ],
)
def test_the_highest_amounts_of_a_file_fit_into_events(
    event: str, fact: str, amount: int, start: Doc, move: Doc
) -> None:
    cards: list[Doc] = [{"key": f"travel_b_{n}", "time": 9, "banner": [7], "costs": []} for n in range(1, 5)]
    cards.append({"key": "travel_a_1", "gray": {"time": 9}})
    numbers = {"dice": {"black_time": [99]}, "headman": {"time": [99]}, "school": {"place_time": [99]}}
    prices = {"time": [99, 99, 99, 99], "coins": [0, 99, 99, 99]}
    rules = MY_VILLAGE.with_catalogues({"mine": file(*cards, **numbers, stewards_office=prices)})
    state = rules.read_position({**start, "options": {"catalogue": "mine"}})
    told = rules.apply(state, 0, rules.read_move(state, 0, move))
    for one in told:
        assert shape_faults(one.seen_by(None), rules.shapes.events[one.type]) == []
    assert facts(told, event)[0][fact] == amount


def test_the_facts_that_clients_get() -> None:
    cards = {card["key"]: card for card in MY_VILLAGE.cards("de")}
    field = cards["field"]
    assert (field["name"], field["copies"], field["banner"], field["costs"]) == ("Kornfeld", 8, [7], [])
    assert {"fact": "banner", "source": "reconstructed"}.items() <= field["provenance"][1].items()
    assert all(entry["note"] for card in cards.values() for entry in card["provenance"])
    assert cards["travel_d_4"]["ends"]
    assert cards["rat_track"]["numbers"] == [
        {"name": "invasion", "values": [16]},
        {"name": "start", "values": [6, 3, 0]},
    ]
    sources = {entry["source"] for card in cards.values() for entry in card["provenance"]}
    assert sources == {"rulebook", "public", "reconstructed"}


def test_how_many_there_are_comes_from_the_rulebook() -> None:
    notes = {
        card["key"]: fact["note"]
        for card in MY_VILLAGE.cards("en")
        for fact in card["provenance"]
        if fact["fact"] == "copies"
    }
    assert all("4 church cards" in notes[f"{kind}_church"] for kind in ("sanatory", "cloister", "trading", "travel"))
    assert all("4 council" in notes[f"{kind}_council"] for kind in ("monetary", "area", "population", "guild"))
    assert not any("running number" in note for note in notes.values()), "that is what tells equal cards apart"


@pytest.mark.parametrize("name", ["standard", "", "Mine", "../mine"])
def test_names_of_catalogues(name: str) -> None:
    with pytest.raises(FaultyDocument) as refusal:
        MY_VILLAGE.with_catalogues({name: file()})
    assert [fault.path for fault in refusal.value.faults] == [name]


def test_catalogues_add_up() -> None:
    rules = MY_VILLAGE.with_catalogues({"one": file()}).with_catalogues({"two": file()})
    assert list(rules.catalogues) == ["standard", "one", "two"]
    assert list(MY_VILLAGE.catalogues) == ["standard"]


def test_every_component_names_its_rules_and_they_exist() -> None:
    known = {rule["id"] for rule in MY_VILLAGE.rules("en")}
    for card in MY_VILLAGE.cards("en"):
        assert set(card["rules"]) <= known, card["key"]
        assert card["rules"] or card["key"] in ("start", "end"), card["key"]
    monks = {card["effect"]: card["rules"][-1] for card in MY_VILLAGE.cards("en") if card["kind"] == "monk"}
    assert monks == {"story": "MVMONK-4", "headman": "MVMONK-5", "school": "MVMONK-6", "steward": "MVMONK-7"}
