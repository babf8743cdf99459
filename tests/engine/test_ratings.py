"""AI players by rating: mistakes that last, and strength interpolated between measured players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots import LEVELS, Session, ratings
from engine.bots.casual import Casual
from engine.bots.search import Budget, Search
from engine.registry import RULESETS

RUNGS = [
    {"rating": 400.0, "overlooks": 0.5, "error": 8.0, "iterations": 0},
    {"rating": 800.0, "overlooks": 0.1, "error": 2.0, "iterations": 0},
    {"rating": 1000.0, "overlooks": 0.0, "error": 0.0, "iterations": 0},
    {"rating": 1400.0, "overlooks": 0.0, "error": 0.0, "iterations": 16},
    {"rating": 1800.0, "overlooks": 0.0, "error": 0.0, "iterations": 256},
]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One table with ratings, and another with a single rung, which is no range."""
    data = {"villagers": {"2": {"levels": [], "rungs": RUNGS}, "3": {"levels": [], "rungs": RUNGS[:1]}}}
    ratings.rated.cache_clear()
    monkeypatch.setattr(ratings, "measured", lambda: data)
    yield
    ratings.rated.cache_clear()


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(("rating", "overlooks", "error"), [(400, 0.5, 8), (600, 0.3, 5), (800, 0.1, 2)])
def test_a_low_rating_has_mistakes_between_those_of_measured_players(
    rating: int, overlooks: float, error: float
) -> None:
    player = ratings.bot_of(LEVELS, str(rating), "villagers", 2)
    assert isinstance(player, Casual)
    assert (player.overlooks, player.error) == pytest.approx((overlooks, error))
    assert ratings.bot_of(LEVELS, str(rating), "villagers", 2) is player


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(("rating", "iterations"), [(1000, 1), (1200, 4), (1600, 64), (1800, 256), (9000, 256)])
def test_a_high_rating_searches_as_long_as_between_measured_players(rating: int, iterations: int) -> None:
    player = ratings.bot_of(LEVELS, str(rating), "villagers", 2)
    assert isinstance(player, Search)
    assert player.budget == Budget(iterations, ahead=True)
    assert player.timed() is player, "more time would make it stronger"


@pytest.mark.usefixtures("measured")
def test_ratings_are_refused_where_nothing_was_measured() -> None:
    assert ratings.span("villagers", 2) == (400, 1800)
    assert ratings.fault_of(400, "villagers", 2) == ""
    assert ratings.fault_of(399, "villagers", 2) == "must be from 400 to 1800 at this table"
    for key, seats in (("villagers", 1), ("villagers", 3), ("orchard", 2)):
        assert ratings.span(key, seats) is None
        assert "send a level" in ratings.fault_of(1400, key, seats)
        assert ratings.bot_of(LEVELS, "1400", key, seats) is None
    assert ratings.bot_of(LEVELS, "hard", "orchard", 2) is LEVELS["hard"]


def test_what_is_shipped_has_rising_ratings() -> None:
    for key, tables in ratings.measured().items():
        for seats, table in tables.items():
            assert int(seats) in RULESETS[key].seats
            rungs = [rung["rating"] for rung in table["rungs"]]
            assert rungs == sorted(set(rungs))
            # Weaker players make mistakes, stronger ones search. The one between them does neither.
            assert any(not (rung["overlooks"] or rung["error"] or rung["iterations"]) for rung in table["rungs"])
            assert {level["name"] for level in table["levels"]} <= set(LEVELS)


def decisions(player: Casual, persona: str) -> list[Any]:
    """Return the player's decisions in the first 40 positions of a game of `medium`. Each position is decided twice."""
    rules, rng, found = RULESETS["villagers"], random.Random(5), []
    state = rules.setup(rules.read_options({}, 2), 2, b"mistakes last")
    for _ in range(40):
        seat = rules.to_act(state)[0]
        view = rules.view(state, seat)
        twice = [player.choose(rules, view, random.Random(salt), Session(persona=persona)) for salt in (1, 2)]
        assert twice[0] == twice[1]
        found.append(twice[0])
        rules.advance(state, seat, LEVELS["greedy"].choose(rules, view, rng))
    return found


def test_mistakes_belong_to_the_player_and_not_to_the_moment() -> None:
    player = Casual(overlooks=0.2, error=4.0)
    assert decisions(player, "a game") == decisions(player, "a game")
    assert decisions(player, "a game") != decisions(player, "another game")
    assert decisions(Casual(0.0, 0.0), "a game") == decisions(Casual(0.0, 0.0), "another game")
