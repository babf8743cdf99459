"""Views: positions with what nobody may know taken out."""

from typing import Annotated, TypedDict

from engine.my_village.cards import CUSTOMERS
from engine.my_village.shapes.names import (
    ALL_CUSTOMERS,
    ALL_OPEN,
    STACK,
    Count,
    Customer,
    Monk,
    OpenCard,
    Phase,
    RulesetTag,
    Seat,
    Seats,
)
from engine.my_village.shapes.positions import (
    MyVillageChronicle,
    MyVillageHand,
    MyVillagePending,
    MyVillagePool,
    MyVillagePositionOptions,
    MyVillageRat,
    MyVillageSeat,
    MyVillageTurn,
)
from engine.shapes import Between, Doc, Size


class MyVillageMonkPile(TypedDict):
    """A stack of monks: the dark side of the top card shows which one it is."""

    count: Annotated[int, Between(0, STACK)]
    top: Annotated[Monk | None, Doc("null for an empty stack.")]


class MyVillageMonkPiles(TypedDict):
    """The three stacks of monks."""

    quill: MyVillageMonkPile
    goblet: MyVillageMonkPile
    rosary: MyVillageMonkPile


StackSize = Annotated[int, Between(0, STACK)]


class MyVillageTravelPiles(TypedDict):
    """How many cards the five stacks of travel cards have."""

    a: StackSize
    b: StackSize
    c: StackSize
    d: StackSize
    e: StackSize


class MyVillageView(TypedDict):
    """What a seat, or a spectator, may know of a game of My Village: the same for all."""

    ruleset: RulesetTag
    format: Annotated[int, Between(1, 1)]
    options: MyVillagePositionOptions
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 4000), Doc("From 1.")]
    phase: Annotated[Phase, Doc("What is to be decided.")]
    first_player: Annotated[Seat, Doc("The seat that began this round.")]
    turns: Annotated[int, Between(0, 4), Doc("Turns of this round that are over.")]
    to_act: Annotated[Seats, Doc("The seat that decides now: in the phase `rats` it may be another one's turn.")]
    turn: MyVillageTurn
    pending: MyVillagePending
    pool: MyVillagePool
    starting_hand: MyVillageHand
    rat: MyVillageRat
    chronicle: MyVillageChronicle
    graves: Annotated[Count, Doc("Villagers in the graves.")]
    cards: Annotated[list[OpenCard], ALL_OPEN, Doc("What is left in the open columns.")]
    meeting_places: Annotated[int, Between(0, 4)]
    fields: Annotated[int, Between(0, 8)]
    display: Annotated[list[Customer], ALL_CUSTOMERS, Doc("Customers face up, sorted.")]
    customers: Annotated[int, Between(0, len(CUSTOMERS)), Doc("Cards in the stack of customers.")]
    monks: MyVillageMonkPiles
    travels: MyVillageTravelPiles
    seats: Annotated[list[MyVillageSeat], Size(2, 4)]
