"""The tree of an information-set search."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from engine.ruleset import Move

FIRST_PLAY_LOSS: Final = 0.03
"""First-play urgency: the value of an unvisited move is this much below the mean of its node."""

MIN_WEIGHT: Final = 1e-3
"""The lowest weight of a move; the best prior has weight 1."""


class Edge:
    """A move. `value`, `chance` and `total` are sums over the visits. `value` is what the moving seat maximizes."""

    __slots__ = ("chance", "child", "total", "value", "visits", "weight")

    def __init__(self, weight: float) -> None:
        self.weight: float = weight
        self.visits: int = 0
        self.value: float = 0.0
        self.chance: float = 0.0
        self.total: float = 0.0
        self.child: Node | None = None


class Node:
    """A decision of `seat`. The key of an edge is the meaning of its move. A move may be illegal in some samples."""

    __slots__ = ("best_rate", "edges", "seat", "value", "visits")

    def __init__(self, seat: int) -> None:
        self.seat: int = seat
        self.edges: dict[Move, Edge] = {}
        self.best_rate: float = 0.0
        self.visits: int = 0
        self.value: float = 0.0

    def add(self, meanings: Sequence[Move], rates: Sequence[float], temperature: float) -> None:
        """Add edges, weighted by the softmax of their priors."""
        if not self.edges:
            self.best_rate = max(rates)
        for meaning, rate in zip(meanings, rates, strict=True):
            weight = exp(min(2.0, (rate - self.best_rate) / temperature))
            self.edges[meaning] = Edge(max(MIN_WEIGHT, weight))

    def select(self, meanings: Sequence[Move], exploration: float) -> int:
        """Return the index of the move to try next (PUCT)."""
        edges = self.edges
        visits = 0
        whole = 0.0
        for meaning in meanings:
            edge = edges[meaning]
            visits += edge.visits
            whole += edge.weight
        scale = exploration * sqrt(visits + 1) / whole
        unseen = self.value / self.visits - FIRST_PLAY_LOSS if self.visits else 0.5
        best = -1.0
        found = 0
        for at, meaning in enumerate(meanings):
            edge = edges[meaning]
            count = edge.visits
            score = (edge.value / count if count else unseen) + scale * edge.weight / (1 + count)
            if score > best:
                best = score
                found = at
        return found
