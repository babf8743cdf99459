"""A real Redis for the service's tests: one server per test process, flushed before each test."""

from __future__ import annotations

import io
import logging
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from service.config import logs
from service.config.settings import load_settings
from service.games import Games
from service.http.app import create_app
from service.store import Store, connect
from service.tools.stack.redis_server import server_binary
from tests.service.api_keys import Lines, put_keys
from tests.service.conforming import ConformingClient
from tests.service.receiver import Receiver, receiving
from tests.service.toy import NIM
from tools.testbed.redis_cluster import ClusterServers

UNLIMITED = {
    "HAMLET_LOG_LEVEL": "ERROR",
    "HAMLET_RATE_LIMIT": "0",
    "HAMLET_DECISION_RATE": "0",
    "HAMLET_TOKEN_RATE": "0",
}
"""Settings of apps in tests: quiet, without rate limits."""

Opener = Callable[..., FlaskClient]

PATIENCE_SECONDS = 20.0


@contextmanager
def patience() -> Iterator[None]:
    """Generous timeouts for clients created meanwhile, since the machine may be busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connect.__kwdefaults__, "timeout", PATIENCE_SECONDS)
        yield


def free_port() -> int:
    """Return a free TCP port above 20000."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port > 20000:
            return port


class RedisServer:
    """A Redis with an append-only file in its own folder; can be killed and restarted."""

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        """`safe`: writes reach the disk before the reply."""
        self.folder = folder
        self._fsync = "always" if safe else "everysec"
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *extra: str) -> None:
        """Start it and wait until it replies."""
        options = {"port": self.port, "bind": "127.0.0.1", "dir": self.folder, "save": "", "appendonly": "yes"}
        options["appendfsync"] = self._fsync
        args = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen([server_binary(), *args, *extra], stdout=log, stderr=log)
        with Redis(port=self.port, retry=Retry(ConstantBackoff(0.05), 200)) as client:
            client.ping()

    def hang(self) -> None:
        """Suspend it, so that it accepts connections but never replies, until `wake`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Resume it; it then processes all pending commands."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it like a power cut that loses nothing from the kernel's buffers."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def everything(client: Redis) -> dict[bytes, bytes]:
    """Return the whole database in serialized form; hashes, whose form has no fixed order, field by field."""
    found = {}
    for key in client.scan_iter():
        if client.type(key) == b"hash":
            found[key] = b"\n".join(part for field in sorted(client.hgetall(key).items()) for part in field)
        elif (value := client.dump(key)) is not None:
            # Otherwise it expired meanwhile.
            found[key] = value
    return found


ON_CLUSTER = os.environ.get("HAMLET_TEST_REDIS") == "cluster"
"""Whether shared servers are clusters of three masters."""


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer | ClusterServers]:
    """The server shared by this process's tests."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    if ON_CLUSTER:
        cluster = ClusterServers(tmp_path_factory.mktemp("cluster"), replicas=0)
        try:
            cluster.start()
            UNLIMITED["HAMLET_QUEUE_REDIS_URL"] = server.url
            yield cluster
        finally:
            cluster.close()
    else:
        yield server
    server.kill()


@pytest.fixture
def own_redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server for one test, which may kill it."""
    # Otherwise a kill loses writes made while the disk was busy.
    server = RedisServer(tmp_path, safe=True)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis(redis_server: RedisServer) -> Iterator[Redis]:
    """The service's client, on an empty database."""
    client = connect(redis_server.url, timeout=PATIENCE_SECONDS)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def store(redis: Redis) -> Store:
    return Store(redis, buckets=4)


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    """Games of the toy ruleset, with an AI level called `easy`."""
    games = Games(store, {NIM.key: NIM}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


@pytest.fixture(scope="session")
def app(redis_server: RedisServer) -> Iterator[Flask]:
    with patience():
        app = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED}))
    app.test_client_class = ConformingClient
    yield app
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


@pytest.fixture
def client(app: Flask, redis: Redis) -> FlaskClient:
    """A client that checks every response against the contract; no games are stored yet."""
    return app.test_client()


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything the process logs from now on, as text."""
    text = io.StringIO()
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    logs.configure("DEBUG", text)
    yield text
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def opened(redis_server: RedisServer, redis: Redis) -> Opener:
    """Opens an app with these API keys, which it requires if there are any, and settings."""

    def opening(keys: Lines = (), **settings: str) -> FlaskClient:
        environ = {"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, **settings}
        if keys:
            environ["HAMLET_API_KEYS"] = "required"
            put_keys(redis, keys)
        with patience():
            app = create_app(load_settings(environ))
        app.test_client_class = ConformingClient
        return app.test_client()

    return opening


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found
