"""The value: forecasts from full states."""

from __future__ import annotations

from typing import Final

from engine.chances import against, by_totals, of_result
from engine.ruleset import Forecast
from engine.villagers import scoring
from engine.villagers.heuristics.features import describe, rounds_left
from engine.villagers.heuristics.weights import WEIGHTS
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import State

CLEAR: Final = 20.0
"""A lead of this size, in gold, counts as 0.75 in `Forecast.leads`."""

MIN_SPREAD: Final = 5.0
SPREAD_OF_A_ROUND: Final = 3.0
"""The spread of the totals, in gold, is MIN_SPREAD at the end of the game. Each round left adds SPREAD_OF_A_ROUND."""


def kind_of_table(state: State) -> str:
    """Return the kind of table: "solo", "two" or "more". Each kind has its own weights."""
    if state.solo is not None:
        return "solo"
    return "two" if state.players == 2 else "more"


def estimate_outcome(state: State) -> Forecast:
    """Return the expected final gold and the chance of winning of every seat."""
    result = scoring.final_result(state)
    if result is not None:
        return of_result(result, CLEAR)
    weights = WEIGHTS[kind_of_table(state)]
    totals = [weights.worth(describe(state, seat)) for seat in range(state.players)]
    spread = MIN_SPREAD + SPREAD_OF_A_ROUND * rounds_left(state)
    if state.solo is not None:
        rival = WEIGHTS["countess"].worth(describe(state, COUNTESS_SEAT))
        return against(totals[0], rival, spread, CLEAR)
    return by_totals(totals, spread, CLEAR)
