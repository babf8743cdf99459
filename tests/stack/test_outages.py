"""Outages of Redis and of the name service: every process logs start and end once; and without names all continues."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from redis import Redis

from service.backend import open_games
from service.config.settings import load_settings
from service.games import Seat
from service.store.redis.outages import log
from tests.service.conftest import RedisServer, free_port
from tools.testbed.first_process import PROCESSES, ROOT
from tools.testbed.processes import eventually

SECRET = "the-password-of-redis"
USER = ("--user", "games", "on", f">{SECRET}", "~*", "&*", "+@all")
SEATS = [Seat("ai", "Bertha", "greedy"), Seat("ai", "Carla", "greedy")]
KINDS = {
    "web": "web process",
    "turns": "worker of turns",
    "decisions": "worker of decisions",
    "webhooks": "worker of webhooks",
    "dispatcher": "dispatcher",
}
NAME = "redis.example"
SERVICE = f"the name service for {NAME}"
RESOLVER = """
import _socket
from pathlib import Path

ask = _socket.getaddrinfo

def getaddrinfo(host, *args, **more):
    if host in ("redis.example", b"redis.example"):
        host = Path(__file__).with_name("address").read_text()
        if host == "away":
            raise _socket.gaierror(_socket.EAI_AGAIN, "no name service")
    return ask(host, *args, **more)

_socket.getaddrinfo = getaddrinfo
"""
"""A `sitecustomize`: the host's address is in a file beside it. gevent resolves names this way, too."""
AWAY_SECONDS = 15
"""Longer than any single call is tried."""


class Process:
    """One of the processes, and its output."""

    def __init__(self, name: str, folder: Path, **environ: str) -> None:
        self.log = folder / f"{name}.log"
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("HAMLET_")}
        with self.log.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, *PROCESSES[name]], env={**inherited, **environ}, stdout=out, stderr=out, cwd=ROOT
            )

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.endswith("}")]

    def starts(self) -> list[dict[str, Any]]:
        return [line for line in self.lines() if line["event"].startswith("started: ")]

    def said(self, level: str, of: str = "Redis ") -> list[str]:
        """Its log lines about outages."""
        said = [line["event"] for line in self.lines() if (line["level"], line["logger"]) == (level, log.name)]
        return [text for text in said if of in text.partition(": ")[0]]

    def await_lines(self, level: str, number: int, of: str = "Redis ") -> None:
        eventually(lambda: len(self.said(level, of)) == number, f"{number} lines of {level} in {self.log.name}")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def place(own_redis_server: RedisServer) -> str:
    own_redis_server.kill()
    own_redis_server.start(*USER)
    return f"127.0.0.1:{own_redis_server.port}"


@pytest.fixture
def port() -> str:
    return str(free_port())


@contextmanager
def running(url: str, port: str, folder: Path) -> Iterator[dict[str, Process]]:
    """Processes of all kinds."""
    own = {"HAMLET_REDIS_URL": url, "HAMLET_WEB_PROCESSES": "1", "PORT": port, "TMPDIR": str(folder)}
    own["HAMLET_METRICS_PORT"] = "0"
    processes = {name: Process(name, folder, **own, PYTHONPATH=str(folder)) for name in KINDS}
    try:
        eventually(lambda: asked(port) == 200, "workers that are ready", seconds=180)
        yield processes
    finally:
        for process in processes.values():
            process.close()


def asked(port: str, path: str = "/readyz") -> int:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code
    except OSError:
        return 0


@pytest.mark.long
def test_what_is_away_is_told_once_by_every_process(
    own_redis_server: RedisServer, place: str, port: str, tmp_path: Path
) -> None:
    with running(f"redis://games:{SECRET}@{place}/0", port, tmp_path) as processes:
        for name, process in processes.items():
            [first] = eventually(process.starts, f"the start of {name}")
            assert first["event"] == f"started: {KINDS[name]}"
            assert first["redis"] == first["queues"] == f"redis://{place}/0"
            assert first["version"]
        for outage in (1, 2):
            own_redis_server.kill()
            over = time.monotonic() + AWAY_SECONDS
            while time.monotonic() < over:
                assert asked(port, "/v1/games") == 503
            for process in processes.values():
                process.await_lines("warning", outage)
                assert process.said("warning")[-1].startswith(f"cannot reach Redis {place}: ")
            own_redis_server.start(*USER)
            eventually(lambda: asked(port, "/v1/games") == 200, "an answer")
            for process in processes.values():
                process.await_lines("info", outage)
                assert process.said("info")[-1].startswith(f"Redis {place} can be reached again, after ")
        for process in processes.values():
            assert not [line for line in process.lines() if line["level"] in ("error", "critical")]
            assert len(process.said("warning")) == 2, "and not of single connections or requests"
            assert SECRET not in process.log.read_text()


def test_without_a_name_service_all_goes_on(
    own_redis_server: RedisServer, port: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_redis_server.kill()
    own_redis_server.start("--bind", "127.0.0.1", "127.0.0.2")
    (tmp_path / "sitecustomize.py").write_text(RESOLVER)
    address = tmp_path / "address"
    address.write_text("127.0.0.1")
    monkeypatch.setenv("HAMLET_REDIS_URL", own_redis_server.url)
    games = open_games(load_settings())
    with running(f"redis://{NAME}:{own_redis_server.port}/0", port, tmp_path) as processes:
        address.write_text("away")
        for _ in range(5):
            cut_off(own_redis_server)
            assert asked(port, "/v1/games") == 200
            assert asked(port) == 200
        game_id = games.create_game("villagers", SEATS).game_id
        eventually(
            lambda: games.queries.load_game(game_id).status == "finished", "the end of a game, played by a worker"
        )
        for process in processes.values():
            process.await_lines("warning", 1, SERVICE)
        address.write_text("127.0.0.2")
        for process in processes.values():
            cut_off(own_redis_server)
            asked(port, "/v1/games")
            process.await_lines("info", 1, SERVICE)
        cut_off(own_redis_server)
        assert asked(port, "/v1/games") == 200
        eventually(lambda: "127.0.0.2" in local_addresses(own_redis_server), "connections to the new address")
        for process in processes.values():
            [lost], [found] = process.said("warning", SERVICE), process.said("info", SERVICE)
            assert lost.startswith(f"cannot reach {SERVICE}: ")
            assert lost.endswith("; the last known address is used, 127.0.0.1")
            assert found.startswith(f"{SERVICE} can be reached again, after ")
    games.queries.changes.release_waiters()


def cut_off(server: RedisServer) -> None:
    """Close all connections of the server."""
    with Redis(port=server.port) as admin:
        for kind in ("normal", "pubsub"):
            admin.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")


def local_addresses(server: RedisServer) -> set[str]:
    """Return the addresses at which the server is used."""
    with Redis(port=server.port) as admin:
        return {client["laddr"].rpartition(":")[0] for client in admin.client_list()}
