"""Positions and views of played games, changed at random. Each is refused with clear faults, or is as playable as
others.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots import LEVELS
from engine.conformance.holding import hold_shape
from engine.errors import InvalidPosition
from engine.registry import RULESETS
from engine.ruleset import Doc, Ruleset
from tests.engine.tables import PLAYERS, TABLES, Table, walk

MAX_MOVES: Final = 5000
"""A number of moves that no random game reaches, wherever it begins."""
MAX_LEGAL: Final = 1000
NUMBERS: Final = (0, 1, 2, 3, 5, 9, 12, 30, 99, 200, 900, 5000, 9999)
Path = tuple[str | int, ...]
Rules = Ruleset[Any, Any]

changed = st.tuples(st.integers(0, 1 << 32), st.lists(st.integers(0, 1 << 32), min_size=1, max_size=4))
"""The number of a position or view, and a seed for each of its changes."""


def document(table: Table, seed: int, viewed: bool) -> tuple[Doc, int | None]:
    """Return a position, or a view and its viewer, from anywhere in a random game."""
    rng = random.Random(seed)
    states = [table.ruleset.clone(state) for state, *_ in itertools.islice(walk(table, seed % 997), 0, None, 7)]
    state = rng.choice(states)
    for _ in range(rng.randrange(8)):
        if seats := table.ruleset.to_act(state):
            table.ruleset.advance(state, seats[0], rng.choice(table.ruleset.legal_moves(state, seats[0])))
    if not viewed:
        return table.ruleset.write_position(state), None
    viewer = rng.choice([None, *range(table.seats)])
    return table.ruleset.write_view(table.ruleset.view(state, viewer)), viewer


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every part of a document with its path."""
    for step, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, step), part
        yield from parts(part, (*path, step))


def kind(path: Path) -> Path:
    """Return the path without places in lists."""
    return tuple("*" if isinstance(step, int) else step for step in path)


def tables_of(ruleset: str) -> list[Table]:
    return [table for table in TABLES if table.ruleset.key == ruleset]


@cache
def seen_elsewhere(ruleset: str, viewed: bool) -> dict[Path, list[Any]]:
    """Return the values in other positions, or views, by path. Each value comes once."""
    found: dict[Path, dict[str, Any]] = defaultdict(dict)
    for table, seed in itertools.product(tables_of(ruleset), range(3)):
        for path, part in parts(document(table, seed, viewed)[0]):
            found[kind(path)].setdefault(repr(part), part)
    return {path: list(values.values()) for path, values in found.items()}


def change(doc: Doc, rng: random.Random, viewed: bool) -> None:
    """Replace one part of a document by a value from another one, or change a number or a list."""
    every = list(parts(doc))
    path, part = rng.choice(every if rng.random() < 0.5 else [one for one in every if len(one[0]) < 3])
    holder: Any = doc
    for step in path[:-1]:
        holder = holder[step]
    where = path[-1]
    ways: list[Callable[[], Any]] = [
        lambda: rng.choice(seen_elsewhere(doc["ruleset"], viewed).get(kind(path), [None])),
        lambda: rng.choice(NUMBERS) if type(part) is int else not part if isinstance(part, bool) else None,
    ]
    if isinstance(part, list) and part:
        ways += [
            lambda: part[:-1],
            lambda: [*part, rng.choice(part)],
            lambda: rng.sample(part, len(part)),
            lambda: rng.sample(part, rng.randrange(len(part))),
        ]
    if rng.random() < 0.15 and isinstance(holder, dict) and len(path) > 1:
        del holder[where]
    elif where in holder or isinstance(holder, list):
        holder[where] = deepcopy(rng.choice(ways)())


def check_refusal(doc: Doc, refusal: InvalidPosition) -> None:
    """Check that every fault has words, and that its path leads to a field, or to the place where a field is
    missing.
    """
    assert refusal.faults
    for fault in refusal.faults:
        assert fault.message
        here: Any = doc
        for step in fault.path.split(".")[:-1] if fault.path else []:
            here = here[int(step)] if isinstance(here, list) else (here or {}).get(step, {})


def check_playable(rules: Rules, state: Any, rng: random.Random) -> None:
    """Check that the position reads back as itself, and can be seen, sampled, searched, scored and played to the
    end.
    """
    seats = range(rules.seat_count(state))
    doc = rules.write_position(rules.read_position(rules.write_position(state)))
    assert rules.write_position(rules.read_position(doc)) == doc
    hold_shape(doc, rules.shapes.position, "a position")
    for viewer in (None, *seats):
        check_view(rules, rules.view(state, viewer), viewer, rng)
    for _ in range(MAX_MOVES):
        hold_shape(rules.score_now(state), rules.shapes.score, "a score")
        if not (acting := rules.to_act(state)):
            break
        seat = rng.choice(acting)
        moves = rules.legal_moves(state, seat)
        assert 0 < len(moves) < MAX_LEGAL, "no move, or too many"
        for event in rules.apply(state, seat, rng.choice(moves)):
            hold_shape(event.seen_by(None), rules.shapes.events[event.type], event.type)
    else:
        raise AssertionError("it never ends")
    assert rules.result(state)
    hold_shape(rules.write_position(state), rules.shapes.position, "a position")


def check_view(rules: Rules, view: Any, viewer: int | None, rng: random.Random) -> None:
    """Check that the view reads back as itself, and can be scored and sampled. Its seat's moves must be listed, and one
    of them chosen.
    """
    doc = rules.write_view(view)
    hold_shape(doc, rules.shapes.view, "a view")
    assert rules.write_view(rules.read_view(doc, viewer)) == doc
    hold_shape(rules.score_view(view), rules.shapes.score, "a score")
    sample = rules.sample(view, rng)
    assert rules.write_view(rules.view(sample, viewer)) == doc
    rules.might_react(view)
    moves = rules.view_moves(view)
    if viewer is None or not moves:
        return
    assert rules.view_to_act(view)
    rules.priors(sample, viewer, moves)
    for name in ("greedy", rng.choice(sorted(PLAYERS))):
        assert (LEVELS if name == "greedy" else PLAYERS)[name].decide(rules, view, rng).move in [*moves, None]


def check(ruleset: str, viewed: bool, number: int, seeds: list[int]) -> bool:
    """Return whether the changed document was refused."""
    rules, rng = RULESETS[ruleset], random.Random(number)
    doc, viewer = document(rng.choice(tables_of(ruleset)), number, viewed)
    for seed in seeds:
        change(doc, random.Random(seed), viewed)
    try:
        if not viewed:
            state = rules.read_position(doc)
        else:
            view = rules.read_view(doc, viewer)
    except InvalidPosition as refusal:
        check_refusal(doc, refusal)
        return True
    if viewed:
        check_view(rules, view, viewer, rng)
        state = rules.sample(view, rng)
    check_playable(rules, state, rng)
    return False


@pytest.mark.parametrize("examples", [60, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("viewed", [False, True], ids=["positions", "views"])
@pytest.mark.parametrize("ruleset", ["villagers", "my_village"])
def test_a_changed_document_is_refused_or_can_be_played(ruleset: str, viewed: bool, examples: int) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(changed)
    def run(made: tuple[int, list[int]]) -> None:
        check(ruleset, viewed, *made)

    run()
