"""Positions that no game could be in: every kind is refused, and every fault of one is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import complete, faults, new_game, paths, position, village
from tests.villagers.game import VILLAGERS, road

PILES: Doc = {"stacks": [["brewer"], ["brewer"]]}


def test_position_refuses_a_card_too_often() -> None:
    start = position("""villagers discard=[mason] reserve=[hunter] stacks=[[brewer] [brewer]] seats=[
        (hand=[mason]) (village=[1.founders 2.miner 3.mason@2])]""")
    (fault,) = faults(start)
    assert "mason" in fault[1]


@pytest.mark.parametrize(
    "fields",
    [
        {"road": road("mason"), "discard": ["mason", "mason"]},
        {"reserve": ["mason"] * 3},
        {"stacks": [["mason"], ["mason"], ["mason"]]},
        {"stacks": [["mason"] * 2], "seats": [{"square": ["mason"]}, {}]},
        {"seats": [{"hand": ["mason"] * 2}, {"hand": ["mason"]}]},
    ],
)
def test_position_counts_a_card_wherever_it_is(fields: Doc) -> None:
    (fault,) = faults({**position("villagers stacks=[[brewer]] seats=[() ()]"), **fields})
    assert "mason" in fault[1]


def test_position_counts_the_pending_card() -> None:
    start = position("""villagers phase=build pending=(type=return_card card=mason) stacks=[[brewer] [brewer]] seats=[
        (hand=[mason mason]) ()]""")
    ((_, message),) = faults(start)
    assert "mason" in message


def test_position_refuses_an_eleventh_basic_villager() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.miner 4.miner 5.miner 6.miner 7.miner])
        (village=[1.founders 2.miner 3.miner 4.miner 5.miner 6.miner])]""")
    assert faults(start)
    assert faults(position("villagers phase=build basics=(miner=10) seats=[(village=[1.founders 2.miner]) ()]"))


@pytest.mark.parametrize("card", ["founders", "miner"])
@pytest.mark.parametrize("pile", ["road", "stacks", "reserve", "discard", "hand", "square"])
def test_position_refuses_founders_and_basic_villagers_outside_villages(pile: str, card: str) -> None:
    if pile in ("hand", "square"):
        assert faults(position(f"villagers stacks=[[brewer] [brewer]] seats=[({pile}=[{card}]) ()]"))
    else:
        value: Any = {"road": road(card), "stacks": [[card], ["brewer"]]}.get(pile, [card])
        assert faults(position("villagers stacks=[[brewer] [brewer]] seats=[() ()]", **{pile: value}))


def test_position_refuses_a_basic_villager_as_pending() -> None:
    start = position(
        "villagers phase=build pending=(type=return_card card=miner) stacks=[[brewer] [brewer]] seats=[() ()]"
    )
    assert faults(start)


@pytest.mark.parametrize("card", ["shepherd", "spinner", "weaver", "tailor", "tanner", "saddler", "cobbler"])
def test_position_refuses_wool_and_leather_below_four_seats(card: str) -> None:
    assert faults(position(f"villagers stacks=[[brewer] [brewer]] seats=[(hand=[{card}]) () ()]"))
    start = position(f"villagers stacks=[[brewer] [brewer]] seats=[(hand=[{card}]) () () ()]")
    assert complete(start)["seats"][0]["hand"] == [card]


def test_position_refuses_wool_in_a_village_below_four_seats() -> None:
    assert faults(position("villagers stacks=[[brewer] [brewer]] seats=[(village=[1.founders 2.shepherd]) () ()]"))


