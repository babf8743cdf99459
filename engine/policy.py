"""Learned policies. A prior is a weighted sum of named facts about a move; the weights are learned from searches.

A softmax, with the temperature of a search, turns the priors of all moves into probabilities: how likely a deep search
is to prefer each move. A policy is a `policy.json` beside its ruleset's features. Each fact has a constant weight and
a weight per unit of time left. Each kind of table, such as two seats, has its own weights. `bench/train_policy.py`
writes the file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from engine.rows import read_data
from engine.ruleset import Move

PolicyWeights = dict[str, tuple[float, float]]
"""For each fact, its constant weight, and its weight per unit of time left. Both have the unit of the final score."""


def read_policy(package: str) -> dict[str, PolicyWeights]:
    """Return the weights in a package's `policy.json`, by kind of table."""
    return {
        kind: {fact: (float(pair[0]), float(pair[1])) for fact, pair in facts.items()}
        for kind, facts in read_data(package, "policy.json")["weights"].items()
    }


class Prior:
    """Computes the prior of a move: the weighted sum of its facts. Facts without a weight count as 0.

    `left`: the time left, in the unit that the weights assume.
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
    """A `Prior` that also keeps the facts, for training."""

    __slots__ = ("found",)

    def __init__(self, weights: PolicyWeights, left: float) -> None:
        super().__init__(weights, left)
        self.found: dict[str, float] = {}

    def add(self, fact: str, amount: float) -> None:
        super().add(fact, amount)
        self.found[fact] = self.found.get(fact, 0.0) + amount


class Described(ABC):
    """A decision whose moves are described by facts."""

    def __init__(self, moves: Sequence[Move], weights: PolicyWeights, left: float) -> None:
        self.moves: Sequence[Move] = moves
        self.policy: PolicyWeights = weights
        self.left: float = left

    @abstractmethod
    def describe(self, at: int, prior: Prior) -> None:
        """Add the facts of the move `moves[at]` to `prior`."""

    def priors(self) -> list[float]:
        found: list[float] = []
        for at in range(len(self.moves)):
            prior = Prior(self.policy, self.left)
            self.describe(at, prior)
            found.append(prior.total)
        return found

    def facts(self) -> list[Facts]:
        found: list[Facts] = []
        for at in range(len(self.moves)):
            facts = Facts(self.policy, self.left)
            self.describe(at, facts)
            found.append(facts)
        return found
