"""Makes forecasts from expected or final totals."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.ruleset import Doc, Forecast


def by_totals(totals: list[float], spread: float, clear: float) -> Forecast:
    """Return the forecast for these totals.

    The chances of winning are the softmax of the totals at temperature `spread`.
    A lead of `clear` counts as 0.75 in `Forecast.leads`. `spread` and `clear` are above 0, in the unit of the score.

    >>> by_totals([12.0, 9.0], spread=3, clear=3).leads
    [0.75, 0.25]
    """
    best = max(totals)
    weights = [exp((total - best) / spread) for total in totals]
    whole = sum(weights)
    return Forecast(totals, [weight / whole for weight in weights], leads(totals, clear))


def against(total: float, rival: float, spread: float, clear: float) -> Forecast:
    """Return the forecast of a solo game. `rival`: the total of the opponent, which has no seat."""
    lead = max(-50.0, min(50.0, (total - rival) / spread))
    return Forecast([total], [1 / (1 + exp(-lead))], [_led(total - rival, clear)])


def of_result(result: Doc, clear: float) -> Forecast:
    """Return the forecast of a finished game: winners share the probability equally."""
    winners, scores = result["winners"], result["scores"]
    totals = [float(score["total"]) for score in scores]
    chances = [1 / len(winners) if score["seat"] in winners else 0.0 for score in scores]
    if "rivals" in result:
        return Forecast(totals, chances, [_led(totals[0] - result["rivals"][0]["total"], clear)])
    return Forecast(totals, chances, leads(totals, clear))


def leads(totals: Sequence[float], clear: float) -> list[float]:
    """Return how clearly each seat leads its best rival: from 0 to 1, and 0.5 if the two are equal."""
    first, second = sorted(totals)[-1:-3:-1]
    return [_led(total - (second if total == first else first), clear) for total in totals]


def _led(lead: float, clear: float) -> float:
    return 0.5 + 0.5 * lead / (clear + abs(lead))
