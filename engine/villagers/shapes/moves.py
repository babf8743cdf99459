"""Moves."""

from typing import Annotated, Literal, Required, TypedDict

from engine.shapes import Doc, Size, Tagged
from engine.villagers.shapes.names import (
    BasicVillager,
    EventCard,
    FoundersSide,
    Pile,
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
    seat: Annotated[Seat | None, Doc("Noble: whose hand; Flaker: whose square; Schemer, Sheriff: whose village.")]
    villager: Annotated[
        Villager | None,
        Doc("Smuggler: the own villager to sell; left out: the most valuable. Schemer, Sheriff: who is taken."),
    ]
    stack: Annotated[Stack | None, Doc("Prophet: the stack to look through.")]
    slot: Annotated[Slot | None, Doc("Courier: the slot of the road.")]
    take: Annotated[VillagersCard | None, Doc("Flaker: the villager of the square.")]


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


class ThieveMove(TypedDict):
    """In the build turn: an own Thief takes 3 gold from another supply."""

    type: Literal["thieve"]
    villager: Annotated[Villager, Doc("The own Thief.")]
    seat: Annotated[Seat, Doc("Who is robbed.")]


class RecruitMove(TypedDict):
    """Before the first pick of a draft turn: pay the Recruiter a gold for a second one."""

    type: Literal["recruit"]


class BenefactorMove(TypedDict, total=False):
    """In the draft turn: play the Benefactor to place a villager from the hand."""

    type: Required[Literal["benefactor"]]
    card: Required[Annotated[VillagersCard, Doc("The villager placed.")]]
    on: Annotated[Villager | None, Doc("What it goes on; null at the start of a chain.")]
    unlock: Annotated[Unlock, Doc("How the padlock is opened; null for a card without one.")]


class LookTakeMove(TypedDict):
    """After a look through a pile: take a card."""

    type: Literal["look_take"]
    card: VillagersCard


class ArrangeMove(TypedDict):
    """Put back the next card of those looked at, from the top down."""

    type: Literal["arrange"]
    card: VillagersCard


class KeepMove(TypedDict):
    """Leave the cards looked at that are not yet put back in the order they are in."""

    type: Literal["keep"]


class StealMove(TypedDict):
    """Noble: steal a card of the hand that was looked at."""

    type: Literal["steal"]
    card: VillagersCard


class CountessDraftMove(TypedDict):
    """Solo: the villager of the road that the Countess gets for a draft."""

    type: Literal["countess_draft"]
    slot: Slot


class SettleMove(TypedDict):
    """Solo: Rats or Arson: pay 3 gold, or what there is, or do with one less in this phase."""

    type: Literal["settle"]
    event: EventCard
    pay: bool


class ResolveMove(TypedDict, total=False):
    """Solo: resolve an event that lies face up."""

    type: Required[Literal["resolve"]]
    event: Required[EventCard]
    villager: Annotated[
        Villager | None,
        Doc("Betrayer, Arrest, Protection Money, Spy Network: an own one; Bribes, Trade Network: the Countess's."),
    ]
    card: Annotated[VillagersCard | None, Doc("Abduction: the hand card discarded.")]
    pile: Annotated[Pile | None, Doc("Conscription: where the card is taken from.")]
    stack: Annotated[Stack | None, Doc("Conscription: the stack, null for the reserve.")]


class JesterMove(TypedDict):
    """Solo, at any decision: the Jester discards an event that has not begun to act."""

    type: Literal["jester"]
    event: EventCard


class RewardCardMove(TypedDict, total=False):
    """Development Church: take a card of a pile into the hand."""

    type: Required[Literal["reward_card"]]
    pile: Required[Pile]
    stack: Annotated[Stack | None, Doc("The stack, null for the reserve.")]


class RewardBasicMove(TypedDict):
    """Development Tavern: take a basic villager into the village."""

    type: Literal["reward_basic"]
    basic: BasicVillager


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
    "thieve": ThieveMove,
    "recruit": RecruitMove,
    "benefactor": BenefactorMove,
    "look_take": LookTakeMove,
    "arrange": ArrangeMove,
    "keep": KeepMove,
    "steal": StealMove,
    "countess_draft": CountessDraftMove,
    "settle": SettleMove,
    "resolve": ResolveMove,
    "jester": JesterMove,
    "reward_card": RewardCardMove,
    "reward_basic": RewardBasicMove,
}
