"""The parts of positions and views; `table_fields` and `seat_fields` put them together."""

from typing import Annotated, NotRequired, Required, TypedDict

from engine.shapes import Between, OneOf, Size
from engine.villagers.catalogue import EXPANSIONS
from engine.villagers.catalogue.shapes import (
    CardSide,
    Count,
    Development,
    DevelopmentSuit,
    EventCard,
    Expansion,
    FirstPlayer,
    Gold,
    KnownOrigin,
    KnownPile,
    Origin,
    Seat,
    Seats,
    SeenCard,
    SoloLevel,
    Suit,
    Villager,
    VillagersCard,
)
from engine.villagers.state import PHASES


class VillagersOptions(TypedDict, total=False):
    """Options of a new game."""

    expansions: Annotated[list[Expansion], Size(0, len(EXPANSIONS)), "Which expansions are in the game."]
    solo: Annotated[SoloLevel | None, "How hard the Countess is to beat, in a game of one seat; null with more seats."]
    first_player: Annotated[FirstPlayer, "Who begins; `random` draws it from the game's seed."]
    starting_road: Annotated[
        list[VillagersCard],
        Size(6, 6),
        "The six villagers face up at the start, if you own the cards and know which they are.",
    ]


class PositionOptions(TypedDict, total=False):
    """The options that a position needs."""

    expansions: Annotated[list[Expansion], Size(0, len(EXPANSIONS))]
    solo: Annotated[SoloLevel | None, "Set exactly if there is one seat; else null."]


class RoadVillager(TypedDict):
    """A face-up villager on the road and the gold lying on it."""

    card: Required[VillagersCard]
    gold: NotRequired[Gold]


Road = list[RoadVillager | None]
Stacks = list[Annotated[list[VillagersCard], Size(0, 200)]]


class BasicCounts(TypedDict, total=False):
    """Basic villagers left in their three piles."""

    lumberjack: Annotated[int, Between(0, 10)]
    hayer: Annotated[int, Between(0, 10)]
    miner: Annotated[int, Between(0, 10)]


VillageCard = TypedDict(
    "VillageCard",
    {
        "id": Required[Villager],
        "card": Required[VillagersCard],
        "on": NotRequired[Annotated[Villager | None, "The villager beneath, null at the start of a chain."]],
        "gold": NotRequired[Annotated[Gold, "Coins lying on it."]],
        "as": NotRequired[
            Annotated[VillagersCard | None, "The role a monk or apprentice takes in his chain, else null."]
        ],
        "side": NotRequired[
            Annotated[CardSide | None, "The side of Founders (gold, food) or Countess (gold, blank), else null."]
        ],
    },
)
VillageCard.__doc__ = "A villager in a village."


class FinalGold(TypedDict):
    """The parts of a seat's gold at the end: its supply before the Second Market, and that market's income."""

    supply: Annotated[Gold, "Gold before the Second Market."]
    gold: Annotated[Gold, "Printed gold of the Second Market."]
    silver: Annotated[Gold, "Silver of the Second Market."]
    coins: Annotated[Gold, "Coins that lay on the villagers."]
    nun: Annotated[Gold, "What the Nun earned."]


class HiredFreelancer(TypedDict):
    """A freelancer in a village."""

    seat: Seat
    villager: Villager


class KnownCard(TypedDict):
    """Who knows a hidden card, apart from the owner of the hand."""

    pile: Required[KnownPile]
    index: NotRequired[Annotated[int, Between(0, 5), "The seat of a hand, the number of a stack, else 0."]]
    place: NotRequired[Annotated[Count, "The place in the hand, or in a pile the number of cards above it."]]
    seats: Required[Seats]
    public: NotRequired[Annotated[bool, "Everybody knows it, including spectators."]]
    origin: NotRequired[
        Annotated[
            Origin | None,
            "Its origin, if everybody knows it: dealt to a seat by Saints or Scoundrels, or from the discard pile.",
        ]
    ]


class PositionDevelopment(TypedDict, total=False):
    """A development in use."""

    development: Required[Development]
    holder: Annotated[Seat | None, "The seat that has its token, else null."]


Phase = Annotated[str, OneOf("VillagersPhase", PHASES)]
Events = Annotated[list[EventCard], Size(0, 12)]


class DeepCard(TypedDict):
    """A card below the top of a pile. The viewer knows its front, or at least its origin."""

    depth: Annotated[Count, "Cards above it."]
    suit: Annotated[Suit | None, "Null if nothing but its origin is known."]
    card: Annotated[VillagersCard | None, "The card, null if the viewer does not know it."]
    known: Seats
    origin: KnownOrigin


class SeenPile(TypedDict):
    """A face-down pile as a viewer sees it."""

    count: Annotated[Count, "Cards in the pile."]
    top: Annotated[SeenCard | None, "The top card, null for an empty pile."]
    below: Annotated[list[DeepCard], Size(0, 200), "The cards below the top about which the viewer knows something."]


class SeenDevelopment(TypedDict):
    """A development in use, with its current counts."""

    development: Development
    suit: DevelopmentSuit
    holder: Annotated[Seat | None, "The seat that has its token, else null."]
    counts: Annotated[list[Count], Size(0, 5), "Its counts, one for each seat (in solo play the Countess second)."]
