"""Tests of the rules begin and end in positions: these few words read them, play in them and look at them.

A position is written in its text form (docs/positions.md), for every ruleset alike. Every move played here is also
checked for what holds for all moves, see `tests.checked`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from engine import notation
from engine.errors import InvalidPosition
from engine.events import Event
from engine.registry import RULESETS
from engine.ruleset import Doc, Ruleset
from tests.checked import Checked

Chooser = Callable[[random.Random, list[Doc]], int]


def position(text: str, **fields: Any) -> Doc:
    """The position of a text, with the same fields left out; it may be impossible. `fields`: fields as in the document,
    which replace those of the text.
    """
    doc, viewer = notation.parse_text(text, RULESETS)
    assert viewer is None, "a view, not a position"
    return {**doc, **fields}


def village(words: Iterable[str], first: int = 1) -> str:
    """Villagers in the text of a position, numbered: `village(["founders", "seeker@1"])` is `1.founders 2.seeker@1`."""
    return " ".join(f"{number}.{word}" for number, word in enumerate(words, first))


def ruleset_of(doc: Doc) -> Ruleset[Any, Any]:
    """The ruleset of a position."""
    return RULESETS[doc["ruleset"]]


@cache
def _checked(ruleset: str) -> Checked:
    return Checked(RULESETS[ruleset])


def complete(doc: Doc) -> Doc:
    """A position as the engine writes it, with all its fields."""
    rules = ruleset_of(doc)
    return rules.write_position(rules.read_position(doc))


def faults(doc: Any, ruleset: str = "") -> list[tuple[str, str]]:
    """Have a position refused: path and message of everything wrong with it. `ruleset`: where it names none."""
    with pytest.raises(InvalidPosition) as refusal:
        RULESETS[ruleset or doc["ruleset"]].read_position(doc)
    listed = [(fault.path, fault.message) for fault in refusal.value.faults]
    assert all(message for _, message in listed)
    assert len(listed) == len(set(listed)), "the same fault twice"
    return listed


def paths(doc: Any, ruleset: str = "") -> list[str]:
    """Have a position refused: where it is wrong."""
    return [path for path, _ in faults(doc, ruleset)]


def new_game(ruleset: str, seats: int, seed: bytes = b"a seed", **options: Any) -> Doc:
    """The position at the start of a game."""
    rules = RULESETS[ruleset]
    return _checked(ruleset).written(rules.setup(rules.read_options(options, seats), seats, seed))


def positions_of_a_random_game(ruleset: str, seats: int, seed: int, choose: Chooser | None = None) -> Iterator[Doc]:
    """Every position of a game, including the last. `choose` picks an index into the legal moves; without it, chance
    does.
    """
    rng, rules = random.Random(seed), RULESETS[ruleset]
    state = rules.setup(rules.read_options({}, seats), seats, bytes([seed]))
    while to_act := rules.to_act(state):
        yield rules.write_position(state)
        moves = rules.legal_moves(state, to_act[0])
        docs = [rules.write_move(move) for move in moves]
        chosen = choose(rng, docs) if choose else rng.randrange(len(docs))
        rules.apply(state, to_act[0], moves[chosen])
    yield rules.write_position(state)


# --- playing ---------------------------------------------------------------------------------


def perft(rules: Ruleset[Any, Any], state: Any, depth: int) -> int:
    """The number of different sequences of this many moves."""
    if not depth:
        return 1
    total = 0
    for seat in rules.to_act(state):
        for move in rules.legal_moves(state, seat):
            after = rules.clone(state)
            rules.advance(after, seat, move)
            total += perft(rules, after, depth - 1)
    return total


def play(start: Doc, *moves: Doc | tuple[int, Doc]) -> tuple[Doc, list[Event]]:
    """Play moves from a position, each by the seat to act unless a seat is named: where they lead, what happened."""
    steps = [entry if isinstance(entry, tuple) else (None, entry) for entry in moves]
    return _checked(start["ruleset"]).play(start, steps)


def after(start: Doc, *moves: Doc | tuple[int, Doc]) -> Doc:
    """The position that the moves lead to."""
    return play(start, *moves)[0]


def legal(doc: Doc, who: int) -> list[Doc]:
    """The legal moves of a seat, complete, as documents."""
    return _checked(doc["ruleset"]).legal(doc, who)


def of_type(moves: Iterable[Doc], kind: str) -> list[Doc]:
    """The moves of a type."""
    return [move for move in moves if move["type"] == kind]


def refused(doc: Doc, who: int, move: Doc) -> str:
    """Have a move refused: the rule's id. Checks that nothing changed and that it was not listed as legal."""
    return _checked(doc["ruleset"]).refused(doc, who, move)


# --- looking ---------------------------------------------------------------------------------


def view(doc: Doc, who: int | None) -> Doc:
    """What a seat (`None`: a spectator) may know of a position."""
    rules = ruleset_of(doc)
    return rules.write_view(rules.view(rules.read_position(doc), who))


def score(doc: Doc) -> Doc:
    """The standing of a position, as if the game ended now."""
    rules = ruleset_of(doc)
    return rules.score_now(rules.read_position(doc))


def result(doc: Doc) -> Doc | None:
    """The result of a position; `None` before the end."""
    rules = ruleset_of(doc)
    return rules.result(rules.read_position(doc))


def to_act(doc: Doc) -> tuple[int, ...]:
    """The seats that decide now."""
    rules = ruleset_of(doc)
    return rules.to_act(rules.read_position(doc))


def seen_by(events: Iterable[Event], who: int | None) -> list[Doc]:
    """The events as a seat (`None`: a spectator) sees them."""
    return [event.seen_by(who) for event in events]


def facts(events: Iterable[Event], kind: str) -> list[Doc]:
    """The events of a type with all their secrets."""
    return [{**event.public, **event.private} for event in events if event.type == kind]
