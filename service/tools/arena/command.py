"""Holds a tournament as the command line asks for it."""

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
from service.tools.arena.pool import ProcessDied, outcomes
from service.tools.arena.report import show
from service.tools.arena.summary import summarize
from service.tools.terminal.options import check_levels, chosen_ruleset, filled_options, given_options

EXIT_INTERRUPTED = 130

WIDE = 200
"""Columns of a report that goes into a file."""


def tournament_of(
    rulesets: Rulesets,
    key: str,
    who: tuple[Sequence[str], Sequence[str], int | None],
    options: tuple[str | None, Sequence[str]],
    games: int,
    seed: str | None,
) -> Tournament:
    """The tournament of a command line. `who`: levels, line-ups with commas, seats; `options`: JSON, single ones.

    Raises `click.UsageError`.
    """
    chosen = _line_ups(*who)
    seats = len(chosen[0])
    check_levels(level for line_up in chosen for level in line_up)
    ruleset = chosen_ruleset(rulesets, key, seats)
    filled = filled_options(ruleset, seats, given_options(ruleset, *options))
    return Tournament(key, filled, chosen, deals_for(games, seats), seed or secrets.token_hex(8))


def _line_ups(levels: Sequence[str], fields: Sequence[str], seats: int | None) -> tuple[LineUp, ...]:
    if fields:
        if levels or seats is not None:
            raise click.UsageError("--field says level and number of the seats; give it alone.")
        given = tuple(tuple(name.strip() for name in field.split(",")) for field in fields)
        if len({len(line_up) for line_up in given}) > 1:
            raise click.UsageError("Every --field must have as many seats as the others.")
        return tuple(dict.fromkeys(given))
    if not levels:
        raise click.UsageError("Name the levels that play, or line-ups with --field.")
    wanted = min(len(levels), 2) if seats is None else seats
    if wanted > len(levels):
        raise click.UsageError(f"{wanted} seats need {wanted} levels: name one more than once, or use --field.")
    return line_ups(levels, wanted)


def hold(tournament: Tournament, processes: int, as_json: bool) -> int:
    """Play and report; the exit code: 0, 1 if a bot failed, 130 if interrupted, with the games until then."""
    found: list[Outcome] = []
    interrupted = False
    count = tournament.deals * tournament.seats * len(tournament.line_ups)
    try:
        with _progress(count) as advance:
            for outcome in outcomes(play_match, tournament.matches(), min(processes, count)):
                found.append(outcome)
                advance()
    except KeyboardInterrupt:
        interrupted = True
    except ProcessDied as error:
        raise click.ClickException(str(error)) from error
    summary = summarize(tournament, found) | {"interrupted": interrupted}
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
