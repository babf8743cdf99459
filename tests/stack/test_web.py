"""The web server under gunicorn: clients that do not finish their requests, and the folder of the metrics."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.service.conftest import RedisServer, free_port
from tools.testbed.processes import eventually

READ_SECONDS = 1
WRITE_SECONDS = 0.5
DROP_SECONDS = 3
CONNECTIONS = 4
"""The limit of connections of one address."""

# The server as it is, but with little patience.
IMPATIENT = f"""
import service.http.gunicorn_worker
from gunicorn.app.wsgiapp import run

service.http.gunicorn_worker.READ_SECONDS = {READ_SECONDS}
service.http.gunicorn_worker.WRITE_SECONDS = {WRITE_SECONDS}
service.http.gunicorn_worker.DROP_SECONDS = {DROP_SECONDS}
run()
"""

METRICS_PORT = free_port()
GAME = b'{"ruleset": "villagers", "seats": [{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]}'
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\n\r\n"
POST = b"POST %s HTTP/1.1\r\nHost: hamlet\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def environ(redis_server: RedisServer, **extra: str) -> dict[str, str]:
    return {**os.environ, "HAMLET_REDIS_URL": redis_server.url, "HAMLET_WEB_PROCESSES": "1", **extra}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the impatient server."""
    return tmp_path_factory.mktemp("web") / "log"


