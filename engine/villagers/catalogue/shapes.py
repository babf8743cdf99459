"""Parts of documents: cards, suits, seats, ids, gold, cards as a viewer sees them."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, OneOf, Size, Tagged
from engine.villagers.catalogue import BASICS, DEVELOPMENT_KEYS, DEVELOPMENT_SUITS, EVENT_KEYS, EXPANSIONS, KEYS, SUITS

VillagersCard = Annotated[str, OneOf("VillagersCard", KEYS)]
BasicVillager = Annotated[str, OneOf("BasicVillager", tuple(KEYS[card] for card in BASICS))]
Expansion = Annotated[str, OneOf("VillagersExpansion", EXPANSIONS)]
Suit = Annotated[str, OneOf("Suit", SUITS)]
EventCard = Annotated[str, OneOf("EventCard", EVENT_KEYS)]
Development = Annotated[str, OneOf("VillagersDevelopment", DEVELOPMENT_KEYS)]
DevelopmentSuit = Annotated[str, OneOf("DevelopmentSuit", DEVELOPMENT_SUITS)]
SoloLevel = Annotated[str, OneOf("SoloLevel", ("beginner", "normal", "hard"))]
CardSide = Annotated[str, OneOf("CardSide", ("gold", "food", "blank"))]
Origin = Annotated[str, OneOf("CardOrigin", ("recycled", "saint", "scoundrel"))]
Pile = Annotated[str, OneOf("VillagersPile", ("stack", "reserve"))]
LookedPile = Annotated[str, OneOf("LookedPile", ("stack", "reserve", "hand"))]
FoundersSide = Annotated[str, OneOf("FoundersSide", ("gold", "food"))]
FirstPlayer = Annotated[str, OneOf("FirstPlayer", ("random", "0", "1", "2", "3", "4"))]
KnownPile = Annotated[str, OneOf("KnownPile", ("hand", "stack", "reserve", "pending"))]

Seat = Annotated[int, Between(0, 4), "A seat; in solo play 1 stands for the Countess."]
Slot = Annotated[int, Between(0, 5)]
Stack = Annotated[int, Between(0, 5)]
Villager = Annotated[
    int, Between(1, 400), "The id of a villager in its village, counted from 1; in a client's position at most 200."
]
Gold = Annotated[int, Between(0, 9999)]
Count = Annotated[int, Between(0, 400)]
Market = Annotated[int, Between(1, 2)]
Seats = Annotated[list[Seat], Size(0, 5)]
RulesetTag = Literal["villagers"]


class UnlockByBank(TypedDict):
    """Pay 2 gold to the bank. This is possible only while no village has the unlocker."""

    by: Literal["bank"]


class UnlockByTinner(TypedDict):
    """A tinner played earlier in the turn unlocks the card."""

    by: Literal["tinner"]


class UnlockByVillager(TypedDict):
    """Put 2 gold on an unlocker in a village. The bank pays for your own unlocker; you pay for any other."""

    by: Literal["villager"]
    seat: Seat
    villager: Villager


Unlock = Annotated[UnlockByBank | UnlockByTinner | UnlockByVillager | None, Tagged("Unlock", "by")]

KnownOrigin = Annotated[
    Origin | None,
    "Its origin, if everybody knows it: dealt to a seat by Saints or Scoundrels, or from the discard pile; else null.",
]


class SeenCard(TypedDict):
    """A card as a viewer sees it: its suit, which the back shows, and the card itself if the viewer knows it."""

    suit: Annotated[Suit, "Shown by its back."]
    card: Annotated[VillagersCard | None, "The card, null if the viewer does not know it."]
    known: Annotated[
        Seats, "Which seats know it, besides the owner of a hand; empty if the viewer does not know the card."
    ]
    origin: KnownOrigin
