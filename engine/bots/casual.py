"""Players with human-like mistakes: they overlook some moves and misjudge others, in the same way for a whole game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b
from math import cos, log, pi, sqrt
from typing import Any, Final

from engine.bots.appraisal import appraise, decided
from engine.bots.base import Bot, Decision, Rules, Session
from engine.ruleset import Move

FAR: Final = 5.0
"""A move is far from the player's plan if it looks this many points worse than the best move."""


class Casual(Bot):
    """A player with human-like mistakes. Of the moves that it notices, it plays the one that looks best.

    - `overlooks`: the probability that the player overlooks a move. A move stays overlooked until the next stage of the
      game. The probability doubles for moves that look more than `FAR` points worse than the best move.
    - `error`: the standard deviation, in points, of the player's misjudgement of a move. One half of the variance stays
      for the whole game, the other half changes with each stage.

    Mistakes depend on `Session.persona`, on the seat and on the move's meaning. So players at a table make different
    mistakes.
    """

    def __init__(self, overlooks: float, error: float) -> None:
        self.overlooks = overlooks
        self.error = error

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        moves = ruleset.view_moves(view)
        return moves[0] if len(moves) == 1 else self._settled(ruleset, view, rng, session or Session())[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """Return the noticed reaction that looks best, if it looks better than declining."""
        if not ruleset.view_moves(view):
            return None
        move, worth = self._settled(ruleset, view, rng, session or Session())
        return move if worth > 0 else None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """See `Bot.decide`. The candidates come from `appraise`."""
        reacts = view.viewer not in ruleset.view_to_act(view)[:1]
        move, worth = self._settled(ruleset, view, rng, session or Session())
        return decided(None if reacts and worth <= 0 else move, appraise(ruleset, view, rng))

    def _settled(self, ruleset: Rules, view: Any, rng: random.Random, session: Session) -> tuple[Move, float]:
        """Return the best noticed move, and how much better than declining it looks."""
        moves, seat = list(ruleset.view_moves(view)), int(view.viewer)
        state = ruleset.sample(view, rng)
        guesses = ruleset.priors(state, seat, moves)
        noticed = self._noticed(ruleset, state, seat, moves, guesses, session.persona)
        if not noticed:
            # A player must move, but need not react.
            return rng.choice(moves), 0.0
        judged = []
        for at in noticed:
            key = (session.persona, seat, ruleset.meaning(state, moves[at]))
            slip = (_normal(*key) + _normal(*key, ruleset.stage(state))) / sqrt(2)
            judged.append((guesses[at] + self.error * slip, moves[at]))
        worth, move = max(judged)
        return move, worth

    def _noticed(
        self, ruleset: Rules, state: Any, seat: int, moves: Sequence[Move], guesses: Sequence[float], persona: str
    ) -> list[int]:
        """Return the indexes of the moves that the player sees."""
        stage, best = ruleset.stage(state), max(guesses)
        found = []
        for at, move in enumerate(moves):
            far = best - guesses[at] > FAR
            if _uniform(persona, seat, stage, ruleset.meaning(state, move)) >= self.overlooks * (1 + far):
                found.append(at)
        return found


def _uniform(*key: object) -> float:
    """Return a number from 0 to 1 (exclusive) that depends only on the key."""
    digest = blake2b(repr(key).encode(), digest_size=7).digest()
    return (int.from_bytes(digest, "big") >> 3) / (1 << 53)


def _normal(*key: object) -> float:
    """Return a number from the standard normal distribution that depends only on the key."""
    return sqrt(-2 * log(1 - _uniform("size", *key))) * cos(2 * pi * _uniform("angle", *key))
