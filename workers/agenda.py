"""When the dispatcher has to look at which bucket."""

from __future__ import annotations

import threading
import time
from collections import defaultdict

Place = tuple[str, int]
"""A queue, and a bucket."""


class Agenda:
    """The places where something becomes due, by the time (`time.monotonic`) of the first. For several threads."""

    def __init__(self) -> None:
        self._times: dict[Place, float] = {}
        self._changed = threading.Condition()

    def note(self, place: Place, seconds: float) -> None:
        """Something is due there in so many seconds."""
        at = time.monotonic() + seconds
        with self._changed:
            if at < self._times.get(place, float("inf")):
                self._times[place] = at
                self._changed.notify()

    def take(self) -> dict[str, list[int]]:
        """The buckets of each queue where something is due now; they are forgotten."""
        now, due = time.monotonic(), defaultdict(list)
        with self._changed:
            for queue, bucket in [place for place, at in self._times.items() if at <= now]:
                del self._times[queue, bucket]
                due[queue].append(bucket)
        return dict(due)

    def wait(self, seconds: float) -> bool:
        """Sleep until something is due, at most so long: whether something is."""
        with self._changed:
            first = min(self._times.values(), default=float("inf"))
            self._changed.wait(max(0.0, min(seconds, first - time.monotonic())))
            return min(self._times.values(), default=float("inf")) <= time.monotonic()
