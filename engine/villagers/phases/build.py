"""The build phase (BUILD): the seats take one complete turn each. Other modules have the effects of actions."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers import effects
from engine.villagers.catalogue import FOUNDERS
from engine.villagers.moves import END, PLACE, TRADE, about
from engine.villagers.phases import trading
from engine.villagers.scoring.formulas import best_bronze
from engine.villagers.solo import prices
from engine.villagers.state import BUILD, Seat, State
from engine.villagers.table import placing
from engine.villagers.table.build_turn import MAX_TRADES
from engine.villagers.table.hidden import different
from engine.villagers.table.village import build_limit, flip_founders, founders_of

RULE: Final = "BUILD-1"
MOVE_TYPES: Final[list[MoveType]] = [
    placing.MOVE_TYPE,
    trading.MOVE_TYPE,
    MoveType(END, "end", "End the build turn.", BUILD, about=about.SEAT),
]

_END: Final[Move] = (END,)


def begin(state: State, events: EventLog) -> bool:
    """Let the first player begin (BUILD-1). Returns False: the phase is never over immediately."""
    state.phase = BUILD
    _begin_turn(state, state.first, events)
    prices.ask(state)
    return False


def _begin_turn(state: State, seat: int, events: EventLog) -> None:
    """Start a build turn, which fixes its limit (BUILD-4)."""
    builder = state.seats[seat]
    state.turn = seat
    builder.builds = build_limit(builder)
    builder.trades = MAX_TRADES
    builder.opening = state.boxes != 0
    if events is not None:
        events.append(open_event("build_turn", seat=seat, limit=builder.builds))


def moves(state: State, seat: int) -> list[Move]:
    """Return the builder's moves, sorted: all actions, because any order is allowed (BUILD-13), and ending the turn
    (BUILD-5).
    """
    cards = different(state.seats[seat].hand)
    found = placing.moves(state, seat, cards)
    found += trading.moves(state, seat, cards)
    found += effects.moves(state, seat, cards)
    found.append(_END)
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] == PLACE:
        return placing.why_not(state, seat, move)
    if move[0] == TRADE:
        return trading.why_not(state, seat, move)
    return None if move[0] == END else effects.why_not(state, seat, move)


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    kind = move[0]
    if state.boxes and kind not in effects.OPENING_MOVES:
        state.seats[seat].opening = False
    if kind == PLACE:
        placing.play(state, seat, move, events)
    elif kind == TRADE:
        trading.play(state, seat, move, events)
    elif kind == END:
        return _end_turn(state, seat, events)
    else:
        effects.play(state, seat, move, events)
    return False


def _end_turn(state: State, seat: int, events: EventLog) -> bool:
    builder = state.seats[seat]
    builder.builds = 0
    builder.trades = 0
    builder.tinner = False
    if state.boxes:
        builder.hired = []
        _pay_bronze(builder, seat, events)
    if events is not None:
        events.append(open_event("build_ended", seat=seat))
    builder.cut = 0
    following = (seat + 1) % state.players
    if following != state.first:
        _begin_turn(state, following, events)
        return False
    _flip_founders(state, events)
    state.first = (state.first + 1) % state.players
    return True


def _pay_bronze(builder: Seat, seat: int, events: EventLog) -> None:
    """Pay the best bronze symbol at the end of the build turn (PROFITEERS-3 to 5)."""
    gold = best_bronze(builder)
    builder.gold += gold
    if events is not None and gold:
        events.append(open_event("gold_gained", seat=seat, gold=gold, reason="bronze"))


def _flip_founders(state: State, events: EventLog) -> None:
    """After the last build turn, flip the Founders of villages without food (FOUNDERS-3 to 6)."""
    for seat, owner in enumerate(state.seats):
        villager = 0 if owner.food else founders_of(owner)
        if villager and owner.card[villager] == FOUNDERS:
            flip_founders(owner, villager)
            if events is not None:
                events.append(open_event("founders_flipped", seat=seat))
