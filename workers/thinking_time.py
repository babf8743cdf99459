"""What a worker lends a bot: time to think, while it holds what it works on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from service.config import shutdown
from service.store.outbox.rq_client import SLOWEST
from service.store.redis.store_errors import StoreUnavailable


@dataclass(frozen=True, slots=True)
class Pace:
    """`lease`: seconds after which others take over what a worker has not said that it still holds.

    `decision`: seconds of processor time that a bot may think about one decision, whatever its level.
    """

    lease: float
    decision: float


class Thinking:
    """The time of one job, which holds a lease. `hold` holds it for longer, or says that it is lost.

    A bot that thinks asks `stop` all the time, and that renews the lease: so thinking may last longer than a lease,
    and one that hangs, or has died with its worker, loses it.
    """

    def __init__(self, pace: Pace, hold: Callable[[], bool]) -> None:
        self._pace = pace
        self._hold = hold
        self._held_at = time.monotonic()
        self.lost = False
        """Whether somebody else has taken over, or there is nothing to work on any more."""
        self._cpu, self._clock = time.process_time(), time.monotonic()
        self._budget = math.inf

    def begin(self, milliseconds: int | None = None) -> None:
        """A new decision: its time runs from now. Raises `Stopped` when there shall be none any more.

        `milliseconds`: the time that it is to take, by the clock, since that is the time that somebody waits.
        """
        shutdown.check()
        self._budget = math.inf if milliseconds is None else milliseconds / 1000
        self._cpu, self._clock = time.process_time(), time.monotonic()

    def stop(self) -> bool:
        """Whether to decide now: the time for this decision is up, or the decision is not wanted any more.

        Raises `Stopped` when this process has been told to stop: who has the time shall decide.
        """
        shutdown.check()
        now = time.monotonic()
        if now - self._held_at >= self._pace.lease / 3:
            self.renew()
        most = self._pace.decision
        longest = min(SLOWEST * most, self._budget)
        return self.lost or now - self._clock >= longest or time.process_time() - self._cpu >= most

    def renew(self) -> None:
        """Hold the lease, if nobody has taken over. A store that cannot be reached has not given it to anybody else."""
        self._held_at = time.monotonic()
        try:
            self.lost = self.lost or not self._hold()
        except StoreUnavailable:
            return
