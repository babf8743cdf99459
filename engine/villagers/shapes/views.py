"""Views: positions with what the viewer may not know taken out."""

from typing import Annotated, Literal, TypedDict

from engine.shapes import Between, Doc, Size, Tagged
from engine.villagers.shapes.names import (
    Count,
    Development,
    DevelopmentSuit,
    Gold,
    Origin,
    Phase,
    RulesetTag,
    Seat,
    Seats,
    Suit,
    Villager,
    VillagersCard,
)
from engine.villagers.shapes.positions import (
    BasicCounts,
    Countess,
    Events,
    FinalGold,
    HiredFreelancer,
    PendingCountessDraft,
    PendingJester,
    PendingLook,
    PendingResolve,
    PendingSettle,
    PendingSteal,
    PositionOptions,
    RoadVillager,
    VillageCard,
)

KnownOrigin = Annotated[
    Origin | None,
    Doc("Where all know it is from: the Saint or Scoundrel dealt to a seat, the shuffled discard pile; or null."),
]


class SeenCard(TypedDict):
    """A card as a viewer sees it: always its suit (the back shows it); the card only if known to the viewer."""

    suit: Annotated[Suit, Doc("Shown by its back.")]
    card: Annotated[VillagersCard | None, Doc("The card, null if the viewer does not know it.")]
    known: Annotated[Seats, Doc("If the viewer knows the card: which seats know it, besides a hand's owner.")]
    origin: KnownOrigin


class DeepCard(TypedDict):
    """A card below the top of a pile of which the viewer knows what it is, or at least where it is from."""

    depth: Annotated[Count, Doc("Cards above it.")]
    suit: Annotated[Suit | None, Doc("Null if nothing but its origin is known.")]
    card: Annotated[VillagersCard | None, Doc("The card, null if the viewer does not know it.")]
    known: Seats
    origin: KnownOrigin


class SeenPile(TypedDict):
    """A face-down pile as a viewer sees it."""

    count: Annotated[Count, Doc("Cards in the pile.")]
    top: Annotated[SeenCard | None, Doc("The top card, null for an empty pile.")]
    below: Annotated[list[DeepCard], Size(0, 200), Doc("Cards below the top that the viewer knows something of.")]


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
    hired: Annotated[list[HiredFreelancer], Size(0, 2), Doc("Freelancers hired in this build turn.")]
    robbed: Annotated[list[Villager], Size(0, 2), Doc("Own thieves that have robbed in this build turn.")]
    limit_cut: Annotated[int, Between(0, 1), Doc("What an event takes off the limit of the running phase.")]
    draft_limit: Annotated[int, Between(1, 5), Doc("Villagers this seat drafts in a round as it stands.")]
    build_limit: Annotated[int, Between(1, 5), Doc("Villagers this seat may place in a turn as it stands.")]
    final: Annotated[FinalGold | None, Doc("After the end: what the gold is made up of.")]


class SeenReturn(TypedDict):
    """A trade begun: the card, as a viewer sees it, still has to be put somewhere."""

    type: Literal["return_card"]
    card: SeenCard


SeenPending = Annotated[
    SeenReturn
    | PendingLook
    | PendingSteal
    | PendingCountessDraft
    | PendingSettle
    | PendingResolve
    | PendingJester
    | None,
    Tagged("VillagersSeenPending", "type"),
]


class SeenDevelopment(TypedDict):
    """A development in use, and how it stands."""

    development: Development
    suit: DevelopmentSuit
    holder: Annotated[Seat | None, Doc("Who has its token, else null.")]
    counts: Annotated[list[Count], Size(0, 5), Doc("What it counts, for each seat (in solo play the Countess second).")]


class SeenEvents(TypedDict):
    """The events of a solo game, and the Jester, as everybody sees them."""

    face_up: Annotated[Events, Doc("In force or to be resolved.")]
    begun: Annotated[Events, Doc("Those face up that have begun to act: the Jester cannot discard them.")]
    summer: Annotated[Count, Doc("Cards in the deck.")]
    winter: Annotated[Count, Doc("Cards in the deck.")]
    summer_discard: Events
    winter_discard: Events
    jester: Annotated[bool, Doc("He is still there.")]
    jester_due: Annotated[bool, Doc("He has to discard an event before the round ends.")]


class VillagersView(TypedDict):
    """What one seat, or a spectator, may know of a game of Villagers."""

    ruleset: RulesetTag
    format: Annotated[int, Between(1, 1)]
    options: PositionOptions
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 400), Doc("From 1.")]
    phase: Annotated[Phase, Doc("The phase of the round.")]
    first_player: Annotated[Seat, Doc("The seat that begins this round.")]
    to_act: Annotated[
        Seats,
        Doc("The seat the game waits for; then those that, as the viewer knows, could react. Nobody at the end."),
    ]
    road: Annotated[list[RoadVillager | None], Size(6, 6), Doc("Six slots from the left; null is a gap.")]
    stacks: Annotated[list[SeenPile], Size(6, 6), Doc("Six stacks from the left.")]
    reserve: SeenPile
    discard: Annotated[list[VillagersCard], Size(0, 200), Doc("Face up, the latest last.")]
    basics: Annotated[BasicCounts, Doc("Basic villagers left.")]
    markets_held: Annotated[list[Annotated[int, Between(1, 2)]], Size(0, 2), Doc("[], [1] or [1, 2].")]
    seats: Annotated[list[ViewSeat], Size(1, 5)]
    pending: Annotated[SeenPending, Doc("A decision begun and not finished, else null.")]
    recruited_picks: Annotated[int, Between(0, 2), Doc("Picks left in a draft turn paid to a recruiter, else 0.")]
    developments: Annotated[list[SeenDevelopment], Size(0, 3), Doc("The developments in use.")]
    countess: Annotated[Countess | None, Doc("Solo: the opponent, else null.")]
    events: Annotated[SeenEvents | None, Doc("Solo: the events, else null.")]
    recycled: Annotated[
        list[VillagersCard],
        Size(0, 200),
        Doc("The cards, sorted, that lie in the reserve in an unknown order since the discard pile was shuffled."),
    ]
