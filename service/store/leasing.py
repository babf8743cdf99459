"""Taking what is due: the dispatcher's looks at the buckets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from service.store.batch import reachable
from service.store.client import Client
from service.store.scripts import Script


@dataclass(frozen=True, slots=True)
class Look:
    """What came of a look at some buckets. `names`: what was taken; `next_seconds`: in how many seconds the next one of
    a bucket is due, if there is one; `away`: how many buckets could not be asked, because their node is away.
    """

    names: list[str]
    next_seconds: dict[int, float]
    away: int


def look(redis: Client, script: Script, orders: Mapping[int, tuple[Sequence[str], Sequence[Any]]]) -> Look:
    """Run the script with the keys and arguments of each bucket: one round trip, in a cluster one to each node.

    Raises `RedisError` when none can be asked.
    """
    calls = [(names[0], partial(script, names, args)) for names, args in orders.values()]
    answers = dict(zip(orders, reachable(redis, calls), strict=True))
    asked = {bucket: answer for bucket, answer in answers.items() if answer is not None}
    return Look(
        [name.decode() for _, *names in asked.values() for name in names],
        {bucket: next_ms / 1000 for bucket, (next_ms, *_) in asked.items() if next_ms >= 0},
        len(answers) - len(asked),
    )
