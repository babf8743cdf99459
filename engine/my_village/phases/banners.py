"""Step II: one black banner, then white banners one by one, or the "?" (MVTURN). Other modules have the banners'
effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.moves import (
    ACTIVATE,
    CALL_STEWARD,
    END_TURN,
    MOVE_HEADMAN,
    MOVE_PLOW,
    SERVE,
    TAKE_CARD,
    TAKE_HAND,
    TEACH,
    TRAVEL,
)
from engine.my_village.phases import cards, headman, school, steward, travel, white
from engine.my_village.phases.white import LAST_BANNER
from engine.my_village.state import MEETING, SCHOOL, State
from engine.ruleset import Move

_END: Final[Move] = (END_TURN,)
_HAND: Final[list[Move]] = [(TAKE_HAND, 0), (TAKE_HAND, 1)]
_EXCLUSIVE: Final = (TAKE_CARD, TRAVEL, TAKE_HAND, CALL_STEWARD, MOVE_HEADMAN)
"""Moves after which nothing else can be activated in the turn (MVTURN-3)."""


def moves(state: State, who: int) -> list[Move]:
    """Return the moves of the step: all banners that can be activated now, all moves of plows and, after an activation,
    the end of the turn.
    """
    moves: list[Move] = []
    if state.begun:
        moves.append(_END)
    else:
        moves += cards.moves(state, who)
        moves += travel.banner_moves(state, who)
        if state.cat.hand_values >> state.value & 1 and why_hand_stays(state, who) is None:
            moves += _HAND
        moves += steward.banner_moves(state, who)
        moves += headman.banner_moves(state, who)
    moves += white.moves(state, who)
    if white.is_open(state, state.seats[who], SCHOOL):
        moves += school.moves(state, who)
    moves += white.plow_moves(state, who)
    moves.sort()
    return moves


def why_not(state: State, who: int, move: Move) -> Refusal:
    kind = move[0]
    if kind == END_TURN:
        return Refusal("MVTURN-2", "Activate a banner before you end your turn.")
    if kind in _EXCLUSIVE and state.begun:
        if state.used >> MEETING & 1:
            return LAST_BANNER
        return Refusal("MVTURN-3", "You have activated a white banner; only white banners can follow this turn.")
    if kind == TAKE_HAND:
        if not state.cat.hand_values >> state.value & 1:
            return Refusal(
                "MVHAND-1", "The starting player hand does not show banner value {value}.", value=state.value
            )
        refusal = why_hand_stays(state, who)
        assert refusal is not None
        return refusal
    if kind == TEACH:
        return white.why_not_school(state, who) or school.why_not(state, who, move)
    return _AGAINST[kind](state, who, move)


_AGAINST: Final[Mapping[int, Callable[[State, int, Move], Refusal]]] = {
    TAKE_CARD: cards.why_not,
    TRAVEL: travel.why_not_travel,
    CALL_STEWARD: steward.why_not_called,
    MOVE_HEADMAN: headman.why_not,
    ACTIVATE: white.why_not,
    SERVE: white.why_not_serve,
    MOVE_PLOW: white.why_not_plow,
}


def why_hand_stays(state: State, who: int) -> Refusal | None:
    """Return why the starting player hand cannot be taken, whatever the value (MVHAND-3 to 5); `None` if it can."""
    if not state.hand_palm:
        return Refusal("MVHAND-3", "The starting player hand has already been taken this round.")
    if who == state.first and len(state.seats) > 2:
        return Refusal("MVHAND-4", "You are the starting player, so you cannot take the starting player hand.")
    if who == state.first and state.turns == 0:
        return Refusal(
            "MVHAND-5", "You are the starting player, so you cannot take the starting player hand on your first turn."
        )
    return None


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    return _PLAYS[move[0]](state, who, move, events)


def _take_hand(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Give the seat the hand and its points; the order of this round does not change (MVHAND-2, 6, 7)."""
    if move[1]:
        if events is not None:
            events.append(open_event("forfeited", seat=who))
        return True
    story = state.hand_story
    state.seats[who].story += story
    state.hand_story = 0
    state.hand_owner = who
    state.hand_palm = False
    if events is not None:
        events.append(open_event("hand_taken", seat=who, story=story))
    return True


def _end(state: State, who: int, move: Move, events: EventLog) -> bool:
    return True


_PLAYS: Final[Mapping[int, Callable[[State, int, Move, EventLog], bool]]] = {
    TAKE_CARD: cards.play,
    TRAVEL: travel.play_travel,
    TAKE_HAND: _take_hand,
    CALL_STEWARD: steward.call,
    MOVE_HEADMAN: headman.play,
    ACTIVATE: white.play,
    TEACH: school.play,
    SERVE: white.serve,
    MOVE_PLOW: white.move_plow,
    END_TURN: _end,
}
