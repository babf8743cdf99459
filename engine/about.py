"""What moves and events are about: JSON pointers (RFC 6901) into a view, so that a client can light up the table.

A ruleset declares for every type of move and event where on the table it takes place, as patterns with a space between
them. A pattern is a pointer whose steps may depend on the document:

- `{slot}`: the field of this name, `{unlock.seat}`: a field of a field; `{me}`: the seat whose move it is. A pattern
  with a field that is null or not there is left out. With a list it stands for one pattern for each entry.
- `card={card}`: of a list the entry whose `card` this is, or which is this text itself.
- `one|another`: whichever of the two patterns leads further.

What cannot be found any more, or not by this viewer, is left out at the end: the pointer then leads to where it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.events import ALIKE, Event

Fields = Mapping[str, Any]
Patterns = str | Callable[[Fields, Fields], str]
"""Patterns, or what makes them of a document (of moves with the seat as `me`) and the view."""

_FIELD: Final = re.compile(r"{([a-z_.]+)}")
_OF_SEATS: Final[Mapping[str, Patterns]] = dict.fromkeys(ALIKE, "/seats/{seat}")
"""Of the events that are the same in every ruleset: the views of most have their seats there."""


class Abouts:
    """Patterns for all types of moves and events of a ruleset; types without one have nothing to show."""

    def __init__(
        self, moves: Mapping[str, Patterns] | None = None, events: Mapping[str, Patterns] | None = None
    ) -> None:
        self.moves: Mapping[str, Patterns] = moves or {}
        self.events: Mapping[str, Patterns] = {**_OF_SEATS, **(events or {})}

    def of_moves(self, moves: Sequence[Fields], seat: int, view: Fields) -> list[list[str]]:
        """For each move pointers into the view of the seat, or into a position: first what the move touches, then where
        that goes, then what it is paid with.
        """
        # The moves of a list touch the same things over and over.
        walks: dict[str, str] = {}
        return [_pointers(self.moves.get(move["type"], ""), {**move, "me": seat}, view, walks) for move in moves]

    def of_event(self, event: Event, view: Fields) -> list[str]:
        """Pointers into a view, or a position, after the event: first where what it is about is now, then where that
        came from, then who gained or paid. Told from what everybody knows of it, so the same for all.
        """
        return _pointers(self.events.get(event.type, ""), event.public, view, {})


def _pointers(patterns: Patterns, fields: Fields, view: Fields, walks: dict[str, str]) -> list[str]:
    """`walks`: the pointers found in this view before, by the filled patterns."""
    text = patterns if isinstance(patterns, str) else patterns(fields, view)
    pointers: dict[str, None] = {}
    for pattern, names in _parse(text):
        for path in _fill(pattern, names, fields):
            if path not in walks:
                walks[path] = _furthest(path, view) if "|" in path else _walk(path, view)[0]
            pointer = walks[path]
            if pointer:
                pointers[pointer] = None
    return list(pointers)


Blanks = Sequence[tuple[str, str, list[str]]]
"""The fields of a pattern, each as it stands there, its first name, and the further ones on the way to its value."""


@lru_cache(1024)
def _parse(patterns: str) -> Sequence[tuple[str, Blanks]]:
    return [(pattern, _blanks(pattern)) for pattern in patterns.split()]


def _blanks(pattern: str) -> Blanks:
    paths = [(name, name.split(".")) for name in dict.fromkeys(_FIELD.findall(pattern))]
    return [(f"{{{name}}}", path[0], path[1:]) for name, path in paths]


def _fill(pattern: str, blanks: Blanks, fields: Fields) -> list[str]:
    """The pattern with the values of its fields, once for each where there are several."""
    paths = [pattern]
    for blank, first, further in blanks:
        if first not in fields or (value := fields[first]) is None:
            return []
        if further or value.__class__ is list:
            paths = [one.replace(blank, f"{each}") for one in paths for each in _values(value, further)]
        else:
            for at, one in enumerate(paths):
                paths[at] = one.replace(blank, f"{value}")
    return paths


def _values(node: Any, path: list[str]) -> list[Any]:
    """What is found by a path of names; in a list, by each of its entries."""
    for at, name in enumerate(path):
        if node.__class__ is list:
            return [value for entry in node for value in _values(entry, path[at:])]
        if node.__class__ is not dict or name not in node:
            return []
        node = node[name]
    if node.__class__ is list:
        return [value for entry in node for value in _values(entry, [])]
    return [] if node is None else [node]


def _furthest(alternatives: str, view: Fields) -> str:
    return max((_walk(one, view) for one in alternatives.split("|")), key=lambda walk: walk[1])[0]


def _walk(pattern: str, view: Any) -> tuple[str, int]:
    """The longest part of the pointer that exists, and its number of steps."""
    node, steps = view, list[str]()
    for step in pattern.split("/")[1:]:
        if node.__class__ is dict:
            if step not in node:
                break
            node = node[step]
            steps.append(step.replace("~", "~0"))
        else:
            at = _index(node, step) if node.__class__ is list else None
            if at is None:
                break
            node = node[at]
            steps.append(str(at))
    return "".join([f"/{step}" for step in steps]), len(steps)


def _index(node: list[Any], step: str) -> int | None:
    """The place in a list that a step refers to; none if it does not exist."""
    key, equals, value = step.partition("=")
    if not equals:
        return int(step) if step.isdigit() and int(step) < len(node) else None
    for at, entry in enumerate(node):
        if entry.__class__ is dict:
            if key in entry and str(entry[key]) == value:
                return at
        elif entry == value:
            return at
    return None
