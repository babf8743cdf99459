"""From expected totals to probabilities of winning."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.ruleset import Doc, Forecast


def by_totals(totals: Sequence[float], spread: float) -> Forecast:
    """A forecast in which a lead of `spread` makes a seat e times as likely to win as another."""
    best = max(totals)
    weights = [exp((total - best) / spread) for total in totals]
    whole = sum(weights)
    return Forecast(list(totals), [weight / whole for weight in weights])


def against(total: float, rival: float, spread: float) -> Forecast:
    """The forecast of the only seat of a game, whose rival has no seat."""
    lead = max(-50.0, min(50.0, (total - rival) / spread))
    return Forecast([total], [1 / (1 + exp(-lead))])


def of_result(result: Doc) -> Forecast:
    """What is certain: who shares a victory shares its probability."""
    winners, scores = result["winners"], result["scores"]
    return Forecast(
        [float(score["total"]) for score in scores],
        [1 / len(winners) if score["seat"] in winners else 0.0 for score in scores],
    )
