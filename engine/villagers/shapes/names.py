"""The words the documents share: cards, suits, seats, ids, gold."""

from typing import Annotated, Literal

from engine.shapes import Between, Doc, OneOf, Size
from engine.villagers.catalogue import BASICS, EXPANSIONS, KEYS, SUITS

VillagersCard = Annotated[str, OneOf("VillagersCard", KEYS)]
BasicVillager = Annotated[str, OneOf("BasicVillager", tuple(KEYS[card] for card in BASICS))]
Expansion = Annotated[str, OneOf("VillagersExpansion", EXPANSIONS)]
Suit = Annotated[str, OneOf("Suit", SUITS)]
FoundersSide = Annotated[str, OneOf("FoundersSide", ("gold", "food"))]
Phase = Annotated[str, OneOf("VillagersPhase", ("draft", "road", "build", "over"))]
FirstPlayer = Annotated[str, OneOf("FirstPlayer", ("random", "0", "1", "2", "3", "4"))]
KnownPile = Annotated[str, OneOf("KnownPile", ("hand", "stack", "reserve", "pending"))]
ReturnPile = Annotated[str, OneOf("ReturnPile", ("stack", "reserve", "discard"))]

Seat = Annotated[int, Between(0, 4)]
Slot = Annotated[int, Between(0, 5)]
Stack = Annotated[int, Between(0, 5)]
Villager = Annotated[
    int, Between(1, 400), Doc("The id of a villager inside one village, from 1; in a given position at most 200.")
]
Gold = Annotated[int, Between(0, 9999)]
Count = Annotated[int, Between(0, 400)]
Seats = Annotated[list[Seat], Size(0, 5)]
RulesetTag = Literal["villagers"]
