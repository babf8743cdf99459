"""Options and positions."""

from typing import TYPE_CHECKING, Annotated, Any, Required, TypedDict

from engine.my_village.documents.fields import SEAT
from engine.my_village.documents.shapes.names import (
    ALL_CUSTOMERS,
    ALL_OPEN,
    STACK,
    Count,
    Customer,
    FirstPlayer,
    Monk,
    MyVillageBanner,
    MyVillageCard,
    MyVillageDie,
    OpenCard,
    Phase,
    Points,
    RulesetTag,
    Seat,
    Seats,
    Travel,
)
from engine.shapes import Between, Doc, Matches, Size

CatalogueName = Annotated[str, Size(1, 40), Matches("[a-z0-9_-]{1,40}")]
Faces = Annotated[list[Annotated[int, Between(1, 6)]], Size(0, 20)]


class MyVillageOptions(TypedDict, total=False):
    """Options of a new game."""

    first_player: Annotated[FirstPlayer, Doc("Who begins; `random` draws it from the game's seed.")]
    catalogue: Annotated[CatalogueName, Doc("The numbers on the components: one of the option's values.")]


class MyVillagePositionOptions(TypedDict, total=False):
    """What of a game's options a position needs to know."""

    catalogue: CatalogueName


class MyVillagePool(TypedDict, total=False):
    """Dice left to choose from, by color, sorted."""

    white: Faces
    black: Faces


class MyVillageHand(TypedDict, total=False):
    """The starting hand."""

    owner: Annotated[Seat, Doc("Left out: the seat that began the round.")]
    palm: Annotated[bool, Doc("Its palm is up: it can be taken.")]
    story: Annotated[Points, Doc("Story points on it.")]


class MyVillageChronicle(TypedDict, total=False):
    """Filled chronicle spaces."""

    abbot: Annotated[int, Between(0, 2)]
    councilman: Annotated[int, Between(0, 2)]
    traveller: Annotated[int, Between(0, 2)]
    craftsman: Annotated[int, Between(0, 2)]
    merchant: Annotated[int, Between(0, 2)]


class MyVillageMonkStacks(TypedDict, total=False):
    """The three stacks of monks, top card first."""

    quill: Annotated[list[Monk], Size(0, STACK)]
    goblet: Annotated[list[Monk], Size(0, STACK)]
    rosary: Annotated[list[Monk], Size(0, STACK)]


Journey = Annotated[list[Travel], Size(0, STACK)]


class MyVillageTravelStacks(TypedDict, total=False):
    """The five stacks of travel cards, top card first."""

    a: Journey
    b: Journey
    c: Journey
    d: Journey
    e: Journey


class MyVillagePending(TypedDict, total=False):
    """What an unfinished action still has to do."""

    card: Annotated[MyVillageCard | None, Doc("A monk or travel card that joins the village when it is over.")]
    steps: Annotated[int, Between(0, 9), Doc("Lessons left, or the most customers that may be bought.")]
    must: Annotated[bool, Doc("At least one customer has to be bought.")]


UsedBanner = Annotated[list[MyVillageBanner], Size(0, 9)]


if TYPE_CHECKING:
    MyVillageSeat = dict[str, Any]
else:
    MyVillageSeat = SEAT.shape("MyVillageSeat", "All that belongs to a seat; nothing of it is hidden.")


class MyVillageTurn(TypedDict, total=False):
    """The running turn."""

    dice: Annotated[list[MyVillageDie], Size(0, 2), Doc("The dice chosen.")]
    value: Annotated[int, Between(0, 12), Doc("The banner value, 0 before it is fixed.")]
    begun: Annotated[bool, Doc("A white banner has been activated.")]
    used: Annotated[UsedBanner, Doc("White banners activated, without fields and customers.")]


class MyVillageRat(TypedDict, total=False):
    """The rat on its track."""

    space: Annotated[int, Between(0, 99), Doc("From 0; left out: the start of the player count.")]
    die: Annotated[int, Between(0, 6), Doc("What the rat die shows, 0 before it is rolled.")]


class MyVillagePosition(TypedDict, total=False):
    """The whole truth about a game of My Village. What is empty or default may be left out."""

    ruleset: Required[RulesetTag]
    format: Annotated[int, Between(1, 1)]
    options: MyVillagePositionOptions
    seed: Annotated[str, Size(2, 256), Matches("([0-9a-f]{2}){1,128}"), Doc("The game's secret, in hex.")]
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 4000), Doc("From 1. A given position may say at most 2000.")]
    phase: Annotated[Phase, Doc("What is to be decided.")]
    first_player: Annotated[Seat, Doc("The seat that began this round.")]
    turns: Annotated[int, Between(0, 4), Doc("Turns of this round that are over.")]
    to_act: Annotated[Seats, Doc("The seat that decides now: in the phase `rats` it may be another one's turn.")]
    turn: MyVillageTurn
    pending: MyVillagePending
    pool: Annotated[MyVillagePool, Doc("Left out: no dice.")]
    starting_hand: MyVillageHand
    rat: MyVillageRat
    chronicle: MyVillageChronicle
    graves: Annotated[Count, Doc("Villagers in the graves.")]
    cards: Annotated[list[OpenCard], ALL_OPEN, Doc("What is left in the open columns; left out: what no seat has.")]
    meeting_places: Annotated[int, Between(0, 4), Doc("Left out: what no seat has.")]
    fields: Annotated[int, Between(0, 8), Doc("Left out: what no seat has.")]
    display: Annotated[list[Customer], ALL_CUSTOMERS, Doc("Customers face up, sorted.")]
    customers: Annotated[list[Customer], ALL_CUSTOMERS, Doc("The stack of customers, top card first.")]
    monks: MyVillageMonkStacks
    travels: MyVillageTravelStacks
    seats: Required[Annotated[list[MyVillageSeat], Size(2, 4)]]
