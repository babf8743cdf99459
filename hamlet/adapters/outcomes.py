"""Which game is meant, and what it brings its seats, for those who learn from it."""

from __future__ import annotations

from typing import Any, Final

from engine.registry import RULESETS
from engine.ruleset import Ruleset

ACTIONS: Final = 1024
"""How many actions a seat has. The legal moves are the first ones, in their order: crowded tables have had 700."""


class TooManyMoves(Exception):
    """A position has more legal moves than there are actions."""


def ruleset_of(key: str) -> Ruleset[Any, Any]:
    """The ruleset with this key. Raises `ValueError`, which names those that there are."""
    if key not in RULESETS:
        raise ValueError(f"there is no ruleset {key!r}: {', '.join(RULESETS)}")
    return RULESETS[key]


def counted(moves: int) -> int:
    """As many as there are legal moves. Raises `TooManyMoves`."""
    if moves > ACTIONS:
        raise TooManyMoves(f"{moves} legal moves, where there are {ACTIONS} actions")
    return moves


def returns(ruleset: Ruleset[Any, Any], state: Any) -> list[float]:
    """From -1 to 1, in all 0 with two seats or more: for who wins alone 1; winners share; 0 for all before the end.

    Alone it is 1 or -1.
    """
    seats, result = ruleset.seat_count(state), ruleset.result(state)
    if result is None:
        return [0.0] * seats
    winners = result["winners"]
    if seats == 1:
        return [1.0 if winners else -1.0]
    won, lost = (seats / len(winners) - 1) / (seats - 1), -1 / (seats - 1)
    return [won if seat in winners else lost for seat in range(seats)]
