"""Every table there is to play at, without a word about any one game, and walks through its games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from engine.errors import InvalidOptions
from engine.registry import RULESETS
from engine.ruleset import Doc, Move, Ruleset


@dataclass(frozen=True)
class Table:
    """A ruleset, a number of seats and options."""

    ruleset: Ruleset[Any, Any]
    seats: int
    options: Doc

    def deal(self, seed: int) -> Any:
        return self.ruleset.setup(self.options, self.seats, seed.to_bytes(8, "big"))


def _variants(ruleset: Ruleset[Any, Any], seats: int) -> Iterator[Doc]:
    """The default options, and every single option changed to every value that goes with the rest."""
    yield ruleset.read_options({}, seats)
    for option in ruleset.options:
        for value in option.values:
            for given in (value, [value]):
                try:
                    options = ruleset.read_options({option.name: given}, seats)
                except InvalidOptions:
                    continue
                if given != option.default:
                    yield options


TABLES = [
    Table(ruleset, seats, options)
    for ruleset in RULESETS.values()
    for seats in ruleset.seats
    for options in _variants(ruleset, seats)
]
PLAIN = [Table(ruleset, n, ruleset.read_options({}, n)) for ruleset in RULESETS.values() for n in ruleset.seats]


def every_table(tables: list[Table]) -> pytest.MarkDecorator:
    names = [f"{t.ruleset.key}-{t.seats}-{number}" for number, t in enumerate(tables)]
    return pytest.mark.parametrize("table", tables, ids=names)


def walk(table: Table, seed: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """A random game: before each decision the state, the seat and its legal moves. The state yielded last is final."""
    rng = random.Random(seed)
    state = table.deal(seed)
    while seats := table.ruleset.to_act(state):
        seat = rng.choice(seats)
        moves = list(table.ruleset.legal_moves(state, seat))
        yield state, seat, moves
        table.ruleset.advance(state, seat, rng.choice(moves))


def every_third(table: Table, seed: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """Every third decision of a walk."""
    yield from itertools.islice(walk(table, seed), 0, None, 3)


def some_positions(table: Table, count: int, seed: int) -> list[Any]:
    """States spread over random games, each an independent copy."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        game = [table.ruleset.clone(state) for state, _, _ in walk(table, rng.randrange(1 << 30))]
        found += rng.sample(game, min(8, len(game)))
    return found[:count]
