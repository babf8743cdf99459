"""What several in this process ask for at the same time, as all do who have waited for one change: it is read once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from service.store.redis.store_errors import StoreError

T = TypeVar("T")


class _Reading:
    """The last reading of something, and how many ask for it now."""

    def __init__(self) -> None:
        self.askers = 0
        self._lock = threading.Lock()
        self._began = 0.0
        self._outcome: Any = None

    def read(self, read: Callable[[], T]) -> T:
        asked = time.monotonic()
        with self._lock:
            if self._began <= asked:
                began = time.monotonic()
                try:
                    self._outcome = read()
                except StoreError as failure:
                    self._outcome = failure
                self._began = began
            if isinstance(self._outcome, StoreError):
                raise type(self._outcome)(str(self._outcome))
            return cast("T", self._outcome)


class SharedReadings:
    """Readings that several ask for at the same time: they are made once for all of them.

    Otherwise a thousand who wait for one change would all want a connection to Redis when it comes. Nobody gets
    what was read before they asked.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readings: dict[Hashable, _Reading] = {}

    def read(self, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` returns, or the `StoreError` that it raises; nobody may change it."""
        with self._lock:
            reading = self._readings.setdefault(key, _Reading())
            reading.askers += 1
        try:
            return reading.read(read)
        finally:
            with self._lock:
                reading.askers -= 1
                if not reading.askers:
                    del self._readings[key]

    def askers(self, key: Hashable) -> int:
        """How many ask for it now."""
        with self._lock:
            reading = self._readings.get(key)
            return 0 if reading is None else reading.askers
