"""Reasons for a move: what makes up the lead that it promises over another move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.bots.base import Rules
from engine.bots.playing_on import Playouts
from engine.ruleset import Move

SAMPLES: Final = 16
"""The number of sampled states in which both moves are tried."""

MOST: Final = 3
LEAST: Final = 0.5
"""In the unit of the final score. Smaller amounts are not given as reasons: they would be rounded to 0."""

MAIN: Final = 0.5
"""The first reason accounts for at least this share of the whole difference. Without one there are no reasons."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A topic (`Ruleset.topics`), the key of its most important card or "", and what it adds to the expected lead."""

    topic: str
    card: str
    amount: float


def reasons(ruleset: Rules, view: Any, move: Move | None, other: Move | None, rng: random.Random) -> list[Reason]:
    """Why the view's seat should rather make the first of two moves (`None`: not to react)."""
    samples = [ruleset.sample(view, rng) for _ in range(SAMPLES)]
    return of_differences(differences(ruleset, samples, view.viewer, move, other))


def differences(
    ruleset: Rules, samples: Sequence[Any], seat: int, move: Move | None, other: Move | None
) -> dict[str, float]:
    """By topic, the mean of what the first move adds.

    Each sample is played on to the horizon twice, after one move and after the other.
    """
    playouts, horizon = Playouts(ruleset), ruleset.horizon(samples[0])
    found: dict[str, float] = {}
    for sample in samples:
        for option, sign in ((move, 1), (other, -1)):
            future = ruleset.clone(sample)
            if option is not None:
                ruleset.advance(future, seat, option)
            playouts.play_on(future, horizon)
            for topic, amount in ruleset.topics(future, seat).items():
                found[topic] = found.get(topic, 0.0) + sign * amount / len(samples)
    return found


def of_differences(found: dict[str, float]) -> list[Reason]:
    """The main reason for the first move, and the largest others for and against it; none without a main reason."""
    whole = sum(found.values())
    topics: dict[str, float] = {}
    cards: dict[str, tuple[float, str]] = {}
    for key, amount in found.items():
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
    if main is None or whole <= 0 or main.amount < MAIN * whole:
        return []
    return [main, *[one for one in told if one is not main][: MOST - 1]]


def _card(found: tuple[float, str] | None, amount: float) -> str:
    """Return the card that accounts for most of a topic's amount."""
    return found[1] if found is not None and found[0] * amount > 0 and 2 * abs(found[0]) >= abs(amount) else ""
