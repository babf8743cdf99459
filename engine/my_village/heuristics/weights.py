"""The learned weights: how many points each feature of a village will still bring, depending on the turns left.

They are in `weights.json`, which also records how they were learned; `bench/train_my_village.py` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.my_village.heuristics.features import NAMES
from engine.rows import read_data
from engine.weights import align, check_names

KNOTS: Final = (1, 3, 7, 14, 21)
"""Each feature has a weight for each of these numbers of turns left (a knot). Weights are linear between the knots, and
0 at 0 turns.
"""

STEPS: Final = 8
"""Steps per turn in the table of precomputed weights."""

MIN_LIVES: Final = -3.0
LIVES_STEP: Final = 0.5
"""Entry n of each list in `Weights.rounds` is for MIN_LIVES + n * LIVES_STEP lives left (see `Clock`)."""


def shares(turns: float) -> list[float]:
    """Return the weight that each knot has in an interpolation at `turns` turns left."""
    parts = [0.0] * len(KNOTS)
    low, below = 0, -1
    for at, knot in enumerate(KNOTS):
        if turns <= knot:
            parts[at] = (turns - low) / (knot - low)
            if below >= 0:
                parts[below] = 1 - parts[at]
            return parts
        low, below = knot, at
    parts[below] = 1.0
    return parts


class Weights:
    """The learned weights.

    `by_turns`: the weights of the features, precomputed by turns left. `rounds`: for each number of seats, the expected
    number of rounds after the current one, by lives left. `spread`: the uncertainty of a total, at the end and at each
    knot.
    """

    __slots__ = ("by_turns", "rounds", "spread")

    def __init__(self, data: Mapping[str, Any]) -> None:
        worth: Sequence[Mapping[str, float]] = data["worth"]
        for knot in worth:
            check_names("heuristics/weights.json", list(knot), NAMES)
        table = [align(knot, NAMES) for knot in worth]
        self.by_turns: list[list[float]] = [
            _mixed(table, shares(step / STEPS)) for step in range(KNOTS[-1] * STEPS + 1)
        ]
        self.rounds: dict[int, list[float]] = {int(seats): list(rounds) for seats, rounds in data["rounds"].items()}
        self.spread: list[float] = [float(number) for number in data["spread"]]

    def at(self, turns: float) -> list[float]:
        """Return the weights of all features when `turns` turns are left."""
        return self.by_turns[min(int(turns * STEPS + 0.5), len(self.by_turns) - 1)]

    def spread_at(self, turns: float) -> float:
        """Return the lead, in points, that makes a seat e (about 2.7) times as likely to win as the seat behind it."""
        return self.spread[0] + sum(
            [share * one for share, one in zip(shares(turns), self.spread[1:], strict=True)], 0.0
        )


def _mixed(table: list[list[float]], parts: list[float]) -> list[float]:
    return [sum([part * row[at] for part, row in zip(parts, table, strict=True)], 0.0) for at in range(len(NAMES))]


def worth(weights: list[float], features: list[float], start: int = 0) -> float:
    """Return the points that a village's features will still bring, by the weights. `start`: the index of the first
    feature.
    """
    total = 0.0
    for at, number in enumerate(features, start):
        if number:
            total += number * weights[at]
    return total


WEIGHTS: Final = Weights(read_data(__package__, "weights.json"))
