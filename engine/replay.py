"""Replays a game from its setup and its moves, to prove that a stored state is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import NotYourTurn
from engine.events import Event, move_undone, note
from engine.ruleset import Doc, Ruleset

Step = tuple[int, Doc | str | None]
"""A seat and its action: a move, `None` to take back its last move, or one of `NOTES` as a string."""


def step_of(seat: int, move: Doc | None, first_event: str) -> Step:
    """Return the step of a log entry.

    `first_event`: the type of the entry's first event. It determines the step if the entry has no move.
    """
    return seat, first_event if move is None and first_event != "move_undone" else move


def steps(moves: Iterable[Mapping[str, Any]]) -> list[Step]:
    """Return the steps of a replay's `moves`, a list of `{"seat", "move", "events", ...}`."""
    return [
        step_of(one["seat"], one["move"], one["events"][0]["type"] if one["move"] is None else "move") for one in moves
    ]


class Replayer:
    """Replays a game step by step, beginning with the state passed to it. `state` is the state after the latest step.

    Moves made before the first state cannot be taken back.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], state: Any, version: int = 0) -> None:
        self.state = state
        self.version = version
        self._ruleset = ruleset
        self._mover: int | None = None
        self._before: list[tuple[int, Any]] = []

    def play_entry(self, seat: int, step: Doc | str | None) -> list[Event]:
        """Carry out a step and return its events.

        Raises the errors of `Ruleset.apply`, and `NotYourTurn` if a seat takes back another seat's move. This does not
        check whether the move could be taken back (see `engine.undoing`).
        """
        if isinstance(step, str):
            events = [note(step, seat)]
        elif step is None:
            if self._mover != seat or not self._before:
                raise NotYourTurn(f"seat {seat + 1} has not moved last")
            undone, self.state = self._before.pop()
            events = [move_undone(seat, undone)]
        else:
            move = self._ruleset.read_move(self.state, seat, step)
            before = self._ruleset.clone(self.state)
            events = self._ruleset.apply(self.state, seat, move)
            if self._mover != seat:
                # A seat can take back only the moves after the last move of another seat.
                self._mover, self._before = seat, []
            self._before.append((self.version + 1, before))
        self.version += 1
        return events


def replay(
    ruleset: Ruleset[Any, Any], options: Mapping[str, Any], seats: int, seed: bytes, moves: Iterable[Step]
) -> tuple[Any, list[list[Event]]]:
    """Play all steps in `moves` from the start. Returns the final state and each step's events.

    Raises the errors of `Replayer.play_entry`.
    """
    again = Replayer(ruleset, ruleset.setup(options, seats, seed))
    history = [again.play_entry(seat, step) for seat, step in moves]
    return again.state, history


def standing(moves: Iterable[Step]) -> Sequence[int]:
    """Return the indexes of the steps that are moves and have not been taken back."""
    stand: list[int] = []
    for index, (_, doc) in enumerate(moves):
        if doc is None:
            stand.pop()
        elif not isinstance(doc, str):
            stand.append(index)
    return stand
