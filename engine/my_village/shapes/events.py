"""Events: what happened, as it is told. Nothing of it is secret."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from engine.my_village.cards import GOODS
from engine.my_village.shapes.names import (
    Customer,
    Few,
    HeadmanPlace,
    MarkerSpace,
    MyVillageBanner,
    MyVillageCard,
    MyVillageDie,
    MyVillagePayment,
    PlowSource,
    Points,
    SchoolStep,
    Seat,
    Travel,
    Value,
    Villager,
)
from engine.my_village.shapes.positions import Faces
from engine.shapes import Between, Doc, OneOf

Amount = Annotated[int, Between(0, 99)]
"""What a component of a catalogue file can ask for."""
Time = Annotated[Amount, Doc("Time paid.")]
Gain = Annotated[str, OneOf("MyVillageGain", ("coins", "story", *GOODS, "wild", "token", "mark"))]
DeathPlace = Annotated[str, OneOf("MyVillageDeathPlace", ("chronicle", "graves"))]


class DiceRolledEvent(TypedDict):
    """A round began: a story point was put on the starting hand, and all dice were rolled."""

    type: Literal["dice_rolled"]
    round: Annotated[int, Between(1, 4000)]
    first_player: Seat
    story: Annotated[Points, Doc("Story points on the hand.")]
    white: Faces
    black: Faces


class DiceChosenEvent(TypedDict):
    """A seat took two dice of the pool."""

    type: Literal["dice_chosen"]
    seat: Seat
    dice: list[MyVillageDie]
    time: Annotated[int, Between(0, 198), Doc("Time paid for black dice.")]


class ValueSetEvent(TypedDict):
    """The banner value was fixed."""

    type: Literal["value_set"]
    seat: Seat
    value: Value
    coins: Few
    tokens: Few


class CardBoughtEvent(TypedDict):
    """A card of the display was taken and paid for. A travel card shows its light side now."""

    type: Literal["card_bought"]
    seat: Seat
    card: MyVillageCard
    time: Time
    payment: MyVillagePayment


class CardAddedEvent(TypedDict):
    """A monk or a travel card joined the village after its action."""

    type: Literal["card_added"]
    seat: Seat
    card: MyVillageCard


class TravelExchangedEvent(TypedDict):
    """Travel church: the card seen went back, another one came, the stack was shuffled."""

    type: Literal["travel_exchanged"]
    seat: Seat
    returned: Travel
    card: Travel


class HandTakenEvent(TypedDict):
    """The starting hand was taken, with its story points."""

    type: Literal["hand_taken"]
    seat: Seat
    story: Points


class StewardCalledEvent(TypedDict):
    """The steward's office opened; with the trading church a customer was revealed, if the stack had one."""

    type: Literal["steward_called"]
    seat: Seat
    benefit: bool
    revealed: Customer | None


class CustomersInvitedEvent(TypedDict):
    """Customers came to the village."""

    type: Literal["customers_invited"]
    seat: Seat
    customers: list[Customer]
    time: Time
    coins: Annotated[Amount, Doc("Coins paid.")]


class DisplayFilledEvent(TypedDict):
    """New customers were laid out."""

    type: Literal["display_filled"]
    customers: list[Customer]


class HeadmanMovedEvent(TypedDict):
    """The headman took a step, or stayed; on the main house all story points of the tree were saved."""

    type: Literal["headman_moved"]
    seat: Seat
    to: HeadmanPlace
    time: Time
    saved: Points


class BannerActivatedEvent(TypedDict):
    """A white banner was activated."""

    type: Literal["banner_activated"]
    seat: Seat
    banner: MyVillageBanner
    time: Time


class TaughtEvent(TypedDict):
    """A step of the school."""

    type: Literal["taught"]
    seat: Seat
    step: SchoolStep
    villager: Villager | None
    time: Time


class CustomerServedEvent(TypedDict):
    """A customer was served."""

    type: Literal["customer_served"]
    seat: Seat
    customer: Customer
    time: Time
    payment: MyVillagePayment


class PlowMovedEvent(TypedDict):
    """A plow came to a field."""

    type: Literal["plow_moved"]
    seat: Seat
    source: PlowSource
    field: Annotated[int, Between(0, 7)]


class TilePlacedEvent(TypedDict):
    """The 2/12 tile was put beside a banner."""

    type: Literal["tile_placed"]
    seat: Seat
    banner: MyVillageBanner


class GainedEvent(TypedDict):
    """Coins, story points, goods or markers came in."""

    type: Literal["gained"]
    seat: Seat
    what: Gain
    amount: Points
    space: Annotated[MarkerSpace | None, Doc("The space of a council that was covered.")]


class ForfeitedEvent(TypedDict):
    """A seat did without what it could have chosen."""

    type: Literal["forfeited"]
    seat: Seat


class VillagerDiedEvent(TypedDict):
    """A villager passed away."""

    type: Literal["villager_died"]
    seat: Seat
    villager: Villager
    place: DeathPlace


class LaborerHiredEvent(TypedDict):
    """A seat without villagers hired a day laborer."""

    type: Literal["laborer_hired"]
    seat: Seat
    villager: Villager


class RatMovedEvent(TypedDict):
    """The rat die was rolled and the rat moved."""

    type: Literal["rat_moved"]
    roll: Annotated[int, Between(1, 6)]
    space: Annotated[int, Between(0, 99)]


class StoryLostEvent(TypedDict):
    """The rats took story points of a tree."""

    type: Literal["story_lost"]
    seat: Seat
    amount: Points


class RatsWardedOffEvent(TypedDict):
    """The sanatory church kept the rats away."""

    type: Literal["rats_warded_off"]
    seat: Seat


class TurnEndedEvent(TypedDict):
    """A turn was over."""

    type: Literal["turn_ended"]
    seat: Seat


class VillageScoredEvent(TypedDict):
    """The game is over."""

    type: Literal["village_scored"]
    winners: list[Seat]


EVENTS: Mapping[str, type] = {
    "dice_rolled": DiceRolledEvent,
    "dice_chosen": DiceChosenEvent,
    "value_set": ValueSetEvent,
    "card_bought": CardBoughtEvent,
    "card_added": CardAddedEvent,
    "travel_exchanged": TravelExchangedEvent,
    "hand_taken": HandTakenEvent,
    "steward_called": StewardCalledEvent,
    "customers_invited": CustomersInvitedEvent,
    "display_filled": DisplayFilledEvent,
    "headman_moved": HeadmanMovedEvent,
    "banner_activated": BannerActivatedEvent,
    "taught": TaughtEvent,
    "customer_served": CustomerServedEvent,
    "plow_moved": PlowMovedEvent,
    "tile_placed": TilePlacedEvent,
    "gained": GainedEvent,
    "forfeited": ForfeitedEvent,
    "villager_died": VillagerDiedEvent,
    "laborer_hired": LaborerHiredEvent,
    "rat_moved": RatMovedEvent,
    "story_lost": StoryLostEvent,
    "rats_warded_off": RatsWardedOffEvent,
    "turn_ended": TurnEndedEvent,
    "village_scored": VillageScoredEvent,
}
