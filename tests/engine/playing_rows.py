"""Every level decides at many tables, one line each, so that two engines can be compared.

As a script (`python -m tests.engine.playing_rows`) it prints them for the engine that HAMLET_ENGINE names.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.bots import Bot
from engine.bots.search import Search
from tests.engine.tables import PLAYERS, TABLES, Table, walk

ALL_TABLES = "HAMLET_EXPECT_ALL_TABLES"
"""The environment variable that demands every table instead of a few of each kind."""

QUICK: dict[str, Bot] = {
    name: Search(replace(bot.budget, iterations=2)) if isinstance(bot, Search) else bot for name, bot in PLAYERS.items()
}


def tables() -> list[Table]:
    """The plain tables, and some others that together have all options; with the variable, all tables."""
    return [
        table for number, table in enumerate(TABLES) if table.plain or number % 32 == 31 or os.environ.get(ALL_TABLES)
    ]


def decided(table: Table, state: Any, seat: int) -> dict[str, Any]:
    """Each level's decision in the notation, since the codes of cards differ between catalogues."""
    rules = table.ruleset
    view = rules.view(state, seat)
    found = {}
    for name, bot in QUICK.items():
        decision = bot.decide(rules, view, random.Random(1))
        found[name] = [
            [rules.write_move(one.move), one.visits, one.value.hex(), one.gold.hex()] for one in decision.candidates
        ]
    return found


def lines(some: list[Table]) -> Iterator[str]:
    """For each table its seats, and a decision from a game: an early one at the first table, then later ones."""
    thorough = bool(os.environ.get(ALL_TABLES))
    for number, table in enumerate(some):
        choices = (spot for spot in walk(table, seed=9) if len(spot[2]) > 1)
        spots = itertools.islice(choices, 0 if thorough else number % 3 * 30, 61, 30 if thorough else 100)
        yield json.dumps(
            [[table.ruleset.key, table.seats, table.options], [decided(table, *spot[:2]) for spot in spots]]
        )


if __name__ == "__main__":
    for line in lines(tables()):
        print(line)
