"""What is read once for all in this process who want it: the log of a game, whose listeners also share the moves that
are played again; and whatever several ask for at the same time, as all do who have waited for one change.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from service.games.history import Histories, Mark
from service.store.errors import NoSuchGame, StoreError, StoreUnavailable
from service.store.records import Progress

T = TypeVar("T")

MAX_PORTION = 64
"""How many versions are read at once: all that is held of a game, however far a listener is behind."""


class SharedLog:
    """The portion of a game's log that was read last. An entry of the log never changes, so it is never too old.

    Where it ends the game is kept, so that each further move is played again by itself.
    """

    def __init__(self, histories: Histories, game_id: str) -> None:
        self.listeners = 0
        self._histories = histories
        self._mark: Mark | None = None
        self._game_id = game_id
        self._lock = threading.Lock()
        self._began = 0.0
        self._outcome: Progress | NoSuchGame | StoreUnavailable = NoSuchGame("not read yet")

    def after(self, version: int, asked: float) -> Progress:
        """What follows the version, if there is anything, and else the game as it was `asked` (monotonic) or later.

        Raises `NoSuchGame` and `StoreUnavailable`, also what was raised by a reading that was waited for.
        """
        with self._lock:
            known = self._outcome
            if not isinstance(known, Progress):
                good = self._began > asked
            else:
                good = known.tells(version) or (self._began > asked and known.after <= version >= known.version)
            if not good:
                self._began = time.monotonic()
                try:
                    self._outcome, self._mark = self._histories.read(
                        self._game_id, version, MAX_PORTION, self._mark, places=True
                    )
                except (NoSuchGame, StoreUnavailable) as failure:
                    self._outcome = failure
            if isinstance(self._outcome, Progress):
                return self._outcome
            raise type(self._outcome)(str(self._outcome))


class SharedLogs:
    """The logs that are listened to in this process."""

    def __init__(self, histories: Histories) -> None:
        self._histories = histories
        self._lock = threading.Lock()
        self._open: dict[str, SharedLog] = {}

    @contextmanager
    def of(self, game_id: str) -> Iterator[SharedLog]:
        """The log of a game, for one more listener."""
        with self._lock:
            log = self._open.setdefault(game_id, SharedLog(self._histories, game_id))
            log.listeners += 1
        try:
            yield log
        finally:
            with self._lock:
                log.listeners -= 1
                if not log.listeners:
                    del self._open[game_id]


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
