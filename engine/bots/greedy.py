"""The level `greedy`: looks one move ahead with the ruleset's own heuristics."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.bots.base import Bot
from engine.ruleset import Move, Ruleset


class Greedy(Bot):
    """Plays the move the ruleset's heuristics rate highest."""

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move:
        """A best rated move; among equals any."""
        return _best(ruleset, view, ruleset.view_moves(view), rng)[0]

    def react(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move | None:
        """A best rated move, if it is worth more than not to move."""
        moves = ruleset.view_moves(view)
        if not moves:
            return None
        move, rate = _best(ruleset, view, moves, rng)
        return move if rate > 0 else None


def _best(ruleset: Ruleset[Any, Any], view: Any, moves: Sequence[Move], rng: random.Random) -> tuple[Move, float]:
    """A best rated move, among equals any, and its rate."""
    rates = ruleset.rate(view, moves)
    best = max(rates)
    return rng.choice([move for move, rate in zip(moves, rates, strict=True) if rate == best]), best
