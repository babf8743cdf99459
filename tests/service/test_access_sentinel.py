"""A Redis behind a Sentinel: found by its name, and found again where it is after a failover."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.redis_url import Sentinels, sentinels_of
from service.store import connect
from service.store.client import connect_worker, ping
from service.store.errors import StoreUnavailable
from tests.service.conftest import RedisServer, free_port, redis_program


@pytest.mark.parametrize(
    ("url", "sentinels"),
    [
        (
            "redis+sentinel://one/games",
            Sentinels((("one", 26379),), "games", 0, None, None, False, None, None),
        ),
        (
            "rediss+sentinel://ada:p%40ss@one:1,[::1]:2,three/games/7?sentinel_username=eve&sentinel_password=s%26",
            Sentinels((("one", 1), ("::1", 2), ("three", 26379)), "games", 7, "ada", "p@ss", True, "eve", "s&"),
        ),
        ("redis://host:6379/0", None),
        ("unix:///redis.sock", None),
    ],
)
def test_what_a_url_says(url: str, sentinels: Sentinels | None) -> None:
    assert sentinels_of(url) == sentinels


class Watched:
    """Two servers, the second a replica of the first, and a Sentinel that watches them."""

    def __init__(self, folder: Path) -> None:
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(RedisServer(folder / name))
        self.first, self.second = self.servers
        self.first.start()
        self.second.start("--replicaof", "127.0.0.1", str(self.first.port))
        self.port = free_port()
        config = folder / "sentinel.conf"
        config.write_text(f"port {self.port}\nbind 127.0.0.1\nsentinel monitor games 127.0.0.1 {self.first.port} 1\n")
        self._sentinel = subprocess.Popen([redis_program(), str(config), "--sentinel"], stdout=subprocess.DEVNULL)
        # The first host is not there: the next one is asked.
        self.url = f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{self.port}/games/0"
        self.sentinel = Redis(port=self.port, decode_responses=True)

    def ready(self) -> bool:
        """Whether the Sentinel knows of both."""
        return self.sentinel.sentinel_master("games")["num-slaves"] == 1

    def close(self) -> None:
        """End all of them."""
        self.sentinel.close()
        self._sentinel.kill()
        self._sentinel.wait()
        for server in self.servers:
            server.kill()


def eventually(works: object, *failures: type[Exception]) -> None:
    """Waits until something is so, at most for a while; such failures are not yet."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if works():
                return
        except failures:
            pass
        time.sleep(0.05)
    pytest.fail("it never was so")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    """The servers and their Sentinel, settled."""
    watched = Watched(tmp_path)
    try:
        eventually(watched.ready, Exception)
        yield watched
    finally:
        watched.close()


def test_a_failover_is_followed(watched: Watched) -> None:
    """By the web server's clients as by the workers': what is written goes to whoever is the master now."""
    clients = [connect(watched.url, retries=0), connect_worker(watched.url)]
    for client in clients:
        ping(client)
        assert client.set("greeting", "hello")
    with Redis(port=watched.first.port) as first:
        assert first.get("greeting") == b"hello"
        first.wait(1, 5000)
    watched.sentinel.execute_command("SENTINEL", "FAILOVER", "games")
    eventually(
        lambda: str(watched.second.port) in watched.sentinel.sentinel_get_master_addr_by_name("games"), Exception
    )
    for client in clients:
        eventually(lambda client=client: client.set("greeting", "again"), Exception)
    ping(clients[0])
    with Redis(port=watched.second.port) as second:
        assert second.get("greeting") == b"again"


def test_no_sentinel_is_no_store() -> None:
    client = connect(f"redis+sentinel://127.0.0.1:{free_port()}/games/0", retries=0)
    with pytest.raises(StoreUnavailable):
        ping(client)
