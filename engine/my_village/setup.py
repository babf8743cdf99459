"""Setting up a game (MVSETUP) and its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault, InvalidOptions
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
from engine.my_village.documents.shapes.positions import MyVillageOptions
from engine.my_village.phases import rounds
from engine.my_village.state import State
from engine.randomness import event_rng, shuffled
from engine.ruleset import Doc, Option
from engine.shapes import faults

BOARDS: Final = 4


def options_of(catalogues: Iterable[str]) -> Sequence[Option]:
    """The options of a new game, with these catalogues to choose from (MVSETUP-8, MVSETUP-14)."""
    names = list(catalogues)
    return (
        Option(
            "first_player", "Who begins; `random` draws it from the seed.", "random", ["random", "0", "1", "2", "3"]
        ),
        Option(
            "catalogue",
            "The numbers on the components; those of `standard` are partly reconstructed.",
            names[0],
            names,
        ),
    )


def read_options(doc: Mapping[str, Any], seats: int, options: Sequence[Option]) -> Doc:
    """The options with defaults filled in. Raises `InvalidOptions`."""
    found = faults(doc, MyVillageOptions)
    if found:
        raise InvalidOptions(found)
    whole = {option.name: doc.get(option.name, option.default) for option in options}
    if whole["first_player"] != "random" and int(whole["first_player"]) >= seats:
        found.append(Fault("first_player", f"there is no seat {whole['first_player']} in a game of {seats}"))
    known = next(option.values for option in options if option.name == "catalogue")
    if whole["catalogue"] not in known:
        found.append(Fault("catalogue", f"must be one of: {', '.join(known)}"))
    if found:
        raise InvalidOptions(found)
    return whole


def deal(cat: Catalogue, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
    """A new game (MVSETUP-2 to 13). Random event 0 shuffles and draws, event 1 is the first roll of the dice."""
    rng = event_rng(seed, 0)
    boards = rng.sample(range(BOARDS), seats)
    state = State(cat, seed, boards)
    state.draws = 1
    drawn = rng.randrange(seats)
    wanted = options["first_player"]
    state.hand_owner = drawn if wanted == "random" else int(wanted)
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
