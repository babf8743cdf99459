"""Events of the game against the Countess."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Doc, OneOf
from engine.villagers.shapes.names import Count, EventCard, Gold, Seat, Villager, VillagersCard

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


class CountessGainedEvent(TypedDict):
    """Solo: a villager joined the Countess, and the gold on it her supply."""

    type: Literal["countess_gained"]
    card: VillagersCard
    villager: Villager
    source: GainSource
    index: Annotated[Count, Doc("The slot, the stack, the id in the player's village, else 0.")]
    gold: Gold


class EventRevealedEvent(TypedDict):
    """Solo: an event was dealt face up."""

    type: Literal["event_revealed"]
    event: EventCard


class EventResolvedEvent(TypedDict):
    """Solo: an event was resolved and discarded; what it did follows."""

    type: Literal["event_resolved"]
    event: EventCard


class EventDiscardedEvent(TypedDict):
    """Solo: an event was discarded: by the Jester, after the phase it was in force in, or for what replaces it."""

    type: Literal["event_discarded"]
    event: EventCard
    reason: DiscardReason


class GoldPaidEvent(TypedDict):
    """Solo: an event made the player pay."""

    type: Literal["gold_paid"]
    seat: Seat
    to: PaidTo
    gold: Gold
    reason: PaidReason


class LimitCutEvent(TypedDict):
    """Solo: the player does with one less in this phase."""

    type: Literal["limit_cut"]
    seat: Seat
    reason: CutReason


class CoinsAddedEvent(TypedDict):
    """Solo: gold of the bank was put on a villager."""

    type: Literal["coins_added"]
    seat: Seat
    villager: Villager
    gold: Gold


class CardLostEvent(TypedDict):
    """Solo: an event discarded a villager of the player."""

    type: Literal["card_lost"]
    seat: Seat
    card: VillagersCard
    villager: Annotated[Villager | None, Doc("Its id in the village, null if it was in the hand.")]


class ReshuffledEvent(TypedDict):
    """Solo: a pile was made anew from its discards."""

    type: Literal["reshuffled"]
    pile: ShuffledPile
    count: Count


class JesterLeftEvent(TypedDict):
    """Solo: the Jester had to discard an event and found none; he is gone."""

    type: Literal["jester_left"]


SOLO_EVENTS = {
    "countess_gained": CountessGainedEvent,
    "event_revealed": EventRevealedEvent,
    "event_resolved": EventResolvedEvent,
    "event_discarded": EventDiscardedEvent,
    "gold_paid": GoldPaidEvent,
    "limit_cut": LimitCutEvent,
    "coins_added": CoinsAddedEvent,
    "card_lost": CardLostEvent,
    "reshuffled": ReshuffledEvent,
    "jester_left": JesterLeftEvent,
}
