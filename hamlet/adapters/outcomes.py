"""The ruleset, actions and rewards that the adapters have in common."""

from __future__ import annotations

from typing import Any, Final

from engine.registry import RULESETS
from engine.ruleset import Ruleset

ACTIONS: Final = 1024
"""The number of actions of a seat. The first actions are the legal moves, in order. Even crowded positions have at most
about 700 legal moves.
"""


class TooManyMoves(Exception):
    """A position has more legal moves than there are actions (`ACTIONS`)."""


def ruleset_of(key: str) -> Ruleset[Any, Any]:
    """Return the ruleset with this key. Raises `ValueError`, which lists the existing keys."""
    if key not in RULESETS:
        raise ValueError(f"there is no ruleset {key!r}: {', '.join(RULESETS)}")
    return RULESETS[key]


def counted(moves: int) -> int:
    """Return `moves`, the number of legal moves. Raises `TooManyMoves` if it is higher than `ACTIONS`."""
    if moves > ACTIONS:
        raise TooManyMoves(f"{moves} legal moves, where there are {ACTIONS} actions")
    return moves


def returns(ruleset: Ruleset[Any, Any], state: Any) -> list[float]:
    """Return the rewards of all seats, from -1 to 1. A sole winner gets 1; several winners get equal, lower rewards.

    Before the end all rewards are 0. With two or more seats the sum is 0; a single seat gets 1 for a win, -1 for a
    loss.
    """
    seats, result = ruleset.seat_count(state), ruleset.result(state)
    if result is None:
        return [0.0] * seats
    winners = result["winners"]
    if seats == 1:
        return [1.0 if winners else -1.0]
    won, lost = (seats / len(winners) - 1) / (seats - 1), -1 / (seats - 1)
    return [won if seat in winners else lost for seat in range(seats)]
