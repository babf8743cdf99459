"""Step I: the player takes two dice from the pool, then fixes their value (MVDICE)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.moves import CHOOSE_DICE, SET_VALUE, die_doc
from engine.my_village.state import BANNERS, VALUE, State
from engine.my_village.village import pay_time
from engine.my_village.village.values import ways_to
from engine.ruleset import Move

_PAIRS: Final[list[list[Move]]] = [[(CHOOSE_DICE, one, other) for other in range(12)] for one in range(12)]


def moves(state: State, who: int) -> list[Move]:
    """Return all different pairs of dice in the pool or, once two dice are chosen, all values to which they can be
    changed.
    """
    if state.phase == VALUE:
        seat = state.seats[who]
        ways = ways_to(state.dice, seat.coins, seat.tokens)
        moves: list[Move] = [(SET_VALUE, way[0], way[1], way[2]) for way in ways]
        moves.sort()
        return moves
    moves = []
    pool = state.pool
    for one in range(12):
        if pool[one]:
            first = one if pool[one] > 1 else one + 1
            moves += [_PAIRS[one][other] for other in range(first, 12) if pool[other]]
    return moves


def why_not(state: State, who: int, move: Move) -> Refusal:
    if move[0] == CHOOSE_DICE:
        return Refusal("MVDICE-1", "These two dice are not both in the dice pool.")
    _, value, coins, tokens = move
    seat = state.seats[who]
    if coins > seat.coins:
        return Refusal(
            "MVDICE-5",
            "You need {coins} to reach {value}; you have {there}.",
            value=value,
            coins=coins,
            there=seat.coins,
        )
    if tokens > seat.tokens:
        return Refusal(
            "MVDICE-6",
            "You need {tokens} to reach {value}; you have {there}.",
            value=value,
            tokens=tokens,
            there=seat.tokens,
        )
    return Refusal(
        "MVDICE-7",
        "That does not give {value}, or it pays more than needed ({coins}, {tokens}).",
        coins=coins,
        tokens=tokens,
        value=value,
    )


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Take the dice, pay for black ones, fix the value (MVDICE-1 to 8). Returns False: the turn continues."""
    if move[0] == CHOOSE_DICE:
        _choose(state, who, move, events)
    else:
        _, value, coins, tokens = move
        seat = state.seats[who]
        seat.coins -= coins
        seat.tokens -= tokens
        _fix(state, who, value, coins, tokens, events)
    return False


def _choose(state: State, who: int, move: Move, events: EventLog) -> None:
    dice = [move[1], move[2]]
    seat = state.seats[who]
    time = 0
    for die in dice:
        state.pool[die] -= 1
        if die > 5:
            time += state.cat.black_time
    pay_time(state.cat, seat, time)
    state.dice = dice
    if events is not None:
        events.append(open_event("dice_chosen", seat=who, dice=[die_doc(die) for die in dice], time=time))
    if seat.coins or seat.tokens:
        state.phase = VALUE
    else:
        _fix(state, who, dice[0] % 6 + dice[1] % 6 + 2, 0, 0, events)


def _fix(state: State, who: int, value: int, coins: int, tokens: int, events: EventLog) -> None:
    state.value = value
    state.phase = BANNERS
    if events is not None:
        events.append(open_event("value_set", seat=who, value=value, coins=coins, tokens=tokens))
