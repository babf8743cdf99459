"""`hamlet review`: makes a replay's review in this process and prints it."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click
import orjson
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from engine.bots import Session
from engine.errors import EngineError
from engine.ruleset import Doc, Ruleset
from service.games.ai.reviews.move_analysis import Material, Reviewer, put_in_language
from service.games.core.game_errors import NotTrue
from service.games.history.replay_archive import Archived
from service.store.games.records import Level
from service.tools.terminal.replay_view import read_file
from service.tools.terminal.words import printable

NOTHING_LOST: Final = (None, "best", "good")
"""The report leaves out moves with these verdicts."""


def read(path: Path, rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str]) -> Material:
    """Return the game in a replay file, verified as by `hamlet replay`. Raises `NotTrue`."""
    doc = read_file(path)
    archived = Archived(rulesets, levels, doc)
    for _ in archived.entries():
        pass
    return replace(Material.from_replay(doc, archived.setup.options), names=tuple(archived.names))


def review(
    path: Path, rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], by: Level, as_json: bool
) -> None:
    try:
        material = read(path, rulesets, levels)
        reviewer = Reviewer(rulesets[material.ruleset], material, by)
    except NotTrue as refusal:
        raise click.ClickException(f"{path} is not a true replay of a finished game: {refusal}.") from refusal
    except EngineError as error:
        raise click.ClickException(f"{path} cannot be played again: {error}") from error
    todo = track(range(len(reviewer)), "Reviewing", console=Console(stderr=True))
    result = reviewer.review_result([reviewer.judge(at, _session(by.milliseconds)) for at in todo])
    result["moves"] = [put_in_language(one, "en") for one in result["moves"]]
    if as_json:
        click.echo(orjson.dumps(result, option=orjson.OPT_INDENT_2).decode())
    else:
        show(result, material.names, Console())


def _session(milliseconds: int | None) -> Session:
    """Return a session whose decisions end after `milliseconds`, if given."""
    until = math.inf if milliseconds is None else time.monotonic() + milliseconds / 1000
    return Session(lambda: time.monotonic() >= until)


def show(result: Doc, names: Collection[str | None], console: Console) -> None:
    """Print a review: the quality of each player's moves, the costly moves, and how the chances developed."""
    called = [_text(name or f"seat {seat + 1}") for seat, name in enumerate(names)]
    console.print(_seats(result, called))
    lost = [one for one in result["moves"] if one["verdict"] not in NOTHING_LOST]
    console.print(_moves(lost, called) if lost else "No move lost anything worth mentioning.\n")
    if result["turning_points"]:
        console.print(_turning_points(result["turning_points"], called))
    last = result["curve"][-1]["chances"]
    chances = [Text.assemble(name, f" {_percent(one)}") for name, one in zip(called, last, strict=True)]
    console.print(Text.assemble("Chances at the end: ", Text(", ").join(chances), "."))


def _text(value: str) -> Text:
    """Return a name or label as plain text, without markup or control characters."""
    return Text(printable(value), overflow="fold")


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _seats(result: Doc, called: list[Text]) -> Table:
    """Return a table with one column per player, which fits a narrow terminal."""
    seats = result["seats"]
    table = Table(box=SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for name in called:
        table.add_column(name, justify="right")
    table.add_row("choices", *(str(seat["decisions"]) for seat in seats))
    table.add_row("accuracy", *("-" if seat["accuracy"] is None else f"{seat['accuracy']:.1f}" for seat in seats))
    table.add_row("chance lost", *(f"{seat['loss']:.2f}" for seat in seats))
    for verdict in seats[0]["verdicts"]:
        table.add_row(verdict, *(str(seat["verdicts"][verdict]) for seat in seats))
    return table


def _moves(lost: list[Doc], called: list[Text]) -> Table:
    """Return the costly moves, each with a better one below it."""
    table = Table(box=SIMPLE_HEAD, title="Moves that lost something", title_justify="left")
    table.add_column("move", justify="right", no_wrap=True)
    table.add_column("player", max_width=16)
    table.add_column("verdict", no_wrap=True)
    table.add_column("lost", justify="right", no_wrap=True)
    table.add_column("what, and what was better")
    for one in lost:
        better = "".join(f"\n  {reason['text']}" for reason in one["reasons"])
        what = Text.assemble(_text(one["label"]), "\nbetter: ", _text(one["best"][0]["label"]), better)
        table.add_row(str(one["version"]), called[one["seat"]], one["verdict"], f"{one['loss']:.2f}", what)
    return table


def _turning_points(points: list[Doc], called: list[Text]) -> Table:
    table = Table(box=SIMPLE_HEAD, title="Turning points", title_justify="left")
    table.add_column("move", justify="right", no_wrap=True)
    table.add_column("whose chance", max_width=32)
    table.add_column("before", justify="right", no_wrap=True)
    table.add_column("after", justify="right", no_wrap=True)
    for one in points:
        table.add_row(str(one["version"]), called[one["seat"]], _percent(one["before"]), _percent(one["after"]))
    return table
