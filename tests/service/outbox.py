"""What is due in the store, as the dispatcher finds it."""

from __future__ import annotations

from service.store import DecisionStore, DueTurns
from service.store.outbox.notice_queue import NoticeStore
from service.store.redis import keys
from service.store.redis.client import available

BUCKETS = 256
"""More than the stores of most tests have: what a bucket does not have is not due."""


def lease(store: DueTurns | NoticeStore | DecisionStore, seconds: float, limit: int = 100) -> list[str]:
    """Ids of what is due now, taken for so many seconds, at most `limit` of each bucket."""
    return store.look(seconds, limit).names


def count(store: DueTurns | NoticeStore | DecisionStore) -> int:
    """How much is due or leased, or will be due."""
    own = keys.notices if isinstance(store, NoticeStore) else keys.due
    names = [keys.DECISIONS_DUE] if isinstance(store, DecisionStore) else map(own, range(BUCKETS))
    with available():
        return sum(store._redis.zcard(name) for name in names)
