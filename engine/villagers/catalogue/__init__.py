"""The cards of Villagers as data. Each card has a row in `cards.json`; this module makes lookup tables from the rows.

Inside the engine a card is a small int, its row in the catalogue; `KEYS[card]` is its key in documents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine.rows import codes_of, read_data

SUITS: Final = ("grains", "hay", "ore", "wood", "grapes", "wool", "leather", "solitary", "special")
"""The nine suits (SETUP-18)."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The formula of a silver or bronze symbol. It pays `gold` for every `per` things that `formula` counts.

    `suit`: the suit that `formula` needs, or -1 if it needs none.
    """

    formula: str
    suit: int
    per: int
    gold: int


@dataclass(frozen=True, slots=True)
class Card:
    """One row of the catalogue. In `on`, `padlock` and `suit`, -1 means none.

    `keyring`: the number on the card's keyring, 0 without one. `dealt`: whether the card is in a group from which each
    seat is dealt one card at the start.
    """

    key: str
    suit: int
    symbols: int
    kind: str
    box: str
    copies: int
    min_seats: int
    dealt: bool
    on: int
    padlock: int
    keyring: int
    food: int
    builders: int
    gold: int
    silver: Formula | None
    bronze: Formula | None
    effect: str | None


DATA: Final = read_data(__package__, "cards.json")
EXPANSIONS: Final[tuple[str, ...]] = tuple(DATA["expansions"])
"""All expansions, in the order of the bits in a state's `boxes`."""
ROWS: Final[list[dict[str, Any]]] = DATA["cards"]
KEYS: Final[tuple[str, ...]] = tuple(row["key"] for row in ROWS)
CODES: Final[dict[str, int]] = codes_of(KEYS, "The catalogue of Villagers")


def _formula(doc: dict[str, Any] | None) -> Formula | None:
    if doc is None:
        return None
    suit = SUITS.index(doc["suit"]) if doc["suit"] else -1
    return Formula(doc["formula"], suit, doc["per"], doc["gold"])


FACTS: Final = (
    *("suit", "symbols", "kind", "box", "copies", "min_seats", "dealt", "on", "padlock", "keyring"),
    *("food", "builders", "gold", "silver", "bronze", "effect"),
)
"""The names of a villager's facts in the catalogue, besides its key."""


def _card(row: dict[str, Any]) -> Card:
    codes = {"suit": SUITS.index(row["suit"]) if row["suit"] else -1}
    codes |= {other: CODES[row[other]] if row[other] else -1 for other in ("on", "padlock")}
    formulas = {symbol: _formula(row[symbol]) for symbol in ("silver", "bronze")}
    return Card(row["key"], **{**{fact: row[fact] for fact in FACTS}, **codes, **formulas})


@dataclass(frozen=True, slots=True)
class EventCard:
    """One event of the solo game.

    `acts`: when the event has its effect: in the `draft` or `build` phase, when it is resolved in the Event Phase
    (`event`), as soon as it is `revealed`, or until the end of the `round`.
    """

    key: str
    season: int
    acts: str


@dataclass(frozen=True, slots=True)
class Development:
    """One development. Its `suit` is 0 to 2; a game has one development of each suit. `gold`, `food` and `builders` are
    its reward.
    """

    key: str
    suit: int
    gold: int
    food: int
    builders: int
    min_seats: int


FOUNDERS: Final = CODES["founders"]
COUNTESS: Final = CODES["countess"]
FOUNDERS_FED: Final = len(ROWS)
"""The food side of Founders. The engine treats it as a separate card, so that lookups need not depend on the side."""
COUNTESS_BLANK: Final = len(ROWS) + 1
"""The side of the Countess's card that shows no gold."""

_FRONTS: Final = tuple(_card(row) for row in ROWS)
CARDS: Final[tuple[Card, ...]] = (
    *_FRONTS,
    replace(_FRONTS[FOUNDERS], gold=0, food=1),
    replace(_FRONTS[COUNTESS], gold=0),
)

