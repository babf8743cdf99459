"""Reviews with real processes: workers that are killed in the middle of a decision, and others that continue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bots.review import Depth
from engine.ruleset import Doc
from service.backend import open_reviews
from service.config.settings import load_settings
from service.games import Games, Seat
from service.games.ai.reviews import Material, Reviewer
from service.games.ai.reviews.move_analysis import put_in_language
from service.games.ai.reviews.review_requests import Reviews
from service.store.games.records import Level
from service.store.outbox.decision_queue import Caller
from tests.service.bots import PACE, Plain
from tests.service.conftest import RedisServer
from tests.stack.conftest import Start
from tools.testbed.processes import eventually
from workers.player import Player

SEATS = 4
LEVEL = "medium"
DEPTH = Depth(samples=2, others=2)
"""Less than in production, so that the test does not take minutes; the level's search is the real one."""
GENEROUS = 300.0

# A worker like any other that soon stores its results, writes down which decision it has started, and never finishes
# one of them.
WORKER = """
import sys, time
import workers.reviewer
import workers.worker
from engine.bots.review import Depth
from service.games.ai.reviews import Reviewer, move_analysis

move_analysis.DEPTHS = {"medium": Depth(samples=2, others=2)}
workers.reviewer.ReviewWorker.__init__.__defaults__ = (0.2,)
judge = Reviewer.judge

def begin(self, number, session=None):
    with open(sys.argv[1], "a") as begun:
        begun.write(f"{number}\\n")
    while number == int(sys.argv[2]):
        time.sleep(0.01)
    return judge(self, number, session)

Reviewer.judge = begin
workers.worker.main(["--queue", "decisions"])
"""


@pytest.fixture
def environ(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setenv("HAMLET_LEASE", "5")


@pytest.fixture
def reviews(games: Games) -> Reviews:
    return open_reviews(load_settings(), games)


def finished(games: Games) -> str:
    """Return a game with four seats that bots have played to its end."""
    seats = [Seat("ai", f"Seat {seat}", "random") for seat in range(SEATS)]
    game_id = games.create_game("villagers", seats, {}, "four").game_id
    player = Player(games, {"random": Plain()}, 3600, reaction_seconds=0, pace=PACE)
    while games.queries.load_game(game_id).status != "finished":
        player.play_due_turns(game_id)
    return game_id


def undisturbed(games: Games, game_id: str) -> Doc:
    """Return the review, made in this process without interruption."""
    game = games.queries.load_game(game_id)
    material = Material.from_replay(games.queries.whole_replay(game), game.setup.options, game.id)
    material = replace(material, names=())
    whole = Reviewer(game.ruleset, material, Level(LEVEL))
    result = whole.review_result([whole.judge(number) for number in range(len(whole))])
    return result | {"moves": [put_in_language(one, "en") for one in result["moves"]]}


@pytest.mark.long
@pytest.mark.timeout(3 * GENEROUS)
def test_a_review_survives_two_kills(
    games: Games, reviews: Reviews, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.games.ai.reviews.move_analysis.DEPTHS", {LEVEL: DEPTH})
    game_id = finished(games)
    expected = undisturbed(games, game_id)
    decisions = len(expected["moves"])
    stops = [decisions // 3, 2 * decisions // 3]
    start("-m", "workers.dispatcher")
    reviews.request_review(games.queries.load_game(game_id), Level(LEVEL), Caller("someone"))

    begun = [tmp_path / f"begun by {worker}" for worker in range(3)]
    kept = [0]
    for file, stop in zip(begun, stops, strict=False):
        worker = start("-c", WORKER, str(file), str(stop))
        eventually(lambda: stop in numbers(file) or worker.poll() is not None, "the middle of a decision", GENEROUS)  # noqa: B023
        assert worker.poll() is None, "the worker has ended by itself"
        worker.kill()
        worker.wait()
        now = reviews.wait_for_review(games.queries.load_game(game_id), Level(LEVEL))
        assert now["status"] != "done"
        assert kept[-1] <= now["done"] <= stop
        assert now["moves"] == []
        kept.append(now["done"])
    start("-c", WORKER, str(begun[2]), "-1")
    eventually(
        lambda: reviews.wait_for_review(games.queries.load_game(game_id), Level(LEVEL), 1)["status"] == "done",
        "the review",
        GENEROUS,
    )

    made = reviews.wait_for_review(games.queries.load_game(game_id), Level(LEVEL))
    assert {name: made[name] for name in expected} == expected
    # A worker too slow for its lease judges some decisions again, but none that is stored.
    assert [numbers(file)[0] for file in begun] == kept
    assert set().union(*map(numbers, begun)) == set(range(decisions))


def numbers(file: Path) -> list[int]:
    """Return the numbers of the decisions that a worker has started."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []
