"""Events of the game against the Countess."""

from collections.abc import Mapping
from typing import Annotated

from engine.shapes import Doc, OneOf, by_type, event
from engine.villagers.documents.shapes.names import Count, EventCard, Gold, Seat, Villager, VillagersCard

PaidReason = Annotated[
    str,
    OneOf(
        "PaidReason",
        ("rats", "arson", "customs", "land_claim", "value_added_tax", "protection_money", "tribute"),
    ),
]
CutReason = Annotated[str, OneOf("CutReason", ("rats", "arson"))]
PaidTo = Annotated[str, OneOf("PaidTo", ("bank", "countess"))]
GainSource = Annotated[str, OneOf("GainSource", ("road", "stack", "reserve", "hand", "village"))]
DiscardReason = Annotated[str, OneOf("DiscardReason", ("jester", "phase", "replaced"))]
ShuffledPile = Annotated[str, OneOf("ShuffledPile", ("reserve", "summer", "winter"))]


SOLO_EVENTS: Mapping[str, type] = by_type(
    event(
        "countess_gained",
        "Solo: a villager joined the Countess, and the gold on it her supply.",
        card=VillagersCard,
        villager=Villager,
        source=GainSource,
        index=Annotated[Count, Doc("The slot, the stack, the id in the player's village, else 0.")],
        gold=Gold,
    ),
    event("event_revealed", "Solo: an event was dealt face up.", event=EventCard),
    event("event_resolved", "Solo: an event was resolved and discarded; what it did follows.", event=EventCard),
    event(
        "event_discarded",
        "Solo: an event was discarded: by the Jester, after the phase it was in force in, or for what replaces it.",
        event=EventCard,
        reason=DiscardReason,
    ),
    event("gold_paid", "Solo: an event made the player pay.", seat=Seat, to=PaidTo, gold=Gold, reason=PaidReason),
    event("limit_cut", "Solo: the player does with one less in this phase.", seat=Seat, reason=CutReason),
    event("coins_added", "Solo: gold of the bank was put on a villager.", seat=Seat, villager=Villager, gold=Gold),
    event(
        "card_lost",
        "Solo: an event discarded a villager of the player.",
        seat=Seat,
        card=VillagersCard,
        villager=Annotated[Villager | None, Doc("Its id in the village, null if it was in the hand.")],
    ),
    event("reshuffled", "Solo: a pile was rebuilt from its discards.", pile=ShuffledPile, count=Count),
    event("jester_left", "Solo: the Jester had to discard an event and found none; he is gone."),
)
