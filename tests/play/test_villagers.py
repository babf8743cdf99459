"""Villagers: what many whole games show together."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.bots import LEVELS
from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.villagers.catalogue import CODES, DEVELOPMENTS, DRAFTABLE, EVENTS, EXPANSIONS, KEYS
from engine.villagers.state import EMPTY

RULES = RULESETS["villagers"]


def tables() -> Iterator[tuple[int, int, Doc]]:
    """Seats, a number for the seed, options: tables where everything occurs."""
    for number in range(42):
        yield (5, 2, 4, 5, 3, 4)[number % 6], number, {"expansions": list(EXPANSIONS)}
        if number % 2:
            yield 1, number, {"expansions": list(EXPANSIONS)}


@pytest.mark.long
def test_every_draftable_card_gets_into_play() -> None:
    """Games of random and greedy seats reach every card, every event and every kind of move: no rule is dead."""
    cards: set[int] = set()
    events: set[int] = set()
    developments: set[int] = set()
    kinds: set[str] = set()
    for count, number, options in tables():
        state = RULES.setup(RULES.read_options(options, count), count, number.to_bytes(2, "big"))
        rng = random.Random(number)
        while seats := RULES.to_act(state):
            seat = rng.choice(seats)
            move = LEVELS["greedy" if seat < number % 4 else "random"].choose(RULES, RULES.view(state, seat), rng)
            doc = RULES.write_move(move)
            kinds.add(doc["type"])
            if doc["type"] in ("play", "benefactor"):
                cards.add(CODES[doc["card"] if doc["type"] == "play" else "benefactor"])
            RULES.advance(state, seat, move)
            if state.solo is not None:
                events.update(state.solo.face_up, *state.solo.gone)
        cards.update(card for owner in state.seats for card in owner.card)
        developments.update(at for at, holder in zip(state.developments, state.holders, strict=True) if holder != EMPTY)
    assert kinds == set(RULES.shapes.moves)
    assert {card for card in range(len(KEYS)) if DRAFTABLE[card]} - cards == set()
    assert events == set(range(len(EVENTS)))
    assert developments == set(range(len(DEVELOPMENTS)))
