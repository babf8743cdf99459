"""Counters in Redis with fixed windows: the uses in this minute, or on this day (UTC).

The windows of all callers begin at the same time. So a Redis key can name the window, and its value is only the
number of uses.
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
    """At most `number` uses in a window of `seconds`."""

    name: str
    number: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Charge:
    """Uses to charge to a caller. `held`: whether they are given back if the request creates nothing."""

    limit: Limit
    who: str
    number: int = 1
    held: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """The state of a limit for one caller.

    - `used`: the number of uses in this window, without held ones.
    - `held`: the number of uses that requests in progress hold.
    - `holds`: the number of uses that this request holds.
    - `reset`: seconds until the next window, at least 1.
    - `key`: the counter's Redis key.
    """

    limit: Limit
    key: str
    used: int
    held: int
    holds: int
    reset: int

    @property
    def over(self) -> bool:
        return self.used + self.held > self.limit.number

    @property
    def left(self) -> int:
        """The number of uses left. Held uses count as left, so giving them back does not raise the number."""
        return max(0, self.limit.number - self.used)


class Counters:
    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def count(self, charges: Iterable[Charge], calls: Sequence[Call] = ()) -> list[Use]:
        """Add the charges to their counters, in one round trip. Returns the state of each limit.

        `calls`: other calls of Redis to make in the same round trip. Raises `StoreUnavailable`.
        """
        now = time.time()
        uses, steps = [], []
        for charge in charges:
            limit, key = charge.limit, _key(charge.limit, charge.who, now)
            holds = charge.number if charge.held else 0
            uses.append(Use(limit, key, 0, 0, holds, seconds_left(limit.seconds, now)))
            # Held uses are read first. So a use that is settled between the two reads is counted twice. In the other
            # order, it would not be counted at all.
            steps += [(_held(key), limit, charge.number)] if charge.held else []
            steps += [(key, limit, 0 if charge.held else charge.number)]
        numbers = self._add(steps, calls)
        return [replace(use, used=numbers[use.key], held=numbers.get(_held(use.key), 0)) for use in uses]

    def settle(self, uses: Sequence[Use], nothing: Sequence[Use], calls: Sequence[Call] = ()) -> list[Use]:
        """Settle the uses that a request holds, at the end of the request.

        `uses`: the states of the request's limits; `nothing`: the states of the limits whose held uses are given back.
        The other held uses are added to `used`. `calls`: calls to make in the same round trip. Never raises, because
        the request is done.
        """
        steps = []
        for use in uses:
            if use.holds:
                steps += [(use.key, use.limit, 0 if use in nothing else use.holds)]
                steps += [(_held(use.key), use.limit, -use.holds)]
        numbers: dict[str, int] = {}
        with suppress(StoreUnavailable):
            numbers = self._add(steps, calls)
        return [replace(use, used=numbers.get(use.key, use.used), holds=0) for use in uses]

    def _add(self, steps: Sequence[tuple[str, Limit, int]], further: Sequence[Call]) -> dict[str, int]:
        """Add to the counters and make further calls, in one round trip. Returns the counters' new values by key.

        If a node of a cluster is unreachable, its counters are read as 0, because games on other nodes must stay
        playable.
        """
        calls: list[Call] = []
        for key, limit, more in steps:
            calls += [(key, methodcaller("incrby", key, more)), (key, methodcaller("expire", key, limit.seconds))]
        with available():
            on_cluster = isinstance(self._redis, Cluster)
            replies = (attempts if on_cluster else answers)(self._redis, [*calls, *further])
        counts = zip(steps, replies[: len(calls) : 2], strict=True)
        return {key: more if isinstance(count, RedisError) else count for (key, _, more), count in counts}


def seconds_left(window: int, now: float) -> int:
    """Return the seconds until the next window of this length, at least 1."""
    return max(1, math.ceil(window - now % window))


def _key(limit: Limit, who: str, now: float) -> str:
    # Hashed, so that Redis holds no tokens or addresses. The hash tag keeps a caller's counters on one node.
    digest = hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()[:32]
    return f"LIMITS:{limit.name}:{int(now // limit.seconds)}:{{{digest}}}"


def _held(key: str) -> str:
    return f"{key}:held"
