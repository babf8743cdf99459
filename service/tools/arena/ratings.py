"""Elo ratings: the Bradley-Terry model, by maximum likelihood, with 95 % intervals.

The probability that `a` beats `b` is `1 / (1 + 10 ** ((b - a) / 400))`. A shared win counts as half a win for both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.tools.arena.statistics import Z

SCALE = 400 / math.log(10)
"""The number of Elo points in one unit of log odds."""

MAX_STEPS = 10_000
"""Limit of iterations. They are cheap, and the method normally converges long before."""

Wins = Mapping[tuple[str, str], float]
"""How often the first level beat the second, for every ordered pair that met."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The Elo points above the reference level, and half the width of their 95 % interval."""

    elo: float
    plus_minus: float


def fit_ratings(levels: Sequence[str], wins: Wins) -> tuple[dict[str, Rating], bool]:
    """Return the rating of each level relative to the first level, and whether the results alone determine the ratings.

    The results are not enough if some levels never lost to the others, or never met them. Then one drawn game is added
    between every two levels, so that the ratings are finite. Such ratings only show that the difference is large.
    """
    bounded = _are_comparable(levels, wins)
    if not bounded:
        wins = {(a, b): wins.get((a, b), 0) + 0.5 for a in levels for b in levels if a != b}
    strengths = _strengths(levels, wins)
    errors = _errors(levels, wins, strengths)
    zero = math.log(strengths[levels[0]])
    ratings = {
        level: Rating(SCALE * (math.log(strengths[level]) - zero), SCALE * Z * error)
        for level, error in zip(levels, errors, strict=True)
    }
    return ratings, bounded


def _are_comparable(levels: Sequence[str], wins: Wins) -> bool:
    """Return whether every level beat all others, at least indirectly. Otherwise the likelihood has no maximum."""
    return all(len(_reach(levels, wins, start)) == len(levels) for start in levels)


def _reach(levels: Sequence[str], wins: Wins, start: str) -> set[str]:
    reach, todo = {start}, [start]
    while todo:
        winner = todo.pop()
        beaten = [level for level in levels if level not in reach and wins.get((winner, level), 0) > 0]
        reach.update(beaten)
        todo += beaten
    return reach


def _strengths(levels: Sequence[str], wins: Wins) -> dict[str, float]:
    """Return the most likely strengths, with geometric mean 1, by minorization-maximization (Hunter 2004)."""
    meetings = {(a, b): wins.get((a, b), 0) + wins.get((b, a), 0) for a in levels for b in levels if a != b}
    victories = {a: sum(wins.get((a, b), 0) for b in levels) for a in levels}
    strengths = dict.fromkeys(levels, 1.0)
    for _ in range(MAX_STEPS):
        larger = {
            a: victories[a] / sum(meetings[a, b] / (strengths[a] + strengths[b]) for b in levels if b != a)
            for a in levels
        }
        mean = math.prod(larger.values()) ** (1 / len(larger))
        larger = {level: strength / mean for level, strength in larger.items()}
        change = max(abs(larger[level] / strengths[level] - 1) for level in levels)
        strengths = larger
        if change < 1e-12:
            break
    return strengths


def _errors(levels: Sequence[str], wins: Wins, strengths: Mapping[str, float]) -> list[float]:
    """Return the standard error of each level's log strength relative to the first level's.

    It is computed from the Fisher information.
    """
    size = len(levels)
    information = [[0.0] * size for _ in levels]
    for i, a in enumerate(levels):
        for j, b in enumerate(levels):
            if i != j:
                meetings = wins.get((a, b), 0) + wins.get((b, a), 0)
                weight = meetings * strengths[a] * strengths[b] / (strengths[a] + strengths[b]) ** 2
                information[i][j] -= weight
                information[i][i] += weight
    covariance = _inverse([row[1:] for row in information[1:]])
    return [0.0, *(math.sqrt(row[i]) for i, row in enumerate(covariance))]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric, positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [value - rows[j][i] * pivot for value, pivot in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
