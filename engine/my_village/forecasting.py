"""How a game may end, from a state in which nothing is hidden, and first guesses at moves: for searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.chances import by_totals, of_result
from engine.my_village import flow, scoring
from engine.my_village.clock import Clock
from engine.my_village.features import describe
from engine.my_village.learned import WEIGHTS, worth
from engine.my_village.priors import Guesses
from engine.my_village.state import DICE, State
from engine.ruleset import Forecast, Move

CLEAR: Final = 8.0
"""A lead, in points, that is half way to the clearest."""


def forecast(state: State) -> Forecast:
    """Expected points at the end of every seat, and its chance; a turn that has begun goes on as well as it can."""
    result = scoring.result(state)
    if result is not None:
        return of_result(result, CLEAR)
    clock = Clock(state, WEIGHTS, running=state.phase != DICE)
    totals, turns = [], 0.0
    for who in range(len(state.seats)):
        left = clock.left(who)
        turns += left
        totals.append(sum(scoring.points(state, who)) + worth(WEIGHTS.at(left), describe(state, who)))
    if state.phase != DICE:
        totals[state.turn] += _promise(state)
    return by_totals(totals, WEIGHTS.spread_at(turns / len(totals)), CLEAR)


def _promise(state: State) -> float:
    """What the best of the moves to be chosen now adds."""
    moves = flow.PHASES[state.phase].moves(state, state.turn)
    return max(Guesses(state, state.turn, WEIGHTS).rates(moves))


def priors(state: State, seat: int, moves: Sequence[Move]) -> list[float]:
    """A first guess at each move of the seat to act, in points."""
    return Guesses(state, seat, WEIGHTS).rates(moves)
