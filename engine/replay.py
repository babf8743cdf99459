"""A game from its setup and its moves: the proof that a stored state is true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import NotYourTurn
from engine.events import Event, move_undone, noted
from engine.ruleset import Doc, Ruleset

Step = tuple[int, Doc | str | None]
"""A seat and its move; `None`: it takes back its last move; a text: no move, but what was noted of it (`NOTES`)."""


def step_of(seat: int, move: Doc | None, first_event: str) -> Step:
    """The step of an entry of a log, given the type of its first event: without a move that says what it is."""
    return seat, first_event if move is None and first_event != "move_undone" else move


def steps(moves: Iterable[Mapping[str, Any]]) -> list[Step]:
    """The steps of a replay's `moves`, which are `{"seat", "move", "events", ...}` each."""
    return [
        step_of(one["seat"], one["move"], one["events"][0]["type"] if one["move"] is None else "move") for one in moves
    ]


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
        if isinstance(doc, str):
            history.append([noted(doc, seat)])
            continue
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
    """Which of the steps are moves that stand, from 0: those that have not been taken back."""
    stand: list[int] = []
    for index, (_, doc) in enumerate(moves):
        if doc is None:
            stand.pop()
        elif not isinstance(doc, str):
            stand.append(index)
    return stand
