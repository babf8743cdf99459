"""Checks of a bot's decision before it is played or shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from engine.bots.base import Decision
from engine.ruleset import Move


def is_possible(move: Move | None, moves: Sequence[Move], may_decline: bool) -> bool:
    """Return whether a bot may choose the move: it is legal, or it is `None` and the seat may decline."""
    return may_decline if move is None else move in moves


def unsound(decision: Any, moves: Sequence[Move], may_decline: bool) -> str:
    """Return the first fault of a bot's decision, as a clause; empty if there is none. `moves`: the legal moves."""
    if not isinstance(decision, Decision):
        return f"it is a {type(decision).__name__} and no Decision"
    if not is_possible(decision.move, moves, may_decline):
        return f"it decides on {decision.move}, which is not legal"
    candidates = [one.move for one in decision.candidates]
    if not set(candidates) <= set(moves) or len(set(candidates)) < len(candidates):
        return "its candidates are not legal moves, each once"
    if not _is_count(decision.iterations):
        return f"its iterations are {decision.iterations!r}: must be a number from 0"
    for one in decision.candidates:
        if not _is_count(one.visits):
            return f"the visits of a candidate are {one.visits!r}: must be a number from 0"
        if not (_is_finite(one.chance) and 0 <= one.chance <= 1):
            return f"the chance of a candidate is {one.chance!r}: must be from 0 to 1"
        if not _is_finite(one.total):
            return f"the total of a candidate is {one.total!r}: must be a finite number"
    return ""


def _is_count(number: object) -> bool:
    return isinstance(number, int) and number >= 0


def _is_finite(number: object) -> bool:
    return isinstance(number, int | float) and math.isfinite(number)
