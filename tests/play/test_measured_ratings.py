"""`bench/ratings.py`: every game is kept, nothing is played twice, pairs stop early, and rungs are far enough apart."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from bench import ratings
from bench.helpers import result_lines
from bench.helpers.rating_model import FIXED, Fit, connected, precise
from bench.ratings import BOXES, COUNTESS, LADDER, ORDER, RUNGS, SOLO, STEPS, Table
from engine.registry import RULESETS
from service.tools.arena.games import Failed

SMALL = Table("my_village", 2)


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "results" / "ratings.jsonl.xz"
    monkeypatch.setattr(ratings, "RESULTS", path)
    return path


def play(games: int, most: int) -> None:
    """Play up to `games` games of the cheapest pairs, of which none may play more than `most`."""
    tables = ratings.load()
    todo = ratings.jobs(tables, most, 1.0)
    for job in [next(todo) for _ in range(games)]:
        ratings.record(*ratings.play_job(job), tables)


def test_a_run_continues_where_the_last_one_ended(results: Path) -> None:
    play(3, 4)
    play(3, 4)
    result_lines.pack(results)
    play(1, 4)
    lines = result_lines.read(results)
    games = [(ratings.table_of(line), line["one"], line["others"], line["game"]) for line in lines]
    assert len(set(games)) == len(games) == 7
    assert [game for *_, game in games] == [0, 1, 2, 3, 0, 1, 2]
    assert sum(len(won) for shares in ratings.load().values() for won in shares.values()) == 7


def test_a_pair_stops_when_its_games_are_enough() -> None:
    assert not precise([])
    assert not precise([1.0, 0.0] * 60)
    assert precise([1.0, 0.0] * 70)
    tables = {table: {pair: {} for pair in ratings.pairs(table)} for table in ratings.TABLES}
    first = next(ratings.jobs(tables, 500, 1.0))
    tables[first[0]][first[1]] = {game: game % 2 for game in range(140)}
    assert next(ratings.jobs(tables, 500, 1.0))[:2] != first[:2]


def test_every_box_can_be_opened_and_every_player_plays() -> None:
    for table in ratings.TABLES:
        assert RULESETS[table.ruleset].read_options(BOXES[table.box], table.seats)
        assert all({one, others} <= {*ratings.players(), COUNTESS} for one, others in ratings.pairs(table))
    _, outcome = ratings.play_job((SOLO[0], ("greedy", COUNTESS), 0))
    assert not isinstance(outcome, Failed)
    assert outcome.match.options["solo"] == "beginner"
    assert sorted(ORDER) == sorted({*RUNGS, *LADDER})


def test_only_players_that_games_connect_are_fitted() -> None:
    shares = {("greedy", FIXED): {0: 1.0}, ("easy", "greedy"): {0: 0.0}, ("0.9 30", "random"): {0: 1.0}, ("a", "b"): {}}
    assert connected(shares) == {("greedy", FIXED): [1.0], ("easy", "greedy"): [0.0]}


def test_published_rungs_are_far_enough_apart() -> None:
    rating = {name: 1500.0 - 50 * at for at, name in enumerate(reversed(RUNGS))}
    rungs = list(ratings.spaced(Fit(rating, [], None, [])))
    assert rungs[-1] == "hard"
    assert all(STEPS[0] <= rating[high] - rating[low] <= STEPS[1] for low, high in pairwise(rungs))
