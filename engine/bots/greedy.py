"""The level `greedy`: looks one move ahead with the ruleset's own heuristics."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine.bots.appraisal import appraise, decided
from engine.bots.base import Bot, Decision, Rules, Session
from engine.ruleset import Move


class Greedy(Bot):
    """Plays the move the ruleset's heuristics rate highest."""

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """A best rated move; among equals any."""
        return _best(ruleset, view, ruleset.view_moves(view), rng)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """A best rated move, if it is worth more than not to move."""
        moves = ruleset.view_moves(view)
        if not moves:
            return None
        move, rate = _best(ruleset, view, moves, rng)
        return move if rate > 0 else None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """The move of `choose` (or `react`); the candidates show what the ruleset forecasts after each move."""
        waited_for = view.viewer in ruleset.view_to_act(view)[:1]
        move = self.choose(ruleset, view, rng) if waited_for else self.react(ruleset, view, rng)
        return decided(move, appraise(ruleset, view, rng))


def _best(ruleset: Rules, view: Any, moves: Sequence[Move], rng: random.Random) -> tuple[Move, float]:
    """A best rated move, among equals any, and its rate."""
    rates = ruleset.rate(view, moves)
    best = max(rates)
    return rng.choice([move for move, rate in zip(moves, rates, strict=True) if rate == best]), best
