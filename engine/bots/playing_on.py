"""How a game goes on when nobody thinks: by first guesses, to its next stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.bots.base import Rules
from engine.ruleset import Key, Move

MAX_MOVES_AHEAD: Final = 200
"""Moves after which playing on ends in any case."""

MAX_GUESSED: Final = 20_000
"""Best guesses that are kept, so that they fit into memory."""


class Playouts:
    """Those of one decision: what was guessed in one of them need not be guessed again in the next.

    `guessed`: the places of the best moves, by `Ruleset.priors_key`.
    """

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset
        self.guessed: dict[Key, int] = {}

    def play_on(self, state: Any) -> None:
        """Play to the next stage of the game (`Ruleset.stage`), every seat by its best first guess."""
        ruleset = self.ruleset
        stage = ruleset.stage(state)
        if stage is None:
            return
        for _ in range(MAX_MOVES_AHEAD):
            acting = ruleset.to_act(state)
            if not acting or ruleset.stage(state) != stage:
                return
            seat = acting[0]
            moves = ruleset.legal_moves(state, seat)
            best = self._best(state, seat, moves) if len(moves) > 1 else 0
            ruleset.advance(state, seat, moves[best])

    def _best(self, state: Any, seat: int, moves: Sequence[Move]) -> int:
        """The place of the first of the best moves."""
        key = self.ruleset.priors_key(state, seat, moves)
        if key is not None and key in self.guessed:
            return self.guessed[key]
        rates = self.ruleset.priors(state, seat, moves)
        best = rates.index(max(rates))
        if key is not None and len(self.guessed) < MAX_GUESSED:
            self.guessed[key] = best
        return best
