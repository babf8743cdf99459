"""Counters with fixed windows in Redis: how often somebody has called in this minute or on this day (UTC).

At most one round trip for all the limits of a request. A window begins for everybody at the same time, so that a key of
Redis holds nothing but the number; it is gone at most a window after its own.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import methodcaller

from service.store.batch import Call, answers
from service.store.client import Client, available
from service.store.errors import StoreUnavailable

MINUTE = 60
DAY = 86400
_MOST_HELD = 10_000


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many in a window of so many seconds."""

    name: str
    most: int
    seconds: int

    @property
    def block(self) -> int:
        """How many are taken from the common counter at once: one in a hundred, of what comes again and again."""
        return max(1, self.most // 100) if self.seconds == MINUTE else 1


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
    """The counters of a Redis.

    Where many may call, a process takes them in blocks and asks Redis only for the next block. So nobody gets more than
    the limit, and somebody whose requests go to several processes perhaps a hundredth less for each.
    """

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._held: dict[str, Iterator[int]] = {}
        self._minute = 0

    def count(self, asked: Sequence[tuple[Limit, str]]) -> list[Use]:
        """Count once for each limit and who it is for. Raises `StoreUnavailable`."""
        now = time.time()
        keys = [_key(limit, who, now) for limit, who in asked]
        used = [next(self._held.get(key, iter(())), 0) for key in keys]
        if not all(used):
            self._forget(now)
            missing = [at for at, number in enumerate(used) if not number]
            for at, number in zip(missing, self._take([(keys[at], asked[at][0]) for at in missing]), strict=True):
                used[at] = number
        return [
            Use(limit, key, number, max(1, math.ceil(limit.seconds - now % limit.seconds)))
            for key, number, (limit, _) in zip(keys, used, asked, strict=True)
        ]

    def _take(self, wanted: Sequence[tuple[str, Limit]]) -> list[int]:
        """The first number of a new block for each counter; the rest of the block is held."""
        calls: list[Call] = []
        for key, limit in wanted:
            calls += [
                (key, methodcaller("incrby", key, limit.block)),
                (key, methodcaller("expire", key, limit.seconds)),
            ]
        with available():
            counts: list[int] = answers(self._redis, calls)[::2]
        for (key, limit), count in zip(wanted, counts, strict=True):
            if limit.block > 1:
                self._held[key] = iter(range(count - limit.block + 2, count + 1))
        return [count - limit.block + 1 for (_, limit), count in zip(wanted, counts, strict=True)]

    def _forget(self, now: float) -> None:
        """What is held for the last minute is worth nothing; and callers without number shall not fill the memory."""
        minute = int(now // MINUTE)
        if minute != self._minute or len(self._held) > _MOST_HELD:
            self._held.clear()
            self._minute = minute

    def give_back(self, use: Use) -> None:
        """Nothing came of it, so it is not counted; as far as Redis is there."""
        with suppress(StoreUnavailable), available():
            self._redis.decr(use.key)


def _key(limit: Limit, who: str, now: float) -> str:
    # Hashed: tokens and addresses are nobody's business who looks into Redis.
    digest = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
    return f"LIMITS:{limit.name}:{int(now // limit.seconds)}:{digest}"