@pytest.fixture(scope="module")
def port(redis_server: RedisServer, log: Path) -> Iterator[int]:
    """The port of an impatient server."""
    port = free_port()
    command = [sys.executable, "-c", IMPATIENT, "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    given = {"PORT": str(port), "HAMLET_METRICS_PORT": str(METRICS_PORT), "HAMLET_CONNECTIONS": str(CONNECTIONS)}
    with log.open("wb") as file:
        server = subprocess.Popen(command, env=environ(redis_server, **given), stdout=file, stderr=file)
    try:
        eventually(lambda: listens(port), "the start")
        yield port
    finally:
        server.terminate()
        server.wait(30)


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def everything_answered(port: int, *sent: bytes) -> bytes:
    """Return all answers until the server closes the connection. Nothing more is sent than this."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        for part in sent:
            client.sendall(part)
        return b"".join(iter(lambda: client.recv(65536), b""))


def asked(port: int, path: str, host: str) -> tuple[int, str | None, bytes]:
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    client.request("GET", path, headers={"Host": host, "Connection": "close"})
    with client.getresponse() as answer:
        return answer.status, answer.headers["Content-Type"], answer.read()


def test_each_port_answers_what_is_its_own(port: int) -> None:
    """Whatever port the request itself names."""
    for host in (f"127.0.0.1:{port}", f"127.0.0.1:{METRICS_PORT}"):
        status, kind, body = asked(METRICS_PORT, "/metrics", host)
        assert (status, b"hamlet_redis_up 1.0" in body) == (200, True)
        assert kind is not None
        assert kind.startswith("text/plain; version=")
        assert asked(port, "/metrics", host)[:2] == (404, "application/problem+json")
        assert asked(port, "/healthz", host)[0] == 200
        for path in ("/healthz", "/v1/games", "/", "/metrics-of-others"):
            assert asked(METRICS_PORT, path, host)[0] == 404


@pytest.mark.parametrize("head", [b"", b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\n"])
def test_half_a_head_is_given_up(port: int, head: bytes) -> None:
    assert everything_answered(port, head) == b""


def test_half_a_body_is_given_up(port: int) -> None:
    answer = everything_answered(port, POST % (b"/v1/games", len(GAME)), GAME[:20])
    assert answer.startswith(b"HTTP/1.1 400 ")


def test_half_a_body_that_nobody_reads_is_given_up(port: int) -> None:
    answer = everything_answered(port, POST % (b"/nowhere", len(GAME)), GAME[:20])
    assert answer.startswith(b"HTTP/1.1 404 ")


def test_a_body_that_is_too_large_is_not_read_to_its_end(port: int) -> None:
    """The answer comes immediately. Some more is read, so that the client can take the answer, then the connection
    ends.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(POST % (b"/v1/positions/score", 1 << 40))
        assert client.recv(65536).startswith(b"HTTP/1.1 413 ")
        with suppress(ConnectionError):
            for _ in range(10_000):
                client.sendall(b" " * 8192)
            raise AssertionError("all of it was read")


def test_nor_for_ever(port: int) -> None:
    """A client that sends little by little, without an end, loses the connection as well."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(POST % (b"/v1/positions/score", 1 << 40))
        assert client.recv(65536).startswith(b"HTTP/1.1 413 ")
        with suppress(ConnectionError):
            for _ in range(20 * DROP_SECONDS):
                time.sleep(0.5)
                client.sendall(b" ")
            raise AssertionError("it was never closed")


@pytest.mark.parametrize("head", [POST % (b"/v1/games", 20 << 20), POST % (b"/nowhere", 20 << 20)])
def test_who_sends_a_large_body_first_gets_the_answer(port: int, head: bytes) -> None:
    """Most libraries read the answer only after sending everything. It says that the connection ends."""
    answer = everything_answered(port, head, b" " * (20 << 20))
    assert answer.startswith((b"HTTP/1.1 413 ", b"HTTP/1.1 404 "))
    assert b"\r\nConnection: close\r\n" in answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] in ("/problems/too-large", "/problems/not-found")


def test_who_sends_a_large_body_in_chunks_gets_the_answer(port: int) -> None:
    chunk = b"2000\r\n" + b" " * 0x2000 + b"\r\n"
    answer = everything_answered(port, CHUNKED % b"/v1/games" + chunk * 2560 + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


BAD_CHUNKS = {
    "no extension": b"5;\r\nhello\r\n0\r\n\r\n",
    "a prefix": b"0x5\r\nhello\r\n0\r\n\r\n",
    "negative": b"-1\r\nhello\r\n0\r\n\r\n",
    "a sign": b"+5\r\nhello\r\n0\r\n\r\n",
    "an underscore": b"5_0\r\nhello\r\n0\r\n\r\n",
    "no digit": b"g\r\nhello\r\n0\r\n\r\n",
    "nothing": b"\r\nhello\r\n0\r\n\r\n",
    "a space": b"5 \r\nhello\r\n0\r\n\r\n",
    "bare line feeds": b"5\nhello\n0\n\n\r\n",
    "a long extension": b"5;x=" + b"y" * 100_000 + b"\r\nhello\r\n0\r\n\r\n",
    "a bad trailer": b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
    "no end of the chunk": b"2\r\n{}--0\r\n\r\n",
    "behind a body of the largest size": b"4000\r\n" + b" " * 0x4000 + b"\r\ng\r\n",
    "a trailer without an end": b"2\r\n{}\r\n0\r\nX: x\n\n\r\n",
}


@pytest.mark.parametrize("path", [b"/v1/games", b"/v1/positions/score", b"/nowhere"])
@pytest.mark.parametrize("chunks", BAD_CHUNKS.values(), ids=BAD_CHUNKS)
def test_bad_chunks_are_the_clients_fault(port: int, log: Path, chunks: bytes, path: bytes) -> None:
    """Refused once, without a trace in the log, and what follows them is not taken for a request."""
    before = log.stat().st_size
    head, _, body = everything_answered(port, CHUNKED % path + chunks + HEALTH).partition(b"\r\n\r\n")
    if path == b"/nowhere":
        assert head.startswith(b"HTTP/1.1 404 ")
    else:
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"\r\nConnection: close" in head
        assert json.loads(body)["type"] == "/problems/bad-request"
    assert b"HTTP/1.1" not in body
    with log.open("rb") as file:
        file.seek(before)
        levels = [json.loads(line)["level"] for line in file]
    assert set(levels) <= {"info"}


CHUNKED = b"POST %s HTTP/1.1\r\nHost: hamlet\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(("size", "status"), [(20, 201), (1, 400)])
def test_a_body_in_chunks(port: int, size: int, status: int) -> None:
    """A few are read, thousands are not."""
    body = GAME.ljust(4000)
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(CHUNKED % b"/v1/games" + chunks + b"0\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 %d " % status)


def test_chunks_that_nobody_reads(port: int) -> None:
    """An unknown path: the answer comes, and only a bounded part of what follows is read."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(CHUNKED % b"/nowhere" + b"1\r\nx\r\n" * 3000)
        assert client.recv(65536).startswith(b"HTTP/1.1 404 ")
        with suppress(ConnectionError):
            while client.recv(65536):
                pass


def test_half_a_request_after_a_whole_one_is_given_up(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(POST % (b"/v1/games", len(GAME)) + GAME)
        assert client.recv(65536).startswith(b"HTTP/1.1 201 ")
        client.sendall(b"GET /healthz HT")
        while client.recv(65536):
            pass


def test_half_a_body_behind_a_whole_request_is_given_up(port: int) -> None:
    """Also if its head arrived before the first request was answered."""
    answers = everything_answered(port, HEALTH + POST % (b"/v1/games", len(GAME)))
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 400 " in answers


@pytest.mark.long
def test_patience_with_waiting_answers_and_kept_connections(port: int) -> None:
    """Both last longer than a request may take to arrive, and all use one connection."""
    client = HTTPConnection("127.0.0.1", port, timeout=30)
    client.connect()
    connection = client.sock
    client.request("POST", "/v1/games", GAME, {"Content-Type": "application/json"})
    answer = client.getresponse()
    assert answer.status == 201
    answer.read()
    path = answer.headers["Location"]
    for _ in range(2):
        client.request("GET", f"{path}?after=0&wait={2 * READ_SECONDS}")
        answer = client.getresponse()
        assert answer.status == 200
        answer.read()
        time.sleep(2 * READ_SECONDS)
    assert client.sock is connection
    client.close()


def test_one_address_has_so_many_connections(port: int) -> None:
    """However silent they are. Other addresses are accepted, and so is this one as soon as one is closed."""
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(CONNECTIONS)]
    refusal = everything_answered(port)
    assert refusal.startswith(b"HTTP/1.1 429 ")
    assert b"\r\nRetry-After: 5\r\n" in refusal
    assert json.loads(refusal.partition(b"\r\n\r\n")[2])["type"] == "/problems/too-many-requests"
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=("127.0.0.2", 0)) as other:
        other.sendall(HEALTH)
        assert other.recv(65536).startswith(b"HTTP/1.1 200 ")
    silent.pop().close()

    def let_in() -> bool:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as again:
            again.sendall(HEALTH)
            return again.recv(65536).startswith(b"HTTP/1.1 200 ")

    eventually(let_in, "a free connection")
    for connection in silent:
        connection.close()


