"""Which games are played: line-ups of levels, deals, and rotations of the seats."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ruleset import Doc

LineUp = tuple[str, ...]
"""A level for each seat."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Every line-up plays every deal once in each rotation of its seats.

    `options`: as `Ruleset.read_options` filled them in; `seed`: any text; equal seeds make equal deals.
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
        """The levels that take part, in the order in which they were named."""
        return list(dict.fromkeys(level for line_up in self.line_ups for level in line_up))

    def matches(self) -> Iterator[Match]:
        """All games, deal by deal, so that what is played first is as fair as the whole."""
        for deal in range(self.deals):
            for line_up in self.line_ups:
                for turn in range(self.seats):
                    levels = (*line_up[turn:], *line_up[:turn])
                    yield Match(self.ruleset, self.options, levels, f"{self.seed}-{deal}", turn)


@dataclass(frozen=True, slots=True)
class Match:
    """One game to be played. `levels`: by seat; `seed`: the game's, as the HTTP API takes it; `turn`: the rotation."""

    ruleset: str
    options: Doc
    levels: LineUp
    seed: str
    turn: int

    @property
    def line_up(self) -> LineUp:
        """The levels as they were before the seats were rotated."""
        turn = len(self.levels) - self.turn
        return (*self.levels[turn:], *self.levels[:turn])

    def generator(self, seat: int) -> random.Random:
        """The generator of a seat's bot: the same in whatever process and after whatever other games."""
        return random.Random("/".join((self.seed, *self.levels, str(self.turn), str(seat))))


def line_ups(levels: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Every choice of that many of the levels: all levels if there are as many, with two seats every pair."""
    return tuple(dict.fromkeys(itertools.combinations(levels, seats)))


def deals_for(games: int, seats: int) -> int:
    """How many deals make at least so many games of a line-up."""
    return -(-games // seats)
