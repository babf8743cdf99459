"""The outbox: what is to be done, and is done at least once, whatever happens to whoever does it.

There are three kinds of it, due turns, notices and decisions, each with a record; `base.lua` says what all records
have, `turn.lua`, `notice.lua` and `decision.lua` what differs. Something *due* is *leased* for a while by the
dispatcher, who asks for it, and then by the worker who begins it; each beginning counts as a *try* until something
comes of it.
What has been tried in vain for too long is *parked*: kept, with the reason, until somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, cast

from service.store.redis.batch import reachable
from service.store.redis.client import Client
from service.store.redis.scripts import OUTBOX, Script

Holder = tuple[str, str]
"""The field of a record that says whose it is, and its value."""


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a look at some buckets. `names`: what was taken; `away`: how many are on a node that is away."""

    names: list[str]
    away: int


@dataclass(frozen=True, slots=True)
class Begun:
    """What a worker begins: the `fields` of its record, and the time (ms) by Redis' clock.

    `tries`: how often it was begun, this time included, without anything coming of it; 0 when nothing is due.
    """

    tries: int
    now_ms: int
    fields: dict[bytes, bytes]

    @property
    def since_ms(self) -> int:
        """Of a turn: the time since the last accepted move, or since the game began."""
        return self.now_ms - int(self.fields.get(b"at", self.now_ms))


class Outbox:
    """One kind of it: `turn`, `notice` or `decision`. Every method may raise `RedisError`.

    `keys` are those that the kind's scripts name, `record` that of one thing.
    """

    def __init__(self, redis: Client, kind: str) -> None:
        self._redis = redis
        self._lease, self._begin, self._settle = (
            Script(redis, OUTBOX[kind][step]) for step in ("lease", "begin", "settle")
        )
        self._ahead: dict[int, int] = {}
        """By bucket: the clock of its Redis, less this process's own, which nobody sets."""

    def look(self, buckets: Mapping[int, tuple[Mapping[str, str], Mapping[str, Any]]]) -> Look:
        """Lease what is due in buckets, each given as `lease.lua` takes it: one round trip, in a cluster one to each
        node, of which those that are away do not stop the others. Raises when none can be asked.
        """
        calls = [
            (next(iter(names.values())), partial(self._lease, names, {**args, "expected": self._expected(bucket)}))
            for bucket, (names, args) in buckets.items()
        ]
        answers = dict(zip(buckets, reachable(self._redis, calls), strict=True))
        asked = {bucket: answer for bucket, answer in answers.items() if answer is not None}
        looked = _monotonic_ms()
        self._ahead.update({bucket: time - looked for bucket, (time, *_) in asked.items()})
        return Look(
            [name.decode() for _, *names in asked.values() for name in names],
            len(answers) - len(asked),
        )

    def _expected(self, bucket: int) -> int | None:
        """What the time is where the bucket is, by the last look at it: if it is less, the clock was set back."""
        ahead = self._ahead.get(bucket)
        return None if ahead is None else ahead + _monotonic_ms()

    def begin(self, keys: Mapping[str, str], name: str, seconds: float, claim: bytes | None = None) -> Begun | None:
        """Begin something for so many seconds; `None` when it is gone, or with a `claim` not to be begun now."""
        found = self._begin(keys, {"id": name, "lease": round(seconds * 1000), "claim": claim})
        if found is None:
            return None
        tries, now, parts = cast("tuple[int, int, list[bytes]]", found)
        return Begun(tries, now, dict(zip(parts[::2], parts[1::2], strict=True)))

    def settle(self, keys: Mapping[str, str], name: str, holder: Holder | None = None, **what: Any) -> bytes | None:
        """What becomes of it, as `settle.lua` takes and says it; `None`: nothing, since it is not the holder's."""
        whose = None if holder is None else {"field": holder[0], "value": holder[1]}
        return cast("bytes | None", self._settle(keys, {"id": name, "holder": whose, **what}))


def _monotonic_ms() -> int:
    return round(monotonic() * 1000)
