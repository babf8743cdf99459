"""A Redis behind a Sentinel: found by its name, and found again after a failover."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis, RedisError, TimeoutError

from service.config.redis_url import Sentinels, sentinels_of, shown
from service.store import connect
from service.store.redis.client import connect_worker
from service.store.redis.readiness import check_readiness
from service.store.redis.store_errors import StoreUnavailable
from service.tools.stack.redis_server import server_binary
from tests.service.conftest import RedisServer, free_port
from tests.service.names import Names


@pytest.mark.parametrize(
    ("url", "sentinels"),
    [
        (
            "redis+sentinel://one/games",
            Sentinels((("one", 26379),), None, None, False, "games", 0, None, None),
        ),
        (
            "rediss+sentinel://ada:p%40ss@one:1,[::1]:2,three/games/7?sentinel_username=eve&sentinel_password=s%26",
            Sentinels((("one", 1), ("::1", 2), ("three", 26379)), "ada", "p@ss", True, "games", 7, "eve", "s&"),
        ),
        ("redis://host:6379/0", None),
        ("unix:///redis.sock", None),
    ],
)
def test_what_a_url_says(url: str, sentinels: Sentinels | None) -> None:
    assert sentinels_of(url) == sentinels


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("redis://host:6379/0", "redis://host:6379/0"),
        ("rediss://ada:p%40ss@host:6380/0?ssl_password=s", "rediss://host:6380/0"),
        (
            "redis+sentinel://ada:pass@one:1,[::1]:2/games/7?sentinel_password=s",
            "redis+sentinel://one:1,[::1]:2/games/7",
        ),
        ("redis+cluster://:pass@one:1,two", "redis+cluster://one:1,two"),
        ("unix:///redis.sock?password=s", "unix:///redis.sock"),
    ],
)
def test_what_the_log_says_of_a_url(url: str, text: str) -> None:
    assert shown(url) == text


class Watched:
    """Two servers, the second a replica of the first, and a Sentinel that watches them."""

    def __init__(self, folder: Path) -> None:
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(RedisServer(folder / name))
        self.first, self.second = self.servers
        # A replica is served immediately, not after five seconds in which others might come.
        self.first.start("--repl-diskless-sync-delay", "0")
        self.second.start("--replicaof", "127.0.0.1", str(self.first.port))
        self.port = free_port()
        config = folder / "sentinel.conf"
        config.write_text(f"port {self.port}\nbind 127.0.0.1\nsentinel monitor games 127.0.0.1 {self.first.port} 1\n")
        self._sentinel = subprocess.Popen([server_binary(), str(config), "--sentinel"], stdout=subprocess.DEVNULL)
        # The first host does not exist, so the next one is used.
        self.url = f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{self.port}/games/0"
        self.sentinel = Redis(port=self.port, decode_responses=True)

    def ready(self) -> bool:
        """Return whether the Sentinel knows both and the replica follows the master."""
        found = self.sentinel.sentinel_slaves("games")
        return [replica["flags"] for replica in found] == ["slave"] and found[0]["master-link-status"] == "ok"

    def close(self) -> None:
        """End all of them."""
        self.sentinel.close()
        self._sentinel.kill()
        self._sentinel.wait()
        for server in self.servers:
            server.kill()


def eventually(works: Callable[[], object], *failures: type[Exception]) -> None:
    """Wait until this is so, at most for a while; meanwhile these failures are ignored."""
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
        eventually(watched.ready, RedisError)
        yield watched
    finally:
        watched.close()


def test_a_failover_is_followed(watched: Watched) -> None:
    """By clients of web servers and of workers, over connections that were already open."""
    clients = [connect(watched.url, retries=0), connect_worker(watched.url)]
    for client in clients:
        assert client.set("greeting", "hello")
    with Redis(port=watched.first.port) as first:
        assert first.get("greeting") == b"hello"
    watched.first.kill()
    # Otherwise the Sentinel would watch the silence for half a minute.
    eventually(lambda: watched.sentinel.execute_command("SENTINEL", "FAILOVER", "games"), RedisError)
    with Redis(port=watched.second.port) as second:
        for number, client in enumerate(clients):
            eventually(lambda c=client, n=number: c.set("greeting", f"again {n}"), RedisError)
            assert second.get("greeting") == f"again {number}".encode()
    check_readiness(clients[0], ["{b0}"])


def watchful(client: Redis) -> bool:
    """Return whether the system itself will notice within seconds that the other host has vanished."""
    connection = client.connection_pool.get_connection()
    sock: Any = connection._sock
    try:
        options = {
            name: sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, name))
            for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
        }
        alive = bool(sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE))
    finally:
        client.connection_pool.release(connection)
    seconds = options["TCP_KEEPIDLE"] + options["TCP_KEEPINTVL"] * options["TCP_KEEPCNT"]
    return alive and seconds <= 6 and 0 < options["TCP_USER_TIMEOUT"] <= 6000


def test_every_connection_notices_that_the_other_host_has_vanished(watched: Watched) -> None:
    alone = f"redis://127.0.0.1:{watched.first.port}/0"
    for client in (connect(watched.url), connect_worker(watched.url), connect(alone), connect_worker(alone)):
        assert watchful(client)
        client.close()


def test_a_worker_looks_for_the_master_also_in_the_midst_of_a_command(watched: Watched) -> None:
    """redis-py would try the old address again and again."""
    client = connect_worker(watched.url)
    connection = client.connection_pool.get_connection()
    connection.disconnect()
    connection.host, connection.port = "127.0.0.1", free_port()
    connection.send_command("PING")
    assert connection.read_response() == b"PONG"


def test_an_answer_that_comes_too_late_is_nobody_elses(watched: Watched) -> None:
    """The connection that waited for it is closed."""
    client = connect(watched.url, retries=0, connections=1, timeout=0.2)
    client.set("greeting", "hello")
    watched.first.hang()
    with pytest.raises(TimeoutError):
        client.get("greeting")
    assert [connection._sock for connection in client.connection_pool._connections] == [None]
    watched.first.wake()
    eventually(lambda: client.set("answer", 42), RedisError)
    assert client.get("answer") == b"42"


def test_no_sentinel_is_no_store() -> None:
    client = connect(f"redis+sentinel://127.0.0.1:{free_port()}/games/0", retries=0)
    with pytest.raises(StoreUnavailable):
        check_readiness(client, ["{b0}"])


def test_a_failover_is_followed_without_a_name_service(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentinels have host names; their last known addresses are used."""
    names = Names(monkeypatch, {"sentinel.example": "127.0.0.1"})
    client = connect(f"redis+sentinel://sentinel.example:{watched.port}/games/0", retries=0)
    assert client.set("greeting", "hello")
    names.trouble = "fails"
    watched.sentinel.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    watched.first.kill()
    eventually(lambda: watched.sentinel.execute_command("SENTINEL", "FAILOVER", "games"), RedisError)
    eventually(lambda: client.set("greeting", "hello again"), RedisError)
