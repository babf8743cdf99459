"""Seats a player as the command line asks for it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import click
from rich.console import Console

from engine.registry import LEVELS
from engine.ruleset import Doc
from service.config.catalogues import Rulesets
from service.tools.terminal.local import LocalGame
from service.tools.terminal.options import check_levels, choose_ruleset, fill_options, parse_options
from service.tools.terminal.play import Left, Play
from service.tools.terminal.remote import Api, RemoteGame, create
from service.tools.terminal.venue import Lost, Venue, player_names

ADVISER = "hard" if "hard" in LEVELS else list(LEVELS)[-1]
"""The level that gives hints."""


@dataclass(frozen=True, slots=True)
class Table:
    """A new game as a command line asks for it. `levels`: of every seat, `None` for the player's."""

    ruleset: str
    levels: Sequence[str | None]
    options: Doc
    seed: str | None


def levels_of(seats: int, own: int, others: Sequence[str]) -> list[str | None]:
    """The level of each seat: the others have one in common, or one each. Raises `click.UsageError`."""
    if own >= seats:
        raise click.UsageError(f"--seat must be 0 to {seats - 1}.")
    named = list(others) * (seats - 1) if len(others) == 1 else list(others)
    if len(named) != seats - 1:
        raise click.UsageError(f"Say one --level for all others, or one for each of the {seats - 1}.")
    return [*named[:own], None, *named[own:]]


def table_of(
    rulesets: Rulesets,
    key: str,
    levels: Sequence[str | None],
    options: tuple[str | None, Sequence[str]],
    seed: str | None,
) -> Table:
    """The table of a command line, with `options` as JSON and single ones. Raises `click.UsageError`."""
    return Table(key, levels, parse_options(rulesets.get(key), *options), seed)


def local_game(rulesets: Rulesets, table: Table) -> Venue:
    """A game in this process. Raises `click.UsageError`."""
    seats = len(table.levels)
    ruleset = choose_ruleset(rulesets, table.ruleset, seats)
    check_levels(level for level in table.levels if level is not None)
    options = fill_options(ruleset, seats, table.options)
    return LocalGame(ruleset, options, table.levels, LEVELS, ADVISER, table.seed or secrets.token_hex(16))


def remote_game(api: Api, rulesets: Rulesets, table: Table) -> Venue:
    """A new game on a server, which knows what it can play. Raises `Lost`."""
    seats: list[Doc] = [
        {"type": "human", "name": name} if level is None else {"type": "ai", "level": level, "name": name}
        for level, name in zip(table.levels, player_names(table.levels), strict=True)
    ]
    body: Doc = {"ruleset": table.ruleset, "seats": seats, "options": table.options}
    if table.seed is not None:
        body["seed"] = table.seed
    return create(api, body, rulesets)


def resume(api: Api, rulesets: Rulesets, game_id: str, token: str) -> Venue:
    """A game that waits on a server. Raises `Lost`."""
    api.token = token
    return RemoteGame(api, game_id, rulesets)


def sit_down(venue: Venue, console: Console) -> int:
    """Play until the end, or until the player leaves or the server does: the exit code."""
    try:
        Play(console, venue).run()
    except (Left, KeyboardInterrupt):
        _tell(console, venue.goodbye())
    except Lost as lost:
        _tell(console, f"{lost}\n{venue.goodbye()}")
        return 1
    return 0


def _tell(console: Console, text: str) -> None:
    # Unwrapped: the line that brings a player back must be one line to copy.
    console.print(f"\n{text}", markup=False, highlight=False, soft_wrap=True)
