"""The states that this process has in memory anyway, so that it need not read them again from what is stored."""

from __future__ import annotations

import threading
from typing import Any

import orjson

from engine.ruleset import Ruleset
from service.store.packing import pack, unpack

MAX_STATES = 256
"""Games of which a process remembers the state: some kilobytes each."""


class States:
    """The last states that were loaded or committed, one of each game, with the form in which they are stored.

    That form decides: a state is taken only for exactly what Redis has just given. So this is no second truth,
    any process may serve any call, and one that remembers nothing only takes longer.
    """

    def __init__(self, most: int = MAX_STATES) -> None:
        self._most = most
        self._known: dict[str, tuple[bytes, Any]] = {}
        self._lock = threading.Lock()

    def read(self, game_id: str, ruleset: Ruleset[Any, Any], stored: bytes) -> Any:
        """The state of a stored position, the caller's own; `None` if there is none yet.

        Raises `NewerFormat` of `engine.errors`.
        """
        if not stored:
            return None
        known, state = self._known.get(game_id, (b"", None))
        if known == stored:
            return ruleset.clone(state)
        state = restore_state(ruleset, stored)
        self.keep(game_id, stored, ruleset.clone(state))
        return state

    def keep(self, game_id: str, stored: bytes, state: Any) -> None:
        """Remember the state that is stored like this, which nobody changes any more; forget the oldest."""
        with self._lock:
            self._known.pop(game_id, None)
            self._known[game_id] = stored, state
            if len(self._known) > self._most:
                del self._known[next(iter(self._known))]


def pack_state(ruleset: Ruleset[Any, Any], state: Any) -> bytes:
    """A state as a game's position is stored; empty for a game that is not dealt yet."""
    return b"" if state is None else pack(ruleset.key, orjson.dumps(ruleset.write_position(state)))


def restore_state(ruleset: Ruleset[Any, Any], stored: bytes) -> Any:
    """The state of a stored position, new. Raises `NewerFormat` of `engine.errors`."""
    return ruleset.restore(ruleset.upgrade(orjson.loads(unpack(ruleset.key, stored))))
