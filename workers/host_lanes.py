"""Concurrent deliveries in one lane per host, so that a slow host delays only its own notices."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

from service.config import logs, shutdown
from service.store.redis.store_errors import StoreUnavailable

log = logging.getLogger(__name__)

MAX_HOSTS = 32
"""The highest number of hosts that are served at the same time. If more hosts wait, they take turns."""
MAX_WAITING = 1000
"""The highest number of notices that wait for one host. Any others are due again when their lease ends."""

MAX_HOLD_SECONDS = 600
"""The longest extra lease of a waiting notice, in seconds. The lease gets one second for each notice before it."""


@dataclass
class HostLanes:
    """A lane for each host that has waiting notices. Lanes exist in memory only; if the process dies, the notices
    become due again in the store.

    `host_of`: returns a notice's host, if the notice still exists; `deliver`: sends a notice; `hold`: extends a
    notice's lease to at least the given seconds.
    """

    host_of: Callable[[str], str | None]
    deliver: Callable[[str], object]
    hold: Callable[[str, float], object]

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(MAX_HOSTS, thread_name_prefix="host")
        self._lanes: dict[str, dict[str, None]] = {}
        self._lock = Lock()

    def enqueue(self, notice_id: str) -> None:
        """Add the notice to its host's lane. Raises `StoreUnavailable`."""
        host = self.host_of(notice_id)
        if host is None:
            return
        with self._lock:
            lane = self._lanes.setdefault(host, {})
            before = len(lane)
            if not lane:
                self._pool.submit(self._serve, host)
            if before < MAX_WAITING:
                # A notice is added once, even if several messages name it.
                lane[notice_id] = None
        if before:
            # Otherwise the dispatcher would send one message after the other about a slow host, and delay the other
            # hosts.
            self.hold(notice_id, min(before, MAX_HOLD_SECONDS))

    def _serve(self, host: str) -> None:
        """Deliver the first notice in a lane, then let the other hosts have their turn."""
        shutdown.raise_if_stopping()
        with self._lock:
            notice_id = next(iter(self._lanes[host]))
        try:
            self.deliver(notice_id)
        except StoreUnavailable as failure:
            log.warning("a notice waits for its lease: %s", failure)
        except Exception as failure:
            log.error("a notice failed", extra={"notice": notice_id} | logs.describe_failure(failure))
        finally:
            with self._lock:
                del self._lanes[host][notice_id]
                if self._lanes[host]:
                    self._pool.submit(self._serve, host)
                else:
                    del self._lanes[host]
