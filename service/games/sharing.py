"""What the listeners of a game read of its log: read, and played again, once for all that listen in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.games.history import Histories, Mark
from service.store.errors import NoSuchGame, StoreUnavailable
from service.store.records import Progress

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
