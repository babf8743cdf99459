"""JSON pointers (RFC 6901) from moves and events into a view, so that a client can highlight what they touch.

A ruleset declares patterns, separated by spaces, for every type of move and event. A pattern is a pointer whose steps
may depend on the document:

- `{slot}` stands for the value of the field `slot`, `{unlock.seat}` for that of a nested field, and `{me}` for the seat
  that moves. If a field is missing or null, its pattern is dropped. If the value is a list, there is one pattern for
  each entry of it.
- `card={card}`, as a step into a list, selects the entry whose field `card` has the value of `{card}`. In a list of
  plain values it selects that value itself.
- `/a|/b` stands for `/a` or `/b`, whichever has more steps that exist in the view.

A pointer ends where the view has nothing further. If the viewer cannot see a card in a pile, the pointer to this card
ends at the pile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.events import ALIKE, Event

Fields = Mapping[str, Any]
Patterns = str | Callable[[Fields, Fields], str]
"""Patterns, or a function that makes them from a document and the view. The document of a move has its seat as `me`."""

_FIELD: Final = re.compile(r"{([a-z_.]+)}")
_OF_SEATS: Final[Mapping[str, Patterns]] = dict.fromkeys(ALIKE, "/seats/{seat}")
"""Patterns for the events that all rulesets share. Most views keep their seats at this path."""


class Abouts:
    """A ruleset's patterns by type of move and event. A type without patterns has no pointers."""

    def __init__(
        self, moves: Mapping[str, Patterns] | None = None, events: Mapping[str, Patterns] | None = None
    ) -> None:
        self.moves: Mapping[str, Patterns] = moves or {}
        self.events: Mapping[str, Patterns] = {**_OF_SEATS, **(events or {})}

    def of_moves(self, moves: Sequence[Fields], seat: int, view: Fields) -> list[list[str]]:
        """For each move, return pointers into `view`, which is the seat's view or a position.

        They lead to the things that the move touches, to its destination and to its payment.
        """
        # The moves of one list have many pointers in common.
        walks: dict[str, str] = {}
        return [_pointers(self.moves.get(move["type"], ""), {**move, "me": seat}, view, walks) for move in moves]

    def of_event(self, event: Event, view: Fields) -> list[str]:
        """Return pointers into a view or position after the event.

        They lead to the things that the event is about, to where those things were before, and to the seats that gained
        or paid. The pointers are made from the event's public fields, so they are the same for all viewers.
        """
        return _pointers(self.events.get(event.type, ""), event.public, view, {})


def _pointers(patterns: Patterns, fields: Fields, view: Fields, walks: dict[str, str]) -> list[str]:
    """Return the pointers that the patterns make, each once.

    `walks`: a cache for this view, from filled patterns to pointers.
    """
    pointers: dict[str, None] = {}
    for _, path in paths(patterns, fields, view):
        if path not in walks:
            walks[path] = max((_walk(one, view) for one in path.split("|")), key=lambda walk: walk[1])[0]
        pointer = walks[path]
        if pointer:
            pointers[pointer] = None
    return list(pointers)


def paths(patterns: Patterns, fields: Fields, view: Fields) -> list[tuple[str, str]]:
    """Return pairs of a pattern and a path. A path is the pattern filled with the values of the fields.

    If a field has several values, there is a path for each.
    """
    text = patterns if isinstance(patterns, str) else patterns(fields, view)
    return [(pattern, path) for pattern, blanks in _parse(text) for path in _fill(pattern, blanks, fields)]


Blanks = Sequence[tuple[str, str, list[str]]]
"""The fields in a pattern. Each entry has the blank of the pattern (`{unlock.seat}`), the field's name (`unlock`), and
the names of the nested fields (`seat`).
"""


@lru_cache(1024)
def _parse(patterns: str) -> Sequence[tuple[str, Blanks]]:
    return [(pattern, _blanks(pattern)) for pattern in patterns.split()]


def _blanks(pattern: str) -> Blanks:
    paths = [(name, name.split(".")) for name in dict.fromkeys(_FIELD.findall(pattern))]
    return [(f"{{{name}}}", path[0], path[1:]) for name, path in paths]


def _fill(pattern: str, blanks: Blanks, fields: Fields) -> list[str]:
    """Return the pattern filled with the values of its fields. If fields have several values, fill it once for each
    combination.
    """
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
    """Return the values at a path of names; a list is searched entry by entry."""
    for at, name in enumerate(path):
        if node.__class__ is list:
            return [value for entry in node for value in _values(entry, path[at:])]
        if node.__class__ is not dict or name not in node:
            return []
        node = node[name]
    if node.__class__ is list:
        return [value for entry in node for value in _values(entry, [])]
    return [] if node is None else [node]


def _walk(pattern: str, view: Any) -> tuple[str, int]:
    """Return the longest beginning of the pointer that exists in the view, and how many steps it has."""
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
    """Return the index of the list entry that a step refers to; `None` if there is no such entry."""
    key, equals, value = step.partition("=")
    if not equals:
        return int(step) if step.isdigit() and int(step) < len(node) else None
    for at, entry in enumerate(node):
        if entry.__class__ is dict:
            if key in entry and str(entry[key]) == value:
                return at
        elif str(entry) == value:
            return at
    return None
