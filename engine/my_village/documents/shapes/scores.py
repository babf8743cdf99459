"""Scores, standing, and the cards of the catalogue."""

from typing import Annotated, NotRequired, TypedDict

from engine.my_village.catalogue.cards import COMPONENTS, GOODS, KEYS, KINDS, SYMBOLS
from engine.my_village.catalogue.shapes import MyVillageCost, MyVillageNumbers
from engine.my_village.documents.shapes.names import Few, Letter, Points, RulesetTag, Seat
from engine.my_village.scoring import LINES
from engine.shapes import Between, OneOf

ScoreItem = Annotated[str, OneOf("MyVillageScoreItem", tuple(LINES))]
Signed = Annotated[int, Between(-9999, 9999)]


class MyVillageScoreLine(TypedDict):
    """The points of one category."""

    item: ScoreItem
    points: Signed


class MyVillageScoreRow(TypedDict):
    """The points of a seat."""

    seat: Seat
    total: Annotated[Signed, "Points of all lines."]
    lines: list[MyVillageScoreLine]


class MyVillageStandingRow(TypedDict):
    """A seat's current place: most points first, then the tie-break (MVEND-3 to 5)."""

    seat: Seat
    total: Signed
    tie_break: Annotated[Points, "Coins, goods and story points on the tree."]
    place: Annotated[int, Between(1, 4), "From 1; equals share a place."]


class MyVillageScore(TypedDict):
    """The value of each village if the game ended now, and the standing."""

    ruleset: RulesetTag
    rows: list[MyVillageScoreRow]
    standing: list[MyVillageStandingRow]


ComponentKey = Annotated[str, OneOf("MyVillageComponent", (*KEYS, *(component["key"] for component in COMPONENTS)))]
Kind = Annotated[str, OneOf("MyVillageKind", (*KINDS, "component"))]
Good = Annotated[str, OneOf("MyVillageGood", GOODS)]
Symbol = Annotated[str, OneOf("MyVillageMonkSymbol", SYMBOLS)]
Effect = Annotated[
    str,
    OneOf(
        "MyVillageEffect",
        (
            *("story", "headman", "school", "steward", "coins", "good", "marker"),
            *("sanatory", "cloister", "trading", "travel"),
        ),
    ),
]
SourceKind = Annotated[str, OneOf("SourceKind", ("rulebook", "public", "reconstructed"))]


class MyVillageFactSource(TypedDict):
    """The source of a fact."""

    fact: str
    source: SourceKind
    note: Annotated[str, "Where exactly, or why."]


class MyVillageCardFacts(TypedDict):
    """A card or another component that shows numbers."""

    key: ComponentKey
    name: Annotated[str, "In the language of the answer."]
    kind: Kind
    rules: Annotated[list[str], "The ids of the rules about it; those about all cards are left out."]
    copies: Annotated[int, Between(1), "In the box."]
    banner: Annotated[list[Annotated[int, Between(2, 12)]], "The values of its banners."]
    any_value: Annotated[bool, "Its banner shows a question mark."]
    time: Annotated[Few, "Hourglasses of the black banner."]
    white_time: Annotated[Few | None, "Hourglasses of the white banner, null without one."]
    costs: Annotated[list[MyVillageCost], "Alternatives, one of which is paid; customers: to serve them."]
    prestige: Annotated[Points, "Prestige points."]
    spaces: Annotated[Few, "Spaces for markers."]
    windows: Annotated[Few, "Church windows."]
    good: Annotated[Good | None, "What a craft building makes."]
    letter: Annotated[Letter | None, "Of a travel card."]
    symbol: Annotated[Symbol | None, "Of a monk: his stack."]
    effect: Annotated[Effect | None, "What it does."]
    count: Annotated[Few, "How much, or how often."]
    mark_points: Annotated[Few, "Points for what a marker of the council covers."]
    gray: Annotated[MyVillageCost, "What a travel card adds to the cost of the next one."]
    ends: Annotated[bool, "The travels end with it."]
    numbers: Annotated[list[MyVillageNumbers], "For components that are not cards."]
    provenance: NotRequired[
        Annotated[list[MyVillageFactSource], "The source of each fact; only with `include=provenance`."]
    ]
