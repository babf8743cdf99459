"""The playing strength of `greedy`."""

from __future__ import annotations

import random

import pytest

from engine.bots import LEVELS
from engine.registry import RULESETS


@pytest.mark.long
@pytest.mark.parametrize(("key", "games", "least", "total"), [("villagers", 40, 38, 60), ("my_village", 20, 19, 33)])
def test_greedy_plays_sensibly(key: str, games: int, least: int, total: int) -> None:
    """Over both seats it wins nearly all games against random, and scores as much as good players do."""
    rules, won, had = RULESETS[key], 0, 0
    for number in range(games):
        state = rules.setup(rules.read_options({}, 2), 2, number.to_bytes(2, "big"))
        rng, greedy = random.Random(number), number % 2
        while seats := rules.to_act(state):
            level = LEVELS["greedy" if seats[0] == greedy else "random"]
            rules.advance(state, seats[0], level.choose(rules, rules.view(state, seats[0]), rng))
        result = rules.result(state)
        assert result is not None
        won += result["winners"] == [greedy]
        had += result["scores"][greedy]["total"]
    assert won >= least
    assert had / games > total
