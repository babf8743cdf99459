"""Reads shared by concurrent callers in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from service.store.redis.store_errors import StoreError

T = TypeVar("T")


class _Reading:
    """The latest read of a key, and the number of current callers."""

    def __init__(self) -> None:
        self.askers = 0
        self._lock = threading.Lock()
        self._began = 0.0
        self._outcome: Any = None

    def read(self, read: Callable[[], T]) -> T:
        called = time.monotonic()
        with self._lock:
            if self._began <= called:
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
    """Shares one read of the store among all callers that need it at the same time.

    Otherwise, after one change, a thousand waiting clients would each need a connection. A caller never gets a read
    that began before its call.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readings: dict[Hashable, _Reading] = {}

    def read_once(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return the result of `read`, or raise its `StoreError`. Callers share the result and must not modify it."""
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
        """Return the number of current callers."""
        with self._lock:
            reading = self._readings.get(key)
            return 0 if reading is None else reading.askers
