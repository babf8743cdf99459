"""The connection to Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError, TimeoutError
from redis.retry import Retry

from service.store.errors import StoreUnavailable, StoreUnsure

_POOL_SECONDS = 1.0
_PING_SECONDS = 0.5


def connect(url: str, *, retries: int = 5, connections: int = 50, timeout: float = 2.0) -> Redis:
    """A client that is safe to share between threads, with bytes in and out.

    A call that meets a broken connection is tried again `retries` times, a second and a half in all with 5: enough
    for a restart of Redis. One that gets no answer in time is not: a Redis that hangs would only hang again, and
    every caller with it. `connections` is the most the process opens; when all are busy a caller waits a moment for
    one, instead of failing as the ordinary pool does. `timeout` in seconds: for connecting and for one answer.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=_POOL_SECONDS,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        health_check_interval=30,
        retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), retries, (ConnectionLost,)),
    )
    return Redis.from_pool(pool)


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
