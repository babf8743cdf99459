"""Functions for tests of a ruleset, with plain `assert`: for pytest, or any other way to run tests.

A position is written in its text form (docs/positions.md). Every move played here is also checked: `apply` accepts
exactly the legal moves, `advance` leads to the same position, and a position stays the same when written and read.

>>> start = new_game("villagers", 2, first_player="0")
>>> [event.type for event in play(start, {"type": "draft_road", "slot": 0})[1]]
['drafted', 'road_filled']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import notation, registry
from engine.conformance import RULESET_CHECKS, Broken, tables_of
from engine.errors import EngineError, IllegalMove, InvalidPosition
from engine.events import Event
from engine.ruleset import Doc, Ruleset

RULESETS: dict[str, Ruleset[Any, Any]] = dict(registry.RULESETS)
"""The rulesets whose positions can be read: all that are installed. A test may add others."""


def conforms(ruleset: Ruleset[Any, Any], *checks: str) -> None:
    """Assert that the ruleset passes the checks of `hamlet check-ruleset` (by default all of them) at every table."""
    for table in tables_of(ruleset):
        for name in checks or RULESET_CHECKS:
            try:
                RULESET_CHECKS[name](table)
            except Broken as broken:
                options = f"{table.seats} seats, {table.options}"
                raise AssertionError(f"{name.replace('_', ' ')} ({options}): {broken}") from broken


def words_complete(ruleset: Ruleset[Any, Any]) -> None:
    """Assert that everything with words in one language, refusals included, has words in every language."""
    conforms(ruleset, "words_are_complete", "refusals_are_declared")


def position(text: str, **fields: Any) -> Doc:
    """Return the position that a text describes, without the fields that the text omits. The position is not checked.

    `fields`: fields of the document, which replace those of the text.
    """
    doc, viewer = notation.parse_text(text, RULESETS)
    assert viewer is None, "a view, not a position"
    return {**doc, **fields}


def ruleset_of(doc: Doc) -> Ruleset[Any, Any]:
    """Return the ruleset of a position."""
    return RULESETS[doc["ruleset"]]


def complete(doc: Doc) -> Doc:
    """Return a position as the engine writes it, with all its fields. Reading and writing it again changes nothing."""
    return _written(*_read(doc))


def new_game(ruleset: str, seats: int, seed: bytes = b"a seed", **options: Any) -> Doc:
    """Return the position at the start of a game."""
    rules = RULESETS[ruleset]
    return _written(rules, rules.setup(rules.read_options(options, seats), seats, seed))


def faults(doc: Any, ruleset: str = "") -> list[tuple[str, str]]:
    """Assert that a position is refused. Returns the path and message of each fault.

    `ruleset`: the ruleset, if the position does not name it.
    """
    try:
        RULESETS[ruleset or doc["ruleset"]].read_position(doc)
    except InvalidPosition as refusal:
        found = [(fault.path, fault.message) for fault in refusal.faults]
        assert all(message for _, message in found)
        assert len(found) == len(set(found)), "the same fault twice"
        return found
    raise AssertionError("the position is accepted")


def play(start: Doc, *moves: Doc | tuple[int, Doc]) -> tuple[Doc, list[Event]]:
    """Play moves from a position. The seat to act makes each move, unless the move is given as `(seat, move)`.

    Returns the position after the moves, and all their events.
    """
    rules, state = _read(start)
    events: list[Event] = []
    for entry in moves:
        seat, doc = entry if isinstance(entry, tuple) else (rules.to_act(state)[0], entry)
        move = rules.read_move(state, seat, doc)
        is_listed, twin = move in rules.legal_moves(state, seat), rules.clone(state)
        events += rules.apply(state, seat, move)
        assert is_listed, f"accepted, but not listed as legal: {doc}"
        rules.advance(twin, seat, move)
        assert rules.write_position(twin) == _written(rules, state), "advance and apply differ"
    return _written(rules, state), events


def after(start: Doc, *moves: Doc | tuple[int, Doc]) -> Doc:
    """Return the position that the moves lead to."""
    return play(start, *moves)[0]


def legal(doc: Doc, seat: int) -> list[Doc]:
    """Return the legal moves of a seat as complete documents."""
    rules, state = _read(doc)
    moves = list(rules.legal_moves(state, seat))
    assert moves == sorted(set(moves)), "not sorted, or with duplicates"
    docs = [rules.write_move(move) for move in moves]
    assert [rules.read_move(state, seat, move) for move in docs] == moves, "a move reads back as another one"
    assert list(rules.view_moves(rules.view(state, seat))) == moves, "the seat sees other moves than it has"
    return docs


def refused(doc: Doc, seat: int, move: Doc) -> str:
    """Assert that a move is refused, not listed as legal, and changes nothing. Returns the id of the rule."""
    rules, state = _read(doc)
    before, read = rules.write_position(state), rules.read_move(state, seat, move)
    try:
        rules.apply(state, seat, read)
    except IllegalMove as refusal:
        assert rules.write_position(state) == before, "a refused move changed the position"
        assert read not in rules.legal_moves(state, seat), "refused, but listed as legal"
        return refusal.rule
    except EngineError as error:
        raise AssertionError(f"refused by no rule: {error}") from error
    raise AssertionError(f"the move is accepted: {move}")


def view(doc: Doc, seat: int | None) -> Doc:
    """Return the view that a seat (`None`: a spectator) has of a position."""
    rules, state = _read(doc)
    return rules.write_view(rules.view(state, seat))


def score(doc: Doc) -> Doc:
    """Return the score as if the game ended in this position (`Ruleset.score_now`).

    A `DeclaredRuleset` returns `{"ruleset", "rows": [{"seat", "total", "lines"}]}`.
    """
    rules, state = _read(doc)
    return rules.score_now(state)


def result(doc: Doc) -> Doc | None:
    """Return the result of a position (`Ruleset.result`); `None` before the end."""
    rules, state = _read(doc)
    return rules.result(state)


def to_act(doc: Doc) -> tuple[int, ...]:
    """Return the seats that decide now."""
    rules, state = _read(doc)
    return rules.to_act(state)


def seen_by(events: Iterable[Event], seat: int | None) -> list[Doc]:
    """Return the events as a seat (`None`: a spectator) sees them."""
    return [event.seen_by(seat) for event in events]


def _read(doc: Doc) -> tuple[Ruleset[Any, Any], Any]:
    rules = ruleset_of(doc)
    return rules, rules.read_position(doc)


def _written(rules: Ruleset[Any, Any], state: Any) -> Doc:
    doc = rules.write_position(state)
    assert rules.write_position(rules.read_position(doc)) == doc, "the position reads back as another one"
    return doc
