"""The web server answers others while a request computes, and its computing processes end with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from tests.service.conftest import RedisServer, free_port
from tests.stack.test_web import environ, listens
from tools.testbed.processes import alive, descendants, eventually

# The server as it is, but a score takes until the gate is opened.
HELD = """
import os
import service.gunicorn_conf as conf
from gunicorn.app.wsgiapp import run

begin = conf.post_worker_init

def begin_held(worker):
    from service.http.middleware import computed_calls as computing

    schema, job = computing._JOBS["score_position"]
    computing._JOBS["score_position"] = schema, lambda body: open(os.environ["GATE"]).read() and job(body)
    begin(worker)

conf.post_worker_init = begin_held
run()
"""
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
POSITION = {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}
GAME = {"ruleset": "villagers", "seats": [{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]}


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "gate")
    return tmp_path / "gate"


@pytest.fixture
def server(redis_server: RedisServer, gate: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """gunicorn with one web process, and its port."""
    port = free_port()
    command = [sys.executable, "-c", HELD, "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    given = environ(redis_server, PORT=str(port), GATE=str(gate), HAMLET_LOG_LEVEL="WARNING")
    process = subprocess.Popen(command, env=given)
    eventually(lambda: listens(port), "the start")
    yield process, f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(30)


def sent(method: str, url: str, body: Any = None, **headers: str) -> HTTPResponse:
    """Return the answer to a request, which must succeed."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers}, method=method)
    answer: HTTPResponse = DIRECT.open(request, timeout=30)
    return answer


def asked(method: str, url: str, body: Any = None, **headers: str) -> Any:
    """Return the document of the answer."""
    with sent(method, url, body, **headers) as answer:
        return json.load(answer)


def test_others_are_answered_meanwhile(server: tuple[subprocess.Popen[bytes], str], gate: Path) -> None:
    """By the only web process: health checks, moves, and a stream of them."""
    process, url = server
    with ThreadPoolExecutor() as threads:
        held = threads.submit(asked, "POST", f"{url}/v1/positions/score", {"position": POSITION})
        # Once this can be opened, the computing process is reading from it, so it has reached the gate.
        entrance = gate.open("w")
        waiting = threads.submit(asked, "POST", f"{url}/v1/positions/view", {"position": POSITION, "seat": 0})

        assert asked("GET", f"{url}/healthz") == {"status": "ok"}
        game = asked("POST", f"{url}/v1/games", GAME)
        path, seat = f"{url}/v1/games/{game['id']}", game["to_act"][0]
        with sent("GET", f"{path}/events", Accept="text/event-stream") as stream:
            assert stream.readline().startswith(b"retry:")
            token = {"Authorization": f"Bearer {game['tokens'][str(seat)]}"}
            move = asked("GET", f"{path}/moves", **token)["moves"][0]
            assert asked("POST", f"{path}/moves", {"move_id": move["id"]}, **token)["version"] == 1
            assert b"id: 1\n" in stream

        assert not held.done()
        assert not waiting.done()
        with entrance:
            entrance.write("go")
        assert held.result(30)["standing"]
        assert waiting.result(30)["seats"]
    assert process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_end_is_the_end_of_all(server: tuple[subprocess.Popen[bytes], str], number: signal.Signals) -> None:
    process, url = server
    assert asked("POST", f"{url}/v1/positions/view", {"position": POSITION, "seat": 0})["seats"]
    [web, computing] = descendants(process.pid)
    if number == signal.SIGKILL:
        # The web process alone: gunicorn starts another one.
        os.kill(web, number)
        eventually(lambda: not alive(computing), "the end")
        return
    process.send_signal(number)
    assert process.wait(30) == 0
    assert not alive(web)
    assert not alive(computing)
