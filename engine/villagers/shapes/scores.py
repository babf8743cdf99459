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
    total: Gold
    lines: list[ScoreLine]


class StandingRow(TypedDict):
    """A seat's place as it stands: most gold first, then fewest villagers (END-1, END-2)."""

    seat: Seat
    gold: Gold
    villagers: Count
    place: Annotated[int, Between(1, 5)]


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

    formula: Formula
    suit: Suit | None
    per: Annotated[int, Between(1)]
    gold: Annotated[int, Between(1)]


class FactSource(TypedDict):
    """Where one fact of a card comes from."""

    fact: str
    source: Provenance


class VillagersCardFacts(TypedDict):
    """A card of the catalogue."""

    key: VillagersCard
    name: str
    suit: Suit
    symbols: Annotated[int, Between(1), Doc("Suit symbols on it.")]
    kind: CardKind
    box: CardBox
    copies: Annotated[int, Between(1)]
    on: Annotated[VillagersCard | None, Doc("What it is placed on.")]
    padlock: Annotated[VillagersCard | None, Doc("Its unlocker.")]
    keyring: Annotated[Count, Doc("How many cards it unlocks, as printed.")]
    food: Count
    builders: Count
    gold: Gold
    silver: SymbolFormula | None
    bronze: SymbolFormula | None
    effect: CardEffect | None
    starting_road: Annotated[bool, Doc("Whether it lies on the road at the start by default.")]
    provenance: list[FactSource]
