"""Clients that hang up while they wait: their places are free soon, long before anything would be sent to them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from typing import Any

import pytest

from service.store import connect
from tests.service.api_keys import key_of, line, put_keys
from tests.service.conftest import RedisServer, free_port
from tests.stack.test_web import GAME, environ, listens
from tools.testbed.processes import eventually

PLACES = 8
"""The limit of streams of the process, of connections of one address, and of streams of one bot."""
SECONDS = 15.0
"""Far longer than a hang-up takes to be noticed; shorter than a long poll, or the silence of a stream."""
STREAM = "Accept: text/event-stream"


class Server:
    """One process with few places, and an API key."""

    def __init__(self, port: int, key: str) -> None:
        self.port = port
        self._key = key
        self.path = f"/v1/games/{self.call('POST', '/v1/games', GAME)['id']}"

    def call(self, method: str, path: str, body: bytes) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, {"Content-Type": "application/json", "Hamlet-Api-Key": self._key})
        with connection.getresponse() as answer:
            assert answer.status < 300
            document = json.load(answer)
        connection.close()
        return document

    def ask(self, path: str, *headers: str, address: str = "127.0.0.1") -> socket.socket:
        """Return a connection on which this request was sent."""
        client = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(address, 0))
        lines = [f"GET {path} HTTP/1.1", "Host: hamlet", f"Hamlet-Api-Key: {self._key}", *headers, "", ""]
        client.sendall("\r\n".join(lines).encode())
        return client

    def takes(self, path: str, *headers: str) -> bool:
        """Return whether the answer to this request begins with a success, or not yet."""
        with self.ask(path, *headers, address="127.0.0.3") as client:
            client.settimeout(5)
            return client.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.fixture(scope="module")
def server(redis_server: RedisServer) -> Iterator[Server]:
    port = free_port()
    put_keys(connect(redis_server.url), line("me"))
    settings = {
        "HAMLET_STREAMS": str(PLACES),
        "HAMLET_STREAM_HEARTBEAT_SECONDS": "600",
        "HAMLET_CONNECTIONS": str(PLACES),
        "PORT": str(port),
    }
    run = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    process = subprocess.Popen(run, env=environ(redis_server, **settings))
    try:
        eventually(lambda: listens(port), "the start")
        server = Server(port, key_of("me"))
        server.call("PUT", "/v1/bot", b'{"name": "deep"}')
        yield server
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("path", ["events", "bot"])
def test_a_stream(server: Server, path: str) -> None:
    wanted = f"{server.path}/events" if path == "events" else "/v1/bot/turns"
    with ExitStack() as clients:
        for number in range(PLACES):
            client = clients.enter_context(server.ask(wanted, STREAM, address=f"127.0.0.{4 + number}"))
            assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert not server.takes(wanted, STREAM)
    eventually(lambda: server.takes(wanted, STREAM), "a place", SECONDS)


@pytest.mark.parametrize("path", ["game", "events", "bot"])
def test_a_long_poll(server: Server, path: str) -> None:
    wanted, address = {
        "game": (f"{server.path}?after=0&wait=30", "127.0.0.20"),
        "events": (f"{server.path}/events?after=0&wait=30", "127.0.0.21"),
        "bot": ("/v1/bot/turns?wait=30", "127.0.0.22"),
    }[path]

    def answered() -> bool:
        with server.ask(server.path, address=address) as client:
            return client.recv(65536).startswith(b"HTTP/1.1 200 ")

    with ExitStack() as clients:
        for _ in range(PLACES):
            clients.enter_context(server.ask(wanted, address=address))
        assert eventually(lambda: not answered(), "all connections are taken", SECONDS)
    eventually(answered, "a connection", SECONDS)


def test_one_that_has_sent_more_still_waits(server: Server) -> None:
    """What first looks like the end of a connection may be the next request on it."""
    with server.ask(f"{server.path}?after=0&wait=1") as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\nConnection: close\r\n\r\n")
        answers = b"".join(iter(lambda: client.recv(65536), b""))
    assert answers.count(b"HTTP/1.1 200 ") == 2