CARD_NAMES: Final = (*KEYS, "founders_fed", "countess_blank")
"""The names of CARDS. If a card has two sides, the second side has a name of its own."""

SEASONS: Final = ("summer", "winter")
EVENTS: Final = tuple(EventCard(row["key"], SEASONS.index(row["season"]), row["acts"]) for row in DATA["events"])
EVENT_KEYS: Final = tuple(event.key for event in EVENTS)
EVENT_CODES: Final[dict[str, int]] = {key: code for code, key in enumerate(EVENT_KEYS)}
DARK_MOOD: Final = EVENT_CODES["dark_mood"]
IT_WAS_YOU: Final = EVENT_CODES["it_was_you"]
MOOD_SWING: Final = EVENT_CODES["mood_swing"]
RATS: Final = EVENT_CODES["rats"]
ARSON: Final = EVENT_CODES["arson"]
SERFDOM: Final = EVENT_CODES["serfdom"]
COUNTESS_BANK: Final = EVENT_CODES["the_countess_bank"]

DEVELOPMENT_SUITS: Final = ("community", "mercantile", "technology")
DEVELOPMENTS: Final = tuple(
    Development(**{**{name: row[name] for name in ("key", "gold", "food", "builders", "min_seats")}, "suit": suit})
    for row in DATA["developments"]
    for suit in (DEVELOPMENT_SUITS.index(row["suit"]),)
)
DEVELOPMENT_KEYS: Final = tuple(development.key for development in DEVELOPMENTS)
DEVELOPMENT_CODES: Final[dict[str, int]] = {key: code for code, key in enumerate(DEVELOPMENT_KEYS)}
CHURCH: Final = DEVELOPMENT_CODES["church"]
TAVERN: Final = DEVELOPMENT_CODES["tavern"]
DEFAULT_ROAD: Final[tuple[str, ...]] = tuple(DATA["starting_road"]["cards"])

BASICS: Final = (CODES["lumberjack"], CODES["hayer"], CODES["miner"])
"""The three basic villagers, in the order of the position's `basics`."""
BASIC_AT: Final[dict[int, int]] = {card: index for index, card in enumerate(BASICS)}
MONK: Final = CODES["monk"]
APPRENTICE: Final = CODES["apprentice"]
TINNER: Final = CODES["tinner"]
SMUGGLER: Final = CODES["smuggler"]
FREELANCER: Final = CODES["freelancer"]
NUN: Final = CODES["nun"]
RECRUITER: Final = CODES["recruiter"]
THIEF: Final = CODES["thief"]
SPECIAL: Final = SUITS.index("special")

# Flat tables, indexed by card, for code that runs often.
SUIT: Final[list[int]] = [card.suit for card in CARDS]
SYMBOLS: Final[list[int]] = [card.symbols for card in CARDS]
ON: Final[list[int]] = [card.on for card in CARDS]
PADLOCK: Final[list[int]] = [card.padlock for card in CARDS]
FOOD: Final[list[int]] = [card.food for card in CARDS]
BUILDERS: Final[list[int]] = [card.builders for card in CARDS]
GOLD: Final[list[int]] = [card.gold for card in CARDS]
COPIES: Final[list[int]] = [card.copies for card in CARDS]
PLACEABLE: Final[list[bool]] = [card.kind in ("start", "basic", "village") for card in CARDS]
DRAFTABLE: Final[list[bool]] = [card.kind != "basic" and card.key not in ("founders", "countess") for card in CARDS]
BUILD_COST: Final[list[int]] = [0 if card.kind == "basic" else 1 for card in CARDS]
"""For each card, the number of build actions that placing it takes. A basic villager always takes none."""
MIN_SEATS: Final[list[int]] = [card.min_seats for card in CARDS]
DEALT: Final[list[bool]] = [card.dealt for card in CARDS]
EXPANSION: Final[list[int]] = [1 << EXPANSIONS.index(card.box) if card.box in EXPANSIONS else 0 for card in CARDS]
"""For each card, the bit of its expansion; 0 for the base game."""
SAINTS_BOX: Final = 1 << EXPANSIONS.index("saints")
SCOUNDRELS_BOX: Final = 1 << EXPANSIONS.index("scoundrels")
DEVELOPMENTS_BOX: Final = 1 << EXPANSIONS.index("developments")
DISCARDED: Final[list[bool]] = [card.kind == "discard" for card in CARDS]
STAND_IN: Final[list[bool]] = [card.kind == "wild" for card in CARDS]


