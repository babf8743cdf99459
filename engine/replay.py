"""A game from its setup and its moves: the proof that a stored state is true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import NotYourTurn
from engine.events import Event, move_undone, note
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


class Replayer:
    """A game played again, step by step; `state` is where it stands.

    It begins at a state of its own, which is to be the caller's no more. A move from before cannot be taken back.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], state: Any, version: int = 0) -> None:
        self.state = state
        self.version = version
        self._ruleset = ruleset
        self._mover: int | None = None
        self._before: list[tuple[int, Any]] = []

    def step(self, seat: int, step: Doc | str | None) -> list[Event]:
        """Carry out the step of a seat: what happened.

        Raises what `Ruleset.apply` raises when a move is not legal where it stands, and `NotYourTurn` when a seat takes
        back what is not its own. Whether it was allowed to (`engine.undoing`) is not asked again.
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
                # What others did before stands for good: a seat can take back only what came last.
                self._mover, self._before = seat, []
            self._before.append((self.version + 1, before))
        self.version += 1
        return events


def replay(
    ruleset: Ruleset[Any, Any], options: Mapping[str, Any], seats: int, seed: bytes, moves: Iterable[Step]
) -> tuple[Any, list[list[Event]]]:
    """Play `moves` from the start: the state reached, and each move's events. Raises what `Replayer.step` raises."""
    again = Replayer(ruleset, ruleset.setup(options, seats, seed))
    history = [again.step(seat, step) for seat, step in moves]
    return again.state, history


def standing(moves: Iterable[Step]) -> Sequence[int]:
    """Which of the steps are moves that stand, from 0: those that have not been taken back."""
    stand: list[int] = []
    for index, (_, doc) in enumerate(moves):
        if doc is None:
            stand.pop()
        elif not isinstance(doc, str):
            stand.append(index)
    return stand
