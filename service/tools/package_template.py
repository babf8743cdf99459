"""`hamlet new-ruleset`: makes a package with a small game, Orchard, under a new name."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Final

import click

from engine import plugins

_PLACES: Final = (Path(__file__).with_name("orchard"), Path(__file__).parents[2] / "examples" / "orchard")
"""Where Orchard is: in an installed Hamlet, and in a checkout."""
_TYPES: Final = ("plant", "send", "planted", "crow_sent", "drew")
"""Orchard's types of moves and events. They must differ from those of all other rulesets."""


class CannotMake(click.ClickException):
    """The package cannot be made. The message says why, for people."""


def make_package(name: str, folder: Path) -> list[Path]:
    """Make the package of a ruleset with the key `name`, and return its files.

    `folder`: where to make it; must not exist yet. Raises `CannotMake`.
    """
    if not re.fullmatch("[a-z][a-z0-9_]{0,31}", name):
        raise CannotMake(f"{name!r} cannot be the key of a ruleset: 1 to 32 of a-z, 0-9 and _, a letter first.")
    if folder.exists():
        raise CannotMake(f"There is a folder {folder} already.")
    if importlib.util.find_spec(name) is not None:
        raise CannotMake(f"There is a Python module {name!r} already.")
    source = next(place for place in _PLACES if (place / "orchard.py").exists())
    folder.mkdir(parents=True)
    made = []
    for path in sorted(path for path in source.iterdir() if path.is_file()):
        made.append(folder / path.name.replace("orchard", name))
        made[-1].write_text(_renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8")
    return made


def _renamed(text: str, name: str) -> str:
    text = text.replace('name = "Orchard"', f'name = "{name.replace("_", " ").title()}"')
    for kind in _TYPES:
        text = text.replace(f'"{kind}"', f'"{name}_{kind}"')
    names = {"ORCHARD": name.upper().replace("_", ""), "Orchard": plugins.title(name), "orchard": name}
    # "orchard" stays where it is an ordinary word ("a seat's orchard"): after any word but "from" and "ruleset".
    return re.sub(
        r"ORCHARD|Orchard|(?<=from )orchard|(?<=ruleset )orchard|(?<![a-z] )orchard",
        lambda found: names[found[0]],
        text,
    )
