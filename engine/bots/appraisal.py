"""Evaluates moves without a search: by the mean forecast after each move, over sampled states."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.bots.base import Candidate, Decision, Rules
from engine.ruleset import Move

SAMPLES = 16
"""The number of sampled states in which each move is tried."""


def appraise(ruleset: Rules, view: Any, rng: random.Random) -> list[Candidate]:
    """Evaluate all moves of the view's seat on the same samples. Returns the candidates in the order of the legal
    moves.
    """
    seat, moves = view.viewer, ruleset.view_moves(view)
    samples = [ruleset.sample(view, rng) for _ in range(SAMPLES)]
    return [_tried(ruleset, samples, seat, move) for move in moves]


def _tried(ruleset: Rules, samples: Sequence[Any], seat: int, move: Move) -> Candidate:
    chance = total = 0.0
    for sample in samples:
        after = ruleset.clone(sample)
        ruleset.advance(after, seat, move)
        forecast = ruleset.forecast(after)
        chance += forecast.chances[seat]
        total += forecast.totals[seat]
    return Candidate(move, len(samples), chance / len(samples), total / len(samples))


def decided(move: Move | None, candidates: Sequence[Candidate], iterations: int = 0) -> Decision:
    """Return the decision for `move`. Its candidates are `move` itself, then the others, most visited first."""
    first = sorted(candidates, key=lambda one: (one.move != move, -one.visits, -one.chance, one.move))
    return Decision(move, tuple(first), iterations)
