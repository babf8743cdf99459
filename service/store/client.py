"""The connection to Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.store.errors import StoreUnavailable


def connect(url: str, *, retries: int = 5, connections: int = 50, timeout: float = 2.0) -> Redis:
    """A client that is safe to share between threads, with bytes in and out.

    A call that meets a broken connection is tried again `retries` times, a second and a half in all with 5: enough
    for a restart of Redis. `connections` is the most the process opens; when all are busy a caller waits for one,
    instead of failing as the ordinary pool does. `timeout` in seconds: for connecting and for one answer.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=5,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        health_check_interval=30,
        retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), retries),
    )
    return Redis.from_pool(pool)


@contextmanager
def available() -> Iterator[None]:
    """Turns every failure of Redis within into `StoreUnavailable`."""
    try:
        yield
    except RedisError as failure:
        raise StoreUnavailable(f"the store is not available: {type(failure).__name__}") from failure
