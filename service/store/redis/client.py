"""Clients of Redis."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from redis import BlockingConnectionPool, Connection, ConnectionPool, Redis, SSLConnection, UnixDomainSocketConnection
from redis.backoff import AbstractBackoff, ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError, TimeoutError
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from service.config import metrics
from service.config.redis_url import Sentinels, nodes_of, sentinels_of
from service.store.redis.cluster import Cluster
from service.store.redis.connections import Local, Master, MasterTls, Named, NamedTls, Node, NodeTls, Single, SingleTls
from service.store.redis.store_errors import StoreUnavailable, StoreUnsure

PATIENT_SECONDS = 5.0
"""The `timeout` of `connect` for background work, which can wait for a slow Redis."""
_POOL_SECONDS = 2.0
"""How long to wait for a free connection. The usual cause is a busy process, not an unreachable Redis."""
_SENTINEL_SECONDS = 0.2
_WORKER_CONNECTIONS = 10
_WORKER_CONNECT_SECONDS = 2.0
WORKER_READ_SECONDS = 15.0
"""How long a worker waits for a reply, in seconds. It polls its queue for a shorter time."""
_SILENCE_SECONDS = 5
"""After this long without any acknowledgement, a host is considered gone."""
_QUIET: Mapping[str, Any] = {"maint_notifications_config": MaintNotificationsConfig(enabled=False)}
"""Settings of all connections. Maintenance notifications are off, because with them redis-py would reuse a connection
that has an outstanding reply.
"""
_WATCHFUL: Mapping[str, Any] = {
    "socket_keepalive": True,
    "socket_keepalive_options": {
        getattr(socket, name): value
        for name, value in {
            # Idle connections: probe after 2 seconds of silence, then each second.
            "TCP_KEEPIDLE": 2,
            "TCP_KEEPINTVL": 1,
            "TCP_KEEPCNT": _SILENCE_SECONDS - 2,
            # Limit for unacknowledged data (ms). Where the system supports it, it applies to idle connections, too.
            "TCP_USER_TIMEOUT": 1000 * _SILENCE_SECONDS,
        }.items()
        if hasattr(socket, name)
    },
}
"""Settings of all TCP connections, to notice hosts that have vanished without closing a connection."""


Client = Redis | Cluster


def connect(url: str, *, retries: int = 5, connections: int = 50, timeout: float = 0.6) -> Client:
    """Return a client that threads can share, with bytes as input and output.

    If a connection breaks, a call is retried for half of `timeout`, so that clients get an error in time. `retries`:
    the highest number of these retries, except in a cluster. If no reply comes in time, the call is not retried: a
    Redis that hangs would block every caller again.

    `connections`: the highest number of connections that the process opens, per node of a cluster. When all are busy, a
    caller waits for one instead of failing. `timeout`: the seconds to connect, and the seconds for one reply.
    """
    nodes = nodes_of(url)
    if nodes is None:
        return connect_single(url, retries=retries, connections=connections, timeout=timeout)
    limits = _limits(url, connections, timeout)
    login = {"username": nodes.username, "password": nodes.password}
    return Cluster(nodes.hosts, timeout / 2, {**limits, **login, "connection_class": NodeTls if nodes.tls else Node})


def connect_single(url: str, *, retries: int = 5, connections: int = 50, timeout: float = 0.6) -> Redis:
    """Connect to a single Redis as `connect` does, directly or behind Sentinels."""
    limits = {
        **_limits(url, connections, timeout),
        "health_check_interval": 30,
        "retry": _BriefRetry(ExponentialWithJitterBackoff(base=0.05, cap=timeout / 6), retries, timeout / 2),
    }
    return Redis.from_pool(_pool(url, limits))


def _limits(url: str, connections: int, timeout: float) -> dict[str, Any]:
    return {
        **_QUIET,
        **({} if url.startswith("unix:") else _WATCHFUL),
        "max_connections": connections,
        "timeout": _POOL_SECONDS,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
    }


def connect_worker(url: str) -> Redis:
    """Return a client for RQ that survives a restart of Redis, even in the middle of a job.

    It does not survive a longer outage, because the wait would also delay the worker's stop.
    """
    limits = {
        **_limits(url, _WORKER_CONNECTIONS, WORKER_READ_SECONDS),
        "retry": Retry(ExponentialWithJitterBackoff(base=0.1, cap=2), 10),
        "socket_connect_timeout": _WORKER_CONNECT_SECONDS,
    }
    return Redis.from_pool(_pool(url, limits))


def _pool(url: str, limits: dict[str, Any]) -> ConnectionPool:
    """Return a pool of our connections."""
    sentinels = sentinels_of(url)
    if sentinels is not None:
        return _behind(sentinels, limits)
    pool = BlockingConnectionPool.from_url(url, **limits)
    kinds = {Connection: Single, SSLConnection: SingleTls, UnixDomainSocketConnection: Local}
    pool.connection_class = kinds.get(pool.connection_class, pool.connection_class)
    return pool


class _BriefRetry(Retry):
    """Retries after a broken connection, for at most `seconds`."""

    def __init__(self, backoff: AbstractBackoff, retries: int, seconds: float) -> None:
        super().__init__(backoff, retries, (ConnectionLost,))
        self._seconds = seconds

    def call_with_retry(
        self,
        do: Callable[[], Any],
        fail: Callable[..., Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> Any:
        deadline = time.monotonic() + self._seconds

        def in_time(failure: Exception) -> bool:
            return time.monotonic() < deadline and (is_retryable is None or is_retryable(failure))

        return super().call_with_retry(do, fail, in_time, with_failure_count)


class _BlockingSentinelPool(SentinelConnectionPool, BlockingConnectionPool):
    """A pool that connects to the master reported by the Sentinels. Callers wait while all connections are busy."""


def _behind(sentinels: Sentinels, limits: dict[str, Any]) -> SentinelConnectionPool:
    """Return a pool of connections to the current master."""
    tls = {"ssl": True} if sentinels.tls else {}
    # An unreachable Sentinel must not delay the call of the next one.
    asking = {
        "socket_timeout": _SENTINEL_SECONDS,
        "socket_connect_timeout": _SENTINEL_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "username": sentinels.sentinel_username,
        "password": sentinels.sentinel_password,
    }
    login = {"username": sentinels.username, "password": sentinels.password, "db": sentinels.database}
    limits = {**limits, "connection_class": MasterTls if sentinels.tls else Master}
    knowing = Sentinel(sentinels.hosts, sentinel_kwargs={**asking, **tls})
    for one in knowing.sentinels:
        one.connection_pool.connection_class = NamedTls if sentinels.tls else Named
    return _BlockingSentinelPool(sentinels.service, knowing, **limits, **login, **tls)  # type: ignore[no-untyped-call]


@contextmanager
def available(writing: bool = False) -> Iterator[None]:
    """Turn all failures of Redis inside the block into `StoreUnavailable`.

    With `writing`, a lost reply leaves the outcome unknown and raises `StoreUnsure`. If Redis has refused, nothing was
    written.
    """
    try:
        yield
    except RedisError as failure:
        metrics.REDIS_ERRORS.labels(type(failure).__name__).inc()
        unsure = writing and isinstance(failure, ConnectionLost | TimeoutError)
        kind = StoreUnsure if unsure else StoreUnavailable
        raise kind(f"the store is not available: {type(failure).__name__}") from failure
