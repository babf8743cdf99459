"""The states that this process has in memory anyway, so that it need not read them again from what is stored."""

from __future__ import annotations

import threading
from typing import Any

import orjson

from engine.ruleset import Ruleset

MOST = 256
"""Games of which a process remembers the state: some kilobytes each."""


class States:
    """The last states that were loaded or committed, one of each game, with the text that they are stored as.

    The text decides: a state is taken only for exactly the text that Redis has just given. So this is no second truth,
    any process may serve any call, and one that remembers nothing only takes longer.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[str, tuple[bytes, Any]] = {}
        self._lock = threading.Lock()

    def read(self, game_id: str, ruleset: Ruleset[Any, Any], text: bytes) -> Any:
        """The state of a stored position, the caller's own. Raises `NewerFormat` of `engine.errors`."""
        known, state = self._known.get(game_id, (b"", None))
        if known == text:
            return ruleset.clone(state)
        state = ruleset.restore(ruleset.upgraded(orjson.loads(text)))
        self.keep(game_id, ruleset, text, state)
        return state

    def keep(self, game_id: str, ruleset: Ruleset[Any, Any], text: bytes, state: Any) -> None:
        """Remember a copy of the state that is stored as `text`, and forget the one that was remembered first."""
        copy = ruleset.clone(state)
        with self._lock:
            self._known.pop(game_id, None)
            self._known[game_id] = text, copy
            if len(self._known) > self._most:
                del self._known[next(iter(self._known))]
