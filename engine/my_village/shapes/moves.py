"""Moves."""

from collections.abc import Mapping
from typing import Annotated, Literal, Required, TypedDict

from engine.my_village.shapes.names import (
    Customer,
    Field,
    HeadmanPlace,
    Letter,
    MarkerSpace,
    MyVillageBanner,
    MyVillageCard,
    MyVillageDie,
    MyVillagePayment,
    PlowSource,
    SchoolStep,
    Value,
    Villager,
)
from engine.shapes import Between, Doc, Size

PAID = Doc("Left out: own goods before plows on fields, coins and wild goods.")


class ChooseDiceMove(TypedDict):
    """Take two dice of the pool; each black one costs 2 time at once."""

    type: Literal["choose_dice"]
    dice: Annotated[list[MyVillageDie], Size(2, 2)]


class SetValueMove(TypedDict, total=False):
    """Change the chosen dice, or not: the banner value. Left out, coins and markers are the fewest that do."""

    type: Required[Literal["set_value"]]
    value: Required[Value]
    coins: Annotated[int, Between(0, 10), Doc("Each changes a die by 1.")]
    tokens: Annotated[int, Between(0, 2), Doc("Markers of the meeting place: each sets a die.")]


class TakeCardMove(TypedDict, total=False):
    """Activate the black banner of a card of the display, travel cards excepted, and add it."""

    type: Required[Literal["take_card"]]
    card: Required[MyVillageCard]
    payment: Annotated[MyVillagePayment, PAID]
    space: Annotated[MarkerSpace | None, Doc("Area and population council: the space of the first marker.")]
    tile: Annotated[MyVillageBanner | None, Doc("Meeting place: where the 2/12 tile goes; null forfeits it.")]


class TravelMove(TypedDict, total=False):
    """Take the top travel card of the next letter."""

    type: Required[Literal["travel"]]
    letter: Annotated[Letter, Doc("Left out: the next one.")]
    payment: Annotated[MyVillagePayment, PAID]


class TakeHandMove(TypedDict, total=False):
    """Activate the banner of the starting hand: take the hand and its story points, or pass."""

    type: Required[Literal["take_hand"]]
    forfeit: Annotated[bool, Doc("True: the hand stays where it is, the turn ends. Left out: false.")]


class CallStewardMove(TypedDict, total=False):
    """Activate the steward's office; the customers are chosen next."""

    type: Required[Literal["call_steward"]]
    benefit: Annotated[bool, Doc("With the trading church; left out: if it helps now.")]


class MoveHeadmanMove(TypedDict):
    """Activate the black "?", or carry out a monk's: the headman's next step."""

    type: Literal["move_headman"]
    to: Annotated[HeadmanPlace | None, Doc("null: he stays, and the banner is paid for nothing.")]


class ActivateMove(TypedDict, total=False):
    """Activate a white banner, those of school and customers excepted."""

    type: Required[Literal["activate"]]
    banner: Required[MyVillageBanner]
    space: Annotated[MarkerSpace | None, Doc("Area and population council: the space of the marker.")]
    tile: Annotated[MyVillageBanner | None, Doc("Meeting place: where the 2/12 tile goes; null: it stays.")]


class TeachMove(TypedDict, total=False):
    """Activate the school, or carry out a monk's lesson."""

    type: Required[Literal["teach"]]
    step: Required[SchoolStep]
    villager: Annotated[Villager | None, Doc("Who a descendant becomes, else null.")]


class ServeMove(TypedDict, total=False):
    """Serve a customer."""

    type: Required[Literal["serve"]]
    customer: Required[Customer]
    payment: Annotated[MyVillagePayment, PAID]


class MovePlowMove(TypedDict):
    """Move a plow, or a wild good as one, to an empty field."""

    type: Literal["move_plow"]
    source: PlowSource
    field: Field


class InviteMove(TypedDict):
    """Buy customers of the display."""

    type: Literal["invite"]
    customers: Annotated[list[Customer], Size(1, 4)]


class InviteFreeMove(TypedDict):
    """Trading church: take a customer free of charge."""

    type: Literal["invite_free"]
    customer: Customer


class ExchangeTravelMove(TypedDict):
    """Travel church: put the card just seen under its stack and add the next one."""

    type: Literal["exchange_travel"]


class BuryMove(TypedDict):
    """Choose the villager who passes away."""

    type: Literal["bury"]
    villager: Villager


class HireLaborerMove(TypedDict):
    """The last villager has passed away: choose the day laborer's profession."""

    type: Literal["hire_laborer"]
    villager: Villager


class WardOffRatsMove(TypedDict):
    """Sanatory church: keep the rats away."""

    type: Literal["ward_off_rats"]


class ForfeitMove(TypedDict):
    """Do without what could be chosen now."""

    type: Literal["forfeit"]


class EndTurnMove(TypedDict):
    """End a turn of white banners."""

    type: Literal["end_turn"]


MOVES: Mapping[str, type] = {
    "choose_dice": ChooseDiceMove,
    "set_value": SetValueMove,
    "take_card": TakeCardMove,
    "travel": TravelMove,
    "take_hand": TakeHandMove,
    "call_steward": CallStewardMove,
    "move_headman": MoveHeadmanMove,
    "activate": ActivateMove,
    "teach": TeachMove,
    "serve": ServeMove,
    "move_plow": MovePlowMove,
    "invite": InviteMove,
    "invite_free": InviteFreeMove,
    "exchange_travel": ExchangeTravelMove,
    "bury": BuryMove,
    "hire_laborer": HireLaborerMove,
    "ward_off_rats": WardOffRatsMove,
    "forfeit": ForfeitMove,
    "end_turn": EndTurnMove,
}
