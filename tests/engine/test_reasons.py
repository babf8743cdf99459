"""Reasons: the main topics of the difference between two moves."""

from __future__ import annotations

import random

import pytest

from engine.bots.reasons import Reason, of_differences, reasons
from engine.registry import RULESETS
from engine.wording import LANGUAGES


def test_the_main_reason_comes_first_then_the_largest_others() -> None:
    found = of_differences([{"gold": -4.0, "food": 6.0, "silver": 1.0, "room": 0.7, "rivals": 0.2, "": 2.0}] * 2)
    assert found == [Reason("food", "", 6.0), Reason("gold", "", -4.0), Reason("silver", "", 1.0)]


def test_amounts_are_means_over_the_samples() -> None:
    assert of_differences([{"food": 6.0}, {"food": 5.0, "gold": 1.0}]) == [
        Reason("food", "", 5.5),
        Reason("gold", "", 0.5),
    ]


def test_a_card_is_named_if_it_accounts_for_most_of_its_topic() -> None:
    for found, reason in (
        ({"hand cooper": 3.0, "hand nun": -1.0, "hand": 0.5}, Reason("hand", "cooper", 2.5)),
        ({"hand cooper": 1.0, "hand nun": 0.9, "hand": 1.0}, Reason("hand", "", 2.9)),
        ({"hand cooper": -1.0, "hand": 3.0}, Reason("hand", "", 2.0)),
    ):
        assert of_differences([found] * 2) == [reason]


@pytest.mark.parametrize(
    "found",
    [{}, {"gold": -3.0}, {"gold": 2.0, "food": -2.5}, {"gold": 0.4}, {"": 5.0, "gold": 2.0}, {"": -1.0}],
)
def test_no_reasons_where_no_topic_is_the_main_one(found: dict[str, float]) -> None:
    assert of_differences([found] * 2) == []


def test_no_reasons_for_a_difference_within_its_standard_error() -> None:
    assert of_differences([{"gold": 9.0}, {"gold": -1.0}]) == []
    assert of_differences([{"gold": 9.0}, {"gold": 1.0}]) == [Reason("gold", "", 5.0)]


def test_no_reasons_where_a_topic_is_the_main_one_by_chance() -> None:
    assert of_differences([{"gold": 6.0}, {"gold": 4.0, "food": 4.0}])[0] == Reason("gold", "", 5.0)
    assert of_differences([{"gold": 8.0}, {"gold": 2.0, "food": 8.0}]) == []


def test_what_a_move_gains_is_its_reason_and_nothing_speaks_for_its_opposite() -> None:
    rules = RULESETS["villagers"]
    village = [{"id": number, "card": card} for number, card in enumerate(("founders", "lumberjack"), 1)]
    own = {"gold": 12, "hand": ["wheeler"], "village": village}
    state = rules.read_position({"ruleset": "villagers", "phase": "build", "seats": [own, {"gold": 9}]})
    view = rules.view(state, 0)
    moves = {str(rules.write_move(move)["type"]): move for move in rules.view_moves(view)}
    place, end = moves["place"], moves["end"]
    main = reasons(rules, view, place, end, random.Random(1))[0]
    assert (main.topic, main.card) == ("gold", "")
    assert main.amount > 0
    words = [rules.words(language).reason(main.topic, main.card, main.amount) for language in LANGUAGES]
    assert words == [f"+{main.amount:.0f} gold: your gold", f"+{main.amount:.0f} Gold: dein Gold"]
    assert reasons(rules, view, end, place, random.Random(1)) == []


def test_both_sides_of_a_card_have_the_name_of_the_card() -> None:
    rules = RULESETS["villagers"]
    village = [{"id": 1, "card": "founders", "side": "food"}, {"id": 2, "card": "lumberjack"}]
    state = rules.read_position({"ruleset": "villagers", "phase": "build", "seats": [{"village": village}, {}]})
    assert {key for key in rules.topics(state, 0) if key.startswith("village")} == {
        "village founders",
        "village lumberjack",
    }
