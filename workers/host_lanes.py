"""Concurrent deliveries in one lane per host, so that a slow host delays only its own notices."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

from service.config import logs, shutdown
from service.store.redis.store_errors import StoreUnavailable

log = logging.getLogger(__name__)

MAX_HOSTS = 64
"""The highest number of hosts that are served at the same time. If more hosts wait, they take turns."""
MAX_SLOW_HOSTS = 32
"""The highest number of slow hosts that are served at the same time. They have threads of their own."""
SLOW_SECONDS = 1.0
"""A host counts as slow after a delivery that took longer than this. A quicker, accepted delivery ends that."""
_MAX_SLOW_NAMES = 10_000
"""The highest number of hosts that are remembered as slow; after that, the first are forgotten."""
MAX_WAITING = 1000
"""The highest number of notices that wait for one host. Any others are due again when their lease ends."""

MAX_HOLD_SECONDS = 600
"""A waiting notice's lease is extended to one second for each notice ahead of it, but to at most this many seconds."""


@dataclass
class HostLanes:
    """A lane for each host that has waiting notices. Lanes exist in memory only; if the process dies, the notices
    become due again in the store.

    `hosts_of`: returns each notice's host, or `None` if the notice is gone; `deliver`: sends a notice and returns its
    state; `hold`: extends the notices' leases to at least the given seconds; `clock`: returns the time in seconds.
    """

    hosts_of: Callable[[Sequence[str]], Sequence[str | None]]
    deliver: Callable[[str], str | None]
    hold: Callable[[Mapping[str, float]], object]
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(MAX_HOSTS, thread_name_prefix="host")
        self._slow_pool = ThreadPoolExecutor(MAX_SLOW_HOSTS, thread_name_prefix="slow-host")
        self._slow: dict[str, None] = {}
        self._lanes: dict[str, dict[str, None]] = {}
        self._lock = Lock()

    def enqueue(self, *notice_ids: str) -> None:
        """Add the notices to their hosts' lanes. Raises `StoreUnavailable`."""
        held: dict[str, float] = {}
        for notice_id, host in zip(notice_ids, self.hosts_of(notice_ids), strict=True):
            if host is None:
                continue
            with self._lock:
                lane = self._lanes.setdefault(host, {})
                before = len(lane)
                if before < MAX_WAITING:
                    # A notice is added once, even if several messages name it.
                    lane[notice_id] = None
                if before:
                    held[notice_id] = min(before, MAX_HOLD_SECONDS)
                else:
                    self._submit(host)
        if held:
            # Otherwise the dispatcher would send messages about the waiting notices again and again.
            self.hold(held)

    def _submit(self, host: str) -> None:
        pool = self._slow_pool if host in self._slow else self._pool
        pool.submit(self._serve, host)

    def _serve(self, host: str) -> None:
        """Deliver the first notice in a lane, then let the other hosts have their turn."""
        shutdown.raise_if_stopping()
        with self._lock:
            notice_id = next(iter(self._lanes[host]))
        began, state = self.clock(), None
        try:
            state = self.deliver(notice_id)
        except StoreUnavailable as failure:
            log.warning("a notice waits for its lease: %s", failure)
        except Exception as failure:
            log.error("a notice failed", extra={"notice": notice_id} | logs.describe_failure(failure))
        finally:
            with self._lock:
                self._note_speed(host, self.clock() - began, state == "sent")
                del self._lanes[host][notice_id]
                if self._lanes[host]:
                    self._submit(host)
                else:
                    del self._lanes[host]

    def _note_speed(self, host: str, seconds: float, accepted: bool) -> None:
        """Remember whether the host is slow. Slow hosts have their own threads, so quick hosts do not wait."""
        if seconds > SLOW_SECONDS:
            self._slow[host] = None
            if len(self._slow) > _MAX_SLOW_NAMES:
                del self._slow[next(iter(self._slow))]
        elif accepted:
            self._slow.pop(host, None)
