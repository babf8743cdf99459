"""Views: positions with what the viewer may not know taken out."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, Doc, Size, Tagged, list_of, seen
from engine.villagers.documents.shapes.names import (
    Count,
    Development,
    DevelopmentSuit,
    Gold,
    Origin,
    Seat,
    Seats,
    Suit,
    VillagersCard,
)
from engine.villagers.documents.shapes.positions import (
    FinalGold,
    PendingCountessDraft,
    PendingJester,
    PendingLook,
    PendingResolve,
    PendingSettle,
    PendingSteal,
    PositionEvents,
    PositionSeat,
    RoadVillager,
    VillageCard,
    VillagersPosition,
)

KnownOrigin = Annotated[
    Origin | None,
    Doc("Where all know it is from: the Saint or Scoundrel dealt to a seat, the shuffled discard pile; or null."),
]


class SeenCard(TypedDict):
    """A card as a viewer sees it: always its suit (the back shows it); the card only if known to the viewer."""

    suit: Annotated[Suit, Doc("Shown by its back.")]
    card: Annotated[VillagersCard | None, Doc("The card, null if the viewer does not know it.")]
    known: Annotated[Seats, Doc("If the viewer knows the card: which seats know it, besides a hand's owner.")]
    origin: KnownOrigin


class DeepCard(TypedDict):
    """A card below the top of a pile of which the viewer knows what it is, or at least where it is from."""

    depth: Annotated[Count, Doc("Cards above it.")]
    suit: Annotated[Suit | None, Doc("Null if nothing but its origin is known.")]
    card: Annotated[VillagersCard | None, Doc("The card, null if the viewer does not know it.")]
    known: Seats
    origin: KnownOrigin


class SeenPile(TypedDict):
    """A face-down pile as a viewer sees it."""

    count: Annotated[Count, Doc("Cards in the pile.")]
    top: Annotated[SeenCard | None, Doc("The top card, null for an empty pile.")]
    below: Annotated[list[DeepCard], Size(0, 200), Doc("Cards below the top that the viewer knows something of.")]


LIMIT = Annotated[int, Between(1, 5)]

ViewSeat = seen(
    "ViewSeat",
    "A seat as a viewer sees it.",
    PositionSeat,
    without=["final"],
    gold=Annotated[Gold, Doc("The supply.")],
    hand=Annotated[list[SeenCard], Size(0, 200), Doc("Sorted: known cards first, then backs by suit.")],
    village=Annotated[list[VillageCard], Size(0, 200), Doc("The villagers by id.")],
    builds_left=Annotated[int, Between(0, 5), Doc("Build actions left in the running build turn, else 0.")],
    trades_left=Annotated[int, Between(0, 3), Doc("Trades left in the running build turn, else 0.")],
    draft_limit=Annotated[LIMIT, Doc("Villagers this seat drafts in a round as it stands.")],
    build_limit=Annotated[LIMIT, Doc("Villagers this seat may place in a turn as it stands.")],
    final=Annotated[FinalGold | None, Doc("After the end: what the gold is made up of.")],
)


class SeenReturn(TypedDict):
    """A trade begun: the card, as a viewer sees it, still has to be put somewhere."""

    type: Literal["return_card"]
    card: SeenCard


SeenPending = Annotated[
    SeenReturn
    | PendingLook
    | PendingSteal
    | PendingCountessDraft
    | PendingSettle
    | PendingResolve
    | PendingJester
    | None,
    Tagged("VillagersSeenPending", "type"),
]


class SeenDevelopment(TypedDict):
    """A development in use, and how it stands."""

    development: Development
    suit: DevelopmentSuit
    holder: Annotated[Seat | None, Doc("The seat that has its token, else null.")]
    counts: Annotated[list[Count], Size(0, 5), Doc("What it counts, for each seat (in solo play the Countess second).")]


SeenEvents = seen(
    "SeenEvents",
    "The events of a solo game, and the Jester, as everybody sees them.",
    PositionEvents,
    summer=Annotated[Count, Doc("Cards in the deck.")],
    winter=Annotated[Count, Doc("Cards in the deck.")],
    jester=Annotated[bool, Doc("He is still there.")],
)


VillagersView = seen(
    "VillagersView",
    "What one seat, or a spectator, may know of a game of Villagers.",
    VillagersPosition,
    without=["seed", "known"],
    round=Annotated[int, Between(1, 400), Doc("From 1.")],
    to_act=Annotated[
        Seats,
        Doc("The seat the game waits for; then those that, as the viewer knows, could react. None after the end."),
    ],
    road=Annotated[list[RoadVillager | None], Size(6, 6), Doc("Six slots from the left; null is a gap.")],
    stacks=Annotated[list[SeenPile], Size(6, 6), Doc("Six stacks from the left.")],
    reserve=SeenPile,
    seats=list_of(ViewSeat, Size(1, 5)),
    pending=Annotated[SeenPending, Doc("A decision begun and not finished, else null.")],
    developments=Annotated[list[SeenDevelopment], Size(0, 3), Doc("The developments in use.")],
    events=Annotated[SeenEvents | None, Doc("Solo: the events, else null.")],
    recycled=Annotated[
        list[VillagersCard],
        Size(0, 200),
        Doc("The cards, sorted, that lie in the reserve in an unknown order since the discard pile was shuffled."),
    ],
)
