"""The level `random`."""

from __future__ import annotations

import random
from typing import Any

from engine.bots.appraisal import appraise, decided
from engine.bots.base import Bot, Decision, Rules, Session
from engine.ruleset import Move


class Uniform(Bot):
    """Plays uniformly at random."""

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return rng.choice(ruleset.view_moves(view))

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """Return a legal move or `None`, drawn uniformly."""
        return rng.choice([*ruleset.view_moves(view), None])

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        waited_for = view.viewer in ruleset.view_to_act(view)[:1]
        move = self.choose(ruleset, view, rng) if waited_for else self.react(ruleset, view, rng)
        return decided(move, appraise(ruleset, view, rng))
