"""The choices of `greedy` in a position, and at first sight."""

from __future__ import annotations

import random

from engine.bots import LEVELS
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc, Move


def choices(doc: Doc, who: int = 0) -> list[Doc]:
    """Return the possible choices of `greedy` in a position, without payments."""
    view = MY_VILLAGE.view(MY_VILLAGE.read_position(doc), who)
    moves = [LEVELS["greedy"].choose(MY_VILLAGE, view, random.Random(seed)) for seed in range(4)]
    return [_without_payment(move) for move in sorted(set(moves))]


def at_first_sight(doc: Doc, who: int = 0) -> list[Doc]:
    """Return the one move that looks best at first sight, without its payment."""
    state = MY_VILLAGE.read_position(doc)
    moves = MY_VILLAGE.legal_moves(state, who)
    priors = MY_VILLAGE.priors(state, who, moves)
    return [_without_payment(moves[priors.index(max(priors))])]


def _without_payment(move: Move) -> Doc:
    return {name: part for name, part in MY_VILLAGE.write_move(move).items() if name != "payment"}
