"""The tables of any ruleset, and random games at them."""

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
    """A ruleset, a number of seats and options. `plain`: default options, which are tested more thoroughly."""

    ruleset: Ruleset[Any, Any]
    seats: int
    options: Doc
    plain: bool = True

    def deal(self, seed: int) -> Any:
        """A new game; equal seeds give equal games."""
        return self.ruleset.setup(self.options, self.seats, seed.to_bytes(8, "big"))

    def number(self, limit: int) -> int:
        """How much to test at this table: `limit` at a plain table, a twentieth of it at any other."""
        return limit if self.plain else -(-limit // 20)


def _values(option: Option) -> list[Any]:
    """All values of an option. Of a list that is empty by default, every subset."""
    if option.default == []:
        sizes = range(len(option.values) + 1)
        return [list(chosen) for size in sizes for chosen in itertools.combinations(option.values, size)]
    return list(option.values)


def _variants(ruleset: Ruleset[Any, Any], seats: int) -> Iterator[Doc]:
    """All valid combinations of the options that are off (null or empty) by default. Other options vary one at a time.

    No combination is yielded twice.
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
    """All tables of a ruleset: every number of seats with each of `_variants`."""
    for seats in ruleset.seats:
        default = ruleset.read_options({}, seats)
        for options in _variants(ruleset, seats):
            yield Table(ruleset, seats, options, options == default)


Choice = tuple[str, bool, str, str]
"""A chosen value: the ruleset, whether there are several seats, the option's name, the value (or one of its list)."""


def choices_of(table: Table) -> set[Choice]:
    """All option values that this table tests; the values of a list count separately."""
    found = set()
    for name, value in table.options.items():
        for one in value if isinstance(value, list) else [value]:
            found.add((table.ruleset.key, table.seats > 1, name, str(one)))
    return found


def covering(tables: list[Table], chosen: list[Table], left: set[Choice]) -> list[Table]:
    """Add tables to `chosen` greedily until every choice in `left` is covered, and return them all.

    Ties go to the table with more choices, then to the one whose number of seats is nearest to three.
    """
    chosen, left = list(chosen), left.difference(*map(choices_of, chosen))
    while left:
        best = max(tables, key=lambda table: (len(left & (own := choices_of(table))), len(own), -abs(table.seats - 3)))
        chosen.append(best)
        left -= choices_of(best)
    return chosen


def tables_for_bots(ruleset: Ruleset[Any, Any]) -> list[Table]:
    """Every plain table, and enough others to cover the options.

    Of an option that is off by default, such as the expansions, every value is covered; of any other option, the
    first and the last value.
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
    """Play a random game. Yields the state, a seat and its legal moves before each decision.

    The state is changed in place. After the last step it is the final one.
    """
    rng = random.Random(seed)
    state = table.deal(seed)
    while seats := table.ruleset.to_act(state):
        seat = rng.choice(seats)
        moves = list(table.ruleset.legal_moves(state, seat))
        yield state, seat, moves
        table.ruleset.advance(state, seat, rng.choice(moves))


def some_decisions(table: Table, seed: int, step: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """Every `step`-th decision of a walk at a plain table, every `16 * step`-th elsewhere."""
    yield from itertools.islice(walk(table, seed), 0, None, step if table.plain else 16 * step)


def some_positions(table: Table, limit: int, seed: int) -> list[Any]:
    """Independent copies of `table.number(limit)` states from random games."""
    rng = random.Random(seed)
    count = table.number(limit)
    states: list[Any] = []
    while len(states) < count:
        game = [table.ruleset.clone(state) for state, _, _ in walk(table, rng.randrange(1 << 30))]
        states += rng.sample(game, min(8, len(game)))
    return states[:count]
