"""The order of the phases in a round (BUILD-15, SOLO-17, DEVELOPMENTS-3)."""

from __future__ import annotations

from typing import Final, Protocol

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType, MoveTypes
from engine.ruleset import Move
from engine.villagers import effects
from engine.villagers.effects import noble
from engine.villagers.moves import JEST, PLAY
from engine.villagers.moves.pending import PendingType
from engine.villagers.phases import build, countess_draft, development, draft, looking, market, returning, road
from engine.villagers.solo import event_phase, jester, prices
from engine.villagers.state import (
    BUILD,
    DEVELOPMENT,
    DRAFT,
    EVENT,
    OVER,
    ROAD,
    State,
)
from engine.villagers.state import PHASES as NAMES


class Step(Protocol):
    """A module with the moves of a phase or of a pending decision."""

    MOVE_TYPES: list[MoveType]

    def moves(self, state: State, seat: int) -> list[Move]:
        """Return the legal moves, sorted."""

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Return why the move is illegal now."""

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> bool:
        """Carry out a legal move. Returns whether the phase is over."""


class Phase(Step, Protocol):
    """A phase of the round. `RULE`: the rule that forbids the moves of other phases."""

    RULE: str


class PendingDecision(Step, Protocol):
    """A pending decision, with its type."""

    PENDING: PendingType


PHASES: Final[dict[int, Phase]] = {
    DRAFT: draft,
    ROAD: road,
    BUILD: build,
    EVENT: event_phase,
    DEVELOPMENT: development,
}
_DECISIONS: Final[tuple[PendingDecision, ...]] = (
    returning,
    looking,
    noble,
    countess_draft,
    prices,
    event_phase,
    jester,
)
DECISIONS: Final[dict[int, PendingDecision]] = {one.PENDING.code: one for one in _DECISIONS}
PENDING_TYPES: Final[dict[str, PendingType]] = {one.PENDING.key: one.PENDING for one in _DECISIONS}
MOVE_TYPES: Final = MoveTypes(
    row for rows in [effects.MOVE_TYPES, *(step.MOVE_TYPES for step in {*PHASES.values(), *_DECISIONS})] for row in rows
)
_ROUND: Final = (draft.begin, road.begin, build.begin, event_phase.begin, development.begin, market.begin)


def acting_seats(state: State) -> tuple[int, ...]:
    """Return the seat that the game waits for, then the seats that may react before it moves (SCOUNDRELS-8)."""
    if state.turn < 0:
        return ()
    if state.phase == DRAFT and state.boxes:
        others = [seat for seat in range(state.players) if seat != state.turn and effects.reactions(state, seat)]
        return (state.turn, *others)
    return (state.turn,)


def pending_of(state: State) -> PendingType | None:
    """Return the type of the pending decision, if there is one."""
    return DECISIONS[state.asked[0]].PENDING if state.asked else None


def moves(state: State, seat: int) -> list[Move]:
    """Return the legal moves of a seat, sorted; none if it may not move now."""
    if seat != state.turn:
        return effects.reactions(state, seat) if state.boxes and seat < state.players else []
    if state.asked:
        found = DECISIONS[state.asked[0]].moves(state, seat)
    # The frequent phases by name, which is faster than the table.
    elif state.phase == BUILD:
        found = build.moves(state, seat)
    elif state.phase == DRAFT:
        found = draft.moves(state, seat)
    else:
        found = PHASES[state.phase].moves(state, seat)
    return found if state.solo is None else found + jester.offers(state)


def why_not(state: State, seat: int, move: Move) -> Refusal:
    if move[0] == JEST:
        return jester.why_not_offered(state, move)
    refusal: Refusal | None
    if seat != state.turn:
        if move[0] != PLAY:
            return Refusal("SCOUNDRELS-8", "On another player's turn you can only play a reaction.")
        refusal = effects.why_not(state, seat, move)
    elif state.asked:
        refusal = DECISIONS[state.asked[0]].why_not(state, seat, move)
    else:
        phase, possible = PHASES[state.phase], MOVE_TYPES.by_code[move[0]].phases
        if not possible:
            return Refusal(phase.RULE, "That is not what you have to decide now.")
        if state.phase not in possible:
            return Refusal(phase.RULE, "You cannot do that now; the phase is: {phase}.", phase=NAMES[state.phase])
        refusal = phase.why_not(state, seat, move)
    assert refusal is not None, f"{move} is illegal without a reason"
    return refusal


def play(state: State, seat: int, move: Move, events: EventLog) -> None:
    """Carry out a legal move and everything after it up to the next decision."""
    if seat != state.turn:
        effects.play(state, seat, move, events)
        over = draft.resume(state, events)
    elif move[0] == JEST:
        over = jester.act(state, move, events)
    elif state.asked:
        over = DECISIONS[state.asked[0]].play(state, seat, move, events)
    # The frequent phases by name, as above.
    elif state.phase == BUILD:
        over = build.play(state, seat, move, events)
    elif state.phase == DRAFT:
        over = draft.play(state, seat, move, events)
    else:
        over = PHASES[state.phase].play(state, seat, move, events)
    if over:
        _go_on(state, state.phase + 1, events)


def _go_on(state: State, step: int, events: EventLog) -> None:
    """Begin the phases from `step` on, until a seat has to decide something."""
    while _ROUND[step](state, events):
        if state.phase == OVER:
            return
        step += 1
        if step == len(_ROUND):
            step = 0
            state.round += 1
            if events is not None:
                events.append(open_event("round_started", round=state.round, first_player=state.first))
