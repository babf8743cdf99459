"""Rollouts to a later stage of the game, guided by priors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.bots.base import Rules
from engine.ruleset import Key, Move

MAX_MOVES_AHEAD: Final = 200
"""The longest rollout, in moves."""

MAX_GUESSED: Final = 20_000
"""The maximum number of cached moves, so that the cache fits into memory."""


class Playouts:
    """The rollouts of one decision. `guessed`: a cache of the best move's index, by `Ruleset.priors_key`."""

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset
        self.guessed: dict[Key, int] = {}

    def play_on(self, states: Sequence[Any], least: int | None) -> None:
        """Play each state until the latest of their horizons or until the stage `least`, whichever is later.

        So no state is ahead of the others. Every seat plays the move with the highest prior.
        `least`: the horizon of the state that the decision is about; `None` for a game without stages.
        """
        if least is None:
            return
        horizon = max([least, *[found for state in states if (found := self.ruleset.horizon(state)) is not None]])
        for state in states:
            self._play(state, horizon)

    def _play(self, state: Any, horizon: int) -> None:
        ruleset = self.ruleset
        for _ in range(MAX_MOVES_AHEAD):
            acting = ruleset.to_act(state)
            stage = ruleset.stage(state)
            if not acting or stage is None or stage >= horizon:
                return
            seat = acting[0]
            moves = ruleset.legal_moves(state, seat)
            best = self._best(state, seat, moves) if len(moves) > 1 else 0
            ruleset.advance(state, seat, moves[best])

    def _best(self, state: Any, seat: int, moves: Sequence[Move]) -> int:
        """Return the index of the best move; of several best moves, the first."""
        key = self.ruleset.priors_key(state, seat, moves)
        if key is not None and key in self.guessed:
            return self.guessed[key]
        rates = self.ruleset.priors(state, seat, moves)
        best = rates.index(max(rates))
        if key is not None and len(self.guessed) < MAX_GUESSED:
            self.guessed[key] = best
        return best
