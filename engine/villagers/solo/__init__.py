"""The game of one seat against the Countess (SOLO, EVENTS)."""

from __future__ import annotations

from engine.villagers.state import Solo, State


def solo_of(state: State) -> Solo:
    """What only a solo game has; the state must be of one."""
    assert state.solo is not None, "not a solo game"
    return state.solo
