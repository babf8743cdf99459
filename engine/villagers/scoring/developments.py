"""The developments: what each counts, and who has most of it (DEVELOPMENTS-4 to 21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.villagers.catalogue import DEVELOPMENT_KEYS, SPECIAL, SUITS
from engine.villagers.scoring.formulas import (
    best_silver,
    chains,
    gold_symbols,
    padlocks,
    paid_villagers,
    suit_symbols,
)
from engine.villagers.state import EMPTY, Seat, State
from engine.villagers.table.hidden import suit_of
from engine.villagers.table.village import count

MIN_CHAIN: Final = 2
"""Cards of a chain that the Windmill counts."""


def _specials_in_hand(seat: Seat) -> int:
    """Shown by the backs, so everybody can count them (DEVELOPMENTS-11)."""
    return sum(suit_of(hidden) == SPECIAL for hidden in seat.hand)


def _symbols(suit: str) -> Callable[[Seat], int]:
    number = SUITS.index(suit)
    return lambda seat: suit_symbols(seat, number)


_COUNTS: Final[dict[str, Callable[[Seat], int]]] = {
    "church": count,
    "inn": _specials_in_hand,
    "tavern": _symbols("solitary"),
    "town_hall": gold_symbols,
    "bank": paid_villagers,
    "guildhall": padlocks,
    "lighthouse": best_silver,
    "marketplace": lambda seat: seat.food,
    "gold_mine": _symbols("ore"),
    "ox_crane": _symbols("hay"),
    "sawmill": _symbols("wood"),
    "windmill": lambda seat: chains(seat, MIN_CHAIN),
}


_COUNTED: Final[list[Callable[[Seat], int]]] = [_COUNTS[key] for key in DEVELOPMENT_KEYS]


def counts(state: State, development: int) -> list[int]:
    """What the development counts, for every seat (and the Countess) as it stands."""
    counted = _COUNTED[development]
    return [counted(seat) for seat in state.seats]


def winner(state: State, development: int) -> int:
    """Who has most, and more than nothing; EMPTY where nobody is alone in that (DEVELOPMENTS-5, DEVELOPMENTS-6)."""
    for index, seat in enumerate(state.seats):
        if wins(seat, development, to_beat(state, development, index)):
            return index
    return EMPTY


def to_beat(state: State, development: int, index: int) -> int:
    """What a seat has to have more of to be that `winner`: the most that another has, or nothing."""
    counted = _COUNTED[development]
    most = 0
    for other, seat in enumerate(state.seats):
        if other != index:
            number = counted(seat)
            if number > most:
                most = number
    return most


def wins(seat: Seat, development: int, most: int) -> bool:
    """Whether a seat has more than `to_beat` says."""
    return _COUNTED[development](seat) > most
