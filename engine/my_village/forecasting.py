"""How a game may end, from a state in which nothing is hidden: for searches."""

from __future__ import annotations

from typing import Final

from engine.chances import by_totals, of_result
from engine.my_village import scoring
from engine.my_village.evaluation import Outlook
from engine.my_village.state import State
from engine.ruleset import Forecast

CLEAR: Final = 8.0
"""A lead, in points, that is half way to the clearest."""

LEAST_SPREAD: Final = 2.0
SPREAD_OF_A_TURN: Final = 0.3
"""Points of uncertainty at the end, and for each turn that is left."""


def forecast(state: State) -> Forecast:
    """Expected points at the end of every seat, and its chance."""
    result = scoring.result(state)
    if result is not None:
        return of_result(result, CLEAR)
    outlooks = [Outlook(state, seat) for seat in range(len(state.seats))]
    spread = LEAST_SPREAD + SPREAD_OF_A_TURN * outlooks[0].left
    return by_totals([outlook.evaluate(state) for outlook in outlooks], spread, CLEAR)
