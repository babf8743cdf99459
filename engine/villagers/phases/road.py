"""The update of the road after the draft (ROAD): coins, discards, new villagers."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.moves import COIN, PASS, about
from engine.villagers.moves.fields import SLOT
from engine.villagers.state import ROAD, State
from engine.villagers.table.piles import face_up, replace_slots, road_is_bare

RULE: Final = "ROAD-9"
MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        COIN,
        "coin",
        "Two players: put a gold from the bank on a villager on the road.",
        ROAD,
        about="/road/{slot}",
        slot=SLOT,
    ),
    MoveType(PASS, "pass", "Two players: put no gold on the road.", ROAD, about=about.SEAT),
]

_COINS: Final[list[Move]] = [(COIN, slot) for slot in range(6)]
_PASS: Final[Move] = (PASS,)


def begin(state: State, events: EventLog) -> bool:
    """In a game of one or two players, let them place gold, in reverse turn order. In a larger game, update the road
    without a choice (ROAD-1, ROAD-9).

    Returns whether the phase is already over.
    """
    if state.players > 2:
        _update_for_many(state, events)
        return True
    if road_is_bare(state):
        return True
    state.phase = ROAD
    state.turn = (state.first + 1) % state.players
    return False


def moves(state: State, seat: int) -> list[Move]:
    """Return the choices: place a gold on any villager of the road, or on none (ROAD-9 to 11)."""
    found = [_COINS[slot] for slot in face_up(state)]
    found.append(_PASS)
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] == COIN and move[1] not in face_up(state):
        return Refusal("ROAD-9", "There is no villager in slot {slot} of the road.", slot=move[1])
    return None


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Put a gold from the bank on the road, or decline. After the second seat, update the road and end the phase."""
    if move[0] == COIN:
        state.road_gold[move[1]] += 1
    if events is not None:
        if move[0] == COIN:
            events.append(open_event("coin_placed", seat=seat, slot=move[1]))
        else:
            events.append(open_event("coin_passed", seat=seat))
    if seat != state.first:
        state.turn = state.first
        return False
    replace_slots(state, [slot for slot in face_up(state) if not state.road_gold[slot]], events)
    return True


def _update_for_many(state: State, events: EventLog) -> None:
    """With three or more players, discard villagers with coins, fill the gaps, and put a coin on each villager (ROAD-1
    to 8).
    """
    replace_slots(state, [slot for slot in range(6) if state.road_gold[slot]], events)
    paid = face_up(state)
    for slot in paid:
        state.road_gold[slot] = 1
    if events is not None:
        events.append(open_event("road_paid", slots=paid))
