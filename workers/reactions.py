"""What a seat is asked that might react: nobody can tell from its thinking whether it can."""

from __future__ import annotations

import random
from typing import Any

from engine.ruleset import Ruleset

MAX_DRAWS = 100
"""Of states in which the seat could react, if it hardly can."""


def reactors_view(rules: Ruleset[Any, Any], state: Any, seat: int, rng: random.Random) -> tuple[Any, bool]:
    """The view in which the seat thinks about a reaction, and whether it is real.

    A seat that cannot react thinks too, for otherwise the time of its thinking would tell what it hides. Its view is
    that of a state in which it could, drawn from what everybody knows, and its decision is not carried out. If no such
    state is found it has no moves.
    """
    public, view = rules.view(state, None), rules.view(state, seat)
    # In any case, since drawing takes time as well.
    for _ in range(MAX_DRAWS):
        drawn = rules.sample(public, rng)
        if seat in rules.to_act(drawn):
            break
    real = bool(rules.view_moves(view))
    return (view, True) if real else (rules.view(drawn, seat), False)
