"""The embedded Redis has the settings on which the games' safety and memory depend."""

from __future__ import annotations

from pathlib import Path

from redis import Redis

from service.stack.programs import Process
from service.stack.redis_server import lock_folder, redis_program
from tests.stack.processes import eventually

NEEDED = {"appendonly": "yes", "appendfsync": "always", "save": "", "list-compress-depth": "1", "port": "0"}


def test_settings(tmp_path: Path) -> None:
    socket = tmp_path / "socket"
    program = redis_program(tmp_path, socket, lock_folder(tmp_path))
    process = Process(program)
    try:
        eventually(program.ready, "an answer")
        with Redis(unix_socket_path=str(socket), decode_responses=True) as redis:
            found = {name: value for setting in NEEDED for name, value in redis.config_get(setting).items()}
        assert found == NEEDED
    finally:
        process.sweep()
