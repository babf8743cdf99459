"""Setting up a game (MVSETUP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.my_village.catalogue import Catalogue
from engine.my_village.catalogue.cards import (
    COPIES,
    CUSTOMERS,
    MONKS,
    OPEN_CARDS,
    THE_FIELD,
    THE_MEETING_PLACE,
    TRAVELS,
)
from engine.my_village.phases import rounds
from engine.my_village.state import State
from engine.randomness import event_rng, shuffled

BOARDS: Final = 4


def deal(cat: Catalogue, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
    """Return a new game (MVSETUP-2 to 13). Random event 0 shuffles and draws; random event 1 is the first roll of the
    dice.
    """
    rng = event_rng(seed, 0)
    boards = rng.sample(range(BOARDS), seats)
    state = State(cat, seed, boards)
    state.draws = 1
    lot = rng.randrange(seats)
    wanted = options["first_player"]
    state.hand_owner = lot if wanted == "random" else int(wanted)
    for who, seat in enumerate(state.seats):
        seat.coins = cat.start_coins[(who - state.hand_owner) % seats]
    state.monks = [shuffled(cards, rng) for cards in MONKS]
    state.travels = [shuffled(cards, rng) for cards in TRAVELS]
    state.customers = shuffled(CUSTOMERS, rng)
    state.display = sorted(state.customers.pop() for _ in range(cat.customers))
    state.open_cards = OPEN_CARDS
    state.meetings = COPIES[THE_MEETING_PLACE]
    state.fields = COPIES[THE_FIELD]
    state.rat = cat.rat_start[seats - 2]
    rounds.prepare(state, None)
    return state
