"""What follows what in a turn (MVROUND-6): the only place that knows the order of its steps."""

from __future__ import annotations

from typing import Final, Protocol

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import KEYS, KIND, MONK
from engine.my_village.phases import banners, death, dice, headman, rounds, school, steward, travel
from engine.my_village.state import (
    BANNERS,
    DEATH,
    DICE,
    EMPTY,
    EXCHANGE,
    GIFT,
    GUESTS,
    LABORER,
    LESSON,
    RATS,
    STEP,
    STEWARD,
    VALUE,
    State,
)
from engine.ruleset import Move


class Phase(Protocol):
    """What a phase offers (a module under `phases`)."""

    def moves(self, state: State, who: int) -> list[Move]:
        """The legal moves of the seat to act, sorted."""

    def why_not(self, state: State, who: int, move: Move) -> Refusal:
        """The rule and the reason why a move of this phase is illegal."""

    def play(self, state: State, who: int, move: Move, events: EventLog) -> bool:
        """Carry out a legal move; True when the activations of the turn (from DEATH on: the turn) are over."""


PHASES: Final[dict[int, Phase]] = {
    **dict.fromkeys((DICE, VALUE), dice),
    BANNERS: banners,
    **dict.fromkeys((STEWARD, GIFT, GUESTS), steward),
    STEP: headman,
    LESSON: school,
    EXCHANGE: travel,
    **dict.fromkeys((DEATH, LABORER, RATS), death),
}


def play(state: State, who: int, move: Move, events: EventLog) -> None:
    """Carry out a legal move and everything that follows without a decision."""
    phase = state.phase
    if not PHASES[phase].play(state, who, move, events):
        return
    if phase < DEATH:
        _finish(state, who, events)
        if state.seats[who].reaper:
            death.begin(state)
            return
    rounds.end_turn(state, events)


def _finish(state: State, who: int, events: EventLog) -> None:
    """The card that waited for its action to be over joins the village (MVMONK-3, MVTRAVEL-1)."""
    card = state.card
    state.steps = 0
    state.must = False
    if card == EMPTY:
        return
    state.card = EMPTY
    seat = state.seats[who]
    (seat.monks if KIND[card] == MONK else seat.travels).append(card)
    if events is not None:
        events.append(open_event("card_added", seat=who, card=KEYS[card]))
