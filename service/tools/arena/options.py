"""Parses and checks the ruleset, levels and options of a command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click
import orjson

from engine.bots.ratings import fault_of
from engine.errors import InvalidOptions
from engine.registry import LEVELS
from engine.ruleset import Doc, Ruleset


def choose_ruleset(rulesets: Mapping[str, Ruleset[Any, Any]], key: str, seats: int) -> Ruleset[Any, Any]:
    """Return the ruleset, if it allows this number of seats. Raises `click.UsageError`."""
    if key not in rulesets:
        raise click.UsageError(f"There is no ruleset {key!r}; there are: {', '.join(rulesets)}.")
    ruleset = rulesets[key]
    if seats not in ruleset.seats:
        raise click.UsageError(f"{ruleset.name} is for {ruleset.seats[0]} to {ruleset.seats[-1]} seats, not {seats}.")
    return ruleset


def check_levels(levels: Iterable[str], key: str, seats: int) -> None:
    """Raise `click.UsageError` if a level or rating is unknown at this table. The error lists the known levels."""
    for level in levels:
        if level.isdecimal():
            if fault := fault_of(int(level), key, seats):
                raise click.UsageError(f"The rating {level} {fault}.")
        elif level not in LEVELS:
            raise click.UsageError(f"There is no level {level!r}; there are: {', '.join(LEVELS)}.")


def parse_options(ruleset: Ruleset[Any, Any], document: str | None, single: Iterable[str]) -> Doc:
    """Return the options of a command line.

    `single`: options as `name=value`, which override those in the JSON `document`. Values in a list are separated by
    commas. Raises `click.UsageError`.
    """
    try:
        options = {} if document is None else orjson.loads(document)
    except orjson.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}.") from error
    if not isinstance(options, dict):
        raise click.UsageError("--options must be a JSON object.")
    lists = {option.name for option in ruleset.options if isinstance(option.default, list)}
    for text in single:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(f"--option {text}: must be name=value.")
        options[name] = [part for part in value.split(",") if part] if name in lists else value
    return options


def fill_options(ruleset: Ruleset[Any, Any], seats: int, options: Doc) -> Doc:
    """Return the options with all defaults. Raises `click.UsageError` with every fault."""
    try:
        return ruleset.read_options(options, seats)
    except InvalidOptions as error:
        raise click.UsageError("\n".join(["These options cannot be:", *map(str, error.faults)])) from error
