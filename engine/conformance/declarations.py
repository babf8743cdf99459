"""Checks of a ruleset's declarations, including those that no game reaches.

They do not depend on options, so they run at plain tables only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import Any, Final, Literal, get_args, get_origin, is_typeddict

from engine import notation
from engine.about import paths
from engine.conformance.holding import hold, hold_same, hold_shape
from engine.conformance.tables import Table, some_decisions, some_positions
from engine.errors import FaultyDocument, IllegalMove, InvalidOptions, InvalidPosition, MalformedMove
from engine.events import ALIKE, EVERYONE, Event
from engine.ruleset import Doc
from engine.shapes import Between, OneOf, faults, fields_of, mark_of, tag_value, unwrap
from engine.wording import LANGUAGES

Step = str | int
MANY: Final = 8
"""How many cases it takes to call a pattern wrong. Fewer could be a coincidence."""
STRANGER: Final[Doc] = {"no such": ["thing"]}
"""A value that no field accepts."""


def declarations_agree(table: Table) -> None:
    """Check that moves, events, options, cards and rules are declared once each, and that patterns name existing
    fields.
    """
    rules, shapes = table.ruleset, table.ruleset.shapes
    if not table.plain:
        return
    for what, kinds, about, known in (
        ("move", shapes.moves, rules.about.moves, {"me"}),
        ("event", shapes.events, rules.about.events, set[str]()),
    ):
        for key, shape in kinds.items():
            hold(tag_value(shape, "type") == key, f"the {what} {key} calls itself {tag_value(shape, 'type')}")
        for key, patterns in about.items():
            if key in ALIKE and what == "event":
                continue
            hold(key in kinds, f"`about` has a pattern for the {what} {key}, which is not declared")
            blanks = set(re.findall(r"{([a-z_]+)", patterns)) if isinstance(patterns, str) else set()
            strange = blanks - fields_of(kinds[key]).keys() - known
            hold(not strange, f"the pattern of the {what} {key} names no field of it: {', '.join(sorted(strange))}")
    for option in rules.options:
        hold(option.name in fields_of(shapes.options), f"the option {option.name} is not in the shape of the options")
    for language in LANGUAGES:
        cards, index = rules.cards(language), [rule["id"] for rule in rules.rules(language)]
        for card in cards:
            hold_shape(card, shapes.card, "a card")
            hold(card["name"], f"a card has no name ({language})")
        hold(len({card["key"] for card in cards}) == len(cards), "two cards have one key")
        hold(len(set(index)) == len(index), "two rules have one id")


def pointers_arrive(table: Table) -> None:
    """Check that the pointers of moves lead to parts of the moving seat's view.

    Also check that no pattern uses the entries of a list as indexes into the same list.
    """
    rules = table.ruleset
    # What `_follow` yields, by type of move and pattern.
    fits: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for state, seat, moves in some_decisions(table, seed=26, step=3):
        view = rules.write_view(rules.view(state, seat))
        for move in moves:
            table.at(state, seat, move)
            doc = rules.write_move(move)
            for pattern, path in paths(rules.about.moves.get(doc["type"], ""), {**doc, "me": seat}, view):
                fits[doc["type"], pattern] += _follow(pattern, path, view, doc["type"])
    for (key, pattern), found in fits.items():
        strange = len(found) >= MANY and all(is_in for is_in, _ in found) and not all(is_there for _, is_there in found)
        entry = re.sub(r"{(\w+)}$", r"\1={\1}", pattern)
        hold(not strange, f"{pattern}, for the move {key}, has an entry of the list as an index (instead: {entry})")


def _follow(pattern: str, path: str, view: Any, key: str) -> Iterator[tuple[bool, bool]]:
    """Check that the view has each step of the path.

    A field in the pattern may be an index into a list of plain values. For each such index, yields two booleans.
    The first says whether the list contains the index as a value. The second says whether the entry at the index has
    this value.
    """
    node = view
    for blank, step in zip(pattern.split("/")[1:], path.split("/")[1:], strict=False):
        if "=" in step or "|" in pattern:
            return
        places = {str(at): one for at, one in enumerate(node)} if isinstance(node, list) else node
        there = isinstance(places, dict) and step in places
        hold(there, f"{pattern}, for the move {key}, leads to {path}, but the view has no {step} there")
        if isinstance(node, list) and "{" in blank and not isinstance(places[step], list | dict):
            yield step in map(str, node), step == str(places[step])
        node = places[step]


def fields_are_checked(table: Table) -> None:
    """Check that a faulty field is refused with its path, and that an omitted field has a default or is a fault."""
    rules = table.ruleset
    if not table.plain:
        return
    state = next(some_positions(table, 1, seed=16))
    options = rules.read_options({}, table.seats)
    _walk(options, rules.shapes.options, lambda doc: rules.read_options(doc, table.seats), InvalidOptions)
    _walk(rules.write_position(state), rules.shapes.position, rules.read_position, InvalidPosition)
    view = rules.write_view(rules.view(state, 0))
    _walk(view, rules.shapes.view, lambda doc: rules.read_view(doc, 0), InvalidPosition)
    for key, shape in rules.shapes.moves.items():
        for name in fields_of(shape).keys() - {"type"}:
            doc = {"type": key, name: STRANGER}
            _refuse(doc, (name,), lambda doc: rules.read_move(state, 0, doc), MalformedMove)


def every_type_is_known(table: Table) -> None:
    """Check that moves of every declared type are played or properly refused, and that events of every type have words
    and pointers.
    """
    rules = table.ruleset
    if not table.plain:
        return
    state = next(some_positions(table, 1, seed=18))
    seat, index = rules.to_act(state)[0], {rule["id"] for rule in rules.rules(LANGUAGES[0])}
    for key, shape in rules.shapes.moves.items():
        try:
            move = rules.read_move(state, seat, _example(shape))
            hold(rules.write_move(move)["type"] == key, f"a move {key} is read as one of another type")
            rules.apply(rules.clone(state), seat, move)
        except MalformedMove:
            continue
        except IllegalMove as refusal:
            hold(refusal.rule in index, f"a move {key} is refused by {refusal.rule}, which is no rule")
    view = rules.write_view(rules.view(state, seat))
    for key, shape in rules.shapes.events.items():
        event = _example(shape)
        rules.about.of_event(Event(key, EVERYONE, event, {}), view)
        for language in LANGUAGES:
            hold(rules.words(language).sentence(event, [None] * table.seats), f"an event {key} has no words")


def _example(shape: Any) -> Any:
    """Return a simple document of this shape."""
    if shape is None or type(None) in get_args(shape):
        return None
    bare, marks = unwrap(shape)
    if is_typeddict(bare):
        return {name: _example(field) for name, field in fields_of(bare).items()}
    if type(None) in get_args(bare):
        return None
    if get_origin(bare) is list:
        return [_example(get_args(bare)[0])]
    if get_origin(bare) is Literal:
        return get_args(bare)[0]
    if len(get_args(bare)) > 1:
        return _example(get_args(bare)[0])
    bounds, values = mark_of(marks, Between), mark_of(marks, OneOf)
    return values.values[0] if values else bare(bounds.low or 0) if bounds else bare()


def _walk(doc: Doc, shape: type, read: Callable[[Doc], Any], error: type[FaultyDocument]) -> None:
    hold(not (found := faults(doc, shape)), f"a document is not of its shape: {'; '.join(map(str, found))}")
    for path in _paths(doc):
        _refuse(_changed(doc, path, STRANGER), path, read, error)
        if isinstance(path[-1], str):
            _take(_changed(doc, path), read, error)


def _paths(node: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Yield the paths to all fields. In lists, only the first entry counts."""
    for step, part in node.items() if isinstance(node, dict) else [*enumerate(node)][:1]:
        yield (*path, step)
        if isinstance(part, dict | list):
            yield from _paths(part, (*path, step))


