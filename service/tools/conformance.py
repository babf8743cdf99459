"""`hamlet check-ruleset` and `hamlet check-bot`: run the conformance suite on an installed ruleset or bot."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from engine.bots import Bot, Decision, Rules, Session
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, Table, tables_for_bots, tables_of
from engine.native import is_a
from engine.ruleset import Move, Ruleset

GRACE_SECONDS = 5
"""Time for a bot to stop after its limit. If a bot catches `TooSlow` and continues, the command ends."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check at a table. `fault`: what failed, or empty. `remark`: anything else worth knowing."""

    table: str
    check: str
    fault: str = ""
    remark: str = ""


class TooSlow(BaseException):
    """A bot's time is up. It is not an `Exception`, so a bot does not catch it by mistake."""


def of_ruleset(ruleset: Ruleset[Any, Any]) -> Iterator[CheckResult]:
    for table in tables_of(ruleset):
        for name, check in RULESET_CHECKS.items():
            yield _try(table, name, partial(check, table))


def of_bot(bot: Bot, rulesets: list[Ruleset[Any, Any]], seconds: float) -> Iterator[CheckResult]:
    """Run every check at the tables for bots. `seconds`: limit for one decision."""
    watched = _WatchedBot(bot, seconds)
    for table in (table for ruleset in rulesets for table in tables_for_bots(ruleset)):
        for name, check in BOT_CHECKS.items():
            try:
                yield _try(table, name, partial(check, table, watched))
            except TooSlow as slow:
                yield CheckResult(_name(table), name, f"{slow}. Nothing more is checked.")
                return


def report(outcomes: Iterable[CheckResult]) -> bool:
    """Print each outcome as it comes, then a summary. Returns whether all checks passed."""
    faults, remarks, tables, count = Counter[str](), Counter[str](), set[str](), 0
    for one in outcomes:
        check = one.check.replace("_", " ")
        text = one.fault or one.remark
        click.echo(f"{'FAILED' if one.fault else 'ok':6}  {one.table}: {check}{': ' if text else ''}{text}")
        count += 1
        tables.add(one.table)
        faults.update([check] if one.fault else [])
        remarks.update([one.remark] if one.remark else [])
    click.echo(f"\nTables: {len(tables)}. Checks: {count}. Failed: {faults.total()}.")
    for what, times in (*faults.items(), *remarks.items()):
        click.echo(f"  {what}: at {times} of {len(tables)} tables")
    return not faults


def _name(table: Table) -> str:
    """Return the table in words, without defaults."""
    default = table.ruleset.read_options({}, table.seats)
    options = [f"{name}={value}" for name, value in table.options.items() if value != default.get(name)]
    return " ".join([table.ruleset.key, f"{table.seats} seats", *options])


def _try(table: Table, name: str, check: Callable[[], object]) -> CheckResult:
    fault, found = "", None
    try:
        found = check()
    except Broken as broken:
        fault = f"{broken}."
    except SystemExit as end:
        fault = f"it ends the process: SystemExit: {end}."
    except Exception as error:
        fault = f"{type(error).__name__}: {error}."
    return CheckResult(_name(table), name, fault, found if isinstance(found, str) else "")


class _WatchedBot(Bot):
    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        with _limited("choose", self._seconds):
            return self._bot.choose(ruleset, view, rng, session)

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        with _limited("react", self._seconds):
            return self._bot.react(ruleset, view, rng, session)

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        with _limited("decide", self._seconds):
            return self._bot.decide(ruleset, view, rng, session)

    def timed(self) -> Bot:
        with _limited("timed", self._seconds):
            timed = self._bot.timed()
        if not is_a(timed, Bot):
            raise Broken("timed() returns no bot")
        return _WatchedBot(timed, self._seconds)


@contextmanager
def _limited(what: str, seconds: float) -> Iterator[None]:
    """Raise `TooSlow` inside the block after `seconds`. If it is caught, end the process."""
    sentence, told = f"{what}() takes longer than {seconds:g} seconds", False

    def late(number: int, frame: object) -> None:
        nonlocal told
        if told:
            click.echo(f"FAILED  {sentence}, and cannot be stopped.")
            os._exit(1)
        told = True
        raise TooSlow(sentence)

    handler = signal.signal(signal.SIGALRM, late)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)
