"""A game from its setup and its moves: the proof that a stored state is true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.events import Event
from engine.ruleset import Doc, Ruleset


def replay(
    ruleset: Ruleset[Any, Any],
    options: Mapping[str, Any],
    seats: int,
    seed: bytes,
    moves: Iterable[tuple[int, Doc]],
) -> tuple[Any, list[list[Event]]]:
    """Play `moves` (seat and move document) from the start: the state reached, and each move's events.

    Raises what `Ruleset.apply` raises when a move is not legal where it stands.
    """
    state = ruleset.setup(options, seats, seed)
    history: list[list[Event]] = []
    for seat, doc in moves:
        history.append(ruleset.apply(state, seat, ruleset.read_move(state, seat, doc)))
    return state, history
