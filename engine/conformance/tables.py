"""The tables of any ruleset, and random games at them."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from engine import notation
from engine.conformance.holding import hold
from engine.errors import InvalidOptions
from engine.ruleset import Doc, Move, Option, Ruleset

MAX_MOVES: Final = 5000
"""The maximum number of moves of a game that a check plays. All known rulesets stay far below it."""


@dataclass
class Place:
    """The place that a check has reached: a copy of a state, a seat, and the seat's move from there."""

    state: Any = None
    seat: int | None = None
    move: Move | None = None


@dataclass(frozen=True)
class Table:
    """A ruleset, a number of seats and options. `plain`: all options have their defaults; such a table is tested
    more thoroughly.

    `seed` changes all games and draws of the checks. `place`: the latest place that the running check has reached.
    """

    ruleset: Ruleset[Any, Any]
    seats: int
    options: Doc
    plain: bool = True
    seed: int = 0
    place: Place = field(default_factory=Place, compare=False, repr=False)

    def deal(self, seed: int) -> Any:
        """Return a new game. Equal seeds give equal games."""
        state = self.ruleset.setup(self.options, self.seats, (seed + (self.seed << 32)).to_bytes(8, "big"))
        self.at(state)
        return state

    def rng(self, seed: int) -> random.Random:
        """Return a generator for the draws of a check. Equal seeds give equal draws."""
        return random.Random(seed + (self.seed << 32))

    def at(self, state: Any, seat: int | None = None, move: Move | None = None) -> None:
        """Remember this place, for the message if the check fails."""
        self.place.state, self.place.seat, self.place.move = state, seat, move

    def told_place(self) -> tuple[str, str]:
        """Return the place in words: the move, and the position in text form. Each may be empty."""
        place, rules = self.place, self.ruleset
        if place.state is None:
            return "", ""
        try:
            position = notation.position_text(rules, rules.write_position(place.state))
        except Exception as error:
            position = f"cannot be written ({type(error).__name__}: {error})"
        try:
            move = "" if place.move is None else f"seat {place.seat} {json.dumps(rules.write_move(place.move))}"
        except Exception:
            move = f"seat {place.seat} {place.move}"
        return move, position

    def number(self, limit: int) -> int:
        """Return how much to test at this table: `limit` at a plain table, a twentieth of it at any other."""
        return limit if self.plain else -(-limit // 20)


def viewers(table: Table) -> list[int | None]:
    """Return all viewers: a spectator and every seat."""
    return [None, *range(table.seats)]


def told(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _values(option: Option) -> list[Any]:
    """Return all values of an option. For a list that is empty by default, return every subset."""
    if option.default == []:
        sizes = range(len(option.values) + 1)
        return [list(chosen) for size in sizes for chosen in itertools.combinations(option.values, size)]
    return list(option.values)


def _variants(ruleset: Ruleset[Any, Any], seats: int) -> Iterator[Doc]:
    """Yield combinations of options, each once.

    Options that are off (null or empty) by default come in all valid combinations. Other options vary one at a time.
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
    """Yield all tables of a ruleset: every number of seats with each of `_variants`."""
    for seats in ruleset.seats:
        default = ruleset.read_options({}, seats)
        for options in _variants(ruleset, seats):
            yield Table(ruleset, seats, options, options == default)


Choice = tuple[str, bool, str, str]
"""One tested value of an option: the ruleset, whether there are several seats, the option's name, and the value.

For a list, the value is one entry.
"""


def choices_of(table: Table) -> set[Choice]:
    """Return all option values that this table tests. Each entry of a list counts separately."""
    found = set()
    for name, value in table.options.items():
        for one in value if isinstance(value, list) else [value]:
            found.add((table.ruleset.key, table.seats > 1, name, str(one)))
    return found


def covering(tables: list[Table], chosen: list[Table], left: set[Choice]) -> list[Table]:
    """Return `chosen` with more tables, added greedily until every choice in `left` is covered.

    If several tables are equally good, take the one with more choices, then the one whose number of seats is closest
    to three.
    """
    chosen, left = list(chosen), left.difference(*map(choices_of, chosen))
    while left:
        best = max(tables, key=lambda table: (len(left & (own := choices_of(table))), len(own), -abs(table.seats - 3)))
        chosen.append(best)
        left -= choices_of(best)
    return chosen


def tables_for_bots(ruleset: Ruleset[Any, Any]) -> list[Table]:
    """Return every plain table, and enough others to cover the options.

    The tables cover every value of an option that is off by default, such as `expansions`. They cover the first and the
    last value of any other option.
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

    The state is changed in place. After the last step it is the final state.
    """
    rules, rng = table.ruleset, table.rng(seed)
    state = table.deal(seed)
    for number in itertools.count():
        seats = rules.to_act(state)
        if not seats:
            return
        hold(number < MAX_MOVES, f"a random game does not end within {MAX_MOVES} moves")
        seat = rng.choice(seats)
        moves = list(rules.legal_moves(state, seat))
        yield state, seat, moves
        move = rng.choice(moves)
        table.at(rules.clone(state), seat, move)
        rules.advance(state, seat, move)


def some_decisions(table: Table, seed: int, step: int) -> Iterator[tuple[Any, int, list[Move]]]:
    """Yield every `step`-th decision of a walk at a plain table, every `16 * step`-th at any other."""
    yield from itertools.islice(walk(table, seed), 0, None, step if table.plain else 16 * step)


def some_positions(table: Table, limit: int, seed: int) -> Iterator[Any]:
    """Yield independent copies of `table.number(limit)` states from random games.

    Each game is played out before its states are yielded.
    """
    rng = table.rng(seed)
    left = table.number(limit)
    while left > 0:
        game = []
        for state, _, _ in walk(table, rng.randrange(1 << 30)):
            game.append((table.ruleset.clone(state), Place(**vars(table.place))))
        for state, place in rng.sample(game, min(8, len(game)))[:left]:
            table.at(place.state, place.seat, place.move)
            left -= 1
            yield state
