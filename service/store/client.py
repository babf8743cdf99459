"""The connection to Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError, TimeoutError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from service.redis_url import Sentinels, sentinels_of
from service.store.errors import StoreUnavailable, StoreUnsure

_POOL_SECONDS = 1.0
_PING_SECONDS = 0.5
_SENTINEL_SECONDS = 0.5


def connect(url: str, *, retries: int = 5, connections: int = 50, timeout: float = 2.0) -> Redis:
    """A client that is safe to share between threads, with bytes in and out.

    A call that meets a broken connection is tried again `retries` times, a second and a half in all with 5: enough
    for a restart of Redis. One that gets no answer in time is not: a Redis that hangs would only hang again, and
    every caller with it. `connections` is the most the process opens; when all are busy a caller waits a moment for
    one, instead of failing as the ordinary pool does. `timeout` in seconds: for connecting and for one answer.
    """
    limits: dict[str, Any] = {
        "max_connections": connections,
        "timeout": _POOL_SECONDS,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "health_check_interval": 30,
        "retry": Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), retries, (ConnectionLost,)),
    }
    sentinels = sentinels_of(url)
    if sentinels is not None:
        return Redis.from_pool(_behind(sentinels, _BlockingSentinelPool, limits))
    return Redis.from_pool(BlockingConnectionPool.from_url(url, **limits))


def connect_worker(url: str) -> Redis:
    """A client for RQ, which sets timeouts on it: it outlives a restart of Redis, even in mid-job.

    Not for longer: a worker that is told to stop while Redis is away would try just as long to take its leave.
    """
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=2), 10)
    sentinels = sentinels_of(url)
    if sentinels is not None:
        return Redis.from_pool(_behind(sentinels, SentinelConnectionPool, {"retry": retry}))
    return Redis.from_url(url, retry=retry)


class _BlockingSentinelPool(SentinelConnectionPool, BlockingConnectionPool):
    """Asks the Sentinels where to connect; when all its connections are busy, callers wait."""


def _behind(sentinels: Sentinels, kind: type[SentinelConnectionPool], limits: dict[str, Any]) -> SentinelConnectionPool:
    """A pool of connections to whichever Redis is the master when one is opened."""
    tls = {"ssl": True} if sentinels.tls else {}
    # One that is gone must not hold up the question to the next one.
    asking = {
        "socket_timeout": _SENTINEL_SECONDS,
        "socket_connect_timeout": _SENTINEL_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "username": sentinels.sentinel_username,
        "password": sentinels.sentinel_password,
    }
    login = {"username": sentinels.username, "password": sentinels.password, "db": sentinels.database}
    return kind(
        sentinels.service, Sentinel(sentinels.hosts, sentinel_kwargs={**asking, **tls}), **limits, **login, **tls
    )


def ping(redis: Redis) -> None:
    """Nothing, if Redis answers at once: one try, on a connection of its own. Raises `StoreUnavailable`."""
    pool = redis.connection_pool
    limits = {"socket_timeout": _PING_SECONDS, "socket_connect_timeout": _PING_SECONDS, "retry": Retry(NoBackoff(), 0)}
    connection = pool.connection_class(**{**pool.connection_kwargs, **limits})
    with available():
        try:
            connection.connect()
            connection.send_command("PING")
            connection.read_response()
        finally:
            connection.disconnect()


@contextmanager
def available(writing: bool = False) -> Iterator[None]:
    """Turns every failure of Redis within into `StoreUnavailable`.

    When `writing`, an answer that did not come leaves open what happened: then `StoreUnsure`. A refusal of Redis,
    however, says that nothing was written.
    """
    try:
        yield
    except RedisError as failure:
        unsure = writing and isinstance(failure, ConnectionLost | TimeoutError)
        kind = StoreUnsure if unsure else StoreUnavailable
        raise kind(f"the store is not available: {type(failure).__name__}") from failure
