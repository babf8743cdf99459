"""Possible reactions. A seat's thinking time must not reveal whether it can react."""

from __future__ import annotations

import random
from typing import Any

from engine.ruleset import Ruleset

MAX_DRAWS = 1000
"""The number of attempts to sample a state in which the seat can react."""


def reactors_view(rules: Ruleset[Any, Any], state: Any, seat: int, rng: random.Random) -> tuple[Any, bool]:
    """Return the view for thinking about a reaction, and whether it is the real view.

    A seat that cannot react must think as well, because otherwise its thinking time would reveal that it cannot. It
    thinks about a state, sampled from public knowledge, in which it could react; the decision is discarded. If no
    such state is found, the view has no moves.
    """
    public, view = rules.view(state, None), rules.view(state, seat)
    # Sampled every time, because sampling takes time as well.
    for _ in range(MAX_DRAWS):
        drawn = rules.sample(public, rng)
        if seat in rules.to_act(drawn):
            break
    real = bool(rules.view_moves(view))
    return (view, True) if real else (rules.view(drawn, seat), False)
