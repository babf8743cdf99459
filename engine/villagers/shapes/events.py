"""Events: what happened, as it is told."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, Doc, OneOf
from engine.villagers.shapes.moves import Unlock
from engine.villagers.shapes.names import BasicVillager, Gold, ReturnPile, Seat, Slot, Stack, Villager, VillagersCard
from engine.villagers.shapes.scores import ScoreRow
from engine.villagers.shapes.views import SeenCard

DraftSource = Annotated[str, OneOf("DraftSource", ("road", "stack", "reserve"))]
FillSource = Annotated[str, OneOf("FillSource", ("stack", "reserve"))]
GoldReason = Annotated[str, OneOf("GoldReason", ("smuggler", "bronze"))]


class DraftedEvent(TypedDict):
    """A villager was drafted; it lies open on the seat's square. `gold`: what lay on it, now in the supply."""

    type: Literal["drafted"]
    seat: Seat
    source: DraftSource
    index: Annotated[int, Between(0, 5), Doc("The slot or the stack.")]
    card: VillagersCard
    gold: Gold


class RoadFilledEvent(TypedDict):
    """A gap of the road was filled."""

    type: Literal["road_filled"]
    slot: Slot
    card: VillagersCard
    source: FillSource
    index: Annotated[int, Between(0, 5), Doc("The stack, 0 for the reserve.")]


class PickedUpEvent(TypedDict):
    """A seat finished drafting and took its square into its hand."""

    type: Literal["picked_up"]
    seat: Seat
    cards: list[VillagersCard]


class CoinPlacedEvent(TypedDict):
    """Two players: a gold was put on the road."""

    type: Literal["coin_placed"]
    seat: Seat
    slot: Slot


class CoinPassedEvent(TypedDict):
    """Two players: a seat put no gold on the road."""

    type: Literal["coin_passed"]
    seat: Seat


class RoadDiscardedEvent(TypedDict):
    """Villagers left the road for the discard pile, slot by slot."""

    type: Literal["road_discarded"]
    slots: list[Slot]
    cards: list[VillagersCard]


class RoadPaidEvent(TypedDict):
    """Three and more players: a gold now lies on each villager of these slots."""

    type: Literal["road_paid"]
    slots: list[Slot]


class BuildTurnEvent(TypedDict):
    """A seat's build turn began."""

    type: Literal["build_turn"]
    seat: Seat
    limit: Annotated[int, Between(2, 5)]


PlacedVillager = TypedDict(
    "PlacedVillager",
    {"id": Villager, "card": VillagersCard, "on": Villager | None, "as": VillagersCard | None},
)
PlacedVillager.__doc__ = "A villager that joined a village."


class PlacedEvent(TypedDict):
    """Villagers joined a village: monks first, the card itself last. `unlock` tells who was paid."""

    type: Literal["placed"]
    seat: Seat
    villagers: list[PlacedVillager]
    unlock: Unlock


class TradedEvent(TypedDict):
    """A hand card was given up for a basic villager."""

    type: Literal["traded"]
    seat: Seat
    basic: BasicVillager
    villager: Villager
    card: SeenCard


class ReturnedEvent(TypedDict):
    """The traded card was put on a pile."""

    type: Literal["returned"]
    seat: Seat
    pile: ReturnPile
    stack: Stack | None
    card: SeenCard


class PlayedEvent(TypedDict):
    """A special villager was played and discarded."""

    type: Literal["played"]
    seat: Seat
    card: VillagersCard
    unlock: Unlock
    villager: Villager | None


class GoldGainedEvent(TypedDict):
    """A seat's supply grew."""

    type: Literal["gold_gained"]
    seat: Seat
    gold: Gold
    reason: GoldReason


class HiredEvent(TypedDict):
    """A seat put a gold on a freelancer and has one more build action."""

    type: Literal["hired"]
    seat: Seat
    from_seat: Seat
    villager: Villager


class TakenEvent(TypedDict):
    """An apprentice took a covered villager's place; that villager goes to the apprentice's owner."""

    type: Literal["taken"]
    seat: Seat
    from_seat: Seat
    villager: Villager
    card: VillagersCard


class BuildEndedEvent(TypedDict):
    """A seat ended its build turn."""

    type: Literal["build_ended"]
    seat: Seat


class FoundersFlippedEvent(TypedDict):
    """A village without food turned its Founders to the food side."""

    type: Literal["founders_flipped"]
    seat: Seat


class MarketEvent(TypedDict):
    """A market was held."""

    type: Literal["market"]
    market: Annotated[int, Between(1, 2)]
    rows: list[ScoreRow]


class RoundStartedEvent(TypedDict):
    """A new round began."""

    type: Literal["round_started"]
    round: Annotated[int, Between(1, 400)]
    first_player: Seat


class GameEndedEvent(TypedDict):
    """The game is over."""

    type: Literal["game_ended"]
    winners: list[Seat]


EVENTS = {
    "drafted": DraftedEvent,
    "road_filled": RoadFilledEvent,
    "picked_up": PickedUpEvent,
    "coin_placed": CoinPlacedEvent,
    "coin_passed": CoinPassedEvent,
    "road_discarded": RoadDiscardedEvent,
    "road_paid": RoadPaidEvent,
    "build_turn": BuildTurnEvent,
    "placed": PlacedEvent,
    "traded": TradedEvent,
    "returned": ReturnedEvent,
    "played": PlayedEvent,
    "gold_gained": GoldGainedEvent,
    "hired": HiredEvent,
    "taken": TakenEvent,
    "build_ended": BuildEndedEvent,
    "founders_flipped": FoundersFlippedEvent,
    "market": MarketEvent,
    "round_started": RoundStartedEvent,
    "game_ended": GameEndedEvent,
}
