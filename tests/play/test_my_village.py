"""My Village: what many whole games show together."""

from __future__ import annotations

import random

import pytest

from engine.bots import LEVELS
from engine.my_village import MY_VILLAGE as RULES
from engine.my_village.catalogue.cards import KEYS, THE_FIELD, THE_MEETING_PLACE, TRAVELS


@pytest.mark.long
def test_every_card_and_every_move_gets_into_play() -> None:
    """Games of random and greedy seats reach every card and every kind of move: no rule is dead."""
    owned, kinds = set(), set()
    for number in range(240):
        count = 2 + number % 3
        state = RULES.setup(RULES.read_options({}, count), count, number.to_bytes(2, "big"))
        rng = random.Random(number)
        while seats := RULES.to_act(state):
            greedy = number % 8 == 0 and seats[0] == 0
            level = LEVELS["greedy" if greedy else "random"]
            move = level.choose(RULES, RULES.view(state, seats[0]), rng)
            kinds.add(RULES.write_move(move)["type"])
            RULES.advance(state, seats[0], move)
        for seat in state.seats:
            owned.update([*seat.crafts, seat.church, seat.council, *seat.monks, *seat.travels, *seat.served])
            owned.update(seat.customers)
    assert kinds == set(RULES.shapes.moves)
    seldom = {card for letter in TRAVELS[2:] for card in letter}
    countless = {THE_FIELD, THE_MEETING_PLACE}
    assert [KEYS[card] for card in range(len(KEYS)) if card not in owned | seldom | countless] == []
