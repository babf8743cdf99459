"""Possible reactions of AI seats. How long a seat thinks must not reveal whether it can react."""

from __future__ import annotations

import random
from typing import Any

from engine.ruleset import Ruleset

MAX_DRAWS = 1000
"""How many states are sampled to find one in which the seat can react."""


def reactors_view(rules: Ruleset[Any, Any], state: Any, seat: int, rng: random.Random) -> tuple[Any, bool]:
    """Return the view for thinking about a reaction, and whether it is the real view.

    A seat that cannot react has to think as well, because otherwise the short time would reveal that it cannot. It
    thinks about a state, sampled from public knowledge, in which it could react, and its decision is discarded. If
    sampling yields no such state, the view has no moves.
    """
    public, view = rules.view(state, None), rules.view(state, seat)
    # Sample even if the seat can react, because sampling takes time as well.
    for _ in range(MAX_DRAWS):
        drawn = rules.sample(public, rng)
        if seat in rules.to_act(drawn):
            break
    real = bool(rules.view_moves(view))
    return (view, True) if real else (rules.view(drawn, seat), False)
