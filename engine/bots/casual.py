"""Levels that play like people who do not think ahead: they overlook some moves and misjudge others."""

from __future__ import annotations

import random
from typing import Any

from engine.bots.appraisal import appraise, decided
from engine.bots.base import Bot, Decision, Rules, Session
from engine.ruleset import Move


class Casual(Bot):
    """Plays the noticed move with the highest noisy prior.

    `overlooks`: the probability that a move is not noticed. `error`: the standard deviation of the noise, in points.
    Such a player often finds a good move, less often the best of many good ones, and rarely blunders.
    """

    def __init__(self, overlooks: float, error: float) -> None:
        self.overlooks = overlooks
        self.error = error

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return self._best(ruleset, view, rng)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """The reaction that looks best, if it is noticed and looks better than declining."""
        if not ruleset.view_moves(view) or rng.random() < self.overlooks:
            return None
        move, worth = self._best(ruleset, view, rng)
        return move if worth > 0 else None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """The move of `choose` or `react`, with candidates from `appraise`."""
        waited_for = view.viewer in ruleset.view_to_act(view)[:1]
        move = self.choose(ruleset, view, rng) if waited_for else self.react(ruleset, view, rng)
        return decided(move, appraise(ruleset, view, rng))

    def _best(self, ruleset: Rules, view: Any, rng: random.Random) -> tuple[Move, float]:
        moves = ruleset.view_moves(view)
        noticed = [move for move in moves if rng.random() >= self.overlooks] or [rng.choice(moves)]
        guesses = ruleset.priors(ruleset.sample(view, rng), view.viewer, noticed)
        judged = [(guess + rng.gauss(0, self.error), move) for guess, move in zip(guesses, noticed, strict=True)]
        worth, move = max(judged)
        return move, worth
