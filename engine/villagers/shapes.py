"""The documents of Villagers as types: options, position, view, score, cards, moves, events.

These types are the notation: the codecs check against them, and the HTTP contract is made from them.
"""

from typing import Annotated, Literal, NotRequired, Required, TypedDict

from engine.shapes import Between, Doc, Matches, OneOf, Size, Tagged
from engine.villagers.catalogue import BASICS, EXPANSIONS, FORMULAS, KEYS, SUITS

VillagersCard = Annotated[str, OneOf("VillagersCard", KEYS)]
BasicVillager = Annotated[str, OneOf("BasicVillager", tuple(KEYS[card] for card in BASICS))]
Expansion = Annotated[str, OneOf("VillagersExpansion", EXPANSIONS)]
Suit = Annotated[str, OneOf("Suit", SUITS)]
FoundersSide = Annotated[str, OneOf("FoundersSide", ("gold", "food"))]
Phase = Annotated[str, OneOf("VillagersPhase", ("draft", "road", "build", "over"))]
FirstPlayer = Annotated[str, OneOf("FirstPlayer", ("random", "0", "1", "2", "3", "4"))]
KnownPile = Annotated[str, OneOf("KnownPile", ("hand", "stack", "reserve", "pending"))]
ReturnPile = Annotated[str, OneOf("ReturnPile", ("stack", "reserve", "discard"))]

Seat = Annotated[int, Between(0, 4)]
Slot = Annotated[int, Between(0, 5)]
Stack = Annotated[int, Between(0, 5)]
Villager = Annotated[int, Between(1, 400), Doc("The id of a villager inside one village, from 1.")]
Gold = Annotated[int, Between(0, 9999)]
Count = Annotated[int, Between(0, 400)]
Seats = Annotated[list[Seat], Size(0, 5)]
RulesetTag = Literal["villagers"]


class VillagersOptions(TypedDict, total=False):
    """Options of a new game."""

    expansions: Annotated[list[Expansion], Size(0, 1), Doc("Which expansions are in the game.")]
    first_player: Annotated[FirstPlayer, Doc("Who begins; `random` draws it from the game's seed.")]
    starting_road: Annotated[
        list[VillagersCard], Size(6, 6), Doc("The six villagers face up at the start, if you own the cards and know.")
    ]


class PositionOptions(TypedDict, total=False):
    """What of a game's options a position needs to know."""

    expansions: Annotated[list[Expansion], Size(0, 1)]
    solo: None


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
        "side": NotRequired[Annotated[FoundersSide | None, Doc("The side of Founders that is up, else null.")]],
    },
)
VillageCard.__doc__ = "A villager in a village."


class FinalGold(TypedDict):
    """What made up a seat's gold at the end: its supply before the Second Market, and that market's income."""

    supply: Gold
    gold: Gold
    silver: Gold
    coins: Gold


class HiredFreelancer(TypedDict):
    """A freelancer in a village."""

    seat: Seat
    villager: Villager


class PositionSeat(TypedDict, total=False):
    """All that belongs to a seat."""

    gold: Annotated[Gold, Doc("The supply; 8 at the start of a game.")]
    hand: Annotated[list[VillagersCard], Size(0, 200)]
    square: Annotated[list[VillagersCard], Size(0, 5), Doc("Drafted this round, in order.")]
    drafting_done: bool
    village: Annotated[list[VillageCard], Size(0, 200)]
    builds_left: Annotated[int, Between(0, 5)]
    trades_left: Annotated[int, Between(0, 3)]
    tinner: Annotated[bool, Doc("A tinner has been played in this build turn.")]
    opening: Annotated[bool, Doc("The build turn has just begun: freelancers can be hired.")]
    hired: Annotated[list[HiredFreelancer], Size(0, 2), Doc("Freelancers hired in this build turn.")]
    final: FinalGold | None


class KnownCard(TypedDict):
    """Who knows a hidden card, besides a hand's owner."""

    pile: Required[KnownPile]
    index: NotRequired[Annotated[int, Between(0, 5), Doc("The seat of a hand, the number of a stack, else 0.")]]
    place: NotRequired[Annotated[Count, Doc("Where in the hand, or how many cards below the top.")]]
    seats: Required[Seats]
    public: NotRequired[Annotated[bool, Doc("Everybody who watched knows it, spectators too.")]]


class PendingReturn(TypedDict):
    """A trade begun: the card still has to be put somewhere."""

    type: Literal["return_card"]
    card: VillagersCard


