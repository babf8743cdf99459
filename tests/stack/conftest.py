"""The service's Redis fixtures, shared; processes of the product, and the games that they work on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from service.backend import open_games
from service.config.settings import load_settings
from service.games import Games
from tests.service.conftest import own_redis_server, receiver, redis_server
from tools.testbed.stack import Stack

__all__ = ["Start", "own_redis_server", "receiver", "redis_server"]

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A stack for all tests that leave it as it was: it restarts whatever they kill."""
    stack = Stack(tmp_path_factory.mktemp("stack"), HAMLET_REACTION_SECONDS="0")
    stack.start()
    yield stack
    stack.close()


@pytest.fixture
def start(environ: None) -> Iterator[Start]:
    """Starts Python with some arguments; kills what still runs after the test. `environ` is the test module's."""
    running: list[subprocess.Popen[bytes]] = []

    def run(*args: str) -> subprocess.Popen[bytes]:
        running.append(subprocess.Popen([sys.executable, *args], env=dict(os.environ)))
        return running[-1]

    yield run
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def games(environ: None) -> Iterator[Games]:
    """The games in the Redis of the tests, which is empty."""
    games = open_games(load_settings())
    games.store.redis.flushall()
    yield games
    games.queries.changes.release_waiters()
