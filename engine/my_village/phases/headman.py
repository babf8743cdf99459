"""Steps of the headman (MVHEADMAN): by the black banner "?", or by a monk's action (MVMONK-5)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.moves import FORFEIT, MOVE_HEADMAN
from engine.my_village.state import COIN, EMPTY, HEADMAN_PLACES, HOUSE, STORY, State
from engine.my_village.village import gain_coins, gain_story, pay_time
from engine.ruleset import Move

_STAY: Final[Move] = (MOVE_HEADMAN, EMPTY)
_WAYS: Final[list[list[Move]]] = [
    [_STAY, (MOVE_HEADMAN, COIN)],
    [_STAY, (MOVE_HEADMAN, HOUSE), (MOVE_HEADMAN, STORY)],
    [_STAY, (MOVE_HEADMAN, COIN)],
]
"""For each place of the headman (main house, coin, story): the moves from there."""
_FORFEIT: Final[Move] = (FORFEIT,)


def banner_moves(state: State, who: int) -> list[Move]:
    """Return the moves of the banner: the headman's steps, or staying where he is (MVHEADMAN-1 to 4, MVTURN-6)."""
    return _WAYS[state.seats[who].headman]


def moves(state: State, who: int) -> list[Move]:
    """Return the moves of a monk's action (MVMONK-5): the same steps, or declining. Declining costs no time."""
    return [*_WAYS[state.seats[who].headman][1:], _FORFEIT]


def why_not(state: State, who: int, move: Move) -> Refusal:
    if move == _STAY:
        return Refusal("MVMONK-5", "Move the headman or decline.")
    place = state.seats[who].headman
    rule = {HOUSE: "MVHEADMAN-2", COIN: "MVHEADMAN-3", STORY: "MVHEADMAN-4"}[place]
    return Refusal(rule, "The headman cannot move there from where he is ({stands}).", stands=HEADMAN_PLACES[place])


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Pay 1 time and move the headman (MVHEADMAN-1, 5, 6). Returns True: the turn's activations are over."""
    if move == _FORFEIT:
        if events is not None:
            events.append(open_event("forfeited", seat=who))
        return True
    cat, seat, place = state.cat, state.seats[who], move[1]
    pay_time(cat, seat, cat.headman_time)
    saved = 0
    if place == HOUSE:
        saved = seat.story
        seat.saved += saved
        seat.story = 0
    if place != EMPTY:
        seat.headman = place
    if events is not None:
        to = HEADMAN_PLACES[seat.headman]
        events.append(open_event("headman_moved", seat=who, to=to, time=cat.headman_time, saved=saved))
    if place == COIN:
        gain_coins(state, who, cat.headman_coins, events)
    elif place == STORY:
        gain_story(state, who, cat.headman_story, events)
    return True
