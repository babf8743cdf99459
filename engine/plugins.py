"""Rulesets and AI levels from other installed packages: the entry points `hamlet.rulesets` and `hamlet.bots`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from engine.bots import Bot
from engine.entry_points import BOTS, RULESETS, described, entries_of
from engine.native import is_a
from engine.ruleset import INTERFACE, Ruleset

_NAME = re.compile("[a-z][a-z0-9_]{0,31}")

_HAMLET = "Hamlet itself"
_KINDS: Mapping[type, tuple[str, str, str]] = {
    Ruleset: ("ruleset", "a", "engine.ruleset.Ruleset"),
    Bot: ("AI level", "an", "engine.bots.Bot"),
}
"""For each kind of plugin: its name, the article of the name, and the class that the plugin must have."""
_READ_LATER = ("name", "summary", "format", "options", "about", "word_forms")
"""The attributes that a ruleset must have besides its key, seats and shapes."""

Entries = Iterable[EntryPoint]


def with_rulesets(
    own: Mapping[str, Ruleset[Any, Any]], faults: list[str], entries: Entries | None = None
) -> dict[str, Ruleset[Any, Any]]:
    """The given rulesets and those of other packages. A broken one is left out, and `faults` says why."""
    all_of, owners = dict(own), dict.fromkeys(own, _HAMLET)
    for entry in _sorted(RULESETS, entries):
        ruleset = _load(entry, Ruleset, faults)
        if ruleset is None:
            continue
        try:
            wrong = _wrong_with(entry, ruleset, all_of, owners)
        except (Exception, SystemExit) as error:
            # A property of the plugin may raise anything.
            told = f"{type(error).__name__}: {error}".rstrip(".") + place_of(error, entry.module)
            wrong = f"is not complete: {told}"
        if wrong:
            faults.append(f"{described(entry)}: the ruleset {entry.name!r} {wrong}.")
        else:
            all_of[entry.name], owners[entry.name] = ruleset, described(entry)
    return all_of


def with_levels(own: Mapping[str, Bot], faults: list[str], entries: Entries | None = None) -> dict[str, Bot]:
    """The AI levels and those of other packages, as in `with_rulesets`."""
    all_of, owners = dict(own), dict.fromkeys(own, _HAMLET)
    for entry in _sorted(BOTS, entries):
        bot = _load(entry, Bot, faults)
        if bot is None:
            continue
        if entry.name in all_of:
            faults.append(f"{described(entry)}: there is an AI level {entry.name!r} already, in {owners[entry.name]}.")
        else:
            all_of[entry.name], owners[entry.name] = bot, described(entry)
    return all_of


def title(key: str) -> str:
    """Return the prefix of the ruleset's component names in the contract: `my_game` becomes `MyGame`."""
    return "".join(word.capitalize() for word in key.split("_"))


def place_of(error: BaseException, module: str) -> str:
    """Return the last line of the author's code in an error's traceback: ` (shop.py, line 7)`; empty if there is none.

    `module`: any module of the author's package.
    """
    root, trace, place = module.rpartition(".")[0] or module, error.__traceback__, ""
    if isinstance(error, SyntaxError) and error.filename:
        place = f" ({Path(error.filename).name}, line {error.lineno})"
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__"))
        if f"{name}.".startswith(f"{root}."):
            place = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place


def _sorted(group: str, entries: Entries | None) -> list[EntryPoint]:
    """The entries in an order that does not depend on the file system."""
    return sorted(
        entries_of(group) if entries is None else entries,
        key=lambda entry: (entry.name, entry.value, described(entry)),
    )


def _load(entry: EntryPoint, kind: type, faults: list[str]) -> Any:
    """The entry's object, or an instance of it if it is a class.

    If it does not fit, adds a fault and returns `None`.
    """
    what, article, place = _KINDS[kind]
    if not _NAME.fullmatch(entry.name):
        faults.append(
            f"{described(entry)}: {entry.name!r} cannot be the name of {article} {what}: "
            "1 to 32 of a-z, 0-9 and _, a letter first."
        )
        return None
    try:
        target = entry.load()
        plugin = target() if isinstance(target, type) else target
    except (Exception, SystemExit) as error:
        # The import of a plugin may raise anything.
        told = f"{type(error).__name__}: {error}".rstrip(".") + place_of(error, entry.module)
        faults.append(f"{described(entry)}: the {what} {entry.name!r} cannot be loaded: {told}.")
        return None
    if not is_a(plugin, kind):
        faults.append(f"{described(entry)}: {entry.value} is no {what}: it must be a subclass of {place}.")
        return None
    return plugin


def _lacks(ruleset: Ruleset[Any, Any]) -> str:
    """Why the ruleset is incomplete or made for another Hamlet; empty if nothing is wrong."""
    level = getattr(ruleset, "interface", None)
    if level != INTERFACE:
        named = "names no interface" if level is None else f"is made for the interface {level}"
        return f"{named}; that of this Hamlet is {INTERFACE} (`interface = {INTERFACE}`)"
    if not ruleset.seats:
        return "is for no number of seats"
    for part in _READ_LATER:
        getattr(ruleset, part)
    return ""


def _wrong_with(
    entry: EntryPoint,
    ruleset: Ruleset[Any, Any],
    others: Mapping[str, Ruleset[Any, Any]],
    owners: Mapping[str, str],
) -> str:
    """Why the ruleset is incomplete or conflicts with the others; empty if nothing is wrong."""
    if entry.name in others:
        return f"is there already, in {owners[entry.name]}"
    for key in others:
        if title(key) == title(entry.name):
            return f"has a key too like {key!r}: both would be called {title(key)!r} in the contract"
    if ruleset.key != entry.name:
        return f"calls itself {ruleset.key!r}"
    if wrong := _lacks(ruleset):
        return wrong
    shapes = ruleset.shapes
    kinds = (("move", set(shapes.moves)), ("event", set(shapes.events)))
    for what, own in kinds:
        for key, other in others.items():
            taken = own & set(other.shapes.moves if what == "move" else other.shapes.events)
            if taken:
                return f"has a type of {what}s that {key!r} has already: {', '.join(sorted(taken))}"
    return ""
