"""Scores, standing, and the cards of the catalogue."""

from typing import Annotated, TypedDict

from engine.shapes import Between, Doc, OneOf
from engine.villagers.catalogue import EXPANSIONS, FORMULAS
from engine.villagers.shapes.names import Count, Gold, RulesetTag, Seat, Suit, Villager, VillagersCard

ScoreItem = Annotated[str, OneOf("ScoreItem", ("gold", "coins", "silver"))]


class ScoreLine(TypedDict):
    """What one villager earns in a market."""

    villager: Villager
    card: VillagersCard
    item: ScoreItem
    gold: Gold


class ScoreRow(TypedDict):
    """A seat's income in a market."""

    seat: Seat
    total: Annotated[Gold, Doc("Gold of all lines.")]
    lines: list[ScoreLine]


class StandingRow(TypedDict):
    """A seat's place as it stands: most gold first, then fewest villagers (END-1, END-2)."""

    seat: Seat
    gold: Annotated[Gold, Doc("The supply.")]
    villagers: Annotated[Count, Doc("Cards in the village.")]
    place: Annotated[int, Between(1, 5), Doc("From 1; equals share a place.")]


class VillagersScore(TypedDict):
    """Both markets as if held now, and the standing."""

    ruleset: RulesetTag
    first_market: list[ScoreRow]
    second_market: list[ScoreRow]
    standing: list[StandingRow]


CardKind = Annotated[str, OneOf("VillagersCardKind", ("start", "basic", "village", "wild", "discard"))]
CardBox = Annotated[str, OneOf("VillagersBox", ("base", "four_plus", *EXPANSIONS))]
CardEffect = Annotated[str, OneOf("VillagersEffect", ("monk", "apprentice", "tinner", "smuggler", "freelancer"))]
Formula = Annotated[str, OneOf("FormulaKind", FORMULAS)]
Provenance = Annotated[str, OneOf("Provenance", ("rulebook", "public", "reconstructed"))]


class SymbolFormula(TypedDict):
    """A silver or bronze symbol: `gold` for every `per` of what `formula` counts (of `suit`, where it needs one)."""

    formula: Annotated[Formula, Doc("What is counted in the own village.")]
    suit: Annotated[Suit | None, Doc("For formulas that count a suit, else null.")]
    per: Annotated[int, Between(1), Doc("How many make one payment, rounded down.")]
    gold: Annotated[int, Between(1), Doc("Gold of one payment.")]


class FactSource(TypedDict):
    """Where one fact of a card comes from."""

    fact: str
    source: Provenance


class VillagersCardFacts(TypedDict):
    """A card of the catalogue."""

    key: VillagersCard
    name: Annotated[str, Doc("In the language asked for.")]
    suit: Suit
    symbols: Annotated[int, Between(1), Doc("Suit symbols on it.")]
    kind: Annotated[CardKind, Doc("How it is used: `wild` stands in for others, `discard` is played and discarded.")]
    box: Annotated[CardBox, Doc("`base`, `four_plus` (only with 4 and more players) or an expansion.")]
    copies: Annotated[int, Between(1), Doc("Cards in the box.")]
    on: Annotated[VillagersCard | None, Doc("What it is placed on.")]
    padlock: Annotated[VillagersCard | None, Doc("Its unlocker.")]
    keyring: Annotated[Count, Doc("How many cards it unlocks, as printed.")]
    food: Annotated[Count, Doc("Food symbols.")]
    builders: Annotated[Count, Doc("Builder symbols.")]
    gold: Annotated[Gold, Doc("Printed gold.")]
    silver: Annotated[SymbolFormula | None, Doc("Its silver symbol, else null.")]
    bronze: Annotated[SymbolFormula | None, Doc("Its bronze symbol, else null.")]
    effect: Annotated[CardEffect | None, Doc("What it does when played, else null.")]
    starting_road: Annotated[bool, Doc("Whether it lies on the road at the start by default.")]
    provenance: list[FactSource]