def test_endless_requests_leave_others_their_turn(port: int) -> None:
    """One connection whose requests come faster than they can be answered."""
    over = threading.Event()
    # An address of its own: connections of other tests may still hold places of theirs.
    connect = partial(socket.create_connection, ("127.0.0.1", port), timeout=30, source_address=("127.0.0.7", 0))

    def pour(connection: socket.socket) -> None:
        with suppress(OSError):
            while not over.is_set():
                connection.sendall(HEALTH * 1000)

    def drain(connection: socket.socket) -> None:
        with suppress(OSError):
            while connection.recv(1 << 20):
                pass

    with connect() as endless, ThreadPoolExecutor() as threads:
        threads.submit(drain, endless)
        pouring = threads.submit(pour, endless)
        try:
            for _ in range(3):
                with connect() as other:
                    other.sendall(HEALTH)
                    assert other.recv(65536).startswith(b"HTTP/1.1 200 ")
            assert not pouring.done()
        finally:
            over.set()
            endless.shutdown(socket.SHUT_RDWR)


def test_who_does_not_take_the_answers_is_given_up(port: int) -> None:
    """More answers than the system buffers for the client. A slow machine gets more time to notice."""
    asked = 60
    one = b"GET /openapi.json HTTP/1.1\r\nHost: hamlet\r\n"

    def taken_after(seconds: float) -> int:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as idle:
            idle.sendall((one + b"\r\n") * (asked - 1) + one + b"Connection: close\r\n\r\n")
            time.sleep(seconds)
            taken = b""
            # A client that is dropped with unread requests gets a reset.
            with suppress(ConnectionResetError):
                while part := idle.recv(1 << 20):
                    taken += part
            return taken.count(b"HTTP/1.1 200 OK")

    assert any(0 < taken_after(times * WRITE_SECONDS) < asked for times in (3, 3, 10, 30))


def test_a_folder_for_figures_of_our_own_is_removed(redis_server: RedisServer) -> None:
    given = environ(redis_server)
    given.pop("PROMETHEUS_MULTIPROC_DIR", None)
    show = "import service.gunicorn_conf as conf; print(conf._metrics, conf._metrics.is_dir()); conf.on_exit(None)"
    shown = subprocess.run([sys.executable, "-c", show], env=given, check=True, capture_output=True, text=True).stdout
    folder, made = shown.split()
    assert made == "True"
    assert not Path(folder).exists()


@pytest.mark.parametrize(
    ("sent", "status", "slug"),
    [
        (b"GET /healthz HTTP/9.9\r\n\r\n", 400, "bad-request"),
        (b"nonsense\r\n\r\n", 400, "bad-request"),
        (b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\nAuthorization : secret\r\n\r\n", 400, "bad-request"),
        (b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\n" + b"X: x\r\n" * 65 + b"\r\n", 431, None),
        (b"GET /healthz HTTP/1.1\r\n" + b"X: %s\r\n" % (b"x" * 4096) * 8, 431, None),
        (b"GET /" + b"x" * 2100 + b" HTTP/1.1\r\nHost: hamlet\r\n\r\n", 414, None),
    ],
)
def test_what_never_reaches_the_app_is_a_problem_too(port: int, sent: bytes, status: int, slug: str | None) -> None:
    head, _, body = everything_answered(port, sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    assert b"X-Request-Id: " in head
    assert b"Connection: close" in head
    problem = json.loads(body)
    assert problem["status"] == status
    assert problem["type"].startswith("/problems/")
    if slug is not None:
        assert problem["type"] == f"/problems/{slug}"
    assert b"secret" not in body
