"""`hamlet serve`: starts, refuses to start, plays, stops, and remembers."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import alive, eventually
from tools.testbed.stack import Stack


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    stack = Stack(tmp_path)
    yield stack
    stack.close()


@pytest.mark.long
def test_games_survive_restarts(stack: Stack) -> None:
    stack.start()
    status, ready = stack.call("GET", "/readyz")
    assert (status, ready["status"]) == (200, "ok")
    table = Table(stack, "restart", HUMAN, AI, AI)
    for number in (signal.SIGTERM, signal.SIGINT):
        enough = len(table.accepted) + 5
        table.play(until=lambda enough=enough: len(table.accepted) >= enough)
        assert stack.stop(number) == 0
        stack.start()
    table.play()
    table.prove()
    assert not [line for line in stack.log_lines() if line["level"] in ("error", "critical")]


@pytest.mark.long
def test_starts_again_at_once_after_a_crash_of_the_supervisor(stack: Stack) -> None:
    stack.start()
    table = Table(stack, "crash", HUMAN, AI)
    children = stack.processes()
    stack.crash()
    stack.start()
    table.play()
    table.prove()
    eventually(lambda: not [pid for pid in children if alive(pid)], "the end of the old processes")


@pytest.mark.long
def test_a_second_stack_on_the_same_data_is_refused(stack: Stack, tmp_path: Path) -> None:
    stack.start()
    code, messages = Stack(tmp_path).run_in_vain()
    assert code == 1
    assert "Another Hamlet is running" in messages
    assert stack.call("GET", "/readyz")[0] == 200


@pytest.mark.parametrize("variable", ["PORT", pytest.param("HAMLET_METRICS_PORT", marks=pytest.mark.long)])
def test_a_port_in_use_is_refused(tmp_path: Path, variable: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, messages = Stack(tmp_path, **{variable: str(other.getsockname()[1])}).run_in_vain()
    assert code == 1
    assert "Address already in use" in messages
    assert f" {variable} names another." in messages


def test_metrics_of_all_processes_are_on_a_port_of_this_machine(tmp_path: Path) -> None:
    stack = Stack(tmp_path, HAMLET_HOST="0.0.0.0", HAMLET_REACTION_SECONDS="0")
    try:
        stack.start()
        table = Table(stack, "metrics", HUMAN, AI)
        table.play(until=lambda: len(table.accepted) >= 1)
        assert 'hamlet_move_seconds_count{ruleset="villagers"}' in stack.metrics()
        eventually(lambda: re.search(r"^hamlet_ai_thinking_seconds_count.* [1-9]", stack.metrics(), re.M), "a worker's")
        assert stack.call("GET", "/metrics")[0] == 404
        with socket.create_server(("127.0.0.2", stack.metrics_port)):
            pass  # since nobody listens on all addresses
    finally:
        stack.close()


def test_bad_settings_are_all_named(tmp_path: Path) -> None:
    code, messages = Stack(tmp_path, PORT="http", HAMLET_WORKERS="many").run_in_vain()
    assert code == 1
    assert "PORT" in messages
    assert "HAMLET_WORKERS" in messages


def test_a_redis_that_is_not_there_is_refused(tmp_path: Path) -> None:
    code, messages = Stack(tmp_path, HAMLET_REDIS_URL=f"unix://{tmp_path}/none").run_in_vain()
    assert code == 1
    assert "no Redis answers" in messages
    assert not (tmp_path / "data").exists()
