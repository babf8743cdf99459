"""Readiness of Redis: whether it can do everything that games need, and if not, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redis import ConnectionPool, Redis
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

from service.store.redis.client import Client
from service.store.redis.cluster import Cluster
from service.store.redis.store_errors import NotReady

_SECONDS = 0.5
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


def check_readiness(redis: Client, tags: Sequence[str]) -> None:
    """Raise `NotReady` unless Redis works.

    In a cluster, one working node with one of the buckets (`tags`) is enough: its games can be played. Makes one
    attempt for each check, on its own connection. The message never quotes Redis, whose errors may contain names of
    hosts and users.
    """
    missing: dict[str, str] = {}
    try:
        places = _places(redis, tags)
    except RedisError as failure:
        raise NotReady({"redis": _reason(failure)}) from failure
    for client, tag in places:
        missing = _missing(client, tag, sharded=client is not redis)
        if not missing:
            return
    raise NotReady(missing)


def _places(redis: Client, tags: Sequence[str]) -> list[tuple[Redis, str]]:
    if not isinstance(redis, Cluster):
        return [(redis, tags[0])]
    nodes = {redis.node_of(tag): tag for tag in tags}
    return [(redis.client_of(node), tag) for node, tag in nodes.items()]


def _commands(tag: str, sharded: bool) -> dict[str, tuple[str, ...]]:
    commands = {
        "redis": ("PING",),
        "writes": ("SET", f"{tag}:ready", "", "PX", "1000"),
        "scripts": ("EVAL", "return 1", "1", f"{tag}:ready"),
    }
    return {**commands, "channels": ("SPUBLISH", f"{tag}:ready", "")} if sharded else commands


def _missing(redis: Redis, tag: str, sharded: bool) -> dict[str, str]:
    """Return the checks that a server fails, with the reasons."""
    pool = redis.connection_pool
    limits: dict[str, Any] = {
        "socket_timeout": _SECONDS,
        "socket_connect_timeout": _SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "health_check_interval": 0,
    }
    commands = _commands(tag, sharded)
    own = ConnectionPool(connection_class=pool.connection_class, **{**pool.connection_kwargs, **limits})
    try:
        with Redis.from_pool(own) as once, once.pipeline(transaction=False) as pipeline:
            for command in commands.values():
                pipeline.execute_command(*command)
            answers = pipeline.execute(raise_on_error=False)
    except RedisError as failure:
        return {"redis": _reason(failure)}
    return {
        name: _reason(answer) for name, answer in zip(commands, answers, strict=True) if isinstance(answer, RedisError)
    }


def _reason(failure: RedisError) -> str:
    if str(failure).startswith("MISCONF"):
        return "cannot write to its disk"
    return next((text for kind, text in _REASONS if isinstance(failure, kind)), "refuses this")
