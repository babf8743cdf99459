"""Reasons for a move: the topics that make up its lead over another move."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any, Final

from engine.bots.base import Rules, Session
from engine.bots.search import Budget, Walk
from engine.ruleset import Move

SAMPLES: Final = 48
"""The number of sampled states in which the search tries both moves."""

SEARCH: Final = Budget(2 * SAMPLES, ahead=True)

MOST: Final = 3
LEAST: Final = 0.5
"""The smallest amount that is given as a reason, in the unit of the final score. Less would be rounded to 0."""

MAIN: Final = 0.5
"""The main reason must account for at least this share of the whole difference. Otherwise no reasons are given."""

EQUAL: Final = 1e-9
"""Differences smaller than this come from rounding."""


@dataclass(frozen=True, slots=True)
class Reason:
    """How much a topic (`Ruleset.topics`) adds to the expected lead.

    `card`: the key of the card that accounts for most of the amount; empty if there is no such card.
    """

    topic: str
    card: str
    amount: float


def reasons(ruleset: Rules, view: Any, move: Move | None, other: Move | None, rng: random.Random) -> list[Reason]:
    """Return why `move` is better than `other` for the view's seat. `None` means that the seat declines to react.

    One search tries both moves in each sample. The two states that it reaches (leaves) are compared, topic by topic.
    """
    walk = Walk(ruleset, view, rng, SEARCH, Session())
    tried = [[*walk.moves, None].index(option) for option in (move, other)]
    leaves = []
    for _ in range(SAMPLES):
        sample = walk.sample()
        leaves.append((ruleset.clone(sample), sample))
        for leaf, at in zip(leaves[-1], tried, strict=True):
            walk.iterate(leaf, at)
    return of_leaves(ruleset, view.viewer, leaves)


def of_leaves(ruleset: Rules, seat: int, leaves: Iterable[tuple[Any, Any]]) -> list[Reason]:
    """Return why one move is better for a seat than another.

    `leaves`: for each sample, the state to which the one move leads, and the state to which the other leads.
    """
    differences = []
    for leaf, other in leaves:
        found = dict(ruleset.topics(leaf, seat))
        for topic, amount in ruleset.topics(other, seat).items():
            found[topic] = found.get(topic, 0.0) - amount
        differences.append(found)
    return of_differences(differences)


def of_differences(differences: Sequence[dict[str, float]]) -> list[Reason]:
    """Return the main reason for a move, followed by the largest other reasons for and against it.

    `differences`: for each sample, the amount that the move adds to each topic.

    There are no reasons if chance could explain the differences. Two numbers are computed for each sample, and the mean
    of each must exceed its standard error:

    - the sum of all topics
    - the main topic's amount, minus `MAIN` times this sum
    """
    wholes = [sum(found.values()) for found in differences]
    topics: dict[str, float] = {}
    cards: dict[str, tuple[float, str]] = {}
    for key in dict.fromkeys(key for found in differences for key in found):
        amount = fmean(found.get(key, 0.0) for found in differences)
        topic, _, card = key.partition(" ")
        topics[topic] = topics.get(topic, 0.0) + amount
        if card and abs(amount) > abs(cards.get(topic, (0.0, ""))[0]):
            cards[topic] = (amount, card)
    ranked = sorted(topics.items(), key=lambda one: (-abs(one[1]), one[0]))
    told = [
        Reason(topic, _card(cards.get(topic), amount), amount)
        for topic, amount in ranked
        if topic and abs(amount) >= LEAST
    ]
    main = next((one for one in told if one.amount > 0), None)
    if main is None or fmean(wholes) <= standard_error(wholes):
        return []
    beyond = [
        sum(amount for key, amount in found.items() if key.partition(" ")[0] == main.topic) - MAIN * whole
        for found, whole in zip(differences, wholes, strict=True)
    ]
    if fmean(beyond) < standard_error(beyond) - EQUAL:
        return []
    return [main, *[one for one in told if one is not main][: MOST - 1]]


def standard_error(values: Sequence[float]) -> float:
    mean = fmean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def _card(found: tuple[float, str] | None, amount: float) -> str:
    """Return the card that accounts for most of a topic's amount."""
    return found[1] if found is not None and found[0] * amount > 0 and 2 * abs(found[0]) >= abs(amount) else ""
