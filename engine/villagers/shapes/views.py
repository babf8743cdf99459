"""Views: positions with what the viewer may not know taken out."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, Doc, Size
from engine.villagers.shapes.names import Count, Gold, Phase, RulesetTag, Seat, Seats, Suit, VillagersCard
from engine.villagers.shapes.positions import (
    BasicCounts,
    FinalGold,
    HiredFreelancer,
    PositionOptions,
    RoadVillager,
    VillageCard,
)


class SeenCard(TypedDict):
    """A card as a viewer sees it: always its suit (the back shows it); the card only if known to the viewer."""

    suit: Suit
    card: VillagersCard | None
    known: Annotated[Seats, Doc("If the viewer knows the card: which seats know it, besides a hand's owner.")]


class DeepCard(TypedDict):
    """A card below the top of a pile that the viewer knows."""

    depth: Annotated[Count, Doc("Cards above it.")]
    suit: Suit
    card: VillagersCard
    known: Seats


class SeenPile(TypedDict):
    """A face-down pile as a viewer sees it."""

    count: Count
    top: SeenCard | None
    below: list[DeepCard]


class ViewSeat(TypedDict):
    """A seat as a viewer sees it."""

    gold: Gold
    hand: Annotated[list[SeenCard], Size(0, 200)]
    square: Annotated[list[VillagersCard], Size(0, 5)]
    drafting_done: bool
    village: Annotated[list[VillageCard], Size(0, 200)]
    builds_left: Annotated[int, Between(0, 5)]
    trades_left: Annotated[int, Between(0, 3)]
    tinner: bool
    opening: bool
    hired: Annotated[list[HiredFreelancer], Size(0, 2)]
    draft_limit: Annotated[int, Between(2, 5), Doc("Villagers this seat drafts in a round as it stands.")]
    build_limit: Annotated[int, Between(2, 5), Doc("Villagers this seat may place in a turn as it stands.")]
    final: FinalGold | None


class SeenPending(TypedDict):
    """A decision begun and not finished, as a viewer sees it."""

    type: Literal["return_card"]
    card: SeenCard


class VillagersView(TypedDict):
    """What one seat, or a spectator, may know of a game of Villagers."""

    ruleset: RulesetTag
    format: Annotated[int, Between(1, 1)]
    options: PositionOptions
    draws: Count
    round: Annotated[int, Between(1, 400)]
    phase: Phase
    first_player: Seat
    to_act: Seats
    road: Annotated[list[RoadVillager | None], Size(6, 6)]
    stacks: Annotated[list[SeenPile], Size(6, 6)]
    reserve: SeenPile
    discard: Annotated[list[VillagersCard], Size(0, 200)]
    basics: BasicCounts
    markets_held: Annotated[list[Annotated[int, Between(1, 2)]], Size(0, 2)]
    seats: Annotated[list[ViewSeat], Size(2, 5)]
    pending: SeenPending | None
