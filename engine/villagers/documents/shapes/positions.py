"""Options and positions."""

from typing import Annotated, Literal, NotRequired, Required, TypedDict

from engine.shapes import Between, Doc, Matches, Size, Tagged
from engine.villagers.catalogue import EXPANSIONS
from engine.villagers.documents.shapes.names import (
    CardSide,
    Count,
    Development,
    EventCard,
    Expansion,
    FirstPlayer,
    Gold,
    KnownPile,
    Origin,
    Phase,
    Pile,
    RulesetTag,
    Seat,
    Seats,
    Slot,
    SoloLevel,
    Stack,
    Villager,
    VillagersCard,
)


class VillagersOptions(TypedDict, total=False):
    """Options of a new game."""

    expansions: Annotated[list[Expansion], Size(0, len(EXPANSIONS)), Doc("Which expansions are in the game.")]
    solo: Annotated[SoloLevel | None, Doc("One seat against the Countess, how hard; null with more seats.")]
    first_player: Annotated[FirstPlayer, Doc("Who begins; `random` draws it from the game's seed.")]
    starting_road: Annotated[
        list[VillagersCard], Size(6, 6), Doc("The six villagers face up at the start, if you own the cards and know.")
    ]


class PositionOptions(TypedDict, total=False):
    """What of a game's options a position needs to know."""

    expansions: Annotated[list[Expansion], Size(0, len(EXPANSIONS))]
    solo: Annotated[SoloLevel | None, Doc("Named exactly when there is one seat.")]


class RoadVillager(TypedDict):
    """A face-up villager on the road and the gold lying on it."""

    card: Required[VillagersCard]
    gold: NotRequired[Gold]


class BasicCounts(TypedDict, total=False):
    """Basic villagers left in their three piles."""

    lumberjack: Annotated[int, Between(0, 10)]
    hayer: Annotated[int, Between(0, 10)]
    miner: Annotated[int, Between(0, 10)]


VillageCard = TypedDict(
    "VillageCard",
    {
        "id": Required[Villager],
        "card": Required[VillagersCard],
        "on": NotRequired[Annotated[Villager | None, Doc("The villager beneath, null at the start of a chain.")]],
        "gold": NotRequired[Annotated[Gold, Doc("Coins lying on it.")]],
        "as": NotRequired[
            Annotated[VillagersCard | None, Doc("The role a monk or apprentice takes in his chain, else null.")]
        ],
        "side": NotRequired[
            Annotated[CardSide | None, Doc("The side of Founders (gold, food) or Countess (gold, blank), else null.")]
        ],
    },
)
VillageCard.__doc__ = "A villager in a village."


class FinalGold(TypedDict):
    """What made up a seat's gold at the end: its supply before the Second Market, and that market's income."""

    supply: Annotated[Gold, Doc("Gold before the Second Market.")]
    gold: Annotated[Gold, Doc("Printed gold of the Second Market.")]
    silver: Annotated[Gold, Doc("Silver of the Second Market.")]
    coins: Annotated[Gold, Doc("Coins that lay on the villagers.")]
    nun: Annotated[Gold, Doc("What the Nun earned.")]


class HiredFreelancer(TypedDict):
    """A freelancer in a village."""

    seat: Seat
    villager: Villager


class PositionSeat(TypedDict, total=False):
    """All that belongs to a seat."""

    gold: Annotated[Gold, Doc("The supply; left out: 8. A given position may say at most 5000.")]
    hand: Annotated[list[VillagersCard], Size(0, 200), Doc("The hidden cards, in any order.")]
    square: Annotated[list[VillagersCard], Size(0, 5), Doc("Drafted this round, in order.")]
    drafting_done: Annotated[bool, Doc("Has drafted to its limit this round.")]
    village: Annotated[list[VillageCard], Size(0, 200), Doc("The villagers, in any order; left out: Founders alone.")]
    builds_left: Annotated[int, Between(0, 5), Doc("In the running build turn; left out there: the build limit.")]
    trades_left: Annotated[int, Between(0, 3), Doc("In the running build turn; left out there: 3.")]
    tinner: Annotated[bool, Doc("A tinner has been played in this build turn.")]
    opening: Annotated[bool, Doc("The build turn has just begun: freelancers can be hired.")]
    hired: Annotated[list[HiredFreelancer], Size(0, 2), Doc("Freelancers hired in this build turn.")]
    robbed: Annotated[list[Villager], Size(0, 2), Doc("Own thieves that have robbed in this build turn.")]
    limit_cut: Annotated[int, Between(0, 1), Doc("What an event takes off the limit of the running phase.")]
    final: Annotated[FinalGold | None, Doc("After the end: what the gold is made up of.")]


class KnownCard(TypedDict):
    """Who knows a hidden card, besides a hand's owner."""

    pile: Required[KnownPile]
    index: NotRequired[Annotated[int, Between(0, 5), Doc("The seat of a hand, the number of a stack, else 0.")]]
    place: NotRequired[Annotated[Count, Doc("Where in the hand, or how many cards below the top.")]]
    seats: Required[Seats]
    public: NotRequired[Annotated[bool, Doc("Everybody who watched knows it, spectators too.")]]
    origin: NotRequired[
        Annotated[
            Origin | None,
            Doc("Where everybody knows it is from: the Saint or Scoundrel dealt to a seat, the shuffled discard pile."),
        ]
    ]


