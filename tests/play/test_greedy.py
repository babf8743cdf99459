"""The playing strength of `greedy`."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.bots import LEVELS
from engine.registry import RULESETS
from engine.ruleset import Doc
from tests.positions import play
from tests.villagers.countess import solo
from tests.villagers.game import draft, road

VILLAGERS = RULESETS["villagers"]


def played(key: str, options: Doc, levels: Sequence[str], number: int) -> Doc:
    """Return the result of a game between these levels."""
    rules, rng = RULESETS[key], random.Random(number)
    state = rules.setup(rules.read_options(options, len(levels)), len(levels), number.to_bytes(2, "big"))
    while seats := rules.to_act(state):
        rules.advance(state, seats[0], LEVELS[levels[seats[0]]].choose(rules, rules.view(state, seats[0]), rng))
    result = rules.result(state)
    assert result is not None
    return result


@pytest.mark.long
@pytest.mark.parametrize(("key", "games", "least", "total"), [("villagers", 40, 38, 60), ("my_village", 20, 19, 33)])
def test_greedy_plays_sensibly(key: str, games: int, least: int, total: int) -> None:
    """Over both seats it wins nearly all games against random, and scores as much as good players do."""
    won, had = 0, 0
    for number in range(games):
        greedy = number % 2
        result = played(key, {}, ("random", "greedy") if greedy else ("greedy", "random"), number)
        won += result["winners"] == [greedy]
        had += result["scores"][greedy]["total"]
    assert won >= least
    assert had / games > total


@pytest.mark.parametrize(
    ("cards", "court", "given"),
    [
        pytest.param(("cooper", "spelunker", "fromager", "harvester", "jeweler"), (), 3, id="no gold"),
        pytest.param(("cooper", "wood_carver", "harvester", "log_rafter"), ("cartwright",), 2, id="no silver"),
    ],
)
def test_the_countess_gets_the_villager_that_brings_her_least(
    cards: tuple[str, ...], court: tuple[str, ...], given: int
) -> None:
    start = solo("()", *court, road=road(*cards), reserve=["vintner", "graper"])
    between, _ = play(start, (0, draft(0)))
    view = VILLAGERS.view(VILLAGERS.read_position(between), 0)
    move = LEVELS["greedy"].choose(VILLAGERS, view, random.Random(1))
    assert VILLAGERS.write_move(move) == {"type": "countess_draft", "slot": given}


@pytest.mark.parametrize(("level", "least"), [("beginner", 16), ("hard", 4)])
def test_greedy_wins_against_the_countess(level: str, least: int) -> None:
    results = [played("villagers", {"solo": level}, ("greedy",), number) for number in range(20)]
    assert sum(result["winners"] == [0] for result in results) >= least
