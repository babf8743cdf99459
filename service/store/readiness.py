"""Whether Redis can do all that games need, and if not, what is missing."""

from __future__ import annotations

from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError

from service.store.errors import NotReady

_SECONDS = 0.5
_COMMANDS = {
    "redis": ("PING",),
    "writes": ("SET", "ready", "", "PX", "1000"),
    "scripts": ("EVAL", "return 1", "0"),
}
"""Check -> what has to succeed."""
_REASONS: list[tuple[type[RedisError], str]] = [
    (BusyLoadingError, "is still reading its data"),
    (AuthenticationError, "refuses the user or the password"),
    (MasterNotFoundError, "the Sentinels know no master"),
    (TimeoutError, "does not answer in time"),
    (ConnectionLost, "cannot be reached"),
    (ReadOnlyError, "is a replica, which takes no writes"),
    (OutOfMemoryError, "has no memory left"),
    (NoPermissionError, "does not permit this to the user"),
]


def check(redis: Redis) -> None:
    """Nothing, if Redis does at once what it is needed for: one try each, on a connection of its own.

    Raises `NotReady`. It says what is missing in words of ours: Redis' own could hold names of hosts and users.
    """
    missing: dict[str, str] = {}
    pool = redis.connection_pool
    limits: dict[str, Any] = {
        "socket_timeout": _SECONDS,
        "socket_connect_timeout": _SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "health_check_interval": 0,
    }
    connection = pool.connection_class(**{**pool.connection_kwargs, **limits})
    try:
        connection.connect()
        for name, command in _COMMANDS.items():
            connection.send_command(*command)
            try:
                connection.read_response()
            except ConnectionLost:
                raise
            except RedisError as failure:
                if isinstance(failure, TimeoutError):
                    raise
                missing[name] = _reason(failure)
    except RedisError as failure:
        missing["redis"] = _reason(failure)
    finally:
        connection.disconnect()
    if missing:
        raise NotReady(missing)


def _reason(failure: RedisError) -> str:
    if str(failure).startswith("MISCONF"):
        return "cannot write to its disk"
    return next((text for kind, text in _REASONS if isinstance(failure, kind)), "refuses this")