def _changed(node: Any, path: tuple[Step, ...], *value: Any) -> Any:
    """Return a copy with `value` at the path. Without a value, the field at the path is removed."""
    copy = deepcopy(node)
    parent = reduce(getitem, path[:-1], copy)
    if value:
        parent[path[-1]] = value[0]
    else:
        del parent[path[-1]]
    return copy


def _refuse(doc: Doc, path: tuple[Step, ...], read: Callable[[Doc], Any], error: type[FaultyDocument]) -> None:
    at = ".".join(map(str, path))
    try:
        read(doc)
    except error as refusal:
        hold(any(f"{fault.path}.".startswith(f"{at}.") for fault in refusal.faults), f"no fault is at {at}: {refusal}")
    else:
        hold(False, f"any value is accepted as {at}")


def _take(doc: Doc, read: Callable[[Doc], Any], error: type[FaultyDocument]) -> None:
    """Check that the document is either read or refused with faults."""
    try:
        read(doc)
    except error as refusal:
        hold(refusal.faults, f"refused without a fault: {doc}")


def texts_come_back(table: Table) -> None:
    """Check that positions and views survive writing and reading as text."""
    rules = table.ruleset
    known: Mapping[str, Any] = {rules.key: rules}
    for state in some_positions(table, 1, seed=17) if table.plain else ():
        position = rules.write_position(state)
        again = notation.parse(notation.position_text(rules, position), known)
        hold_same(again.doc, position, "the text of a position is read as another one")
        view = rules.write_view(rules.view(state, 0))
        again = notation.parse(notation.view_text(rules, view, 0), known)
        hold_same(again.doc, view, "the text of a view is read as another one")
