"""The level `greedy`: looks one move ahead with the ruleset's own heuristics."""

from __future__ import annotations

import random
from typing import Any

from engine.bots.base import Bot
from engine.ruleset import Move, Ruleset


class Greedy(Bot):
    """Plays the move the ruleset's heuristics rate highest."""

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move:
        """A best rated move; among equals any."""
        moves = ruleset.view_moves(view)
        rates = ruleset.rate(view, moves)
        best = max(rates)
        return rng.choice([move for move, rate in zip(moves, rates, strict=True) if rate == best])
