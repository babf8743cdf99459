"""Which workers have proven that they can work: what `/readyz` asks, since a worker that lives may do nothing."""

from __future__ import annotations

from service.store import keys
from service.store.client import Client, available
from service.store.errors import NotReady, StoreUnavailable
from service.store.records import now_ms

_FORGOTTEN_SECONDS = 600


class Ability:
    """The notes of the workers of one queue, each for a while; by the clocks of their machines."""

    def __init__(self, redis: Client, queue: str) -> None:
        self._redis = redis
        self._able, self._unable = keys.workers(queue, able=True), keys.workers(queue, able=False)

    def note(self, worker: str, able: bool, seconds: float) -> None:
        """The worker can work, or cannot, and will say so again within so many seconds. Raises `StoreUnavailable`."""
        now = now_ms()
        here, there = (self._able, self._unable) if able else (self._unable, self._able)
        with available():
            self._redis.zadd(here, {worker: now + round(seconds * 1000)})
            self._redis.zrem(there, worker)
            for name in (here, there):
                self._redis.zremrangebyscore(name, "-inf", now)
                self._redis.expire(name, _FORGOTTEN_SECONDS)

    def forget(self, worker: str) -> None:
        """The worker ends. Raises `StoreUnavailable`."""
        with available():
            self._redis.zrem(self._able, worker)
            self._redis.zrem(self._unable, worker)

    def proven(self) -> int:
        """How many workers can work. Raises `StoreUnavailable`."""
        return self._count(self._able)

    def check(self, waiting: int) -> None:
        """Nothing, unless there are workers that cannot work, or `waiting` messages, and no worker that can.

        No workers and nothing to do is no fault: they may be away for want of work. Notes that cannot be read say
        nothing: in a cluster they are on one node, and the games of the others go on without it. Raises `NotReady`.
        """
        try:
            able, unable = self._count(self._able), self._count(self._unable)
        except StoreUnavailable:
            return
        if able:
            return
        if unable:
            raise NotReady({"workers": "cannot play: none of them has proven that it can"})
        if waiting:
            raise NotReady({"workers": "are away, and turns wait for them"})

    def _count(self, name: str) -> int:
        with available():
            return int(self._redis.zcount(name, now_ms(), "+inf"))
