"""The outbox: work that is done at least once, even if workers die.

It has three kinds of items: due turns, notices and decisions. Each item has a record. `base.lua` describes the fields
that all records have. `turn.lua`, `notice.lua` and `decision.lua` describe the further fields of each kind. The
dispatcher *leases* a *due* item for a while and sends a message. A worker begins the item and then holds the lease.
Each beginning is a *try*; tries are counted until the item succeeds. A turn that fails too often is *parked*: it is
kept for the operator, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, cast

from service.store.redis.batch import answers, reachable
from service.store.redis.client import Client
from service.store.redis.scripts import OUTBOX, Script

Holder = tuple[str, str]
"""Shows who holds an item: a field of the item's record, and the value that the field has for this holder."""


@dataclass(frozen=True, slots=True)
class LeaseBatch:
    """The outcome of leasing. `names`: the leased items. `away`: the number of buckets whose nodes are unreachable."""

    names: list[str]
    away: int


@dataclass(frozen=True, slots=True)
class BegunItem:
    """An item that a worker begins: the `fields` of its record, and the time (ms) by Redis' clock.

    `tries`: how often the item was begun without success, including this time; 0 if the item is not due.
    """

    tries: int
    now_ms: int
    fields: dict[bytes, bytes]

    @property
    def since_ms(self) -> int:
        """Return the ms since the last accepted move, or since the game began. For turns only."""
        return self.now_ms - int(self.fields.get(b"at", self.now_ms))


class Outbox:
    """The outbox of one kind of item: `turn`, `notice` or `decision`. Every method may raise `RedisError`.

    `keys`: the Redis keys that a script uses, by their names in the script, such as `record` for the item's record.
    """

    def __init__(self, redis: Client, kind: str) -> None:
        self._redis = redis
        self._lease, self._begin, self._settle = (
            Script(redis, OUTBOX[kind][step]) for step in ("lease", "begin", "settle")
        )
        self._ahead: dict[int, int] = {}
        """For each bucket, the difference between the clock of its Redis and this process's monotonic clock."""

    def lease_buckets(self, buckets: Mapping[int, tuple[Mapping[str, str], Mapping[str, Any]]]) -> LeaseBatch:
        """Lease due items in one round trip (in a cluster, one per node). `buckets`: the arguments of `lease.lua` for
        each bucket.

        Unreachable nodes are skipped. Raises an error if all nodes are unreachable.
        """
        calls = [
            (next(iter(names.values())), partial(self._lease, names, {**args, "expected": self._expected(bucket)}))
            for bucket, (names, args) in buckets.items()
        ]
        replies = dict(zip(buckets, reachable(self._redis, calls), strict=True))
        reached = {bucket: answer for bucket, answer in replies.items() if answer is not None}
        read_at = _monotonic_ms()
        self._ahead.update({bucket: time - read_at for bucket, (time, *_) in reached.items()})
        return LeaseBatch(
            [name.decode() for _, *names in reached.values() for name in names],
            len(replies) - len(reached),
        )

    def _expected(self, bucket: int) -> int | None:
        """Return the time that the bucket's clock should show now, computed from the time at the last call.

        If the clock shows an earlier time, it was set back.
        """
        ahead = self._ahead.get(bucket)
        return None if ahead is None else ahead + _monotonic_ms()

    def begin_item(
        self, keys: Mapping[str, str], name: str, seconds: float, claim: bytes | None = None
    ) -> BegunItem | None:
        """Begin an item and hold it for `seconds`.

        Returns `None` if the item is gone or, with a `claim`, must not be begun now.
        """
        found = self._begin(keys, {"id": name, "lease": round(seconds * 1000), "claim": claim})
        if found is None:
            return None
        tries, now, parts = cast("tuple[int, int, list[bytes]]", found)
        return BegunItem(tries, now, dict(zip(parts[::2], parts[1::2], strict=True)))

    def hold_items(self, items: Mapping[str, tuple[Mapping[str, str], int]]) -> None:
        """Extend the leases of items in one round trip (in a cluster, one per node).

        `items`: for each item, its keys, and how long its lease lasts from now, in ms.
        """
        answers(
            self._redis,
            [
                (names["record"], partial(self._settle, names, {"id": name, "hold": ms}))
                for name, (names, ms) in items.items()
            ],
        )

    def settle(self, keys: Mapping[str, str], name: str, holder: Holder | None = None, **what: Any) -> bytes | None:
        """End an item, make it due again, or park it; `settle.lua` describes `what`. Returns `None` if the item does
        not belong to the holder.
        """
        whose = None if holder is None else {"field": holder[0], "value": holder[1]}
        return cast("bytes | None", self._settle(keys, {"id": name, "holder": whose, **what}))


def _monotonic_ms() -> int:
    return round(monotonic() * 1000)
