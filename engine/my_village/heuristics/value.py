"""The value function: forecasts the end of a game from a state with no hidden information."""

from __future__ import annotations

from typing import Final

from engine.chances import by_totals, of_result
from engine.my_village import flow, scoring
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.features import describe
from engine.my_village.heuristics.move_values import MoveValues
from engine.my_village.heuristics.weights import WEIGHTS, worth
from engine.my_village.state import State
from engine.ruleset import Forecast

CLEAR: Final = 8.0
"""A lead of this many points counts as 0.75 in `Forecast.leads`."""


def kind_of_table(state: State) -> str:
    """Return the kind of table, which has its own weights."""
    return "two" if len(state.seats) == 2 else "more"


def estimate_outcome(state: State) -> Forecast:
    """Return every seat's expected final points and chance of victory, assuming that the current turn goes well."""
    result = scoring.final_result(state)
    if result is not None:
        return of_result(result, CLEAR)
    clock = Clock(state, WEIGHTS, running=True)
    totals, turns = [], 0.0
    for who in range(len(state.seats)):
        left = clock.left(who)
        turns += left
        totals.append(scoring.points(state, who) + worth(WEIGHTS.at(left), describe(state, who)))
    acting = MoveValues(state, state.turn, WEIGHTS)
    moves = flow.PHASES[state.phase].moves(state, state.turn)
    totals[state.turn] = acting.base + max(acting.of(moves))
    return by_totals(totals, WEIGHTS.spread_at(turns / len(totals)), CLEAR)
