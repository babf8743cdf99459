"""Counters with fixed windows in Redis: how much somebody has used in this minute or on this day (UTC).

A window begins for everybody at the same time, so that a key of Redis holds nothing but the number; it is gone at most
a window after its own.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import methodcaller

from redis import RedisError

from service.store.redis.batch import Call, answers, attempts
from service.store.redis.client import Client, available
from service.store.redis.cluster import Cluster
from service.store.redis.store_errors import StoreUnavailable

MINUTE = 60
DAY = 86400


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many in a window of so many seconds."""

    name: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Charge:
    """What a request shall count, for whom; `held` as long as it may come to nothing."""

    limit: Limit
    who: str
    number: int = 1
    held: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """What is used of a limit, and what is held by requests under way, this one included: `holds`.

    `reset` is in seconds, at least 1. `key` is the counter's.
    """

    limit: Limit
    key: str
    used: int
    held: int
    holds: int
    reset: int

    @property
    def over(self) -> bool:
        return self.used + self.held > self.limit.most

    @property
    def left(self) -> int:
        """Never more than it was: what is held is not told, since it may be given back."""
        return max(0, self.limit.most - self.used)


class Counters:
    """The counters of a Redis."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def count(self, charges: Iterable[Charge]) -> list[Use]:
        """Count them, in one round trip. Raises `StoreUnavailable`."""
        now = time.time()
        uses, steps = [], []
        for charge in charges:
            limit, key = charge.limit, _key(charge.limit, charge.who, now)
            reset = max(1, math.ceil(limit.seconds - now % limit.seconds))
            uses.append(Use(limit, key, 0, 0, charge.number if charge.held else 0, reset))
            # What becomes used meanwhile is seen as held or as used, or as both: never as neither.
            steps += [(_held(key), limit, charge.number)] if charge.held else []
            steps += [(key, limit, 0 if charge.held else charge.number)]
        numbers = dict(zip((key for key, *_ in steps), self._add(steps), strict=True))
        return [replace(use, used=numbers[use.key], held=numbers.get(_held(use.key), 0)) for use in uses]

    def settle(self, uses: Sequence[Use], nothing: Sequence[Use]) -> list[Use]:
        """The uses when all is done: what they hold is used, but for those that came to `nothing`.

        Never fails: it was done already.
        """
        steps = []
        for use in uses:
            if use.holds:
                steps += [(use.key, use.limit, 0 if use in nothing else use.holds)]
                steps += [(_held(use.key), use.limit, -use.holds)]
        numbers: dict[str, int] = {}
        with suppress(StoreUnavailable):
            numbers = dict(zip((key for key, *_ in steps), self._add(steps), strict=True))
        return [replace(use, used=numbers.get(use.key, use.used), holds=0) for use in uses]

    def _add(self, steps: Sequence[tuple[str, Limit, int]]) -> list[int]:
        """Add to the common counters, in one round trip; what they are then.

        In a cluster a counter whose node is away has counted nothing before: games on other nodes shall go on.
        """
        calls: list[Call] = []
        for key, limit, more in steps:
            calls += [(key, methodcaller("incrby", key, more)), (key, methodcaller("expire", key, limit.seconds))]
        if not calls:
            return []
        with available():
            if not isinstance(self._redis, Cluster):
                return answers(self._redis, calls)[::2]
            counts = attempts(self._redis, calls)[::2]
        return [
            more if isinstance(count, RedisError) else count for count, (*_, more) in zip(counts, steps, strict=True)
        ]


def _key(limit: Limit, who: str, now: float) -> str:
    # Hashed: tokens and addresses are nobody's business who looks into Redis. All that is one's is on one node.
    digest = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
    return f"LIMITS:{limit.name}:{int(now // limit.seconds)}:{{{digest}}}"


def _held(key: str) -> str:
    return f"{key}:held"
