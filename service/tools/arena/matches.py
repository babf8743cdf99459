"""The schedule of a tournament: line-ups of levels, deals, and rotations of the seats."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ruleset import Doc

LineUp = tuple[str, ...]
"""The level of each seat."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. Every line-up plays every deal once in each rotation of its seats.

    `options`: all options of the ruleset, including those with default values. `seed`: any text; equal seeds make equal
    deals.
    """

    ruleset: str
    options: Doc
    line_ups: tuple[LineUp, ...]
    deals: int
    seed: str

    @property
    def seats(self) -> int:
        return len(self.line_ups[0])

    @property
    def levels(self) -> list[str]:
        """The levels that take part, in the order of the line-ups."""
        return list(dict.fromkeys(level for line_up in self.line_ups for level in line_up))

    def matches(self) -> Iterator[Match]:
        """All games, deal by deal. So an interrupted tournament is nearly as fair as a complete one."""
        for deal in range(self.deals):
            for line_up in self.line_ups:
                for turn in range(self.seats):
                    levels = (*line_up[turn:], *line_up[:turn])
                    yield Match(self.ruleset, self.options, levels, f"{self.seed}-{deal}", turn)


@dataclass(frozen=True, slots=True)
class Match:
    """One game. `levels`: by seat; `seed`: the game's seed, as in the HTTP API; `turn`: the rotation."""

    ruleset: str
    options: Doc
    levels: LineUp
    seed: str
    turn: int

    @property
    def line_up(self) -> LineUp:
        """The levels before rotation."""
        turn = len(self.levels) - self.turn
        return (*self.levels[turn:], *self.levels[:turn])

    def generator(self, seat: int) -> random.Random:
        """Return the random generator of a seat's bot. Neither the process nor the order of the games changes it."""
        return random.Random("/".join((self.seed, *self.levels, str(self.turn), str(seat))))


def line_ups(levels: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Return all combinations of `seats` different levels.

    With as many levels as seats there is one line-up; with two seats there is one for each pair of levels.
    """
    return tuple(dict.fromkeys(itertools.combinations(levels, seats)))


def deals_for(games: int, seats: int) -> int:
    """Return the number of deals that a line-up needs for at least this many games."""
    return -(-games // seats)