class PendingReturn(TypedDict):
    """A trade begun: the card still has to be put somewhere."""

    type: Literal["return_card"]
    card: VillagersCard


class PendingLook(TypedDict, total=False):
    """A pile has been looked through: a card is to be taken, then the rest put back from the top down."""

    type: Required[Literal["look"]]
    pile: Required[Pile]
    stack: Annotated[Stack | None, Doc("The stack, null for the reserve.")]
    depth: Required[Annotated[Count, Doc("Cards in question, from the top.")]]
    placed: Required[Annotated[Count | None, Doc("How many of them are in place; null: none is taken yet.")]]


class PendingSteal(TypedDict):
    """A hand has been looked at: one of its cards is to be stolen."""

    type: Literal["steal"]
    seat: Seat


class PendingCountessDraft(TypedDict):
    """Solo: the Countess gets a villager for the card just drafted."""

    type: Literal["countess_draft"]
    slot: Annotated[Slot | None, Doc("The slot that was drafted from, null if a pile was.")]


class PendingSettle(TypedDict):
    """Solo: Rats or Arson: pay, or do with one less."""

    type: Literal["settle"]
    event: EventCard


class PendingResolve(TypedDict):
    """Solo: the event that replaced Mood Swing must be resolved next."""

    type: Literal["resolve"]
    event: EventCard


class PendingJester(TypedDict):
    """Solo: the Jester has to discard an event now."""

    type: Literal["jester"]


Pending = Annotated[
    PendingReturn
    | PendingLook
    | PendingSteal
    | PendingCountessDraft
    | PendingSettle
    | PendingResolve
    | PendingJester
    | None,
    Tagged("VillagersPending", "type"),
]


class PositionDevelopment(TypedDict, total=False):
    """A development in use."""

    development: Required[Development]
    holder: Annotated[Seat | None, Doc("The seat that has its token, else null.")]


Events = Annotated[list[EventCard], Size(0, 12)]


class Countess(TypedDict, total=False):
    """The Countess of a solo game: an opponent without a seat."""

    gold: Annotated[Gold, Doc("Her supply; left out: 1.")]
    village: Annotated[list[VillageCard], Size(0, 200), Doc("Each villager by itself; left out: her card alone.")]
    final: Annotated[FinalGold | None, Doc("After the end: what the gold is made up of.")]


class PositionEvents(TypedDict, total=False):
    """The events of a solo game, and the Jester."""

    face_up: Annotated[Events, Doc("In force or to be resolved.")]
    begun: Annotated[Events, Doc("Those face up that have begun to act: the Jester cannot discard them.")]
    summer: Annotated[Events, Doc("The deck, top card first.")]
    winter: Annotated[Events, Doc("The deck, top card first.")]
    summer_discard: Events
    winter_discard: Events
    jester: Annotated[bool, Doc("He is still there; left out: true, but false in a hard game.")]
    jester_due: Annotated[bool, Doc("He has to discard an event before the round ends.")]


class VillagersPosition(TypedDict, total=False):
    """The whole truth about a game of Villagers. What is empty or default may be left out."""

    ruleset: Required[RulesetTag]
    format: Annotated[int, Between(1, 1)]
    options: PositionOptions
    seed: Annotated[str, Size(2, 256), Matches("([0-9a-f]{2}){1,128}"), Doc("The game's secret, in hex.")]
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 400), Doc("From 1. A given position may say at most 200.")]
    phase: Annotated[Phase, Doc("The phase of the round.")]
    first_player: Annotated[Seat, Doc("The seat that begins this round.")]
    to_act: Annotated[
        Seats,
        Doc("The seat the game waits for; others may follow who could react. None after the end."),
    ]
    road: Annotated[list[RoadVillager | None], Size(0, 6), Doc("Six slots from the left; null is a gap.")]
    stacks: Annotated[
        list[Annotated[list[VillagersCard], Size(0, 200)]],
        Size(0, 6),
        Doc("From the left, top card first."),
    ]
    reserve: Annotated[list[VillagersCard], Size(0, 200), Doc("Top card first.")]
    discard: Annotated[list[VillagersCard], Size(0, 200), Doc("Face up, the latest last.")]
    basics: Annotated[BasicCounts, Doc("Basic villagers left.")]
    markets_held: Annotated[list[Annotated[int, Between(1, 2)]], Size(0, 2), Doc("[], [1] or [1, 2].")]
    seats: Required[Annotated[list[PositionSeat], Size(1, 5)]]
    pending: Annotated[Pending, Doc("A decision begun and not finished, else null.")]
    recruited_picks: Annotated[int, Between(0, 2), Doc("Picks left in a draft turn paid to a recruiter, else 0.")]
    developments: Annotated[list[PositionDevelopment], Size(0, 3), Doc("The developments in use.")]
    countess: Annotated[Countess | None, Doc("Solo: the opponent, else null.")]
    events: Annotated[PositionEvents | None, Doc("Solo: the events, else null.")]
    known: Annotated[
        list[KnownCard],
        Size(0, 200),
        Doc("Who knows hidden cards; without a mark a hand is known to its owner, a pile to nobody."),
    ]
