"""Rats takes away a draft, Arson a build action, unless the player pays the bank (EVENTS-15, EVENTS-21, A-87)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import Field, MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import ARSON, EVENT_KEYS, RATS
from engine.villagers.moves import PAY_OFF
from engine.villagers.moves.fields import EVENT
from engine.villagers.moves.pending import PendingType
from engine.villagers.solo import solo_of
from engine.villagers.state import BUILD, DRAFT, SETTLE, State

PRICE: Final = 3
IN_FORCE: Final = {DRAFT: RATS, BUILD: ARSON}
"""For each phase that can begin with a price, the event that demands it."""


def _possible(state: State) -> bool:
    """Return whether the event is in force in this phase and the player has an action to give up."""
    seat = state.seats[state.turn]
    return state.asked[1] == IN_FORCE[state.phase] and (state.phase == DRAFT or seat.builds > 0)


PENDING: Final = PendingType(
    SETTLE,
    "settle",
    "Solo, under Rats or Arson: pay, or draft or build one villager less.",
    DRAFT,
    BUILD,
    solo=True,
    event=EVENT,
    possible=_possible,
)


MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        PAY_OFF,
        "settle",
        "Solo, under Rats or Arson: pay 3 gold (or all you have), or draft or build one villager less.",
        about=lambda fields, view: "/events/face_up/={event} /seats/{me}" + ("/gold" if fields["pay"] else ""),
        event=EVENT,
        pay=Field(bool, bool, int),
    ),
]


def ask(state: State) -> None:
    """At the start of a phase, let the player decide about the event in force, if there is one."""
    if state.solo is None:
        return
    event = IN_FORCE[state.phase]
    if event in state.solo.face_up:
        state.asked = (SETTLE, event)


def moves(state: State, seat: int) -> list[Move]:
    """Return the two choices: give up an action, or pay. Players with too little gold pay all they have."""
    event = state.asked[1]
    return [(PAY_OFF, event, 0), (PAY_OFF, event, 1)]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    event = state.asked[1]
    rule = "EVENTS-21" if event == RATS else "EVENTS-15"
    return Refusal(
        rule, "First decide about “{event}”: pay the bank, or draft or build one fewer.", event=EVENT_KEYS[event]
    )


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Pay the bank or lower the limit by one. Returns False: this never ends a phase."""
    event = state.asked[1]
    state.asked = ()
    solo_of(state).begun |= 1 << event
    player = state.seats[seat]
    if move[2]:
        gold = min(PRICE, player.gold)
        player.gold -= gold
        if events is not None:
            events.append(open_event("gold_paid", seat=seat, to="bank", gold=gold, reason=EVENT_KEYS[event]))
        return False
    player.cut = 1
    if event == ARSON:
        player.builds -= 1
    if events is not None:
        events.append(open_event("limit_cut", seat=seat, reason=EVENT_KEYS[event]))
    return False
