"""A bot's thinking time, during which the worker holds a lease."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from service.config import shutdown
from service.store.outbox.rq_client import MAX_SLOWDOWN
from service.store.redis.store_errors import StoreUnavailable


@dataclass(frozen=True, slots=True)
class Pace:
    """Time limits for thinking.

    `lease`: the seconds after which other workers take over, unless the lease is renewed. `decision`: the seconds of
    CPU time for one decision, whatever the level.
    """

    lease: float
    decision: float


class ThinkingTime:
    """The thinking time in a job with a lease.

    `hold`: renews the lease, or returns `False` if it is lost. A thinking bot calls `stop` again and again, which
    renews the lease. So thinking may take longer than a lease, but if the bot hangs or dies, its lease runs out.
    """

    def __init__(self, pace: Pace, hold: Callable[[], bool]) -> None:
        self._pace = pace
        self._hold = hold
        self._held_at = time.monotonic()
        self.lost = False
        """Whether the lease is lost: another worker has taken over, or the work no longer exists."""
        self._cpu, self._clock = time.process_time(), time.monotonic()
        self._budget = math.inf

    def begin(self, milliseconds: int | None = None) -> None:
        """Start timing a new decision. Raises `Stopped` if the process is about to end.

        `milliseconds`: the decision's budget. It is wall-clock time, because a client waits for the decision.
        """
        shutdown.raise_if_stopping()
        self._budget = math.inf if milliseconds is None else milliseconds / 1000
        self._cpu, self._clock = time.process_time(), time.monotonic()

    def stop(self) -> bool:
        """Return whether the bot must decide now, because its time is up or its decision is no longer wanted.

        Raises `Stopped` if the process is about to end; then another worker decides.
        """
        shutdown.raise_if_stopping()
        now = time.monotonic()
        if now - self._held_at >= self._pace.lease / 3:
            self.renew()
        took, most = now - self._clock, self._pace.decision
        # The CPU time is read last, because that takes longest. It never exceeds the wall-clock time.
        return (
            self.lost
            or took >= min(MAX_SLOWDOWN * most, self._budget)
            or (took >= most and time.process_time() - self._cpu >= most)
        )

    def renew(self) -> None:
        """Renew the lease unless it is lost.

        If the store is unreachable, do nothing: no other worker can take over the lease.
        """
        self._held_at = time.monotonic()
        try:
            self.lost = self.lost or not self._hold()
        except StoreUnavailable:
            return
