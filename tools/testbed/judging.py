"""The judge of `bench/decisions.py`: it values every legal move by deep searches, and computes the loss of a
decision.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from engine.bots import Session
from engine.bots.search import Budget, Walk

Values = Sequence[float]
"""The values of the legal moves, from 0 to 1, in order. If the seat may react, the value of declining is the last
one.
"""


def values_of(ruleset: Any, view: Any, rng: random.Random, iterations: int) -> list[float]:
    """Return the values of the moves by one search of about `iterations`. A value is the mixture that searches maximize
    (`Budget.clear`).

    First, all moves are tried equally often, in the same samples. Then the better half of them is tried on, and so on
    until two are left. A move that is dropped keeps its distance to the best move.
    """
    walk = Walk(ruleset, view, rng, Budget(1, ahead=True), Session())
    left = list(range(len(walk.moves) + walk.may_pass))
    sizes = [len(left)]
    while sizes[-1] > 2:
        sizes.append((sizes[-1] + 1) // 2)
    means: dict[int, float] = {}
    dropped: list[tuple[list[int], dict[int, float]]] = []
    for size in sizes:
        dropped.append((left[size:], means))
        left = left[:size]
        for _ in range(max(1, round(iterations / len(sizes) / size))):
            state = walk.sample()
            for at in left:
                walk.iterate(ruleset.clone(state), at)
        edges = walk.edges(random.Random(0))
        means = {at: edges[at].value / edges[at].visits for at in left}
        left.sort(key=lambda at: -means[at])
    best = left[0]
    values = dict(means)
    for some, then in dropped:
        values |= {at: means[best] + then[at] - then[best] for at in some}
    return [round(values[at], 5) for at in range(sizes[0])]


def loss(first: Values, second: Values, at: int) -> float:
    """Return how much a move loses compared with the best one, by two independent searches.

    Each search values the move that the other search rates best. So noise makes no move look better than it is, but a
    loss can be negative.
    """
    by_first = second[first.index(max(first))] - second[at]
    by_second = first[second.index(max(second))] - first[at]
    return (by_first + by_second) / 2


@dataclass(frozen=True, slots=True)
class Judged:
    """A number for one decision.

    `game`: the decision's game, because decisions of one game are not independent. `share`: the probability with which
    the decision was sampled.
    """

    game: str
    share: float
    figure: float


def mean_of(judged: Iterable[Judged]) -> tuple[float, float]:
    """Return the mean over all decisions of the games, and its standard error. With a single game, the error is
    infinite.
    """
    rows = list(judged)
    whole = sum(1 / one.share for one in rows)
    mean = sum(one.figure / one.share for one in rows) / whole
    by_game: dict[str, float] = defaultdict(float)
    for one in rows:
        by_game[one.game] += (one.figure - mean) / one.share
    games = len(by_game)
    if games < 2:
        return mean, inf
    return mean, sqrt(games / (games - 1) * sum(part * part for part in by_game.values())) / whole
