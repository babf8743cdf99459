"""Access to due items, as the dispatcher has it."""

from __future__ import annotations

from service.store import DecisionStore, DueTurns
from service.store.outbox.notice_queue import NoticeStore
from service.store.redis import keys
from service.store.redis.client import available

BUCKETS = 256
"""More than most tests' stores have; missing buckets have nothing due."""


def lease(store: DueTurns | NoticeStore | DecisionStore, seconds: float, limit: int = 100) -> list[str]:
    """Lease due items for `seconds`, at most `limit` per bucket; return their ids."""
    return store.lease_due(seconds, limit).names


def count(store: DueTurns | NoticeStore | DecisionStore) -> int:
    """Return the number of items, due or not."""
    if isinstance(store, DecisionStore):
        names = [keys.DECISIONS_DUE]
    elif isinstance(store, NoticeStore):
        names = [keys.notices(tag) for tag in keys.tags(BUCKETS)]
    else:
        names = [keys.due(bucket) for bucket in range(BUCKETS)]
    with available():
        return sum(store._redis.zcard(name) for name in names)
