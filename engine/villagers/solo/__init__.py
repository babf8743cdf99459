"""The game of one seat against the Countess (SOLO, EVENTS)."""

from __future__ import annotations

from engine.villagers.state import Solo, State


def solo_of(state: State) -> Solo:
    assert state.solo is not None, "not a solo game"
    return state.solo
