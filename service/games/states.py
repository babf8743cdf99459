"""The states that this process has in memory anyway, so that it need not read them again from what is stored."""

from __future__ import annotations

import threading
from typing import Any

import orjson

from engine.ruleset import Ruleset
from service.store.records import load_state

MAX_STATES = 256
"""Games of which a process remembers the state: some kilobytes each."""


class States:
    """The last states that were loaded or committed, one of each game, with the form in which they are stored.

    That form decides: a state is taken only for exactly what Redis has just given. So this is no second truth,
    any process may serve any call, and one that remembers nothing only takes longer. The version before is kept as
    well: who is told what has happened since needs it.
    """

    def __init__(self, most: int = MAX_STATES) -> None:
        self._most = most
        self._known: dict[str, tuple[bytes, int, Any]] = {}
        self._before: dict[str, tuple[int, Any]] = {}
        self._lock = threading.Lock()

    def read(self, game_id: str, ruleset: Ruleset[Any, Any], version: int, stored: bytes) -> Any:
        """The state of a stored position, the caller's own; `None` if there is none yet.

        Raises `NewerFormat` of `engine.errors`.
        """
        if not stored:
            return None
        known, _, state = self._known.get(game_id, (b"", 0, None))
        if known == stored:
            return ruleset.clone(state)
        state = restore_state(ruleset, stored)
        self.keep(game_id, version, stored, ruleset.clone(state))
        return state

    def at(self, game_id: str, version: int) -> Any:
        """The state at a version, if it is remembered; not to be changed."""
        _, known, state = self._known.get(game_id, (b"", -1, None))
        if known == version:
            return state
        known, state = self._before.get(game_id, (-1, None))
        return state if known == version else None

    def keep(self, game_id: str, version: int, stored: bytes, state: Any) -> None:
        """Remember the state that is stored like this, which nobody changes any more; forget the oldest."""
        with self._lock:
            before = self._known.pop(game_id, None)
            if before is not None:
                self._before[game_id] = before[1:]
            self._known[game_id] = stored, version, state
            if len(self._known) > self._most:
                oldest = next(iter(self._known))
                del self._known[oldest]
                self._before.pop(oldest, None)


def restore_state(ruleset: Ruleset[Any, Any], stored: bytes) -> Any:
    """The state of a stored position, new. Raises `NewerFormat` of `engine.errors`."""
    return ruleset.restore(ruleset.upgrade(orjson.loads(load_state(ruleset.key, stored))))
