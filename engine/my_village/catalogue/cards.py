"""The cards of My Village without their numbers. Each card has a row in `cards.json`.

Inside the engine a card is a small int, its row; `KEYS[card]` is its key in documents. A set of cards is a bit mask.
The numbers (banner values, costs, points) are in `catalogue`.
"""

from __future__ import annotations

from typing import Final

from engine.rows import codes_of, read_data
from engine.ruleset import Doc

KINDS: Final = ("church", "council", "meeting_place", "field", "craft", "monk", "travel", "customer")
CHURCH: Final = 0
COUNCIL: Final = 1
MEETING_PLACE: Final = 2
FIELD: Final = 3
CRAFT: Final = 4
MONK: Final = 5
TRAVEL: Final = 6
CUSTOMER: Final = 7

VILLAGERS: Final = ("abbot", "councilman", "traveller", "craftsman", "merchant")
ABBOT: Final = 1
COUNCILMAN: Final = 2
TRAVELLER: Final = 4
CRAFTSMAN: Final = 8
MERCHANT: Final = 16
EVERY_VILLAGER: Final = 31

GOODS: Final = ("horse", "beer", "plow", "scroll", "wagon")
BUILDINGS: Final = ("stables", "brewery", "smithy", "office", "wainwright")
PLOW: Final = GOODS.index("plow")
LETTERS: Final = ("a", "b", "c", "d", "e")
SYMBOLS: Final = ("quill", "goblet", "rosary")
CATEGORIES: Final = ("travel_cards", "craft_buildings", "served_customers", "church_and_monks", "fields")
"""The categories of the area council's spaces, in order."""


_DATA: Final = read_data(__package__, "cards.json")
NOTES: Final[list[Doc]] = _DATA["notes"]
ROWS: Final[list[Doc]] = _DATA["cards"]
COMPONENTS: Final[list[Doc]] = _DATA["components"]
KEYS: Final[tuple[str, ...]] = tuple(row["key"] for row in ROWS)
CODES: Final[dict[str, int]] = codes_of(KEYS, "The catalogue of My Village")

KIND: Final[list[int]] = [KINDS.index(row["kind"]) for row in ROWS]
COPIES: Final[list[int]] = [row["copies"] for row in ROWS]
GOOD: Final[list[int]] = [GOODS.index(row["good"]) if row["good"] else -1 for row in ROWS]
LETTER: Final[list[int]] = [LETTERS.index(row["letter"]) if row["letter"] else -1 for row in ROWS]
SYMBOL: Final[list[int]] = [SYMBOLS.index(row["symbol"]) if row["symbol"] else -1 for row in ROWS]


def cards_of_kind(kind: int) -> tuple[int, ...]:
    return tuple(card for card in range(len(KEYS)) if KIND[card] == kind)


def mask_of(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


CHURCHES: Final = mask_of(cards_of_kind(CHURCH))
COUNCILS: Final = mask_of(cards_of_kind(COUNCIL))
CRAFTS: Final[tuple[int, ...]] = tuple(
    mask_of(tuple(card for card in cards_of_kind(CRAFT) if GOOD[card] == good)) for good in range(5)
)
"""The craft building for each good."""
OPEN_CARDS: Final = CHURCHES | COUNCILS | sum(CRAFTS)
"""The cards of the open columns, from which players may take any card (MVCARD-8)."""
MONKS: Final = tuple(tuple(card for card in cards_of_kind(MONK) if SYMBOL[card] == symbol) for symbol in range(3))
TRAVELS: Final = tuple(tuple(card for card in cards_of_kind(TRAVEL) if LETTER[card] == letter) for letter in range(5))
CUSTOMERS: Final = cards_of_kind(CUSTOMER)
THE_FIELD: Final = CODES["field"]
THE_MEETING_PLACE: Final = CODES["meeting_place"]
SANATORY: Final = CODES["sanatory_church"]
TRADING: Final = CODES["trading_church"]
TRAVEL_CHURCH: Final = CODES["travel_church"]
MONETARY: Final = CODES["monetary_council"]
AREA: Final = CODES["area_council"]
POPULATION: Final = CODES["population_council"]
GUILD: Final = CODES["guild_council"]
