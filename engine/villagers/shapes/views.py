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

    suit: Annotated[Suit, Doc("Shown by its back.")]
    card: Annotated[VillagersCard | None, Doc("The card, null if the viewer does not know it.")]
    known: Annotated[Seats, Doc("If the viewer knows the card: which seats know it, besides a hand's owner.")]


class DeepCard(TypedDict):
    """A card below the top of a pile that the viewer knows."""

    depth: Annotated[Count, Doc("Cards above it.")]
    suit: Suit
    card: VillagersCard
    known: Seats


class SeenPile(TypedDict):
    """A face-down pile as a viewer sees it."""

    count: Annotated[Count, Doc("Cards in the pile.")]
    top: Annotated[SeenCard | None, Doc("The top card, null for an empty pile.")]
    below: Annotated[list[DeepCard], Doc("Cards below the top that the viewer knows.")]


class ViewSeat(TypedDict):
    """A seat as a viewer sees it."""

    gold: Annotated[Gold, Doc("The supply.")]
    hand: Annotated[list[SeenCard], Size(0, 200), Doc("Sorted: known cards first, then backs by suit.")]
    square: Annotated[list[VillagersCard], Size(0, 5), Doc("Drafted this round, in order.")]
    drafting_done: Annotated[bool, Doc("Has drafted to its limit this round.")]
    village: Annotated[list[VillageCard], Size(0, 200), Doc("The villagers by id.")]
    builds_left: Annotated[int, Between(0, 5), Doc("Build actions left in the running build turn, else 0.")]
    trades_left: Annotated[int, Between(0, 3), Doc("Trades left in the running build turn, else 0.")]
    tinner: Annotated[bool, Doc("A tinner has been played in this build turn.")]
    opening: Annotated[bool, Doc("The build turn has just begun: freelancers can be hired.")]
    hired: Annotated[list[HiredFreelancer], Size(0, 2)]
    draft_limit: Annotated[int, Between(2, 5), Doc("Villagers this seat drafts in a round as it stands.")]
    build_limit: Annotated[int, Between(2, 5), Doc("Villagers this seat may place in a turn as it stands.")]
    final: Annotated[FinalGold | None, Doc("After the end: what the gold is made up of.")]


class SeenPending(TypedDict):
    """A decision begun and not finished, as a viewer sees it."""

    type: Literal["return_card"]
    card: SeenCard


class VillagersView(TypedDict):
    """What one seat, or a spectator, may know of a game of Villagers."""

    ruleset: RulesetTag
    format: Annotated[int, Between(1, 1)]
    options: PositionOptions
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 400), Doc("From 1.")]
    phase: Annotated[Phase, Doc("The phase of the round.")]
    first_player: Annotated[Seat, Doc("The seat that begins this round.")]
    to_act: Annotated[Seats, Doc("The seat that decides now; nobody after the end.")]
    road: Annotated[list[RoadVillager | None], Size(6, 6), Doc("Six slots from the left; null is a gap.")]
    stacks: Annotated[list[SeenPile], Size(6, 6), Doc("Six stacks from the left.")]
    reserve: SeenPile
    discard: Annotated[list[VillagersCard], Size(0, 200), Doc("Face up, the latest last.")]
    basics: Annotated[BasicCounts, Doc("Basic villagers left.")]
    markets_held: Annotated[list[Annotated[int, Between(1, 2)]], Size(0, 2), Doc("[], [1] or [1, 2].")]
    seats: Annotated[list[ViewSeat], Size(2, 5)]
    pending: Annotated[SeenPending | None, Doc("A move begun and not finished, else null.")]
