"""The formulas of silver and bronze symbols (SILVER, PROFITEERS). Each counts things in the symbol's own village.

A new formula is one function and one entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.villagers.catalogue import CAPACITY, CARDS, GOLD, PADLOCK, SUIT, SUITS, SYMBOLS, Formula
from engine.villagers.state import EMPTY, Seat

_SYMBOLS_OF: Final[list[bytes]] = [
    bytes([*(SYMBOLS[card] if SUIT[card] == suit else 0 for card in range(len(CARDS))), 0])
    for suit in range(len(SUITS))
]
"""For each suit, the number of its symbols on each card, as bytes for speed. The last byte is for EMPTY (-1)."""

_TRIO: Final = (SUITS.index("ore"), SUITS.index("hay"), SUITS.index("wood"))

MIN_LONG_CHAIN: Final = 3
"""The PROFITEERS formula counts chains of at least this many cards (PROFITEERS-9)."""


def suit_symbols(seat: Seat, suit: int) -> int:
    """Return the number of suit symbols, including covered ones (SILVER-2, SILVER-6)."""
    symbols = _SYMBOLS_OF[suit]
    return sum(symbols[card] for card in seat.card)


def _visible(seat: Seat) -> list[int]:
    kids = seat.kids
    return [card for villager, card in enumerate(seat.card) if card != EMPTY and not kids[villager]]


def gold_symbols(seat: Seat, suit: int = EMPTY) -> int:
    """Return the number of visible gold symbols, whatever their value (SILVER-9)."""
    return sum(1 for card in _visible(seat) if GOLD[card])


def padlocks(seat: Seat, suit: int = EMPTY) -> int:
    """Return the number of padlocks, including covered ones (SILVER-10)."""
    return sum(1 for card in seat.card if card != EMPTY and PADLOCK[card] >= 0)


def _builders(seat: Seat, suit: int) -> int:
    """Return the number of visible builders (SILVER-14)."""
    return seat.builders


def _food(seat: Seat, suit: int) -> int:
    """Return the amount of visible food (SILVER-16)."""
    return seat.food


def _gold_on_suit(seat: Seat, suit: int) -> int:
    """Return the visible printed gold of a suit (SILVER-3, SILVER-12)."""
    return sum(GOLD[card] for card in _visible(seat) if SUIT[card] == suit)


def _best_coins(seat: Seat, suit: int) -> int:
    """Return the coins on the villager that has the most (SILVER-13, A-42)."""
    most = 0
    for coins in seat.coins:
        if coins > most:
            most = coins
    return most


def _trios(seat: Seat, suit: int) -> int:
    """Return the number of complete sets of an ore, a hay and a wood symbol (PROFITEERS-14)."""
    ore, hay, wood = _TRIO
    return min(suit_symbols(seat, ore), suit_symbols(seat, hay), suit_symbols(seat, wood))


def paid_villagers(seat: Seat, suit: int = EMPTY) -> int:
    """Return the number of villagers with coins (PROFITEERS-7)."""
    return sum(1 for coins in seat.coins if coins > 0)


def _long_chains(seat: Seat, suit: int) -> int:
    """Return the number of chains of at least three cards (PROFITEERS-9)."""
    return chains(seat, MIN_LONG_CHAIN)


def chains(seat: Seat, min_cards: int) -> int:
    """Return the number of chains of at least `min_cards` cards. A chain with branches counts once (A-67)."""
    on = seat.on
    size = [0] * len(on)
    for villager, card in enumerate(seat.card):
        if card == EMPTY or villager == 0:
            continue
        start = villager
        while on[start]:
            start = on[start]
        size[start] += 1
    return sum(1 for start, cards in enumerate(size) if cards >= min_cards and CAPACITY[seat.role[start]] == 2)


def best_silver(seat: Seat, suit: int = EMPTY) -> int:
    """Return the highest value of a silver symbol in this village (PROFITEERS-6)."""
    best = 0
    looked_at: list[int] = []
    for card in seat.card:
        if is_silver(card) and card not in looked_at:
            looked_at.append(card)
            value = silver_value(seat, card)
            if value > best:
                best = value
    return best


_COUNTS: Final[dict[str, Callable[[Seat, int], int]]] = {
    "per_suit": suit_symbols,
    "per_gold_symbol": gold_symbols,
    "per_padlock": padlocks,
    "per_builder": _builders,
    "per_food": _food,
    "per_trio": _trios,
    "per_paid_villager": paid_villagers,
    "per_long_chain": _long_chains,
    "gold_on_suit": _gold_on_suit,
    "best_coins": _best_coins,
    "best_silver": best_silver,
}
FORMULAS: Final = tuple(_COUNTS)


class _Symbol:
    __slots__ = ("count", "gold", "per", "suit")

    def __init__(self, formula: Formula) -> None:
        self.count: Callable[[Seat, int], int] = _COUNTS[formula.formula]
        self.suit: int = formula.suit
        self.per: int = formula.per
        self.gold: int = formula.gold

    def value(self, seat: Seat) -> int:
        """Return what the symbol pays in this village now."""
        return self.count(seat, self.suit) // self.per * self.gold


_SILVER: Final[list[_Symbol | None]] = [*(_Symbol(card.silver) if card.silver else None for card in CARDS), None]
_BRONZE: Final[list[_Symbol | None]] = [*(_Symbol(card.bronze) if card.bronze else None for card in CARDS), None]
"""For each card, its bronze symbol. The last entry is for EMPTY (-1)."""


def is_silver(card: int) -> bool:
    return _SILVER[card] is not None


def silver_value(seat: Seat, card: int) -> int:
    """Return the income from the silver symbol of a card in this village now; 0 for a card without one (SILVER-4)."""
    symbol = _SILVER[card]
    return 0 if symbol is None else symbol.value(seat)


def all_silver(seat: Seat) -> int:
    """Return the income from all silver symbols of this village now (SILVER-4)."""
    return sum(silver_value(seat, card) for card in seat.card)


def unique_silver(seat: Seat) -> int:
    """Return the highest value of a silver villager that is the only one of its kind in the village; 0 if there is none
    (SAINTS-6, 7).
    """
    single = [card for card in seat.card if is_silver(card) and seat.card.count(card) == 1]
    return max((silver_value(seat, card) for card in single), default=0)


def best_bronze(seat: Seat) -> int:
    """Return the highest value of a bronze symbol in this village now; 0 without one (PROFITEERS-4)."""
    best = 0
    for card in seat.card:
        symbol = _BRONZE[card]
        if symbol is not None:
            best = max(best, symbol.value(seat))
    return best
