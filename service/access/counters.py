"""Counters with fixed windows in Redis: how often somebody has called in this minute or on this day (UTC).

One round trip for all the limits of a request. A window begins for everybody at the same time, so that a key of Redis
holds nothing but the number; it is gone at most a window after its own.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from redis import Redis

from service.store.client import available
from service.store.errors import StoreUnavailable

MINUTE = 60
DAY = 86400


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many in a window of so many seconds."""

    name: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Use:
    """What is used of a limit, this request included; `reset` is in seconds, at least 1. `key` is the counter's."""

    limit: Limit
    key: str
    used: int
    reset: int

    @property
    def over(self) -> bool:
        """Whether it is too much."""
        return self.used > self.limit.most

    @property
    def left(self) -> int:
        """How many more there may be."""
        return max(0, self.limit.most - self.used)


class Counters:
    """The counters of a Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def count(self, asked: Sequence[tuple[Limit, str]]) -> list[Use]:
        """Count once for each limit and who it is for. Raises `StoreUnavailable`."""
        now = time.time()
        keys = [_key(limit, who, now) for limit, who in asked]
        with available(), self._redis.pipeline(transaction=False) as pipeline:
            for key, (limit, _) in zip(keys, asked, strict=True):
                pipeline.incr(key)
                pipeline.expire(key, limit.seconds)
            counts = pipeline.execute()[::2]
        return [
            Use(limit, key, used, max(1, math.ceil(limit.seconds - now % limit.seconds)))
            for key, used, (limit, _) in zip(keys, counts, asked, strict=True)
        ]

    def give_back(self, use: Use) -> None:
        """Nothing came of it, so it is not counted; as far as Redis is there."""
        with suppress(StoreUnavailable), available():
            self._redis.decr(use.key)


def _key(limit: Limit, who: str, now: float) -> str:
    # Hashed: tokens and addresses are nobody's business who looks into Redis.
    digest = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
    return f"LIMITS:{limit.name}:{int(now // limit.seconds)}:{digest}"
