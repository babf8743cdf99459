"""`hamlet review`: a replay's review in the terminal, made in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import orjson
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from engine.errors import EngineError
from engine.ruleset import Doc, Ruleset
from service.games import clocks
from service.games.reviews.reviewing import Material, Reviewer, put_in_language


def read(path: Path, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Material:
    """The game of a replay's file. Raises `click.ClickException` for what is none."""
    try:
        doc = orjson.loads(path.read_bytes())
        rules = rulesets[doc["ruleset"]]
        own = {name: value for name, value in doc["options"].items() if name not in clocks.ClockOptions.__annotations__}
        return Material.of(doc, rules.read_options(own, len(doc["seats"])))
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError, IndexError, EngineError) as error:
        raise click.ClickException(f"{path} is no replay: {error}") from error


def review(path: Path, rulesets: Mapping[str, Ruleset[Any, Any]], level: str, as_json: bool) -> None:
    """Review a replay's file and print that."""
    material = read(path, rulesets)
    try:
        reviewer = Reviewer(rulesets[material.ruleset], material, level)
    except (EngineError, ValueError, TypeError, KeyError, IndexError) as error:
        raise click.ClickException(f"{path} cannot be played again: {error}") from error
    screen = Console(stderr=True)
    result = reviewer.result([reviewer.judge(at) for at in track(range(len(reviewer)), "Reviewing", console=screen)])
    result["moves"] = [put_in_language(one, "en") for one in result["moves"]]
    if as_json:
        click.echo(orjson.dumps(result, option=orjson.OPT_INDENT_2).decode())
        return
    console = Console()
    console.print(_seats(result))
    console.print(_moves(result))


def _seats(result: Doc) -> Table:
    table = Table("seat", "choices", "accuracy", "lost", "luck", *result["seats"][0]["verdicts"], box=SIMPLE_HEAD)
    for seat in result["seats"]:
        counts = [str(count) for count in seat["verdicts"].values()]
        accuracy = "" if seat["accuracy"] is None else f"{seat['accuracy']:.1f}"
        table.add_row(
            str(seat["seat"]), str(seat["decisions"]), accuracy, f"{seat['loss']:.2f}", f"{seat['luck']:+.2f}", *counts
        )
    return table


def _moves(result: Doc) -> Table:
    """What was no good move, and what would have been better."""
    table = Table("version", "seat", "verdict", "lost", "move", "better", box=SIMPLE_HEAD)
    for one in result["moves"]:
        if one["verdict"] not in ("best", "good"):
            best = one["best"][0]
            table.add_row(
                *(str(one["version"]), str(one["seat"]), one["verdict"], f"{one['loss']:.2f}"),
                *(one["label"], best["label"]),
            )
    return table
