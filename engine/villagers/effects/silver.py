"""Silver formulas: what they count in the own village (SILVER). A new formula is one function and one entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.villagers.catalogue import CARDS, GOLD, PADLOCK, SUIT, SYMBOLS, Silver
from engine.villagers.state import EMPTY, Seat


def _suit_symbols(seat: Seat, suit: int) -> int:
    """Suit symbols, covered ones included (SILVER-2, SILVER-6)."""
    return sum(SYMBOLS[card] for card in seat.card if card != EMPTY and SUIT[card] == suit)


def _visible(seat: Seat) -> list[int]:
    return [card for card, kids in zip(seat.card, seat.kids, strict=True) if card != EMPTY and not kids]


def _gold_symbols(seat: Seat, suit: int) -> int:
    """Visible gold symbols, whatever their value (SILVER-9)."""
    return sum(GOLD[card] > 0 for card in _visible(seat))


def _padlocks(seat: Seat, suit: int) -> int:
    """Padlocks, covered ones included (SILVER-10)."""
    return sum(PADLOCK[card] >= 0 for card in seat.card if card != EMPTY)


def _builders(seat: Seat, suit: int) -> int:
    """Visible builders (SILVER-14)."""
    return seat.builders


def _food(seat: Seat, suit: int) -> int:
    """Visible food (SILVER-16)."""
    return seat.food


def _gold_on_suit(seat: Seat, suit: int) -> int:
    """The visible printed gold of a suit (SILVER-3, SILVER-12)."""
    return sum(GOLD[card] for card in _visible(seat) if SUIT[card] == suit)


def _best_coins(seat: Seat, suit: int) -> int:
    """The coins on the villager with most of them (SILVER-13, A-42)."""
    return max(seat.coins)


_COUNTS: Final[dict[str, Callable[[Seat, int], int]]] = {
    "per_suit": _suit_symbols,
    "per_gold_symbol": _gold_symbols,
    "per_padlock": _padlocks,
    "per_builder": _builders,
    "per_food": _food,
    "gold_on_suit": _gold_on_suit,
    "best_coins": _best_coins,
}
_SILVER: Final[list[Silver | None]] = [card.silver for card in CARDS]


def is_silver(card: int) -> bool:
    """Whether the card has a silver symbol."""
    return _SILVER[card] is not None


def silver_value(seat: Seat, card: int) -> int:
    """What the silver symbol of a card would earn in this village now; 0 for a card without one (SILVER-4)."""
    formula = _SILVER[card]
    if formula is None:
        return 0
    return _COUNTS[formula.formula](seat, formula.suit) // formula.per * formula.gold
