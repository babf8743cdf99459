"""What a sensible player thinks of moves, from a view."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Move
from engine.villagers.view import View


def rate(view: View, moves: Sequence[Move]) -> list[float]:
    return [0.0] * len(moves)
