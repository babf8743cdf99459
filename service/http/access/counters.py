"""Counters with fixed windows in Redis: how often somebody has called in this minute or on this day (UTC).

A window begins for everybody at the same time, so that a key of Redis holds nothing but the number; it is gone at most
a window after its own.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import methodcaller

from redis import RedisError

from service.games.sharing import SharedReadings
from service.store.batch import Call, answers, attempts
from service.store.client import Client, available
from service.store.cluster import Cluster
from service.store.errors import StoreUnavailable

MINUTE = 60
DAY = 86400
_MAX_BLOCKS = 10_000


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
        return self.used > self.limit.most

    @property
    def left(self) -> int:
        return max(0, self.limit.most - self.used)


class Counters:
    """The counters of a Redis.

    Where many may call, a process takes them in blocks and asks Redis only for the next block. So nobody gets more than
    the limit, and somebody whose requests go to several processes perhaps a hundredth less for each.
    """

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._blocks: dict[str, Iterator[int]] = {}
        self._filling = SharedReadings()
        self._exceeded: set[str] = set()
        self._minute = 0

    def count(self, limits: Sequence[tuple[Limit, str]]) -> list[Use]:
        """Count once for each limit and who it is for. Raises `StoreUnavailable`."""
        now = time.time()
        keys = [_key(limit, who, now) for limit, who in limits]
        used = [self._next(key) for key in keys]
        if not all(used):
            self._forget(now)
            for at, (limit, _) in enumerate(limits):
                if not used[at] and limit.block > 1:
                    used[at] = self._take(keys[at], limit)
            single = [at for at, number in enumerate(used) if not number]
            for at, count in zip(single, self._add([(keys[at], limits[at][0], 1) for at in single]), strict=True):
                used[at] = count
        return [
            Use(limit, key, number, _reset(limit, now))
            for key, number, (limit, _) in zip(keys, used, limits, strict=True)
        ]

    def charge(self, uses: Sequence[tuple[Use, int]]) -> list[Use]:
        """Count so many more for what was counted already, and tell what is used then.

        What this process holds is used up first. Never fails: it was done already, and without Redis it costs nothing.
        """
        charged_uses, missing = [use for use, _ in uses], []
        for at, (use, more) in enumerate(uses):
            rest = list(self._blocks.pop(use.key, ()))
            if len(rest) > more:
                self._blocks[use.key] = iter(rest[more:])
            if len(rest) >= more:
                charged_uses[at] = replace(use, used=rest[more - 1])
            else:
                missing.append((at, more - len(rest)))
        if missing:
            with suppress(StoreUnavailable):
                counts = self._add([(charged_uses[at].key, charged_uses[at].limit, more) for at, more in missing])
                for (at, _), count in zip(missing, counts, strict=True):
                    charged_uses[at] = replace(charged_uses[at], used=count)
        self._exceeded.update(use.key for use in charged_uses if use.over)
        return charged_uses

    def exceeded(self, limit: Limit, who: str) -> Use | None:
        """The use of a limit that this process has seen to be exceeded by a charge, without a look into Redis."""
        if not self._exceeded:
            return None
        use = self.unused(limit, who)
        return replace(use, used=limit.most + 1) if use.key in self._exceeded else None

    def unused(self, limit: Limit, who: str) -> Use:
        """Nothing of a limit, to be charged."""
        now = time.time()
        return Use(limit, _key(limit, who, now), 0, _reset(limit, now))

    def _next(self, key: str) -> int:
        """The next number of the block that is held, 0 if there is none."""
        return next(self._blocks.get(key, iter(())), 0)

    def _take(self, key: str, limit: Limit) -> int:
        """The next number of a new block. Of many who call at the same time one takes it, for all of them."""
        while not (number := self._next(key)):
            self._filling.read(key, lambda: self._fill(key, limit))
        return number

    def _fill(self, key: str, limit: Limit) -> None:
        if rest := list(self._blocks.pop(key, ())):
            self._blocks[key] = iter(rest)
            return
        [count] = self._add([(key, limit, limit.block)])
        self._blocks[key] = iter(range(count - limit.block + 1, count + 1))

    def _add(self, numbers: Sequence[tuple[str, Limit, int]]) -> list[int]:
        """Add to the common counters, in one round trip; what they are then.

        In a cluster a counter whose node is away has counted nothing before: games on other nodes shall go on.
        """
        if not numbers:
            return []
        calls: list[Call] = []
        for key, limit, more in numbers:
            calls += [(key, methodcaller("incrby", key, more)), (key, methodcaller("expire", key, limit.seconds))]
        with available():
            if not isinstance(self._redis, Cluster):
                return answers(self._redis, calls)[::2]
            counts = attempts(self._redis, calls)[::2]
        return [
            more if isinstance(count, RedisError) else count
            for count, (_, _, more) in zip(counts, numbers, strict=True)
        ]

    def _forget(self, now: float) -> None:
        """What is held for the last minute is worth nothing; and callers without number shall not fill the memory."""
        minute = int(now // MINUTE)
        if minute != self._minute or len(self._blocks) > _MAX_BLOCKS:
            self._blocks.clear()
            self._exceeded.clear()
            self._minute = minute

    def give_back(self, use: Use, number: int = 1) -> None:
        """Nothing came of it, so it is not counted; as far as Redis is there."""
        with suppress(StoreUnavailable), available():
            self._redis.decrby(use.key, number)


def _reset(limit: Limit, now: float) -> int:
    return max(1, math.ceil(limit.seconds - now % limit.seconds))


def _key(limit: Limit, who: str, now: float) -> str:
    # Hashed: tokens and addresses are nobody's business who looks into Redis.
    digest = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
    return f"LIMITS:{limit.name}:{int(now // limit.seconds)}:{digest}"
