"""Shares, means and percentiles with 95 % intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

Z = statistics.NormalDist().inv_cdf(0.975)
"""95 % of a normal distribution lies within this many standard deviations of the mean."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's score interval for the share `wins / games`.

    A shared win counts as a fraction of a win.
    """
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * math.sqrt((share * (1 - share) + spread / 4) / games)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def mean_of(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean of the values, and half the width of its interval (`None` for a single value)."""
    mean = statistics.fmean(values)
    if len(values) == 1:
        return mean, None
    return mean, Z * statistics.stdev(values) / math.sqrt(len(values))


def percentile(values: Sequence[float], share: float) -> float | None:
    """Return a percentile by the nearest-rank method: one of the values, or `None` if there are none.

    `share`: 0.95 for the 95th percentile; above 0, at most 1.
    """
    return sorted(values)[math.ceil(share * len(values)) - 1] if values else None
