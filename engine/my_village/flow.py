"""The order of the steps of a turn (MVROUND-6). Only this module knows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import KEYS, KIND, MONK, TRAVEL
from engine.my_village.phases import banners, death, dice, headman, rounds, school, steward, travel
from engine.my_village.scoring import winners
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
    OVER,
    PLOWED,
    RATS,
    STEP,
    STEWARD,
    VALUE,
    Seat,
    State,
)
from engine.my_village.village import can_ward, helped, trades
from engine.ruleset import Move


class Phase(Protocol):
    """The interface of a phase, a module under `phases`."""

    def moves(self, state: State, who: int) -> list[Move]:
        """Return the legal moves of the seat to act, sorted."""

    def why_not(self, state: State, who: int, move: Move) -> Refusal:
        """Return the rule and the reason why a move of this phase is illegal."""

    def play(self, state: State, who: int, move: Move, events: EventLog) -> bool:
        """Carry out a legal move. Returns whether the turn's activations are over. In the phases DEATH, LABORER and
        RATS, it returns whether the whole turn is over.
        """


def _anybody(state: State, seat: Seat) -> bool:
    return True


@dataclass(frozen=True)
class PendingDecision:
    """A phase's module, and the conditions on the state during the phase.

    - `waits`: the kinds of card that may wait for their place in the village (EMPTY: none).
    - `steps`: the range of `State.steps`.
    - `customers`: the lowest number of customers in the display.
    - `possible`: whether the active village can have this decision; `lacking`: the reason if it cannot.
    """

    module: Phase | None
    waits: tuple[int, ...] = (EMPTY,)
    steps: tuple[int, int] = (0, 0)
    customers: int = 0
    possible: Callable[[State, Seat], bool] = _anybody
    lacking: str = ""


_TRADING: Final = "the trading church does not help this seat"
_CALLED: Final = (1, steward.MAX_INVITED)

DECISIONS: Final[dict[int, PendingDecision]] = {
    DICE: PendingDecision(dice),
    VALUE: PendingDecision(dice),
    BANNERS: PendingDecision(banners),
    STEWARD: PendingDecision(steward, waits=(MONK,), steps=_CALLED, customers=1, possible=helped, lacking=_TRADING),
    GIFT: PendingDecision(
        steward,
        waits=(EMPTY, MONK),
        steps=_CALLED,
        customers=2,
        possible=lambda state, seat: trades(seat),
        lacking=_TRADING,
    ),
    GUESTS: PendingDecision(steward, waits=(EMPTY, MONK), steps=_CALLED, customers=1),
    STEP: PendingDecision(headman, waits=(MONK,)),
    LESSON: PendingDecision(
        school,
        waits=(MONK,),
        steps=(1, 9),
        possible=lambda state, seat: school.can_teach(seat),
        lacking="the school cannot do anything",
    ),
    EXCHANGE: PendingDecision(travel, waits=(TRAVEL,)),
    DEATH: PendingDecision(death, possible=lambda state, seat: seat.reaper, lacking="the reaper has not come"),
    LABORER: PendingDecision(death, possible=lambda state, seat: not seat.villagers, lacking="villagers are left"),
    RATS: PendingDecision(
        death,
        possible=lambda state, seat: can_ward(state.cat, state.seats[state.turn]),
        lacking="the sanatory church does not help this seat",
    ),
    OVER: PendingDecision(None),
}
"""The pending decisions, by phase."""

PHASES: Final[list[Phase]] = [one.module for one in DECISIONS.values() if one.module is not None]


def play(state: State, who: int, move: Move, events: EventLog) -> None:
    """Carry out a legal move and everything after it up to the next decision."""
    phase = state.phase
    if not PHASES[phase].play(state, who, move, events):
        return
    if phase < DEATH:
        _finish(state, who, events)
        if state.seats[who].reaper:
            death.begin(state)
            return
    _end_turn(state, events)


def _finish(state: State, who: int, events: EventLog) -> None:
    """Add the pending card to the village once its action is over (MVMONK-3, MVTRAVEL-1)."""
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


def _end_turn(state: State, events: EventLog) -> None:
    """End the turn, and begin the next one (MVROUND-3 to 5, MVEND-1).

    After the last turn of a round, begin a new round or end the game.
    """
    seat = state.seats[state.active]
    if state.used or state.begun:
        state.used = 0
        state.begun = False
        for field, flags in enumerate(seat.fields):
            seat.fields[field] = flags & PLOWED
    state.dice = []
    state.value = 0
    state.turns += 1
    if events is not None:
        events.append(open_event("turn_ended", seat=state.active))
    if state.turns < rounds.turns_in_round(state):
        state.active = state.turn = (state.active + 1) % len(state.seats)
        state.phase = DICE
    elif rounds.deaths(state) < state.cat.deaths[len(state.seats) - 2]:
        state.round += 1
        rounds.prepare(state, events)
    else:
        state.phase = OVER
        state.turn = EMPTY
        if events is not None:
            events.append(open_event("village_scored", winners=winners(state)))