def _chain(card: int) -> tuple[int, ...]:
    below = CARDS[card].on
    return () if below < 0 else (*_chain(below), below)


CHAIN: Final[list[tuple[int, ...]]] = [_chain(card) for card in range(len(CARDS))]
"""For each card, the cards below it in its chain, from the start card up (CHAIN-1)."""


def _capacity(card: int) -> int:
    if card not in ON:
        return 0
    return 2 if CARDS[card].on < 0 else 1


CAPACITY: Final[list[int]] = [_capacity(card) for card in range(len(CARDS))]
"""For each card, the number of cards that can stand directly on it (CHAIN-3 to 5).

It is 2 for a start card, 0 for the end of a chain, and 1 for any other card.
"""


def key_of(card: int) -> str:
    """Return the key of a card in documents. Both sides of a card have the same key."""
    return KEYS[FOUNDERS if card == FOUNDERS_FED else COUNTESS if card == COUNTESS_BLANK else card]


def catalogue(lang: str) -> list[dict[str, Any]]:
    """Return the catalogue for clients: each card's facts, its name and text in `lang`, and the source of each fact.

    Villagers come first. Events, the Jester and developments follow; these have a `deck` instead of a villager's facts.
    `provenance` names the source of every fact: `rulebook` (printed there), `public` (published lists and online rules)
    or `reconstructed`.
    """
    return [_villager_facts(row, lang) for row in ROWS] + [_other_facts(row, lang) for row in _OTHERS]


def _villager_facts(row: dict[str, Any], lang: str) -> dict[str, Any]:
    known = row["provenance"]
    sources = {fact: "rulebook" if fact in known["rulebook"] else known["default"] for fact in FACTS}
    sources["starting_road"] = DATA["starting_road"]["provenance"]
    return {
        "key": row["key"],
        "name": row["name"][lang],
        "text": row["text"] and row["text"][lang],
        "rules": row.get("rules", []),
        "deck": None,
        **{fact: row[fact] for fact in FACTS},
        "starting_road": row["key"] in DEFAULT_ROAD,
        "provenance": [{"fact": fact, "source": source} for fact, source in sources.items()],
    }


_NOTHING: Final[dict[str, Any]] = {
    **dict.fromkeys(("suit", "on", "padlock", "silver", "bronze", "effect")),
    **dict.fromkeys(("symbols", "keyring", "food", "builders", "gold"), 0),
    "copies": 1,
    "min_seats": 1,
    "dealt": False,
    "starting_road": False,
}
_OTHERS: Final[list[dict[str, Any]]] = [
    *({**row, "kind": "event", "box": "solo", "deck": row["season"]} for row in DATA["events"]),
    {**DATA["jester"], "kind": "jester", "box": "solo", "deck": None},
    *({**row, "kind": "development", "box": "developments", "deck": row["suit"]} for row in DATA["developments"]),
]


def _other_facts(row: dict[str, Any], lang: str) -> dict[str, Any]:
    """Return the facts of a card that is not a villager. For a development, gold, food and builders are the reward."""
    facts = {fact: row.get(fact, empty) for fact, empty in _NOTHING.items()}
    return {
        "key": row["key"],
        "name": row["name"][lang],
        "text": row["text"][lang],
        "rules": row["rules"],
        "deck": row["deck"],
        **facts,
        "suit": None,
        "kind": row["kind"],
        "box": row["box"],
        "provenance": [{"fact": fact, "source": "public"} for fact in ("deck", "gold", "food", "builders", "copies")],
    }
