"""How a game goes on when nobody thinks: by first guesses, to its next stage."""

from __future__ import annotations

from typing import Any, Final

from engine.bots.base import Rules

MAX_MOVES_AHEAD: Final = 200
"""Moves after which playing on ends in any case."""


def play_on(ruleset: Rules, state: Any) -> None:
    """Play to the next stage of the game (`Ruleset.stage`), every seat by its best first guess."""
    stage = ruleset.stage(state)
    if stage is None:
        return
    for _ in range(MAX_MOVES_AHEAD):
        acting = ruleset.to_act(state)
        if not acting or ruleset.stage(state) != stage:
            return
        seat = acting[0]
        moves = ruleset.legal_moves(state, seat)
        best = 0
        if len(moves) > 1:
            rates = ruleset.priors(state, seat, moves)
            for at, rate in enumerate(rates):
                if rate > rates[best]:
                    best = at
        ruleset.advance(state, seat, moves[best])
