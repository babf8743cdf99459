"""All tables that can be played at, and which of them short tests use."""

from __future__ import annotations

import pytest

from engine.bots import Bot
from engine.bots.casual import Casual
from engine.conformance.tables import (
    Table,
    choices_of,
    covering,
    some_decisions,
    some_positions,
    tables_of,
    walk,
)
from engine.conformance.valuation import QUICK
from engine.registry import RULESETS

PLAYERS: dict[str, Bot] = {**QUICK, "a rating": Casual(overlooks=0.2, error=3.0)}
"""The levels, with less time to think, and a player with a rating."""


__all__ = ["PLAIN", "PLAYERS", "TABLES", "Table", "every_table", "some_decisions", "some_positions", "walk"]

TABLES = [table for ruleset in RULESETS.values() for table in tables_of(ruleset)]
PLAIN = [table for table in TABLES if table.plain]


MAX_SHORT_SEATS = 3
"""The highest number of seats at a plain table. More seats take longer and show little more."""


def _short(tables: list[Table]) -> list[Table]:
    """Return the plain tables with few seats, and as many others as cover every value of every option."""
    chosen = [table for table in tables if table.plain and table.seats <= MAX_SHORT_SEATS]
    return covering(tables, chosen, set().union(*map(choices_of, tables)))


def every_table(tables: list[Table]) -> pytest.MarkDecorator:
    """Run the test at each table. At most tables it is marked `long`."""
    short = _short(tables)
    return pytest.mark.parametrize(
        "table",
        [
            pytest.param(
                table, id=f"{table.ruleset.key}-{table.seats}-{number}", marks=[pytest.mark.long] * (table not in short)
            )
            for number, table in enumerate(tables)
        ],
    )
