"""Moves."""

from typing import Annotated, Literal, Required, TypedDict

from engine.shapes import Doc, Size, Tagged
from engine.villagers.shapes.names import (
    BasicVillager,
    FoundersSide,
    ReturnPile,
    Seat,
    Slot,
    Stack,
    Villager,
    VillagersCard,
)


class UnlockByBank(TypedDict):
    """Pay 2 gold to the bank: only while nobody has the unlocker."""

    by: Literal["bank"]


class UnlockByTinner(TypedDict):
    """Unlocked by a tinner played earlier in the turn."""

    by: Literal["tinner"]


class UnlockByVillager(TypedDict):
    """2 gold go on an unlocker in a village: from the bank on one's own, else from the supply."""

    by: Literal["villager"]
    seat: Seat
    villager: Villager


Unlock = Annotated[UnlockByBank | UnlockByTinner | UnlockByVillager | None, Tagged("Unlock", "by")]


class DraftRoadMove(TypedDict):
    """Draft a face-up villager."""

    type: Literal["draft_road"]
    slot: Slot


class DraftStackMove(TypedDict):
    """Draft the unseen top card of a stack."""

    type: Literal["draft_stack"]
    stack: Stack


class DraftReserveMove(TypedDict):
    """Draft the top card of the reserve, when all stacks are empty."""

    type: Literal["draft_reserve"]


class CoinMove(TypedDict):
    """Two players: put a gold from the bank on a villager of the road."""

    type: Literal["coin"]
    slot: Slot


class PassMove(TypedDict):
    """Two players: put no gold on the road."""

    type: Literal["pass"]


class PlaceMove(TypedDict, total=False):
    """Place a villager from the hand."""

    type: Required[Literal["place"]]
    card: Required[VillagersCard]
    on: Annotated[Villager | None, Doc("What it (or the lowest monk) goes on; null at the start of a chain.")]
    monks: Annotated[list[VillagersCard], Size(0, 4), Doc("Roles of monks placed under it, bottom first.")]
    unlock: Annotated[Unlock, Doc("How the padlock is opened; null for a card without one.")]


class TradeMove(TypedDict):
    """Trade a hand card for a basic villager; where the card goes is the next move."""

    type: Literal["trade"]
    basic: Annotated[BasicVillager, Doc("The basic villager that joins the village.")]
    card: Annotated[VillagersCard, Doc("The hand card given up.")]


class ReturnCardMove(TypedDict, total=False):
    """Put the traded card on a pile."""

    type: Required[Literal["return_card"]]
    pile: Required[ReturnPile]
    stack: Annotated[Stack | None, Doc("The stack, null for another pile.")]


class PlayMove(TypedDict, total=False):
    """Play a special villager that is discarded after use."""

    type: Required[Literal["play"]]
    card: Required[VillagersCard]
    unlock: Annotated[Unlock, Doc("How the padlock is opened; null for a card without one.")]
    villager: Annotated[Villager | None, Doc("Smuggler: the own villager to sell; left out: the most valuable.")]


class ApprenticeMove(TypedDict, total=False):
    """Put the apprentice in the place of a covered villager and place that villager in the own village."""

    type: Required[Literal["apprentice"]]
    seat: Required[Seat]
    villager: Required[Villager]
    on: Annotated[Villager | None, Doc("What the taken villager (or the lowest monk under it) goes on.")]
    unlock: Annotated[Unlock, Doc("How the padlock is opened; null for a card without one.")]
    side: Annotated[FoundersSide | None, Doc("Own Founders taken: the side to turn up, else null.")]
    card: Annotated[VillagersCard | None, Doc("A taken monk: the hand card placed on him, else null.")]
    monks: Annotated[list[VillagersCard], Size(0, 4), Doc("Roles of monks under the card, bottom first.")]


class HireMove(TypedDict):
    """At the start of the build turn: put a gold on a freelancer for one more build action."""

    type: Literal["hire"]
    seat: Seat
    villager: Villager


class EndMove(TypedDict):
    """End the build turn."""

    type: Literal["end"]


MOVES = {
    "draft_road": DraftRoadMove,
    "draft_stack": DraftStackMove,
    "draft_reserve": DraftReserveMove,
    "coin": CoinMove,
    "pass": PassMove,
    "place": PlaceMove,
    "trade": TradeMove,
    "return_card": ReturnCardMove,
    "play": PlayMove,
    "apprentice": ApprenticeMove,
    "end": EndMove,
    "hire": HireMove,
}
