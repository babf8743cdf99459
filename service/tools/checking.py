"""`hamlet check-ruleset` and `hamlet check-bot`: the conformance suite, for what is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.bots import Bot
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, Table, tables_of
from engine.ruleset import Ruleset

Outcome = tuple[str, str, str]
"""Which table, which check, and what is wrong: empty if nothing is."""


def of_ruleset(ruleset: Ruleset[Any, Any]) -> Iterator[Outcome]:
    """Every check at every table of the ruleset."""
    for table in tables_of(ruleset):
        for name, check in RULESET_CHECKS.items():
            yield _name(table), name, _try(partial(check, table))


def of_bot(bot: Bot, rulesets: list[Ruleset[Any, Any]]) -> Iterator[Outcome]:
    """Every check at every plain table of the rulesets."""
    for table in (table for ruleset in rulesets for table in tables_of(ruleset) if table.plain):
        for name, check in BOT_CHECKS.items():
            yield _name(table), name, _try(partial(check, table, bot))


def _name(table: Table) -> str:
    options = [f"{name}={value}" for name, value in table.options.items()] if not table.plain else []
    return " ".join([table.ruleset.key, f"{table.seats} seats", *options])


def _try(check: Callable[[], object]) -> str:
    try:
        check()
    except Broken as broken:
        return f"{broken}."
    except Exception as error:
        return f"{type(error).__name__}: {error}."
    return ""
