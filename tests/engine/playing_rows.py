"""Prints the decisions of every level at many tables, one line each, so"""

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
    """Return the plain tables, and some others that together have all options; with the variable, all tables."""
    return [
        table for number, table in enumerate(TABLES) if table.plain or number % 32 == 31 or os.environ.get(ALL_TABLES)
    ]


def decided(table: Table, state: Any, seat: int) -> dict[str, Any]:
    """Return each level's decision as a document, because the codes of cards differ between catalogues."""
    rules = table.ruleset
    view = rules.view(state, seat)
    found = {}
    for name, bot in QUICK.items():
        decision = bot.decide(rules, view, random.Random(1))
        found[name] = [
            [rules.write_move(one.move), one.visits, one.chance.hex(), one.total.hex()] for one in decision.candidates
        ]
    return found


def lines(some: list[Table]) -> Iterator[str]:
    """Return a line for each table: its seats, and a decision from a game. The decision is an early one at the first
    table, and later ones at the others.
    """
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
