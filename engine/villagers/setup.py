"""Setting up a game (SETUP) and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault, InvalidOptions
from engine.randomness import event_rng
from engine.ruleset import Doc, Option
from engine.shapes import faults
from engine.villagers.catalogue import (
    CARDS,
    CODES,
    COPIES,
    DEFAULT_ROAD,
    DRAFTABLE,
    EXPANSION,
    EXPANSIONS,
    FOUNDERS,
    KEYS,
    SPECIAL,
)
from engine.villagers.phases import draft
from engine.villagers.shapes import VillagersOptions
from engine.villagers.state import State
from engine.villagers.village import add

START_GOLD: Final = 8
HAND: Final = 5

ROAD_CARDS: Final = tuple(
    card.key
    for card, draftable in zip(CARDS, DRAFTABLE, strict=True)
    if draftable and card.box == "base" and card.suit != SPECIAL
)
"""What may lie on the road at the start: in every game, and no special villager (A-01, A-102)."""

OPTIONS: Final = (
    Option("expansions", "Expansions in the box; each at most once.", [], list(EXPANSIONS)),
    Option(
        "first_player",
        "Who begins; `random` draws it from the seed.",
        "random",
        ["random", "0", "1", "2", "3", "4"],
    ),
    Option(
        "starting_road",
        "The six villagers face up at the start; the default is reconstructed, name the real ones if you own the game.",
        list(DEFAULT_ROAD),
        ROAD_CARDS,
    ),
)


def read_options(doc: Mapping[str, Any], seats: int) -> Doc:
    """The options with defaults filled in. Raises `InvalidOptions`."""
    found = faults(doc, VillagersOptions)
    if found:
        raise InvalidOptions(found)
    options = {option.name: doc.get(option.name, option.default) for option in OPTIONS}
    if options["first_player"] != "random" and int(options["first_player"]) >= seats:
        found.append(Fault("first_player", f"there is no seat {options['first_player']} in a game of {seats}"))
    options["expansions"] = [name for name in EXPANSIONS if name in options["expansions"]]
    if len(set(doc.get("expansions", []))) != len(doc.get("expansions", [])):
        found.append(Fault("expansions", "must name each expansion once"))
    road = options["starting_road"]
    if len(set(road)) != len(road):
        found.append(Fault("starting_road", "must name six different villagers"))
    for index, key in enumerate(road):
        if key not in ROAD_CARDS:
            found.append(Fault(f"starting_road.{index}", f"{key} cannot lie on the road at the start"))
    if found:
        raise InvalidOptions(found)
    return options


def boxes_of(expansions: Sequence[str]) -> int:
    """The mask of expansions by their names."""
    return sum(1 << EXPANSIONS.index(name) for name in set(expansions))


def names_of(boxes: int) -> list[str]:
    """The names of the expansions in a mask."""
    return [name for bit, name in enumerate(EXPANSIONS) if boxes >> bit & 1]


def in_box(card: int, seats: int, boxes: int) -> bool:
    """Whether a draftable card is in such a game: wool and leather need four seats (SETUP-8, PROFITEERS-2)."""
    expansion = EXPANSION[card]
    return DRAFTABLE[card] and (seats > 3 or CARDS[card].box != "four_plus") and expansion & boxes == expansion


def deck(seats: int, boxes: int) -> list[int]:
    """All draftable cards of a game, each as often as it is in the box, the six of the road included (SETUP-2)."""
    return [card for card in range(len(KEYS)) if in_box(card, seats, boxes) for _ in range(COPIES[card])]


def deal(options: Mapping[str, Any], seats: int, seed: bytes) -> State:
    """A new game, as SETUP-3 to 14 say. Random event 0 shuffles, then draws the first player."""
    boxes = boxes_of(options["expansions"])
    state = State(seats, seed, boxes)
    state.draws = 1
    rng = event_rng(seed, 0)
    state.road = [CODES[key] for key in options["starting_road"]]
    cards = deck(seats, boxes)
    for card in state.road:
        cards.remove(card)
    rng.shuffle(cards)
    drawn = rng.randrange(seats)
    wanted = options["first_player"]
    state.first = drawn if wanted == "random" else int(wanted)
    hidden = [card << 8 for card in cards]
    for stack in state.stacks:
        stack += _take(hidden, 2 * seats)
    for seat in state.seats:
        seat.gold = START_GOLD
        seat.hand = sorted(_take(hidden, HAND))
        add(seat, FOUNDERS, FOUNDERS, 0)
    state.reserve = hidden
    draft.begin(state, None)
    return state


def _take(cards: list[int], number: int) -> list[int]:
    taken = cards[:number]
    del cards[:number]
    return taken
