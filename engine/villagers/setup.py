"""Setup of a game (SETUP): choosing its cards and dealing them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.randomness import event_rng
from engine.villagers.catalogue import (
    CODES,
    COPIES,
    COUNTESS,
    COUNTESS_BLANK,
    DEALT,
    DEVELOPMENTS,
    DEVELOPMENTS_BOX,
    DRAFTABLE,
    EVENTS,
    EXPANSION,
    EXPANSIONS,
    FOUNDERS,
    IT_WAS_YOU,
    KEYS,
    MIN_SEATS,
    SAINTS_BOX,
    SCOUNDRELS_BOX,
)
from engine.villagers.phases import draft
from engine.villagers.solo import decks
from engine.villagers.state import EMPTY, SAINT, SCOUNDREL, Seat, Solo, State
from engine.villagers.table.village import add

START_GOLD: Final = 8
HAND: Final = 5
LEVELS: Final = (None, "beginner", "normal", "hard")
"""The values of the option `solo`; a state stores the index."""
HARD: Final = 3
COUNTESS_SIDES: Final = {"beginner": "blank", "normal": "gold", "hard": "gold"}
"""The side of the Countess's card, by level (SOLO-4, SOLO-36)."""


def boxes_of(expansions: Sequence[str]) -> int:
    return sum(1 << EXPANSIONS.index(name) for name in set(expansions))


def in_box(card: int, seats: int, boxes: int) -> bool:
    """Return whether the card is draftable and belongs to a game with these seats and boxes (SETUP-8, PROFITEERS-2,
    SCOUNDRELS-2, SOLO-1, A-99).

    Wool, leather, thieves and sheriffs need four seats. Special villagers of the base game need two seats. So do others
    that act on an opponent's hand or turn.
    """
    expansion = EXPANSION[card]
    return DRAFTABLE[card] and seats >= MIN_SEATS[card] and expansion & boxes == expansion


def deck(seats: int, boxes: int) -> list[int]:
    """Return the draftable cards of a game, each as often as the box has it (SETUP-2).

    The cards of the starting road are included, those of `dealt_apart` are not.
    """
    return [
        card for card in range(len(KEYS)) if in_box(card, seats, boxes) and not DEALT[card] for _ in range(COPIES[card])
    ]


def dealt_apart(seats: int, boxes: int) -> list[tuple[int, list[int]]]:
    """Return the special villagers from which each seat is dealt one (SAINTS-2).

    For each expansion that deals them: their origin mark and the cards.
    """
    groups = ((SAINTS_BOX, SAINT), (SCOUNDRELS_BOX, SCOUNDREL))
    return [
        (
            origin,
            [
                card
                for card in range(len(KEYS))
                if DEALT[card] and EXPANSION[card] == box and in_box(card, seats, boxes)
            ],
        )
        for box, origin in groups
        if box & boxes
    ]


def deal(options: Mapping[str, Any], seats: int, seed: bytes) -> State:
    """Return a new game (SETUP-3 to 14).

    Random event 0 makes all random choices: the shuffle, then the first player, then everything else.
    """
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
    height = 2 * seats if seats > 1 else 5
    for stack in state.stacks:
        stack += _take(hidden, height)
    for seat in state.seats:
        seat.gold = START_GOLD
        seat.hand = _take(hidden, HAND)
        add(seat, FOUNDERS, FOUNDERS, 0)
    state.reserve = hidden
    _deal_apart(state, rng)
    if seats == 1:
        _invite_countess(state, LEVELS.index(options["solo"]), rng)
    draft.begin(state, None)
    return state


def _deal_apart(state: State, rng: random.Random) -> None:
    """Deal Saints and Scoundrels, and draw the developments (SAINTS-2, SCOUNDRELS-4, DEVELOPMENTS-1)."""
    for origin, cards in dealt_apart(state.players, state.boxes):
        rng.shuffle(cards)
        for seat in state.seats:
            seat.hand.append(cards.pop() << 8 | origin)
    for seat in state.seats:
        seat.hand.sort()
    if state.boxes & DEVELOPMENTS_BOX:
        for suit in range(3):
            there = [at for at, row in enumerate(DEVELOPMENTS) if row.suit == suit and row.min_seats <= state.players]
            state.developments.append(rng.choice(there))
        state.holders = [EMPTY] * 3


def _invite_countess(state: State, level: int, rng: random.Random) -> None:
    """Set up the Countess's card and gold, the events and the Jester (SOLO-3 to 5, SOLO-36, SOLO-37)."""
    solo = state.solo = Solo(level)
    solo.jester = level != HARD
    solo.decks = [event_deck(level, season) for season in (decks.SUMMER, decks.WINTER)]
    for events in solo.decks:
        rng.shuffle(events)
    her = Seat()
    her.gold = 10 if level == HARD else 1
    add(her, COUNTESS_BLANK if LEVELS[level] == "beginner" else COUNTESS, COUNTESS, 0)
    state.seats.append(her)
    decks.reveal(state, 2 if level == HARD else 1, decks.SUMMER, None)


def event_deck(level: int, season: int) -> list[int]:
    """Return all events of a season at this level. Only the normal game has It Was You! (SOLO-36, SOLO-37)."""
    return [
        at
        for at, event in enumerate(EVENTS)
        if event.season == season and (at != IT_WAS_YOU or LEVELS[level] == "normal")
    ]


def _take(cards: list[int], number: int) -> list[int]:
    taken = cards[:number]
    del cards[:number]
    return taken
