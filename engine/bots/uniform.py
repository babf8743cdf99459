"""The level `random`: every legal move is as likely as any other."""

from __future__ import annotations

import random
from typing import Any

from engine.bots.base import Bot
from engine.ruleset import Move, Ruleset


class Uniform(Bot):
    """Plays uniformly at random."""

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move:
        """Any legal move."""
        return rng.choice(ruleset.view_moves(view))

    def react(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move | None:
        """Any legal move or none, each as likely as the others."""
        return rng.choice([*ruleset.view_moves(view), None])
