"""What may be chosen in a position, by `greedy` and at first sight."""

from __future__ import annotations

import random

from engine.bots import LEVELS
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc


def choices(doc: Doc, who: int = 0) -> list[Doc]:
    """What `greedy` may choose in a position, the payments left out."""
    view = MY_VILLAGE.view(MY_VILLAGE.read_position(doc), who)
    moves = [LEVELS["greedy"].choose(MY_VILLAGE, view, random.Random(seed)) for seed in range(4)]
    found = [MY_VILLAGE.write_move(move) for move in sorted(set(moves))]
    return [{name: part for name, part in move.items() if name != "payment"} for move in found]


def best(doc: Doc, who: int = 0) -> Doc:
    """The move that looks best at first sight, its payment left out."""
    state = MY_VILLAGE.read_position(doc)
    moves = MY_VILLAGE.legal_moves(state, who)
    guesses = MY_VILLAGE.priors(state, who, moves)
    found = MY_VILLAGE.write_move(moves[guesses.index(max(guesses))])
    return {name: part for name, part in found.items() if name != "payment"}


def at_first_sight(doc: Doc, who: int = 0) -> list[Doc]:
    """`best` in the form of `choices`."""
    return [best(doc, who)]
