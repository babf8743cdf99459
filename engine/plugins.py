"""Rulesets and AI levels from other installed packages: the entry points `hamlet.rulesets` and `hamlet.bots`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from engine.bots import Bot
from engine.entry_points import BOTS, RULESETS, described, entries_of
from engine.native import is_a
from engine.ruleset import INTERFACE, Ruleset

_NAME = re.compile("[a-z][a-z0-9_]{0,31}")
_READ_LATER = ("name", "summary", "format", "options", "about", "word_forms")
"""The attributes that a ruleset must have in addition to its key, seats and shapes."""

Entries = Iterable[EntryPoint]


def with_rulesets(
    own: Mapping[str, Ruleset[Any, Any]], faults: list[str], entries: Entries | None = None
) -> dict[str, Ruleset[Any, Any]]:
    """Return the given rulesets together with those of other packages.

    A broken ruleset is left out, and a sentence about it is added to `faults`.
    """
    return _with(own, faults, entries_of(RULESETS) if entries is None else entries, Ruleset, "a ruleset", _wrong_with)


def with_levels(own: Mapping[str, Bot], faults: list[str], entries: Entries | None = None) -> dict[str, Bot]:
    """Return the given AI levels together with those of other packages.

    A broken level is left out, and a sentence about it is added to `faults`.
    """
    return _with(own, faults, entries_of(BOTS) if entries is None else entries, Bot, "an AI level", lambda *_: "")


def _with(
    own: Mapping[str, Any], faults: list[str], entries: Entries, kind: type, what: str, wrong_with: Callable[..., str]
) -> dict[str, Any]:
    """Return `own` together with the plugins that `entries` lists.

    `kind`: the base class of these plugins; `what`: its name in words, with an article. `wrong_with`: returns why a
    plugin cannot be used.
    """
    noun, all_of, owners = what.partition(" ")[2], dict(own), dict.fromkeys(own, "Hamlet itself")
    # In an order that does not depend on the file system.
    for entry in sorted(entries, key=lambda entry: (entry.name, entry.value, described(entry))):
        fault, plugin, doing = "", None, "cannot be loaded"
        if not _NAME.fullmatch(entry.name):
            fault = f"{entry.name!r} cannot be the name of {what}: 1 to 32 of a-z, 0-9 and _, a letter first"
        elif entry.name in all_of:
            fault = f"the {noun} {entry.name!r} is there already, in {owners[entry.name]}"
        else:
            try:
                target = entry.load()
                plugin, doing = target() if isinstance(target, type) else target, "is not complete"
                if not is_a(plugin, kind):
                    fault = f"{entry.value} is no {noun}: it must be a subclass of {kind.__module__}.{kind.__name__}"
                elif wrong := wrong_with(entry.name, plugin, all_of):
                    fault = f"the {noun} {entry.name!r} {wrong}"
            except (Exception, SystemExit) as error:  # a plugin can raise any exception
                told = f"{type(error).__name__}: {error}".rstrip(".") + place_of(error, entry.module)
                fault = f"the {noun} {entry.name!r} {doing}: {told}"
        if fault:
            faults.append(f"{described(entry)}: {fault}.")
        else:
            all_of[entry.name], owners[entry.name] = plugin, described(entry)
    return all_of


def title(key: str) -> str:
    """Return the prefix of the ruleset's component names in the contract: `my_game` becomes `MyGame`."""
    return "".join(word.capitalize() for word in key.split("_"))


def place_of(error: BaseException, module: str) -> str:
    """Return the place of an error in the author's code, from the traceback: ` (shop.py, line 7)`; empty if there is
    none.

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


def _wrong_with(name: str, ruleset: Ruleset[Any, Any], others: Mapping[str, Ruleset[Any, Any]]) -> str:
    """Return what is wrong with the ruleset, as a clause; empty if nothing is wrong.

    It may be incomplete, be made for another version of Hamlet, or be in conflict with one of the others.
    """
    for key in others:
        if title(key) == title(name):
            return f"has a key too like {key!r}: both would be called {title(key)!r} in the contract"
    if ruleset.key != name:
        return f"calls itself {ruleset.key!r}"
    level = getattr(ruleset, "interface", None)
    if level != INTERFACE:
        named = "names no interface" if level is None else f"is made for the interface {level}"
        return f"{named}; that of this Hamlet is {INTERFACE} (`interface = {INTERFACE}`)"
    if not ruleset.seats:
        return "is for no number of seats"
    for part in _READ_LATER:
        getattr(ruleset, part)
    for key, other in others.items():
        for what in ("moves", "events"):
            if taken := getattr(ruleset.shapes, what).keys() & getattr(other.shapes, what).keys():
                return f"has a type of {what} that {key!r} has already: {', '.join(sorted(taken))}"
    return ""
