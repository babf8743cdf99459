"""Learned weights, by name, and the facts of moves that they weigh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def check_names(source: str, named: Sequence[str], known: Sequence[str]) -> None:
    """Raises `ValueError` if a file of weights has unknown names."""
    strangers = [name for name in named if name not in known]
    if strangers:
        raise ValueError(
            f"{source} has weights for {', '.join(strangers)}, which this version of the game does not have."
        )


def align(weights: Mapping[str, float], known: Sequence[str]) -> list[float]:
    """The weights in the order of the known names, 0 where one is missing."""
    return [float(weights.get(name, 0.0)) for name in known]


PolicyWeights = dict[str, tuple[float, float]]
"""For each fact of a move a constant weight, and one that grows with the time left."""


class Prior:
    """The prior of a move: the sum of its facts by their weights. Facts without a weight count nothing.

    `left`: the time left, in the unit of the game's weights.
    """

    __slots__ = ("left", "total", "weights")

    def __init__(self, weights: PolicyWeights, left: float) -> None:
        self.weights: PolicyWeights = weights
        self.left: float = left
        self.total: float = 0.0

    def add(self, fact: str, amount: float) -> None:
        weight = self.weights.get(fact)
        if weight is not None:
            self.total += amount * (weight[0] + self.left * weight[1])


class Facts(Prior):
    """A prior that also keeps its facts, for training and for reasons."""

    __slots__ = ("found",)

    def __init__(self, weights: PolicyWeights, left: float) -> None:
        super().__init__(weights, left)
        self.found: dict[str, float] = {}

    def add(self, fact: str, amount: float) -> None:
        super().add(fact, amount)
        self.found[fact] = self.found.get(fact, 0.0) + amount
