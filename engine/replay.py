"""A game from its setup and its moves: the proof that a stored state is true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import NotYourTurn
from engine.events import Event, move_undone
from engine.ruleset import Doc, Ruleset

Step = tuple[int, Doc | None]
"""A seat and its move; `None`: it takes back its last move."""


def replay(
    ruleset: Ruleset[Any, Any],
    options: Mapping[str, Any],
    seats: int,
    seed: bytes,
    moves: Iterable[Step],
) -> tuple[Any, list[list[Event]]]:
    """Play `moves` from the start: the state reached, and each move's events.

    Raises what `Ruleset.apply` raises when a move is not legal where it stands, and `NotYourTurn` when a seat takes
    back what is not its own. Whether it was allowed to (`engine.undoing`) is not asked again.
    """
    state = ruleset.setup(options, seats, seed)
    history: list[list[Event]] = []
    before: list[tuple[int, int, Any]] = []
    for version, (seat, doc) in enumerate(moves, 1):
        if doc is not None:
            before.append((seat, version, ruleset.clone(state)))
            history.append(ruleset.apply(state, seat, ruleset.read_move(state, seat, doc)))
            continue
        mover, undone, earlier = before.pop() if before else (None, 0, None)
        if mover != seat:
            raise NotYourTurn(f"seat {seat} has not moved last")
        state = earlier
        history.append([move_undone(seat, undone)])
    return state, history


def standing(moves: Iterable[Step]) -> Sequence[int]:
    """Which of the moves stand, from 0: those that have not been taken back."""
    stand: list[int] = []
    for index, (_, doc) in enumerate(moves):
        if doc is None:
            stand.pop()
        else:
            stand.append(index)
    return stand
