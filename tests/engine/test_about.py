"""Pointers of moves and events: they lead somewhere, for every viewer, and distinguish moves."""

from __future__ import annotations

import random
from typing import Any

from engine.events import ALIKE
from engine.registry import RULESETS
from engine.ruleset import Doc
from tests.engine.tables import TABLES, Table, every_table, walk


def resolved(pointer: str, doc: Any) -> Any:
    """Return the value at a JSON pointer (RFC 6901), strictly."""
    assert pointer.startswith("/"), pointer
    for step in pointer[1:].split("/"):
        doc = doc[int(step)] if isinstance(doc, list) else doc[step.replace("~1", "/").replace("~0", "~")]
    return doc


def all_resolve(pointers: list[str], *docs: Doc) -> None:
    assert len(set(pointers)) == len(pointers)
    for pointer in pointers:
        for doc in docs:
            resolved(pointer, doc)


def test_every_type_of_move_and_event_says_what_it_is_about() -> None:
    for rules in RULESETS.values():
        assert rules.about.moves.keys() == rules.shapes.moves.keys()
        assert rules.about.events.keys() == {*rules.shapes.events, *ALIKE}


@every_table(TABLES)
def test_all_pointers_lead_somewhere_in_the_view_of_whoever_is_told(table: Table) -> None:
    rules, rng = table.ruleset, random.Random(12)
    for number, (state, seat, moves) in enumerate(walk(table, seed=12)):
        if number % (1 if table.plain else 8):
            continue
        view, position = rules.write_view(rules.view(state, seat)), rules.write_position(state)
        for move in moves:
            doc = rules.write_move(move)
            pointers = rules.about.of_moves([doc], seat, view)[0]
            assert pointers, doc
            all_resolve(pointers, view)
            all_resolve(rules.about.of_moves([doc], seat, position)[0], position)
        after = rules.clone(state)
        events = rules.apply(after, seat, rng.choice(moves))
        for viewer in (None, *range(table.seats)):
            seen = rules.write_view(rules.view(after, viewer))
            for event in events:
                pointers = rules.about.of_event(event, seen)
                assert pointers, event
                all_resolve(pointers, seen)
        position = rules.write_position(after)
        for event in events:
            all_resolve(rules.about.of_event(event, position), position)
