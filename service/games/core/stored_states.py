"""The stored form of states."""

from __future__ import annotations

from typing import Any

import orjson

from engine.ruleset import Ruleset
from service.store.games.packed_json import pack, unpack


def pack_state(ruleset: Ruleset[Any, Any], state: Any) -> bytes:
    """Return the stored form of a state, its position; empty if the game is not dealt yet."""
    return b"" if state is None else pack(ruleset.key, orjson.dumps(ruleset.write_position(state)))


def restore_state(ruleset: Ruleset[Any, Any], stored: bytes) -> Any:
    """Return the state of a stored position; `None` for an empty one. Raises `NewerFormat` of `engine.errors`."""
    if not stored:
        return None
    return ruleset.restore(ruleset.upgrade(orjson.loads(unpack(ruleset.key, stored))))
