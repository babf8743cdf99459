"""Functions for tests of our own rules, in addition to `engine.testing`, which reads positions, plays in them and looks
at them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.events import Event
from engine.registry import RULESETS
from engine.ruleset import Doc, Ruleset
from engine.testing import (
    after,
    complete,
    faults,
    legal,
    new_game,
    play,
    position,
    refused,
    result,
    ruleset_of,
    score,
    seen_by,
    to_act,
    view,
)

__all__ = [
    "after",
    "complete",
    "facts",
    "faults",
    "legal",
    "new_game",
    "of_type",
    "paths",
    "perft",
    "play",
    "position",
    "positions_of_a_random_game",
    "refused",
    "result",
    "ruleset_of",
    "score",
    "seen_by",
    "to_act",
    "view",
    "village",
]

Chooser = Callable[[random.Random, list[Doc]], int]


def village(words: Iterable[str], first: int = 1) -> str:
    """Villagers in the text of a position, numbered: `village(["founders", "seeker@1"])` is `1.founders 2.seeker@1`."""
    return " ".join(f"{number}.{word}" for number, word in enumerate(words, first))


def paths(doc: Any, ruleset: str = "") -> list[str]:
    """Return the paths of the faults for which a position is refused."""
    return [path for path, _ in faults(doc, ruleset)]


def positions_of_a_random_game(ruleset: str, seats: int, seed: int, choose: Chooser | None = None) -> Iterator[Doc]:
    """Yield every position of a game, including the last. `choose` picks an index into the legal moves; without it,
    chance does.
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


def perft(rules: Ruleset[Any, Any], state: Any, depth: int) -> int:
    """Return the number of different sequences of `depth` moves."""
    if not depth:
        return 1
    total = 0
    for seat in rules.to_act(state):
        for move in rules.legal_moves(state, seat):
            after = rules.clone(state)
            rules.advance(after, seat, move)
            total += perft(rules, after, depth - 1)
    return total


def of_type(moves: Iterable[Doc], kind: str) -> list[Doc]:
    """Return the moves of a type."""
    return [move for move in moves if move["type"] == kind]


def facts(events: Iterable[Event], kind: str) -> list[Doc]:
    """Return the events of a type with all their secrets."""
    return [{**event.public, **event.private} for event in events if event.type == kind]
