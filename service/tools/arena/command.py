"""Runs a tournament for the command line."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from service.config.catalogues import Rulesets
from service.tools.arena.games import Outcome, play_match
from service.tools.arena.matches import LineUp, Tournament, deals_for, line_ups
from service.tools.arena.options import check_levels, choose_ruleset, fill_options, parse_options
from service.tools.arena.pool import ProcessDied, outcomes
from service.tools.arena.report import show
from service.tools.arena.summary import summarize

EXIT_INTERRUPTED = 130

WIDE = 200
"""The width, in columns, of a report that is written to a file."""


def tournament_of(
    rulesets: Rulesets,
    key: str,
    who: tuple[Sequence[str], Sequence[str], int | None],
    options: tuple[str | None, Sequence[str]],
    games: int,
    seed: str | None,
) -> Tournament:
    """Parse a tournament. Raises `click.UsageError`.

    `who`: the levels, the line-ups (levels separated by commas) and the number of seats; `options`: a JSON document,
    and single options as `name=value`.
    """
    lineups = _line_ups(*who)
    seats = len(lineups[0])
    ruleset = choose_ruleset(rulesets, key, seats)
    check_levels((level for line_up in lineups for level in line_up), key, seats)
    complete = fill_options(ruleset, seats, parse_options(ruleset, *options))
    return Tournament(key, complete, lineups, deals_for(games, seats), seed or secrets.token_hex(8))


def _line_ups(levels: Sequence[str], fields: Sequence[str], seats: int | None) -> tuple[LineUp, ...]:
    if fields:
        if levels or seats is not None:
            raise click.UsageError("--field says level and number of the seats; give it alone.")
        lineups = tuple(tuple(name.strip() for name in field.split(",")) for field in fields)
        if len({len(line_up) for line_up in lineups}) > 1:
            raise click.UsageError("Every --field must have as many seats as the others.")
        return tuple(dict.fromkeys(lineups))
    if not levels:
        raise click.UsageError("Name the levels that play, or line-ups with --field.")
    count = min(len(levels), 2) if seats is None else seats
    if count > len(levels):
        raise click.UsageError(f"{count} seats need {count} levels: name one more than once, or use --field.")
    return line_ups(levels, count)


def hold(tournament: Tournament, processes: int, as_json: bool) -> int:
    """Play the tournament and report it. Returns the exit code: 0, 1 if a bot failed, or 130 after an interruption.

    After an interruption the report has the games played so far.
    """
    results: list[Outcome] = []
    interrupted = False
    count = tournament.deals * tournament.seats * len(tournament.line_ups)
    try:
        with _progress(count) as advance:
            for outcome in outcomes(play_match, tournament.matches(), min(processes, count)):
                results.append(outcome)
                advance()
    except KeyboardInterrupt:
        interrupted = True
    except ProcessDied as error:
        raise click.ClickException(str(error)) from error
    summary = summarize(tournament, results) | {"interrupted": interrupted}
    if as_json:
        click.echo(orjson.dumps(summary, option=orjson.OPT_INDENT_2).decode())
    else:
        console = Console()
        show(console if console.is_terminal else Console(width=WIDE), summary)
    if interrupted:
        return EXIT_INTERRUPTED
    return 1 if summary["failures"] else 0


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("games", total=count)
        yield lambda: progress.advance(task)
