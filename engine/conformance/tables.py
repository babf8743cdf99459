"""Every table there is to play at, without a word about any one game, and walks through its games."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import InvalidOptions
from engine.ruleset import Doc, Move, Option, Ruleset


@dataclass(frozen=True)
class Table:
    """A ruleset, a number of seats and options. `plain`: the default options, which are tried more thoroughly."""

    ruleset: Ruleset[Any, Any]
    seats: int
    options: Doc
    plain: bool = True

    def deal(self, seed: int) -> Any:
        """A new game; equal seeds, equal game."""
        return self.ruleset.setup(self.options, self.seats, seed.to_bytes(8, "big"))

    def number(self, most: int) -> int:
        """How many of something to try here: `most` at a plain table, one in twenty of it elsewhere."""
        return most if self.plain else -(-most // 20)


def _values(option: Option) -> list[Any]:
    """What an option can be: every value; for a list that is empty by default, every subset of the values."""
    if option.default == []:
        sizes = range(len(option.values) + 1)
        return [list(chosen) for size in sizes for chosen in itertools.combinations(option.values, size)]
    return list(option.values)


def _variants(ruleset: Ruleset[Any, Any], seats: int) -> Iterator[Doc]:
    """All combinations of the options that are off by default (none or empty), and of the others one at a time.

    What does not go together is left out; so is what comes to the same options.
    """
    modes = [option for option in ruleset.options if option.default in ([], None)]
    others = [option for option in ruleset.options if option not in modes]
    tried: list[Doc] = [
        {option.name: value for option, value in zip(modes, chosen, strict=True)}
        for chosen in itertools.product(*(_values(option) for option in modes))
    ]
    tried += [{option.name: value} for option in others for value in _values(option)]
    listed: list[Doc] = []
    for choice in tried:
        try:
            options = ruleset.read_options(choice, seats)
        except InvalidOptions:
            continue
        if options not in listed:
            listed.append(options)
            yield options


def tables_of(ruleset: Ruleset[Any, Any]) -> Iterator[Table]:
    """All tables of a ruleset: every number of seats, with every choice of options that is worth a table."""
    for seats in ruleset.seats:
        default = ruleset.read_options({}, seats)
        for options in _variants(ruleset, seats):
            yield Table(ruleset, seats, options, options == default)


Choice = tuple[str, bool, str, str]
"""A value of an option: the ruleset, whether there are several seats, its name, and the value or one of several."""


def choices_of(table: Table) -> set[Choice]:
    """Every value of an option at this table, alone and with others apart."""
    found = set()
    for name, value in table.options.items():
        for one in value if isinstance(value, list) else [value]:
            found.add((table.ruleset.key, table.seats > 1, name, str(one)))
    return found


def covering(tables: list[Table], chosen: list[Table], left: set[Choice]) -> list[Table]:
    """The chosen tables, and of all as many more as it takes to try every choice that is left.

    Of tables that are equally good the one with more options in play is taken, then the one with seats enough, but few.
    """
    chosen, left = list(chosen), left.difference(*map(choices_of, chosen))
    while left:
        best = max(tables, key=lambda table: (len(left & (own := choices_of(table))), len(own), -abs(table.seats - 3)))
        chosen.append(best)
        left -= choices_of(best)
    return chosen


def tables_for_bots(ruleset: Ruleset[Any, Any]) -> list[Table]:
    """Every plain table, and as many others as it takes to try each option that changes the game.

    Of options that are off by default (expansions, ways to play) each value, of the others the first and the last.
    """
    tables = list(tables_of(ruleset))
    wanted = {
        (option.name, str(value))
        for option in ruleset.options
        for value in (option.values if option.default in ([], None) else (option.values[0], option.values[-1]))
    }
    left = {choice for table in tables for choice in choices_of(table) if choice[2:] in wanted}
    return covering(tables, [table for table in tables if table.plain], left)


def walk(table: Table, seed: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """A random game: before each decision the state, the seat and its legal moves. The state yielded last is final."""
    rng = random.Random(seed)
    state = table.deal(seed)
    while seats := table.ruleset.to_act(state):
        seat = rng.choice(seats)
        moves = list(table.ruleset.legal_moves(state, seat))
        yield state, seat, moves
        table.ruleset.advance(state, seat, rng.choice(moves))


def some_decisions(table: Table, seed: int, step: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """Every so many-th decision of a walk at a plain table, one in sixteen of these elsewhere."""
    yield from itertools.islice(walk(table, seed), 0, None, step if table.plain else 16 * step)


def some_positions(table: Table, most: int, seed: int) -> list[Any]:
    """States spread over random games, each an independent copy: as many as the table is worth (`Table.number`)."""
    rng = random.Random(seed)
    count = table.number(most)
    states: list[Any] = []
    while len(states) < count:
        game = [table.ruleset.clone(state) for state, _, _ in walk(table, rng.randrange(1 << 30))]
        states += rng.sample(game, min(8, len(game)))
    return states[:count]
