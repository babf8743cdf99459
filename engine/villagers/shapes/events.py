"""Events: what happened, as it is told."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, Doc, OneOf
from engine.villagers.shapes.names import (
    BasicVillager,
    Count,
    Development,
    Gold,
    LookedPile,
    Pile,
    ReturnPile,
    Seat,
    Slot,
    Stack,
    Unlock,
    Villager,
    VillagersCard,
)
from engine.villagers.shapes.scores import ScoreRow
from engine.villagers.shapes.solo_events import SOLO_EVENTS
from engine.villagers.shapes.views import SeenCard

DraftSource = Annotated[str, OneOf("DraftSource", ("road", "stack", "reserve"))]
FillSource = Annotated[str, OneOf("FillSource", ("stack", "reserve"))]
GoldReason = Annotated[
    str,
    OneOf(
        "GoldReason",
        (
            *("smuggler", "bronze", "barbarian", "black_market", "sinister_banquet", "temporary_employment"),
            *("blackmail", "spy_network", "trade_network", "betrayer", "arrest"),
        ),
    ),
]


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
    limit: Annotated[int, Between(1, 5)]


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


class SquareTakenEvent(TypedDict):
    """A Flaker took a villager from a square into the hand."""

    type: Literal["square_taken"]
    seat: Seat
    from_seat: Seat
    card: VillagersCard


class CourieredEvent(TypedDict):
    """A Courier took a villager from the road, in another seat's turn, and the gold on it."""

    type: Literal["couriered"]
    seat: Seat
    slot: Slot
    card: VillagersCard
    gold: Gold


class RecruitedEvent(TypedDict):
    """A seat paid its Recruiter a gold: its turn has two picks."""

    type: Literal["recruited"]
    seat: Seat


class LookedEvent(TypedDict):
    """A seat looked through a pile or a hand; who may not know the cards is told none."""

    type: Literal["looked"]
    seat: Seat
    pile: LookedPile
    stack: Stack | None
    from_seat: Annotated[Seat | None, Doc("Whose hand it was, else null.")]
    count: Annotated[Count, Doc("Cards looked at.")]
    cards: Annotated[list[VillagersCard], Doc("From the top, or as they are in the hand.")]


class CardTakenEvent(TypedDict):
    """A seat took a card of a pile into its hand."""

    type: Literal["card_taken"]
    seat: Seat
    pile: Pile
    stack: Stack | None
    card: SeenCard


class ArrangedEvent(TypedDict):
    """A seat put back one of the cards it looked at; only that seat is told which."""

    type: Literal["arranged"]
    seat: Seat
    pile: Pile
    stack: Stack | None
    place: Annotated[Count, Doc("How many lie above it.")]
    card: VillagersCard | None


class StolenEvent(TypedDict):
    """A Noble stole a card from a hand."""

    type: Literal["stolen"]
    seat: Seat
    from_seat: Seat
    card: SeenCard


class LuredEvent(TypedDict):
    """A Schemer took a villager from a village into the hand; the gold on it went to its owner's supply."""

    type: Literal["lured"]
    seat: Seat
    from_seat: Seat
    villager: Villager
    card: VillagersCard
    gold: Gold


class WentHomeEvent(TypedDict):
    """A monk or apprentice with nothing left on him went home to the hand of the village's owner."""

    type: Literal["went_home"]
    seat: Seat
    card: VillagersCard


class RobbedEvent(TypedDict):
    """A Thief took gold from another seat's supply; it lies on him."""

    type: Literal["robbed"]
    seat: Seat
    from_seat: Seat
    villager: Villager
    gold: Gold


class CaughtEvent(TypedDict):
    """A Sheriff discarded a Thief; the gold on him went to the seat's supply."""

    type: Literal["caught"]
    seat: Seat
    from_seat: Seat
    villager: Villager
    gold: Gold


class DevelopmentLine(TypedDict):
    """How a development was decided."""

    development: Development
    winner: Annotated[Seat | None, Doc("Null: nobody had most of it.")]
    counts: Annotated[list[Count], Doc("For each seat (in solo play the Countess second).")]
    gold: Annotated[Gold, Doc("What the winner's supply got.")]


class DevelopmentsEvent(TypedDict):
    """The developments were decided, and their tokens and gold given out."""

    type: Literal["developments"]
    developments: list[DevelopmentLine]


class BasicTakenEvent(TypedDict):
    """A seat took a basic villager into its village as a reward."""

    type: Literal["basic_taken"]
    seat: Seat
    basic: BasicVillager
    villager: Villager


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
    "square_taken": SquareTakenEvent,
    "couriered": CourieredEvent,
    "recruited": RecruitedEvent,
    "looked": LookedEvent,
    "card_taken": CardTakenEvent,
    "arranged": ArrangedEvent,
    "stolen": StolenEvent,
    "lured": LuredEvent,
    "went_home": WentHomeEvent,
    "robbed": RobbedEvent,
    "caught": CaughtEvent,
    "developments": DevelopmentsEvent,
    "basic_taken": BasicTakenEvent,
    **SOLO_EVENTS,
}