@pytest.mark.parametrize(
    "words",
    [
        ("founders", "seeker"),
        ("founders", "lumberjack", "seeker@2"),
        ("founders", "lumberjack", "cartwright@2"),
        ("founders", "miner@1"),
        ("miner", "founders@1"),
        ("founders", "hunter@1"),
        ("founders", "wattler", "miner@2"),
        ("founders", "hunter", "agent@2"),
        ("founders", "hayer", "wattler@2"),
        ("founders", "lumberjack", "carpenter@2", "wheeler@3"),
    ],
)
def test_position_refuses_a_villager_on_a_card_it_cannot_stand_on(words: tuple[str, ...]) -> None:
    found = paths(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"))
    assert found
    assert all(path.startswith("seats.0.village.") for path in found)


@pytest.mark.parametrize(
    "words",
    [
        ("founders", "lumberjack", "carpenter@2", "carpenter@2", "wheeler@2"),
        ("founders", "swineherd@1", "brewer@1", "poulterer@1"),
        ("founders", "miner", "seeker@2", "spelunker@3", "spelunker@3"),
        ("founders", "monk=miner", "seeker@2", "mason@2", "mason@2"),
        ("founders", "miner", "monk=seeker@2", "spelunker@3", "spelunker@3"),
    ],
)
def test_position_refuses_too_many_villagers_on_one_card(words: tuple[str, ...]) -> None:
    assert len(faults(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"))) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("founders", "monk=miner"),
        ("founders", "apprentice=miner"),
        ("founders", "miner", "monk=seeker@2"),
        ("founders", "monk@1"),
        ("founders", "monk", "mason@2"),
        ("founders", "monk=hunter"),
        ("founders", "miner", "seeker@2", "spelunker@3", "monk=jeweler@4"),
        ("founders", "monk=seeker", "spelunker@2"),
        ("founders", "miner", "monk=miner@2", "seeker@3"),
        ("founders", "monk=monk", "seeker@2"),
        ("founders", "monk=miner", "wheeler@2"),
        ("founders", "monk=miner", "mason@2", "monk=lumberjack", "blacksmith@2", "wheeler@2"),
        ("founders", "miner=seeker"),
        ("founders", "tinner"),
        ("founders", "smuggler"),
    ],
)
def test_position_refuses_a_special_villager_out_of_place(words: tuple[str, ...]) -> None:
    assert faults(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"))


@pytest.mark.parametrize("word", ["founders+2", "miner+2", "beekeeper+2", "agent+2"])
def test_position_refuses_gold_on_a_villager_that_unlocks_nobody(word: str) -> None:
    words = (word,) if word.startswith("founders") else ("founders", word)
    assert len(faults(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"))) == 1


def test_position_refuses_villages_that_do_not_hang_together() -> None:
    twice, nowhere, itself = "1.founders 1.miner", "1.founders 2.seeker@7", "1.founders 2.seeker@2"
    circle = "1.founders 2.monk=seeker@3 3.monk=miner@2"
    for cards in (twice, nowhere, itself, circle):
        assert faults(position(f"villagers phase=build seats=[(village=[{cards}]) ()]"))


def test_position_refuses_a_second_founders_and_a_side_of_anybody_else() -> None:
    assert faults(position("villagers phase=build seats=[(village=[1.founders 2.founders]) ()]"))
    assert faults(position("villagers phase=build seats=[(village=[1.founders 2.miner:gold]) ()]"))


@pytest.mark.parametrize(
    "fields",
    [
        {"first_player": 2},
        {"to_act": [2]},
        {"to_act": []},
        {"to_act": [0, 1]},
        {"phase": "over"},
        {"phase": "over", "to_act": [0]},
        {"phase": "build", "to_act": []},
        {"phase": "draft", "pending": {"type": "return_card", "card": "hunter"}},
        {"phase": "build", "seats": [{"square": ["hunter"]}, {}]},
        {"seats": [{"drafting_done": True, "square": ["hunter"]}, {}]},
        {"seats": [{"drafting_done": True}, {}], "to_act": [0]},
        {"seats": [{"square": ["hunter", "agent"]}, {}]},
        {"seats": [{"final": {"supply": 1, "gold": 1, "silver": 1, "coins": 1}}, {}]},
        {"markets_held": [2]},
        {"markets_held": [1, 1]},
        {"markets_held": [2, 1]},
        {"markets_held": [1, 2]},
        {"markets_held": [1]},
        {"stacks": []},
    ],
)
def test_position_refuses_what_does_not_go_together(fields: Doc) -> None:
    assert faults({**position("villagers stacks=[[brewer] [brewer]] seats=[() ()]"), **fields})


def test_position_refuses_the_coin_step_with_three_seats() -> None:
    assert faults(position("villagers phase=road road=[mason+0] stacks=[[brewer] [brewer]] seats=[() () ()]"))


@pytest.mark.parametrize(
    "mark",
    [
        {"pile": "hand", "index": 0, "place": 1, "seats": [1]},
        {"pile": "hand", "index": 4, "place": 0, "seats": [1]},
        {"pile": "stack", "index": 3, "place": 0, "seats": [1]},
        {"pile": "reserve", "seats": [1]},
        {"pile": "pending", "seats": [1]},
        {"pile": "stack", "index": 0, "place": 0, "seats": [2]},
    ],
)
def test_position_refuses_a_mark_on_no_card_or_for_no_seat(mark: Doc) -> None:
    assert len(faults(position("villagers seats=[(hand=[mason]) ()]", known=[mark], **PILES))) == 1


@pytest.mark.parametrize("seats", [[1, 1], [0, 0], [0, 1, 1]])
def test_position_refuses_a_mark_that_names_a_seat_twice(seats: list[int]) -> None:
    start = position(f"""villagers known=[(pile=stack index=0 place=0 seats=[{" ".join(map(str, seats))}])]
        stacks=[[brewer] [brewer]] seats=[() ()]""")
    assert faults(start)


def test_position_refuses_two_marks_on_one_card() -> None:
    assert faults(position("villagers known=[stack.0.0~1 stack.0.0~0] stacks=[[brewer] [brewer]] seats=[() ()]"))


def test_position_lists_every_fault_of_the_shape_at_once() -> None:
    doc = {
        "ruleset": "villagers",
        "round": 0,
        "phase": "lunch",
        "weather": "fine",
        "stacks": [["mason", "dragon"], ["unicorn"]],
        "seats": [{"gold": -3}, {"gold": "eight", "hand": [7]}],
    }
    assert set(paths(doc)) == {
        "round",
        "phase",
        "weather",
        "stacks.0.1",
        "stacks.1.0",
        "seats.0.gold",
        "seats.1.gold",
        "seats.1.hand.0",
    }


def test_position_lists_every_fault_of_the_game_at_once() -> None:
    doc = position("""villagers phase=build markets_held=[1] stacks=[[brewer] [brewer]] seats=[
        (village=[1.founders 2.seeker 3.miner 4.mason@3 5.mason@3 6.blacksmith@3] hand=[mason shepherd])
        (village=[1.founders 2.monk=miner 3.beekeeper+2])]""")
    found = faults(doc)
    assert {path.removesuffix(".on").removesuffix(".gold") for path, _ in found} == {
        "",
        "markets_held",
        "seats.0.hand",
        "seats.0.village.1",
        "seats.0.village.2",
        "seats.1.village.1",
        "seats.1.village.2",
    }
    assert len(found) == 7


def test_position_faults_of_form_do_not_hide_the_others() -> None:
    """One document, every kind of fault: form, references, cards, villages are all named at once."""
    broken = {
        "ruleset": "villagers",
        "color": "red",
        "to_act": [7],
        "first_player": 3,
        "stacks": [["monk", "nobody", "weaver"]],
        "seats": [
            {
                "gold": -4,
                "hand": ["nobody", "monk", "monk"],
                "village": [{"id": 1, "card": "founders"}, {"id": 2, "card": "cartwright", "on": 1}],
            },
            {"village": [{"id": 1, "card": "nobody"}, {"id": 2, "card": "jeweler", "on": 1}]},
        ],
    }
    assert sorted(path for path, _ in faults(broken)) == [
        "",
        "color",
        "first_player",
        "seats.0.gold",
        "seats.0.hand.0",
        "seats.0.village.1.on",
        "seats.1.village.0.card",
        "stacks.0",
        "stacks.0.1",
        "to_act.0",
    ]


def test_position_any_broken_document_is_refused_and_nothing_else_happens() -> None:
    """Random parts of random positions replaced by nonsense: read or refused, never anything else."""
    rng, refusals = random.Random(5), 0
    nonsense: list[Any] = [None, -1, 0, 3, 7, 10**9, "", "monk", "nobody", [], [None], [[]], {}, {"id": 1}, True, 1.5]
    for number in range(400):
        doc = new_game("villagers", 2 + number % 4, seed=bytes([number % 256]))
        for _ in range(1 + number % 3):
            here: Any = doc
            while True:
                key = rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
                if isinstance(here[key], dict | list) and here[key] and rng.random() < 0.7:
                    here = here[key]
                    continue
                here[key] = rng.choice(nonsense)
                break
        try:
            VILLAGERS.read_position(doc)
        except InvalidPosition as refusal:
            refusals += bool(refusal.faults)
    assert 200 < refusals < 400


@pytest.mark.parametrize(
    "fields",
    [
        {"pending": {"type": "look", "pile": "stack", "stack": 0, "depth": 1, "placed": None}},
        {"developments": [{"development": "inn"}]},
    ],
)
def test_position_without_seats_is_refused_whatever_else_it_says(fields: Doc) -> None:
    assert "seats" in paths({"ruleset": "villagers", "seats": [], **fields})