class VillagersPosition(TypedDict, total=False):
    """The whole truth about a game of Villagers. What is empty or default may be left out."""

    ruleset: Required[RulesetTag]
    format: Annotated[int, Between(1, 1)]
    options: PositionOptions
    seed: Annotated[str, Matches("([0-9a-f]{2}){1,128}"), Doc("The game's secret, in hex.")]
    draws: Annotated[Count, Doc("Random events drawn from the seed so far.")]
    round: Annotated[int, Between(1, 400)]
    phase: Phase
    first_player: Seat
    to_act: Seats
    road: Annotated[list[RoadVillager | None], Size(0, 6)]
    stacks: Annotated[list[Annotated[list[VillagersCard], Size(0, 200)]], Size(0, 6)]
    reserve: Annotated[list[VillagersCard], Size(0, 200)]
    discard: Annotated[list[VillagersCard], Size(0, 200)]
    basics: BasicCounts
    markets_held: Annotated[list[Annotated[int, Between(1, 2)]], Size(0, 2)]
    seats: Required[Annotated[list[PositionSeat], Size(2, 5)]]
    pending: PendingReturn | None
    known: Annotated[list[KnownCard], Size(0, 200)]


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


# --- moves -----------------------------------------------------------------------------------


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
    unlock: Unlock


class TradeMove(TypedDict):
    """Trade a hand card for a basic villager; where the card goes is the next move."""

    type: Literal["trade"]
    basic: BasicVillager
    card: VillagersCard


class ReturnCardMove(TypedDict, total=False):
    """Put the traded card on a pile."""

    type: Required[Literal["return_card"]]
    pile: Required[ReturnPile]
    stack: Stack | None


class PlayMove(TypedDict, total=False):
    """Play a special villager that is discarded after use."""

    type: Required[Literal["play"]]
    card: Required[VillagersCard]
    unlock: Unlock
    villager: Annotated[Villager | None, Doc("Smuggler: the own villager to sell; left out: the most valuable.")]


class ApprenticeMove(TypedDict, total=False):
    """Put the apprentice in the place of a covered villager and place that villager in the own village."""

    type: Required[Literal["apprentice"]]
    seat: Required[Seat]
    villager: Required[Villager]
    on: Annotated[Villager | None, Doc("What the taken villager (or the lowest monk under it) goes on.")]
    unlock: Unlock
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


# --- scores and cards --------------------------------------------------------------------------


ScoreItem = Annotated[str, OneOf("ScoreItem", ("gold", "coins", "silver"))]


class ScoreLine(TypedDict):
    """What one villager earns in a market."""

    villager: Villager
    card: VillagersCard
    item: ScoreItem
    gold: Gold


class ScoreRow(TypedDict):
    """A seat's income in a market."""

    seat: Seat
    total: Gold
    lines: list[ScoreLine]


class StandingRow(TypedDict):
    """A seat's place as it stands: most gold first, then fewest villagers (END-1, END-2)."""

    seat: Seat
    gold: Gold
    villagers: Count
    place: Annotated[int, Between(1, 5)]


class VillagersScore(TypedDict):
    """Both markets as if held now, and the standing."""

    ruleset: RulesetTag
    first_market: list[ScoreRow]
    second_market: list[ScoreRow]
    standing: list[StandingRow]


CardKind = Annotated[str, OneOf("VillagersCardKind", ("start", "basic", "village", "wild", "discard"))]
CardBox = Annotated[str, OneOf("VillagersBox", ("base", "four_plus", *EXPANSIONS))]
CardEffect = Annotated[str, OneOf("VillagersEffect", ("monk", "apprentice", "tinner", "smuggler", "freelancer"))]
Formula = Annotated[str, OneOf("FormulaKind", FORMULAS)]
Provenance = Annotated[str, OneOf("Provenance", ("rulebook", "public", "reconstructed"))]


class SymbolFormula(TypedDict):
    """A silver or bronze symbol: `gold` for every `per` of what `formula` counts (of `suit`, where it needs one)."""

    formula: Formula
    suit: Suit | None
    per: Annotated[int, Between(1)]
    gold: Annotated[int, Between(1)]


class FactSource(TypedDict):
    """Where one fact of a card comes from."""

    fact: str
    source: Provenance


class VillagersCardFacts(TypedDict):
    """A card of the catalogue."""

    key: VillagersCard
    name: str
    suit: Suit
    symbols: Annotated[int, Between(1), Doc("Suit symbols on it.")]
    kind: CardKind
    box: CardBox
    copies: Annotated[int, Between(1)]
    on: Annotated[VillagersCard | None, Doc("What it is placed on.")]
    padlock: Annotated[VillagersCard | None, Doc("Its unlocker.")]
    keyring: Annotated[Count, Doc("How many cards it unlocks, as printed.")]
    food: Count
    builders: Count
    gold: Gold
    silver: SymbolFormula | None
    bronze: SymbolFormula | None
    effect: CardEffect | None
    starting_road: Annotated[bool, Doc("Whether it lies on the road at the start by default.")]
    provenance: list[FactSource]


# --- events ------------------------------------------------------------------------------------

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
