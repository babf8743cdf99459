"""The suite of `bench/strength.py`: which levels meet at which table, and the goal of each row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tools.testbed.seer import SEER

EXPANSIONS = ("saints", "scoundrels", "profiteers", "developments")
ALL = "all expansions"
LADDER = ("random", "beginner", "easy", "greedy", "medium", "hard", "expert")

COUNTESS = "the Countess"
GAMES = 200
"""The number of games of a row. It is rounded up to whole deals."""

SECONDS = {"random": 0.1, "beginner": 0.3, "easy": 0.3, "greedy": 0.3, "medium": 2.0, "hard": 4.0, "expert": 25.0}
"""The rough cost of a game for one seat of a level. Cheap rows come first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line-up at one table. `level` has one seat, `others` have the remaining ones.

    `table`: the expansions in the box, or the difficulty of a solo game. `wanted`: the goal for the lower end of the 95
    % interval, in percent.
    """

    ruleset: str
    seats: int
    table: str
    level: str
    others: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)
    wanted: float | None = None

    @property
    def key(self) -> str:
        """The row's name in the results and on the command line."""
        parts = (self.ruleset, str(self.seats), self.table, self.level, self.others)
        return "/".join(parts).replace(" ", "-")

    @property
    def line_up(self) -> tuple[str, ...]:
        """The levels by seat, before the seats are rotated."""
        return (self.level, *(self.others,) * (self.seats - 1))

    @property
    def cost(self) -> float:
        """Return a rough estimate of the processor seconds of a game."""
        rivals = "expert" if self.others == SEER else self.others
        whole = SECONDS[self.level] + (self.seats - 1) * SECONDS.get(rivals, 0)
        return whole * (1.5 if self.table == ALL else 1.0) * max(1.0, self.seats / 2)


def suite() -> list[Row]:
    """Return all rows, those with a goal first. No row comes twice."""
    rows: dict[str, Row] = {}
    for row in (*_wanted(), *_ladders()):
        rows.setdefault(row.key, row)
    return list(rows.values())


def tables() -> dict[str, dict[str, Any]]:
    """Return the possible contents of the box of Villagers, each with its options."""
    single = {name: {"expansions": [name]} for name in EXPANSIONS}
    return {"base": {}, **single, ALL: {"expansions": list(EXPANSIONS)}}


def _wanted() -> Iterator[Row]:
    boxes = tables()
    yield Row("villagers", 2, "base", "expert", "hard", wanted=62)
    for difficulty, percent in (("normal", 90), ("hard", 70)):
        yield Row("villagers", 1, difficulty, "expert", COUNTESS, {"solo": difficulty}, wanted=percent)
    for table in ("base", ALL):
        for seats, percent in ((3, 75), (4, 70), (5, 65)):
            yield Row("villagers", seats, table, "hard", "greedy", boxes[table], wanted=percent)
    for table in (*EXPANSIONS, ALL):
        yield Row("villagers", 2, table, "hard", "greedy", boxes[table], wanted=85)
    for seats, percent in ((3, 85), (4, 80)):
        yield Row("my_village", seats, "standard", "hard", "greedy", wanted=percent)
    yield Row("villagers", 2, "base", "expert", SEER, wanted=40)


def _ladders() -> Iterator[Row]:
    """Yield every level against the next one, at every table."""
    for below, above in pairwise(LADDER):
        for table, options in tables().items():
            for seats in (2, 3, 4, 5):
                yield Row("villagers", seats, table, above, below, options)
        for seats in (2, 3, 4):
            yield Row("my_village", seats, "standard", above, below)
    for level in LADDER:
        for difficulty in ("beginner", "normal", "hard"):
            yield Row("villagers", 1, difficulty, level, COUNTESS, {"solo": difficulty})
