"""The Jester can discard an event that has not taken effect: once in a game, at any decision (SOLO-27, SOLO-28, A-83,
A-84).
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import EVENT_KEYS
from engine.villagers.moves import JEST
from engine.villagers.moves.fields import EVENT as EVENT_FIELD
from engine.villagers.moves.pending import PendingType
from engine.villagers.solo import decks, event_phase, solo_of
from engine.villagers.state import EVENT, LAST_JEST, REPLACEMENT, SETTLE, State

MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        JEST,
        "jester",
        "Solo, at any decision: the Jester discards an event that has not begun to act.",
        about="/events/face_up/={event} /events/jester",
        event=EVENT_FIELD,
    ),
]


def offers(state: State) -> list[Move]:
    """Return a move for every event that the Jester can discard now, sorted."""
    solo = state.solo
    if solo is None or not solo.jester:
        return []
    return [(JEST, event) for event in sorted(solo.face_up) if not solo.begun >> event & 1]


def why_not_offered(state: State, move: Move) -> Refusal:
    solo = state.solo
    if solo is None or not solo.jester:
        return Refusal("SOLO-27", "You no longer have the Jester.")
    if move[1] not in solo.face_up:
        return Refusal("SOLO-27", "“{event}” is not face up.", event=EVENT_KEYS[move[1]])
    return Refusal("SOLO-27", "“{event}” has already taken effect.", event=EVENT_KEYS[move[1]])


def act(state: State, move: Move, events: EventLog) -> bool:
    """Discard the event. A pending decision about the event is cancelled. Returns whether the phase is over."""
    solo = solo_of(state)
    asked, event = state.asked, move[1]
    solo.jester = solo.must_jest = False
    decks.discard(state, event, "jester", events)
    if asked and asked[0] == LAST_JEST:
        state.asked = ()
        return True
    if asked and asked[0] in (SETTLE, REPLACEMENT) and asked[1] == event:
        state.asked = ()
    if state.phase == EVENT and not state.asked:
        return event_phase.go_on(state, events)
    return False


# --- the decision that cannot be postponed: the last one of a round with It Was You! --------------


PENDING: Final = PendingType(
    LAST_JEST,
    "jester",
    "Solo: the Jester has to discard an event now.",
    EVENT,
    solo=True,
    possible=lambda state: bool(offers(state)),
)


def moves(state: State, seat: int) -> list[Move]:
    """Return no moves: `flow` adds the Jester's moves here, as at every decision."""
    return []


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    return Refusal("EVENTS-19", "First choose the event that the Jester discards.")


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Never called: `act` carries out the Jester's moves."""
    raise AssertionError("the Jester acts by moves of his own")
