"""Positions read, written, refused, and met in random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.villagers.notation import VILLAGERS

Chooser = Callable[[random.Random, list[Doc]], int]


def written(doc: Doc) -> Doc:
    """A position as the engine writes it: complete."""
    return VILLAGERS.write_position(VILLAGERS.read_position(doc))


def faults(doc: Any) -> list[tuple[str, str]]:
    """Everything wrong with a position: path and message."""
    with pytest.raises(InvalidPosition) as refusal:
        VILLAGERS.read_position(doc)
    found = [(fault.path, fault.message) for fault in refusal.value.faults]
    assert all(message for _, message in found)
    assert len(found) == len(set(found)), "a fault told twice"
    return found


def paths(doc: Any) -> set[str]:
    """Where a position is wrong."""
    return {path for path, _ in faults(doc)}


def anything(rng: random.Random, moves: list[Doc]) -> int:
    """Any legal move."""
    return rng.randrange(len(moves))


def positions_of_a_random_game(seats: int, seed: int, choose: Chooser = anything) -> Iterator[Doc]:
    """Every position of a game whose moves `choose` picks (an index into the legal moves), the last one included."""
    rng = random.Random(seed)
    state = VILLAGERS.setup(VILLAGERS.read_options({}, seats), seats, bytes([seed]))
    while to_act := VILLAGERS.to_act(state):
        yield VILLAGERS.write_position(state)
        moves = VILLAGERS.legal_moves(state, to_act[0])
        chosen = choose(rng, [VILLAGERS.write_move(move) for move in moves])
        VILLAGERS.apply(state, to_act[0], moves[chosen])
    yield VILLAGERS.write_position(state)
