"""Workers and dispatchers while Redis is away: they wait, and continue as the same processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.backend import open_games
from service.config.settings import load_settings
from service.games import Games, Seat
from service.store.redis.store_errors import StoreUnavailable
from tests.service.conftest import RedisServer
from tools.testbed.processes import eventually

SEATS = [Seat("ai", "Bertha", "greedy"), Seat("ai", "Carla", "greedy")]

# A worker like any other, but RQ gives up as soon as Redis is gone, and its bot waits for a file before it moves.
WORKER = """
import sys, time
from pathlib import Path
from redis import Redis
from engine.bots import Greedy
import workers.worker

choose = Greedy.choose

def think(*args):
    Path(sys.argv[1]).touch()
    while not Path(sys.argv[2]).exists():
        time.sleep(0.01)
    return choose(*args)

Greedy.choose = think
workers.worker.connect_worker = lambda url: Redis.from_url(url)
workers.worker.main([])
"""


@pytest.fixture
def games(own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Games]:
    monkeypatch.setenv("HAMLET_REDIS_URL", own_redis_server.url)
    monkeypatch.setenv("HAMLET_LEASE", "2")
    games = open_games(load_settings())
    yield games
    games.queries.changes.release_waiters()


def test_workers_wait_and_go_on(games: Games, own_redis_server: RedisServer, tmp_path: Path) -> None:
    thinking, go = tmp_path / "thinking", tmp_path / "go"
    running = [
        subprocess.Popen([sys.executable, *args], env=dict(os.environ))
        for args in (["-m", "workers.dispatcher"], ["-c", WORKER, str(thinking), str(go)])
    ]
    try:
        first = games.create_game("villagers", SEATS).game_id
        eventually(thinking.exists, "the middle of a turn")
        own_redis_server.kill()
        go.touch()
        with pytest.raises(StoreUnavailable):
            games.queries.load_game(first)
        assert [process.poll() for process in running] == [None, None]
        own_redis_server.start()
        eventually(lambda: games.queries.load_game(first).status == "finished", "the end of the game")

        # Once more while they are idle.
        own_redis_server.kill()
        own_redis_server.start()
        second = games.create_game("villagers", SEATS).game_id
        eventually(lambda: games.queries.load_game(second).status == "finished", "the end of the other game")
        assert [process.poll() for process in running] == [None, None], "still the same processes"
        for process in running:
            process.send_signal(signal.SIGTERM)
        assert [process.wait(60) for process in running] == [0, 0]
    finally:
        for process in running:
            process.kill()
            process.wait()
