"""`hamlet check-ruleset` and `hamlet check-bot`: run the conformance suite on an installed ruleset or bot."""

from __future__ import annotations

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from traceback import format_exception
from typing import Any

import click

from engine.bots import Bot, Decision, Rules, Session
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, Place, Table, tables_for_bots, tables_of
from engine.conformance.holding import hold
from engine.native import is_a
from engine.plugins import place_of, title
from engine.ruleset import Move, Ruleset

GRACE_SECONDS = 5
"""Time for a bot to stop after its limit. If a bot catches `TooSlow` and continues, the command ends."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check at a table.

    - `fault`: what failed, or empty; `remark`: anything else worth knowing.
    - `line`: the last line of the author's code in an error's traceback; `traceback`: the whole traceback.
    - `move`, `position`: the latest move of the check, and the position in which it was made, in text form.
    - `rules`: the rules that refused moves.
    """

    table: str
    check: str
    fault: str = ""
    remark: str = ""
    line: str = ""
    move: str = ""
    position: str = ""
    traceback: str = ""
    rules: frozenset[str] = frozenset()


class TooSlow(BaseException):
    """A bot's time is up. This is not an `Exception`, so that no bot catches it by mistake."""


def of_ruleset(
    ruleset: Ruleset[Any, Any], only: Sequence[str] = (), at: Sequence[str] = (), seed: int = 0, games: int = 1
) -> Iterator[CheckResult]:
    """Run each check at each table, with `games` consecutive seeds, beginning with `seed`.

    `only`: the names of the checks to run. `at`: the names of the tables. By default, all checks run at all tables.
    """
    for table in tables_of(ruleset):
        if at and name_of(table) not in at:
            continue
        for name, check in RULESET_CHECKS.items():
            if only and name not in only:
                continue
            for number in range(seed, seed + games):
                result = try_check(replace(table, seed=number, place=Place()), name, check)
                if result.fault:
                    break
            yield result


def the_contract_is_made(ruleset: Ruleset[Any, Any]) -> CheckResult:
    """Check that the ruleset is in the contract of a server with all installed rulesets."""
    # Imported here, because they are slow to import.
    from service.http.app import bare_app
    from service.http.openapi.document import text_of

    def check(table: Table) -> None:
        named = f"{title(ruleset.key)}View" in text_of(bare_app()[1])
        hold(named, f"it has no {title(ruleset.key)}View")

    return try_check(next(tables_of(ruleset)), the_contract_is_made.__name__, check)


def of_bot(bot: Bot, rulesets: list[Ruleset[Any, Any]], seconds: float) -> Iterator[CheckResult]:
    """Run every check of bots at every table for bots. `seconds`: the limit for one decision."""
    watched = _WatchedBot(bot, seconds)
    for table in (table for ruleset in rulesets for table in tables_for_bots(ruleset)):
        for name, check in BOT_CHECKS.items():
            try:
                yield try_check(table, name, check, watched)
            except TooSlow as slow:
                yield CheckResult(name_of(table), name, f"{slow}. Nothing more is checked.")
                return


def report(outcomes: Iterable[CheckResult], index: int = 0, traceback: bool = False, as_json: bool = False) -> bool:
    """Print each outcome as it comes, then a summary. Returns whether all checks passed.

    `index`: the number of rules in the rule index. `as_json`: print one object per line and no summary.
    """
    faults, remarks, tables, count = Counter[str](), Counter[str](), set[str](), 0
    met: set[str] = set()
    for one in outcomes:
        check = one.check.replace("_", " ")
        if as_json:
            click.echo(json.dumps({**asdict(one), "rules": sorted(one.rules)}))
        else:
            _tell(one, check, traceback)
        count += 1
        met |= one.rules
        tables.add(one.table)
        faults.update([check] if one.fault else [])
        remarks.update([one.remark] if one.remark else [])
    if as_json:
        return not faults
    click.echo(f"\nTables: {len(tables)}. Checks: {count}. Failed: {faults.total()}.")
    for what, times in (*faults.items(), *remarks.items()):
        click.echo(f"  {what}: at {times} of {len(tables)} tables")
    if met:
        click.echo(f"  Of the {index} rules of the index, {len(met)} refused a move.")
    return not faults


def _tell(one: CheckResult, check: str, traceback: bool) -> None:
    text = one.fault or one.remark
    click.echo(f"{'FAILED' if one.fault else 'ok':6}  {one.table}: {check}{': ' if text else ''}{text}")
    for what in ("line", "move", "position") if one.fault else ():
        if found := getattr(one, what):
            click.echo(f"        {what}: {found}")
    if traceback and one.traceback:
        click.echo(one.traceback)


def name_of(table: Table) -> str:
    """The table in words, without defaults."""
    default = table.ruleset.read_options({}, table.seats)
    options = [f"{name}={value}" for name, value in table.options.items() if value != default.get(name)]
    return " ".join([table.ruleset.key, f"{table.seats} seats", *options])


def try_check(table: Table, name: str, check: Callable[..., object], *bot: Bot) -> CheckResult:
    """Run a check at a table. `bot`: the bot to check, if any."""
    try:
        found = check(table, *bot)
    except (Exception, SystemExit) as error:
        if isinstance(error, Broken):
            fault = f"{error}."
        else:
            ends = "it ends the process: " if isinstance(error, SystemExit) else ""
            notes = "".join(f", {note}" for note in getattr(error, "__notes__", ()))
            fault = f"{ends}{type(error).__name__}: {error}".rstrip(".") + f"{notes}."
        line = place_of(error, type(table.ruleset).__module__).strip(" ()")
        trace = "".join(format_exception(error))
        return CheckResult(name_of(table), name, fault, "", line, *table.told_place(), trace)
    rules = frozenset(found) if isinstance(found, set) else frozenset[str]()
    return CheckResult(name_of(table), name, "", found if isinstance(found, str) else "", rules=rules)


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
    """Raise `TooSlow` inside the block after `seconds`. If the block catches it, end the process."""
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
