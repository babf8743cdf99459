"""Parts of documents: cards, dice, villagers, banners, payments."""

from typing import Annotated, Literal, NotRequired, Required, TypedDict

from engine.my_village.catalogue.cards import (
    CATEGORIES,
    CHURCHES,
    COUNCILS,
    CRAFTS,
    CUSTOMERS,
    KEYS,
    LETTERS,
    MONKS,
    OPEN_CARDS,
    SYMBOLS,
    TRAVELS,
    VILLAGERS,
)
from engine.my_village.moves import PLACES, SOURCES, STEPS
from engine.my_village.state import HEADMAN_PLACES, PHASES
from engine.shapes import Between, Matches, OneOf, Size, record


def _keys(mask: int) -> tuple[str, ...]:
    return tuple(key for card, key in enumerate(KEYS) if mask >> card & 1)


MyVillageCard = Annotated[str, OneOf("MyVillageCard", KEYS)]
Church = Annotated[str, OneOf("MyVillageChurch", _keys(CHURCHES))]
Council = Annotated[str, OneOf("MyVillageCouncil", _keys(COUNCILS))]
Craft = Annotated[str, OneOf("MyVillageCraft", _keys(sum(CRAFTS)))]
OpenCard = Annotated[str, OneOf("MyVillageOpenCard", _keys(OPEN_CARDS))]
Monk = Annotated[str, OneOf("MyVillageMonk", tuple(KEYS[card] for stack in MONKS for card in stack))]
Travel = Annotated[str, OneOf("MyVillageTravel", tuple(KEYS[card] for stack in TRAVELS for card in stack))]
Customer = Annotated[str, OneOf("MyVillageCustomer", tuple(KEYS[card] for card in CUSTOMERS))]

ALL_OPEN = Size(0, OPEN_CARDS.bit_count())
ALL_CUSTOMERS = Size(0, len(CUSTOMERS))
STACK = max(len(stack) for stack in (*MONKS, *TRAVELS))
"""The number of cards in the highest stack of monks or travel cards."""

Villager = Annotated[str, OneOf("MyVillageVillager", VILLAGERS)]
Phase = Annotated[str, OneOf("MyVillagePhase", PHASES)]
Color = Annotated[str, OneOf("MyVillageDieColor", ("white", "black"))]
Letter = Annotated[str, OneOf("MyVillageLetter", LETTERS)]
HeadmanPlace = Annotated[str, OneOf("MyVillageHeadmanPlace", HEADMAN_PLACES)]
MarkerSpace = Annotated[str, OneOf("MyVillageMarkerSpace", (*CATEGORIES, *VILLAGERS))]
SchoolStep = Annotated[str, OneOf("MyVillageSchoolStep", STEPS)]
PlowSource = Annotated[str, OneOf("MyVillagePlowSource", SOURCES)]
BANNERS = (*PLACES, "field", "customer")
BannerKind = Annotated[str, OneOf("MyVillageBannerKind", BANNERS)]
FirstPlayer = Annotated[str, OneOf("MyVillageFirstPlayer", ("random", "0", "1", "2", "3"))]

Seat = Annotated[int, Between(0, 3)]
Face = Annotated[int, Between(1, 6)]
Value = Annotated[int, Between(2, 12)]
Field = Annotated[int, Between(0, 7), "A field of the village, from 0; alike ones are one choice."]
Few = Annotated[int, Between(0, 15)]
Points = Annotated[int, Between(0, 9999)]
Count = Annotated[int, Between(0, 9999)]
Seats = Annotated[list[Seat], Size(0, 4)]
Faces = Annotated[list[Face], Size(0, 20)]
RulesetTag = Literal["my_village"]
CatalogueName = Annotated[str, Size(1, 40), Matches("[a-z0-9_-]{1,40}")]


class MyVillagePositionOptions(TypedDict, total=False):
    """The options that a position needs."""

    catalogue: CatalogueName


class MyVillageDie(TypedDict):
    """A die and its face."""

    color: Color
    face: Face


class MyVillageBanner(TypedDict):
    """A white banner of a village."""

    kind: Required[BannerKind]
    field: NotRequired[Annotated[Field | None, "Which field, else null."]]
    customer: NotRequired[Annotated[Customer | None, "Which customer, else null."]]


class MyVillagePayment(TypedDict, total=False):
    """Coins and goods returned to the supply. The time is not given; it depends on the purchase alone."""

    coins: Annotated[int, Between(0, 63)]
    horse: Annotated[Few, "From the stables."]
    beer: Annotated[Few, "From the brewery."]
    plow: Annotated[Few, "From the smithy."]
    scroll: Annotated[Few, "From the office."]
    wagon: Annotated[Few, "From the wainwright."]
    wild: Annotated[Few, "Wild goods, from the guild council."]
    fields: Annotated[list[Field], Size(0, 8), "Fields whose plow is paid."]


class MyVillageSchool(TypedDict, total=False):
    """The spaces of a school. Each says whether a descendant waits there."""

    left: bool
    right: bool


class MyVillageBuilding(TypedDict):
    """A craft building of a village."""

    card: Craft
    goods: Annotated[Few, "Goods on it."]


class MyVillageField(TypedDict, total=False):
    """A field of a village."""

    plow: Annotated[bool, "Whether a plow lies on it."]
    used: Annotated[bool, "Its banner has been activated in the running turn."]


Chronicle = record(
    "MyVillageChronicle",
    "Filled chronicle spaces.",
    dict.fromkeys(VILLAGERS, NotRequired[Annotated[int, Between(0, 2)]]),
)
MonkStacks = record(
    "MyVillageMonkStacks",
    "The three stacks of monks, top card first.",
    dict.fromkeys(SYMBOLS, NotRequired[Annotated[list[Monk], Size(0, STACK)]]),
)
TravelStacks = record(
    "MyVillageTravelStacks",
    "The five stacks of travel cards, top card first.",
    dict.fromkeys(LETTERS, NotRequired[Annotated[list[Travel], Size(0, STACK)]]),
)


class MyVillageMonkPile(TypedDict):
    """A stack of monks. The dark side of the top card shows which monk it is."""

    count: Annotated[int, Between(0, STACK)]
    top: Annotated[Monk | None, "null for an empty stack."]


MonkPiles = record("MyVillageMonkPiles", "The three stacks of monks.", dict.fromkeys(SYMBOLS, MyVillageMonkPile))
TravelPiles = record(
    "MyVillageTravelPiles",
    "How many cards the five stacks of travel cards have.",
    dict.fromkeys(LETTERS, Annotated[int, Between(0, STACK)]),
)
