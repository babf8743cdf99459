"""Which phase follows which (BUILD-15): the only place that knows the round's order."""

from __future__ import annotations

from typing import Final, Protocol

from engine.events import open_event
from engine.ruleset import Move
from engine.villagers.padlock import Refusal
from engine.villagers.phases import build, draft, market, road
from engine.villagers.piles import Events
from engine.villagers.state import BUILD, DRAFT, OVER, ROAD, State


class Phase(Protocol):
    """What a phase with decisions offers (a module under `phases`)."""

    def moves(self, state: State, seat: int) -> list[Move]:
        """The legal moves of the seat to act, sorted."""

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """The rule and the reason why a move of this phase is illegal."""

    def play(self, state: State, seat: int, move: Move, events: Events) -> bool:
        """Carry out a legal move; True when the phase is over."""


PHASES: Final[dict[int, Phase]] = {DRAFT: draft, ROAD: road, BUILD: build}
_ROUND: Final = (draft.begin, road.begin, build.begin, market.begin)


def play(state: State, seat: int, move: Move, events: Events) -> None:
    """Carry out a legal move and everything that follows without a decision."""
    phase = state.phase
    if PHASES[phase].play(state, seat, move, events):
        _go_on(state, phase + 1, events)


def _go_on(state: State, step: int, events: Events) -> None:
    """Begin the phases after a finished one until somebody has to decide."""
    while _ROUND[step](state, events):
        if state.phase == OVER:
            return
        step += 1
        if step == len(_ROUND):
            step = 0
            state.round += 1
            if events is not None:
                events.append(open_event("round_started", round=state.round, first_player=state.first))
