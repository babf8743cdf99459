"""The developments: what each of them counts, and who wins it (DEVELOPMENTS-4 to 21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.villagers.catalogue import DEVELOPMENT_CODES, DEVELOPMENT_KEYS, SPECIAL, SUITS
from engine.villagers.scoring.formulas import (
    best_silver,
    chains,
    gold_symbols,
    padlocks,
    paid_villagers,
    suit_symbols,
)
from engine.villagers.state import EMPTY, UNKNOWN, Seat, State
from engine.villagers.table.hidden import BACKS
from engine.villagers.table.village import count

_IS_SPECIAL: Final = bytes(back == UNKNOWN + SPECIAL for back in BACKS)
"""For each card and each back, whether it is special; bytes for speed."""

MIN_CHAIN: Final = 2
"""The Windmill counts chains of at least this many cards."""


def _specials_in_hand(seat: Seat) -> int:
    """Return the number of special villagers in the hand. All players can see it from the backs (DEVELOPMENTS-11)."""
    return sum(_IS_SPECIAL[hidden >> 8] for hidden in seat.hand)


_SUITS_COUNTED: Final = {"tavern": "solitary", "gold_mine": "ore", "ox_crane": "hay", "sawmill": "wood"}
"""The developments that count the symbols of a suit."""
_COUNTS: Final[dict[str, Callable[[Seat], int]]] = {
    "church": count,
    "inn": _specials_in_hand,
    "town_hall": gold_symbols,
    "bank": paid_villagers,
    "guildhall": padlocks,
    "lighthouse": best_silver,
    "marketplace": lambda seat: seat.food,
    "windmill": lambda seat: chains(seat, MIN_CHAIN),
}


class _Counted:
    """What a development counts: usually the symbols of `suit`, else the result of the function `other`."""

    __slots__ = ("other", "suit")

    def __init__(self, key: str) -> None:
        self.suit: int = SUITS.index(_SUITS_COUNTED[key]) if key in _SUITS_COUNTED else EMPTY
        self.other: Callable[[Seat], int] = count if key in _SUITS_COUNTED else _COUNTS[key]

    def of(self, seat: Seat) -> int:
        return self.other(seat) if self.suit == EMPTY else suit_symbols(seat, self.suit)


INN: Final = DEVELOPMENT_CODES["inn"]
_COUNT_COINS: Final = (DEVELOPMENT_CODES["bank"], DEVELOPMENT_CODES["lighthouse"])
_COUNTED: Final[list[_Counted]] = [_Counted(key) for key in DEVELOPMENT_KEYS]


def in_hand(development: int) -> bool:
    """Return whether the development counts cards of the hand; the others count the village."""
    return development == INN


def counts_coins(development: int) -> bool:
    """Return whether coins on villagers change what the development counts."""
    return development in _COUNT_COINS


def counted(seat: Seat, development: int) -> int:
    return _COUNTED[development].of(seat)


def counts(state: State, development: int) -> list[int]:
    """Return the current count of every seat (and the Countess) for the development."""
    counted = _COUNTED[development]
    return [counted.of(seat) for seat in state.seats]


def winner(state: State, development: int) -> int:
    """Return the seat that alone has the highest count. Return EMPTY if several seats share that count, or if
    it is 0 (DEVELOPMENTS-5, DEVELOPMENTS-6).
    """
    for index, seat in enumerate(state.seats):
        if wins(seat, development, to_beat(state, development, index)):
            return index
    return EMPTY


def to_beat(state: State, development: int, index: int) -> int:
    """Return the highest count among the seats other than `index`. Seat `index` wins only with a higher count."""
    counted = _COUNTED[development]
    most = 0
    for other, seat in enumerate(state.seats):
        if other != index:
            number = counted.of(seat)
            if number > most:
                most = number
    return most


def wins(seat: Seat, development: int, most: int) -> bool:
    """Return whether a seat wins the development. `most`: the highest count of the other seats (see `to_beat`)."""
    return _COUNTED[development].of(seat) > most
