"""The model of `bench/ratings.py`: one rating for each player at a table, fitted to all games there."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FIXED, AT = "medium", 1500
"""The level whose rating is fixed."""
SCALE = 400 / math.log(10)
Z = statistics.NormalDist().inv_cdf(0.975)
PRECISION = 60
"""The half-width of the 95 % interval of a step, and of the difference of a pair that has played enough games."""
OUTLIER = 2.5
"""The results of a pair stand out if the model misses them by more than this many standard errors."""
Pair = tuple[str, str]
"""The player of one seat, and the player of all other seats."""

Shares = dict[Pair, dict[int, float]]
"""For each pair, the first player's share of the victory in each game."""


def precise(shares: Iterable[float]) -> bool:
    """Return whether these games are enough for a half-width of `PRECISION`."""
    won = list(shares)
    part = (sum(won) + 0.5) / (len(won) + 1)
    return len(won) > 0 and Z * SCALE / math.sqrt(len(won) * part * (1 - part)) <= PRECISION


def connected(shares: Shares) -> dict[Pair, list[float]]:
    """Return the results of the pairs that games connect to `FIXED`."""
    found, before = {FIXED}, 0
    while len(found) > before:
        before = len(found)
        found |= {name for pair, won in shares.items() if won and found & set(pair) for name in pair}
    return {pair: list(won.values()) for pair, won in shares.items() if won and set(pair) <= found}


@dataclass(frozen=True, slots=True)
class Fit:
    """The ratings at one table. `covariance`: of the names, in the unit of the ratings."""

    rating: dict[str, float]
    names: list[str]
    covariance: Any
    odd: list[str]
    """The results that stand out."""

    def half_width(self, one: str, other: str = FIXED) -> float:
        """Return the half-width of the 95 % interval of the difference between two ratings."""
        at, minus = (self.names.index(name) if name in self.names else None for name in (one, other))
        variance = sum(self.covariance[of, of] for of in (at, minus) if of is not None)
        if at is not None and minus is not None:
            variance -= 2 * self.covariance[at, minus]
        return Z * math.sqrt(max(0.0, variance))


def fit(shares: dict[Pair, list[float]], seats: int) -> Fit:
    """Fit all games of a table together.

    The seat of one player wins against `seats - 1` seats of another player with odds `strength / (others' strength *
    (seats - 1))`. This is a logistic regression with an offset. Half a win and half a loss are added to each pair, so
    that every rating is finite.
    """
    import numpy as np
    import statsmodels.api as sm

    names = sorted({name for pair in shares for name in pair} - {FIXED})
    design, counts = np.zeros((len(shares), len(names))), np.zeros((len(shares), 2))
    for row, ((one, others), won) in enumerate(shares.items()):
        counts[row] = sum(won) + 0.5, len(won) - sum(won) + 0.5
        for name, sign in ((one, 1), (others, -1)):
            if name != FIXED:
                design[row, names.index(name)] += sign
    offset = np.full(len(shares), -math.log(seats - 1))
    found = sm.GLM(counts, design, family=sm.families.Binomial(), offset=offset).fit()
    rating = {name: AT + SCALE * float(value) for name, value in zip(names, found.params, strict=True)}
    odd = [
        f"{one} against {others}: {100 * statistics.fmean(won):.0f} % of {len(won)}, by the model {100 * model:.0f} %"
        for ((one, others), won), model, miss in zip(
            shares.items(), found.fittedvalues, found.resid_pearson, strict=True
        )
        if abs(miss) > OUTLIER
    ]
    return Fit({**rating, FIXED: float(AT)}, names, SCALE**2 * found.cov_params(), odd)
