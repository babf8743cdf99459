"""The level `greedy`: the move with the highest prior."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.bots.appraisal import appraise, decided
from engine.bots.base import Bot, Decision, Rules, Session
from engine.ruleset import Move


class Greedy(Bot):
    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return _best(ruleset, view, ruleset.view_moves(view), rng)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """Return the reaction with the highest prior, if that is above 0."""
        moves = ruleset.view_moves(view)
        if not moves:
            return None
        move, rate = _best(ruleset, view, moves, rng)
        return move if rate > 0 else None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        waited_for = view.viewer in ruleset.view_to_act(view)[:1]
        move = self.choose(ruleset, view, rng) if waited_for else self.react(ruleset, view, rng)
        return decided(move, appraise(ruleset, view, rng))


def _best(ruleset: Rules, view: Any, moves: Sequence[Move], rng: random.Random) -> tuple[Move, float]:
    """Return a move with the highest prior, and this prior. Ties are broken at random."""
    rates = ruleset.priors(ruleset.sample(view, rng), view.viewer, moves)
    best = max(rates)
    return rng.choice([move for move, rate in zip(moves, rates, strict=True) if rate == best]), best
