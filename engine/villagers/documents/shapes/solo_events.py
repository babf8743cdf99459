"""Events of the game against the Countess."""

from typing import Annotated

from engine.event_types import EventType
from engine.shapes import OneOf
from engine.villagers.catalogue import EVENT_KEYS
from engine.villagers.catalogue.shapes import Count, EventCard, Gold, Seat, Villager, VillagersCard
from engine.villagers.moves import about
from engine.villagers.solo.events import PAYING
from engine.villagers.solo.prices import IN_FORCE

_PRICED = tuple(EVENT_KEYS[event] for event in IN_FORCE.values())
PaidReason = Annotated[str, OneOf("PaidReason", (*_PRICED, *PAYING))]
CutReason = Annotated[str, OneOf("CutReason", _PRICED)]
PaidTo = Annotated[str, OneOf("PaidTo", ("bank", "countess"))]
GainSource = Annotated[str, OneOf("GainSource", ("road", "stack", "reserve", "hand", "village"))]
DiscardReason = Annotated[str, OneOf("DiscardReason", ("jester", "phase", "replaced"))]
ShuffledPile = Annotated[str, OneOf("ShuffledPile", ("reserve", "summer", "winter"))]


SOLO_EVENTS = (
    EventType(
        "countess_gained",
        "Solo: the Countess got a villager and the gold on it.",
        about.gained,
        card=VillagersCard,
        villager=Villager,
        source=GainSource,
        index=Annotated[Count, "By `source`: the slot, the stack, or the id in the player's village; else 0."],
        gold=Gold,
    ),
    EventType("event_revealed", "Solo: an event was dealt face up.", "/events/face_up/={event}", event=EventCard),
    EventType(
        "event_resolved", "Solo: an event was resolved and discarded; its effects follow.", about.GONE, event=EventCard
    ),
    EventType(
        "event_discarded",
        "Solo: an event was discarded: by the Jester, after its phase, or because another one replaces it.",
        about.GONE,
        event=EventCard,
        reason=DiscardReason,
    ),
    EventType(
        "gold_paid",
        "Solo: an event made the player pay.",
        lambda fields, view: "/seats/{seat}/gold" + (" /countess/gold" if fields["to"] == "countess" else ""),
        seat=Seat,
        to=PaidTo,
        gold=Gold,
        reason=PaidReason,
    ),
    EventType(
        "limit_cut",
        "Solo: the player's limit in this phase is one lower.",
        "/seats/{seat}",
        seat=Seat,
        reason=CutReason,
    ),
    EventType(
        "coins_added",
        "Solo: gold of the bank was put on a villager.",
        "/seats/{seat}/village/id={villager}",
        seat=Seat,
        villager=Villager,
        gold=Gold,
    ),
    EventType(
        "card_lost",
        "Solo: an event discarded a villager of the player.",
        lambda fields, view: (
            "/discard /seats/{seat}/" + ("hand" if fields["villager"] is None else "village/id={villager}")
        ),
        seat=Seat,
        card=VillagersCard,
        villager=Annotated[Villager | None, "Its id in the village, null if it was in the hand."],
    ),
    EventType(
        "reshuffled",
        "Solo: a pile was rebuilt from its discards.",
        lambda fields, view: "/reserve" if fields["pile"] == "reserve" else "/events/{pile}",
        pile=ShuffledPile,
        count=Count,
    ),
    EventType("jester_left", "Solo: the Jester had to discard an event and found none; he is gone.", "/events/jester"),
)
