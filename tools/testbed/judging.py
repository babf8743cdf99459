"""The judge of `bench/decisions.py`: the value of every legal move by deep searches, and the loss of a decision."""

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
"""The values of the legal moves in order, then that of declining if the seat may react: 0 to 1."""


def values_of(ruleset: Any, view: Any, rng: random.Random, iterations: int) -> list[float]:
    """Return the values of the moves by one search of about `iterations`: the mixture that searches maximize
    (`Budget.clear`).

    All moves are tried equally often, in the same samples; then the better half of them, and so on until two are left.
    A dropped move is as far behind the best one as it was when it was dropped.
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
    """Return what a move loses against the best one, by two independent searches.

    Each search values the move that the other one thinks best. So the noise of the searches makes no move look better
    than it is, and the loss can be negative.
    """
    by_first = second[first.index(max(first))] - second[at]
    by_second = first[second.index(max(second))] - first[at]
    return (by_first + by_second) / 2


@dataclass(frozen=True, slots=True)
class Judged:
    """A number for one decision. `game`: decisions of one game are not independent; `share`: the probability with which
    it was sampled.
    """

    game: str
    share: float
    figure: float


def mean_of(judged: Iterable[Judged]) -> tuple[float, float]:
    """Return the mean over all decisions of the games, and its standard error, which is infinite for a single game."""
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
