"""Scores, standing, and the cards of the catalogue."""

from typing import Annotated, NotRequired, TypedDict

from engine.shapes import Between, OneOf
from engine.villagers.catalogue import DEVELOPMENT_KEYS, DEVELOPMENT_SUITS, EVENT_KEYS, EXPANSIONS, KEYS, ROWS, SEASONS
from engine.villagers.catalogue.shapes import Count, Gold, RulesetTag, Seat, Suit, Villager, VillagersCard
from engine.villagers.scoring.formulas import FORMULAS

ScoreItem = Annotated[str, OneOf("ScoreItem", ("gold", "coins", "silver", "nun"))]


class ScoreLine(TypedDict):
    """The income from one villager in a market."""

    villager: Villager
    card: VillagersCard
    item: ScoreItem
    gold: Gold


class ScoreRow(TypedDict):
    """A seat's income in a market."""

    seat: Seat
    total: Annotated[Gold, "Gold of all lines."]
    lines: list[ScoreLine]


class StandingRow(TypedDict):
    """A seat's current place: most gold first, then fewest villagers (END-1, END-2)."""

    seat: Seat
    gold: Annotated[Gold, "The supply."]
    villagers: Annotated[Count, "Cards in the village."]
    place: Annotated[int, Between(1, 5), "From 1; equals share a place."]


class VillagersScore(TypedDict):
    """Both markets as if they were held now, and the standing."""

    ruleset: RulesetTag
    first_market: list[ScoreRow]
    second_market: list[ScoreRow]
    standing: list[StandingRow]


CardKind = Annotated[
    str, OneOf("VillagersCardKind", ("start", "basic", "village", "wild", "discard", "event", "jester", "development"))
]
CardBox = Annotated[str, OneOf("VillagersBox", ("base", "four_plus", *EXPANSIONS, "solo"))]
CardEffect = Annotated[str, OneOf("VillagersEffect", tuple(row["effect"] for row in ROWS if row["effect"]))]
CardDeck = Annotated[str, OneOf("VillagersDeck", (*SEASONS, *DEVELOPMENT_SUITS))]
CatalogueKey = Annotated[str, OneOf("VillagersCatalogueKey", (*KEYS, *EVENT_KEYS, "jester", *DEVELOPMENT_KEYS))]
Formula = Annotated[str, OneOf("FormulaKind", FORMULAS)]
SourceKind = Annotated[str, OneOf("SourceKind", ("rulebook", "public", "reconstructed"))]


class SymbolFormula(TypedDict):
    """A silver or bronze symbol. It pays `gold` for every `per` things that `formula` counts."""

    formula: Annotated[Formula, "What it counts in its own village."]
    suit: Annotated[Suit | None, "For formulas that count a suit, else null."]
    per: Annotated[int, Between(1), "How many things make one payment; a remainder pays nothing."]
    gold: Annotated[int, Between(1), "Gold of one payment."]


class FactSource(TypedDict):
    """The source of one fact of a card."""

    fact: str
    source: SourceKind


class VillagersCardFacts(TypedDict):
    """A card of the catalogue. Events, the Jester and developments lack some facts; these are null or 0."""

    key: CatalogueKey
    name: Annotated[str, "In the language of the answer."]
    text: Annotated[str | None, "Its effect, in the language of the answer; null if its symbols show it."]
    rules: Annotated[list[str], "The ids of the rules about it; those about all cards are left out."]
    deck: Annotated[CardDeck | None, "Events: their season; developments: their suit."]
    suit: Suit | None
    symbols: Annotated[Count, "Suit symbols on it."]
    kind: Annotated[CardKind, "How it is used: `wild` stands in for others, `discard` is played and discarded."]
    box: Annotated[CardBox, "`base`, `four_plus` (only with 4 and more players), an expansion, or `solo`."]
    copies: Annotated[int, Between(1), "Cards in the box."]
    min_seats: Annotated[int, Between(1, 5), "With fewer seats it is not in the game; 1: in solo play too."]
    dealt: Annotated[bool, "Each seat is dealt one such card of the box at the start."]
    on: Annotated[VillagersCard | None, "What it is placed on."]
    padlock: Annotated[VillagersCard | None, "Its unlocker."]
    keyring: Annotated[Count, "The number on its keyring: how many cards of the full deck it unlocks."]
    food: Annotated[Count, "Food symbols; for a development, the food of its reward."]
    builders: Annotated[Count, "Builder symbols; for a development, the builders of its reward."]
    gold: Annotated[Gold, "Printed gold; for a development, the gold of its reward."]
    silver: Annotated[SymbolFormula | None, "Its silver symbol, else null."]
    bronze: Annotated[SymbolFormula | None, "Its bronze symbol, else null."]
    effect: Annotated[CardEffect | None, "What it does when played, else null."]
    starting_road: Annotated[bool, "Whether it lies on the road at the start by default."]
    provenance: NotRequired[Annotated[list[FactSource], "The source of each fact; only with `include=provenance`."]]
