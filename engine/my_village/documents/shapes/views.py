"""Views: positions with what nobody may know taken out."""

from typing import Annotated, TypedDict

from engine.my_village.catalogue.cards import CUSTOMERS
from engine.my_village.documents.shapes.names import (
    ALL_OPEN,
    STACK,
    Monk,
    OpenCard,
)
from engine.my_village.documents.shapes.positions import MyVillagePool, MyVillagePosition
from engine.shapes import Between, Doc, seen


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


MyVillageView = seen(
    "MyVillageView",
    "What a seat, or a spectator, may know of a game of My Village: the same for all.",
    MyVillagePosition,
    without=["seed"],
    round=Annotated[int, Between(1, 4000), Doc("From 1.")],
    pool=MyVillagePool,
    cards=Annotated[list[OpenCard], ALL_OPEN, Doc("What is left in the open columns.")],
    meeting_places=Annotated[int, Between(0, 4)],
    fields=Annotated[int, Between(0, 8)],
    customers=Annotated[int, Between(0, len(CUSTOMERS)), Doc("Cards in the stack of customers.")],
    monks=MyVillageMonkPiles,
    travels=MyVillageTravelPiles,
)
