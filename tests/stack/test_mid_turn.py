"""A worker is killed while its bot thinks: the dispatcher sends the turn again, and another worker plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.replay import replay
from service.games import Games, Seat
from tests.service.conftest import RedisServer
from tests.stack.conftest import Start
from tools.testbed.processes import eventually
from workers.fallback_bots import MAX_BOT_TRIES

LEASE_SECONDS = 2

# A worker like any other, but its bot plays two moves and then never finishes its thought.
THINKER = """
import sys, time
from pathlib import Path
from engine.bots import Greedy
import workers.worker

choose, calls = Greedy.choose, []

def think(*args):
    calls.append(args)
    if len(calls) > 2:
        Path(sys.argv[1]).touch()
        time.sleep(3600)
    return choose(*args)

Greedy.choose = think
workers.worker.main([])
"""


@pytest.fixture
def environ(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setenv("HAMLET_LEASE", str(LEASE_SECONDS))


def test_a_turn_whose_worker_was_killed_is_played_once(games: Games, start: Start, tmp_path: Path) -> None:
    thinking = tmp_path / "thinking"
    # A message may be void before a worker has started.
    start("-m", "workers.dispatcher")
    thinker = start("-c", THINKER, str(thinking))
    greedy = Seat("ai", None, "greedy")
    game_id = games.create_game("villagers", [greedy, greedy]).game_id
    eventually(thinking.exists, "the middle of the turn")
    thinker.kill()
    thinker.wait()
    assert games.queries.load_game(game_id).version == 0

    start("-m", "workers.worker")
    eventually(lambda: games.queries.load_game(game_id).status == "finished", "the end of the game")

    game = games.queries.load_game(game_id)
    log = games.store.log(game_id, 0, game.version)
    assert len(log) == game.version
    moves = [(entry.seat, entry.move) for entry in log]
    state, _ = replay(game.ruleset, game.setup.options, 2, game.setup.seed, moves)
    assert game.ruleset.write_position(state) == game.ruleset.write_position(game.state)


def test_a_turn_that_fails_is_played_by_a_worker_that_can(games: Games, start: Start, tmp_path: Path) -> None:
    failing = THINKER.replace("time.sleep(3600)", "raise RuntimeError('no idea')")
    failed = tmp_path / "failed"
    start("-m", "workers.dispatcher")
    broken = start("-c", failing, str(failed))
    greedy = Seat("ai", None, "greedy")
    game_id = games.create_game("villagers", [greedy, greedy]).game_id
    eventually(failed.exists, "the failure")
    eventually(lambda: games.queries.load_game(game_id).version == 2, "what was decided before it failed")
    assert broken.poll() is None
    broken.terminate()
    assert broken.wait(60) == 0

    start("-m", "workers.worker")
    eventually(lambda: games.queries.load_game(game_id).status == "finished", "the end of the game")


# A worker like any other, but its bots of the level `easy` end the process.
DEADLY = """
import os
from engine.bots import LEVELS
import workers.worker

type(LEVELS["easy"]).choose = lambda *args: os._exit(9)
workers.worker.main([])
"""


@pytest.mark.long
def test_a_bot_that_kills_its_workers_is_stood_in_for(games: Games, start: Start) -> None:
    start("-m", "workers.dispatcher")
    seats = [Seat("ai", "Bertha", "easy"), Seat("human", "Ada")]
    options = {"first_player": "0"}
    game_id = games.create_game("villagers", seats, options).game_id
    deaths = 0
    while not games.queries.load_game(game_id).version:
        worker = start("-c", DEADLY)
        eventually(
            lambda worker=worker: worker.poll() is not None or games.queries.load_game(game_id).version,
            "a death, or a move",
        )
        deaths += worker.poll() == 9
    assert deaths == MAX_BOT_TRIES
    assert games.queries.load_game(game_id).version == 1
