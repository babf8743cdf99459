"""The documents of the contract: made by `make contract`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Accept(TypedDict):
    """
    The player who accepts.
    """

    contribution: NotRequired[str]
    name: NotRequired[str]


AiLevel: TypeAlias = Literal["random", "beginner", "easy", "greedy", "medium", "hard", "expert"]


AwayReason: TypeAlias = Literal["away", "forfeited", "resigned"]


class Bot(TypedDict):
    """
    An external bot.
    """

    about: str | None
    connected: bool
    name: str


class BotList(TypedDict):
    """
    External bots.
    """

    bots: list[Bot]


CardPart: TypeAlias = Literal["provenance"]


ChosenOptions: TypeAlias = dict[str, Any]
"""
Options other than the defaults.
"""


class Contribution(TypedDict):
    """
    A text that a player has added to a game's secret.
    """

    contribution: str
    seat: int


class CurvePoint(TypedDict):
    """
    Each seat's chance of winning after a move, judged with all cards open. The last point shows the winner. A seat that has resigned or lost on time has no chance.
    """

    chances: list[float]
    version: int


DecisionFailure: TypeAlias = Literal["bot_failed", "worker_lost", "too_late"]


DecisionPart: TypeAlias = Literal["reasons"]


class DecisionReady(TypedDict):
    """
    A decision or hint that was requested with the API key has ended.
    """

    decision: str
    game: str | None
    level: str | None
    rating: NotRequired[int]
    ruleset: str
    seat: int
    status: str
    version: int | None


class DecisionReadyNotice(TypedDict):
    """
    A decision or hint that was requested with the API key has ended.
    """

    data: DecisionReady
    timestamp: str
    type: Literal["decision.ready"]


DecisionSource: TypeAlias = Literal["view", "position", "game"]


DecisionStatus: TypeAlias = Literal["queued", "running", "done", "failed"]


EngineBuild: TypeAlias = Literal["compiled", "python"]


Errors: TypeAlias = dict[str, list[str]]
"""
Path in the request, steps joined by dots (`seats.1.level`) -> what is wrong there. Only `not-ready`: what was checked -> what is missing.
"""


GamePart: TypeAlias = Literal["moves", "events", "score"]


GameStatus: TypeAlias = Literal["waiting", "active", "finished"]


class GameWebhook(TypedDict):
    """
    The webhook that is notified of the game, and how to check that a notice is from this server.
    """

    secret: str
    url: str


class HintRequest(TypedDict):
    """
    Which AI decides, and for how long.
    """

    level: NotRequired[AiLevel]
    milliseconds: NotRequired[int]
    rating: NotRequired[int]


class ImportedContribution(TypedDict):
    """
    A text that a player added to the secret.
    """

    contribution: str
    seat: int


class ImportedEvent(TypedDict):
    """
    Something that happened. The server reads this only where no move was made, such as at a resignation.
    """

    type: str


Winner: TypeAlias = int


class ImportedResult(TypedDict):
    """
    How the game ended. It must equal the result of replaying the game.
    """

    winners: list[Winner]


class Invitation(TypedDict):
    """
    An invitation, as the host or an inviting player sees it.
    """

    code: str
    created_at: str
    expires_at: str
    game: str
    id: str
    invited_by: int | None
    seat: int | None


class InvitationList(TypedDict):
    """
    The valid invitations of a game.
    """

    invitations: list[Invitation]


Inviters: TypeAlias = Literal["host", "players"]


Language: TypeAlias = Literal["en", "de"]


class LevelAtTable(TypedDict):
    """
    How a level plays.
    """

    half_width: int
    loss: float | None
    median_ms: float | None
    name: AiLevel
    p95_ms: float | None
    rating: int


Metadata: TypeAlias = dict[str, str]
"""
Short texts that only your API key gets to see, by names of 1 to 40 characters.
"""


class MoveUndoneEvent(TypedDict):
    """
    A seat took back its last move: everything except the version is as it was before.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["move_undone"]
    undone: int


MyVillageBannerKind: TypeAlias = Literal[
    "play",
    "school",
    "council",
    "meeting_place",
    "stables",
    "brewery",
    "smithy",
    "office",
    "wainwright",
    "field",
    "customer",
]


class MyVillageCallStewardMove(TypedDict):
    """
    Activate the steward's office; the customers are chosen next.
    """

    benefit: NotRequired[bool]
    type: Literal["call_steward"]


MyVillageCard: TypeAlias = Literal[
    "sanatory_church",
    "cloister_church",
    "trading_church",
    "travel_church",
    "monetary_council",
    "area_council",
    "population_council",
    "guild_council",
    "meeting_place",
    "field",
    "stables_1",
    "stables_2",
    "stables_3",
    "stables_4",
    "brewery_1",
    "brewery_2",
    "brewery_3",
    "brewery_4",
    "smithy_1",
    "smithy_2",
    "smithy_3",
    "smithy_4",
    "office_1",
    "office_2",
    "office_3",
    "office_4",
    "wainwright_1",
    "wainwright_2",
    "wainwright_3",
    "wainwright_4",
    "quill_monk_1",
    "quill_monk_2",
    "quill_monk_3",
    "goblet_monk_1",
    "goblet_monk_2",
    "goblet_monk_3",
    "goblet_monk_4",
    "rosary_monk_1",
    "rosary_monk_2",
    "rosary_monk_3",
    "rosary_monk_4",
    "rosary_monk_5",
    "travel_a_1",
    "travel_a_2",
    "travel_a_3",
    "travel_a_4",
    "travel_b_1",
    "travel_b_2",
    "travel_b_3",
    "travel_b_4",
    "travel_c_1",
    "travel_c_2",
    "travel_c_3",
    "travel_c_4",
    "travel_d_1",
    "travel_d_2",
    "travel_d_3",
    "travel_d_4",
    "travel_e_1",
    "travel_e_2",
    "travel_e_3",
    "customer_1",
    "customer_2",
    "customer_3",
    "customer_4",
    "customer_5",
    "customer_6",
    "customer_7",
    "customer_8",
    "customer_9",
    "customer_10",
    "customer_11",
    "customer_12",
    "customer_13",
    "customer_14",
    "customer_15",
    "customer_16",
    "customer_17",
    "customer_18",
    "customer_19",
    "customer_20",
    "customer_21",
    "customer_22",
    "customer_23",
    "customer_24",
    "customer_25",
    "customer_26",
    "customer_27",
    "customer_28",
    "customer_29",
    "customer_30",
    "customer_31",
    "customer_32",
    "customer_33",
]


class MyVillageCardAddedEvent(TypedDict):
    """
    A monk or a travel card joined the village after its action.
    """

    about: list[str]
    card: MyVillageCard
    seat: int
    text: str
    type: Literal["card_added"]


class MyVillageChronicle(TypedDict):
    """
    Filled chronicle spaces.
    """

    abbot: NotRequired[int]
    councilman: NotRequired[int]
    craftsman: NotRequired[int]
    merchant: NotRequired[int]
    traveller: NotRequired[int]


MyVillageChurch: TypeAlias = Literal["sanatory_church", "cloister_church", "trading_church", "travel_church"]


MyVillageComponent: TypeAlias = Literal[
    "sanatory_church",
    "cloister_church",
    "trading_church",
    "travel_church",
    "monetary_council",
    "area_council",
    "population_council",
    "guild_council",
    "meeting_place",
    "field",
    "stables_1",
    "stables_2",
    "stables_3",
    "stables_4",
    "brewery_1",
    "brewery_2",
    "brewery_3",
    "brewery_4",
    "smithy_1",
    "smithy_2",
    "smithy_3",
    "smithy_4",
    "office_1",
    "office_2",
    "office_3",
    "office_4",
    "wainwright_1",
    "wainwright_2",
    "wainwright_3",
    "wainwright_4",
    "quill_monk_1",
    "quill_monk_2",
    "quill_monk_3",
    "goblet_monk_1",
    "goblet_monk_2",
    "goblet_monk_3",
    "goblet_monk_4",
    "rosary_monk_1",
    "rosary_monk_2",
    "rosary_monk_3",
    "rosary_monk_4",
    "rosary_monk_5",
    "travel_a_1",
    "travel_a_2",
    "travel_a_3",
    "travel_a_4",
    "travel_b_1",
    "travel_b_2",
    "travel_b_3",
    "travel_b_4",
    "travel_c_1",
    "travel_c_2",
    "travel_c_3",
    "travel_c_4",
    "travel_d_1",
    "travel_d_2",
    "travel_d_3",
    "travel_d_4",
    "travel_e_1",
    "travel_e_2",
    "travel_e_3",
    "customer_1",
    "customer_2",
    "customer_3",
    "customer_4",
    "customer_5",
    "customer_6",
    "customer_7",
    "customer_8",
    "customer_9",
    "customer_10",
    "customer_11",
    "customer_12",
    "customer_13",
    "customer_14",
    "customer_15",
    "customer_16",
    "customer_17",
    "customer_18",
    "customer_19",
    "customer_20",
    "customer_21",
    "customer_22",
    "customer_23",
    "customer_24",
    "customer_25",
    "customer_26",
    "customer_27",
    "customer_28",
    "customer_29",
    "customer_30",
    "customer_31",
    "customer_32",
    "customer_33",
    "village_board_1",
    "village_board_2",
    "village_board_3",
    "village_board_4",
    "school",
    "headman",
    "life_track",
    "church_windows",
    "rat_track",
    "chronicle_abbot",
    "chronicle_councilman",
    "chronicle_traveller",
    "chronicle_craftsman",
    "chronicle_merchant",
    "graves",
    "stewards_office",
    "starting_hand",
    "value_tile",
    "day_laborer",
    "dice",
    "start",
    "end",
]


class MyVillageCost(TypedDict):
    """
    A cost, paid in full. Missing kinds cost nothing.
    """

    any: NotRequired[int]
    beer: NotRequired[int]
    coin: NotRequired[int]
    horse: NotRequired[int]
    plow: NotRequired[int]
    scroll: NotRequired[int]
    time: NotRequired[int]
    wagon: NotRequired[int]


MyVillageCouncil: TypeAlias = Literal["monetary_council", "area_council", "population_council", "guild_council"]


MyVillageCraft: TypeAlias = Literal[
    "stables_1",
    "stables_2",
    "stables_3",
    "stables_4",
    "brewery_1",
    "brewery_2",
    "brewery_3",
    "brewery_4",
    "smithy_1",
    "smithy_2",
    "smithy_3",
    "smithy_4",
    "office_1",
    "office_2",
    "office_3",
    "office_4",
    "wainwright_1",
    "wainwright_2",
    "wainwright_3",
    "wainwright_4",
]


MyVillageCustomer: TypeAlias = Literal[
    "customer_1",
    "customer_2",
    "customer_3",
    "customer_4",
    "customer_5",
    "customer_6",
    "customer_7",
    "customer_8",
    "customer_9",
    "customer_10",
    "customer_11",
    "customer_12",
    "customer_13",
    "customer_14",
    "customer_15",
    "customer_16",
    "customer_17",
    "customer_18",
    "customer_19",
    "customer_20",
    "customer_21",
    "customer_22",
    "customer_23",
    "customer_24",
    "customer_25",
    "customer_26",
    "customer_27",
    "customer_28",
    "customer_29",
    "customer_30",
    "customer_31",
    "customer_32",
    "customer_33",
]


class MyVillageCustomersInvitedEvent(TypedDict):
    """
    Customers came to the village.
    """

    about: list[str]
    coins: int
    customers: list[MyVillageCustomer]
    seat: int
    text: str
    time: int
    type: Literal["customers_invited"]


MyVillageDeathPlace: TypeAlias = Literal["chronicle", "graves"]


BlackItem: TypeAlias = int


WhiteItem: TypeAlias = int


class MyVillageDiceRolledEvent(TypedDict):
    """
    A round began: a story point was put on the starting hand, and all dice were rolled.
    """

    about: list[str]
    black: list[BlackItem]
    first_player: int
    round: int
    story: int
    text: str
    type: Literal["dice_rolled"]
    white: list[WhiteItem]


MyVillageDieColor: TypeAlias = Literal["white", "black"]


class MyVillageDisplayFilledEvent(TypedDict):
    """
    New customers were laid out.
    """

    about: list[str]
    customers: list[MyVillageCustomer]
    text: str
    type: Literal["display_filled"]


MyVillageEffect: TypeAlias = Literal[
    "story", "headman", "school", "steward", "coins", "good", "marker", "sanatory", "cloister", "trading", "travel"
]


class MyVillageEndTurnMove(TypedDict):
    """
    End a turn of white banners.
    """

    type: Literal["end_turn"]


class MyVillageExchangeTravelMove(TypedDict):
    """
    Travel church: put the card just seen under its stack and add the next one.
    """

    type: Literal["exchange_travel"]


class MyVillageField(TypedDict):
    """
    A field of a village.
    """

    plow: NotRequired[bool]
    used: NotRequired[bool]


MyVillageFirstPlayer: TypeAlias = Literal["random", "0", "1", "2", "3"]


class MyVillageForfeitMove(TypedDict):
    """
    Decline the current choice.
    """

    type: Literal["forfeit"]


class MyVillageForfeitedEvent(TypedDict):
    """
    A seat declined a choice.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["forfeited"]


MyVillageGain: TypeAlias = Literal[
    "coins", "story", "horse", "beer", "plow", "scroll", "wagon", "wild", "token", "mark"
]


MyVillageGood: TypeAlias = Literal["horse", "beer", "plow", "scroll", "wagon"]


class MyVillageHand(TypedDict):
    """
    The starting hand.
    """

    owner: NotRequired[int]
    palm: NotRequired[bool]
    story: NotRequired[int]


class MyVillageHandTakenEvent(TypedDict):
    """
    The starting hand was taken, with its story points.
    """

    about: list[str]
    seat: int
    story: int
    text: str
    type: Literal["hand_taken"]


MyVillageHeadmanPlace: TypeAlias = Literal["main_house", "coin", "story"]


class MyVillageInviteFreeMove(TypedDict):
    """
    Trading church: take a customer free of charge.
    """

    customer: MyVillageCustomer
    type: Literal["invite_free"]


class MyVillageInviteMove(TypedDict):
    """
    Buy customers of the display.
    """

    customers: list[MyVillageCustomer]
    type: Literal["invite"]


MyVillageKind: TypeAlias = Literal[
    "church", "council", "meeting_place", "field", "craft", "monk", "travel", "customer", "component"
]


MyVillageLetter: TypeAlias = Literal["a", "b", "c", "d", "e"]


MyVillageMarkerSpace: TypeAlias = Literal[
    "travel_cards",
    "craft_buildings",
    "served_customers",
    "church_and_monks",
    "fields",
    "abbot",
    "councilman",
    "traveller",
    "craftsman",
    "merchant",
]


MyVillageMonk: TypeAlias = Literal[
    "quill_monk_1",
    "quill_monk_2",
    "quill_monk_3",
    "goblet_monk_1",
    "goblet_monk_2",
    "goblet_monk_3",
    "goblet_monk_4",
    "rosary_monk_1",
    "rosary_monk_2",
    "rosary_monk_3",
    "rosary_monk_4",
    "rosary_monk_5",
]


class MyVillageMonkPile(TypedDict):
    """
    A stack of monks. The dark side of the top card shows which monk it is.
    """

    count: int
    top: MyVillageMonk | None


class MyVillageMonkPiles(TypedDict):
    """
    The three stacks of monks.
    """

    goblet: MyVillageMonkPile
    quill: MyVillageMonkPile
    rosary: MyVillageMonkPile


class MyVillageMonkStacks(TypedDict):
    """
    The three stacks of monks, top card first.
    """

    goblet: NotRequired[list[MyVillageMonk]]
    quill: NotRequired[list[MyVillageMonk]]
    rosary: NotRequired[list[MyVillageMonk]]


MyVillageMonkSymbol: TypeAlias = Literal["quill", "goblet", "rosary"]


class MyVillageMoveHeadmanMove(TypedDict):
    """
    Move the headman: activate the black banner "?", or carry out a monk's action.
    """

    to: MyVillageHeadmanPlace | None
    type: Literal["move_headman"]


Value: TypeAlias = int


class MyVillageNumbers(TypedDict):
    """
    Numbers of a component, by name.
    """

    name: str
    values: list[Value]


MyVillageOpenCard: TypeAlias = Literal[
    "sanatory_church",
    "cloister_church",
    "trading_church",
    "travel_church",
    "monetary_council",
    "area_council",
    "population_council",
    "guild_council",
    "stables_1",
    "stables_2",
    "stables_3",
    "stables_4",
    "brewery_1",
    "brewery_2",
    "brewery_3",
    "brewery_4",
    "smithy_1",
    "smithy_2",
    "smithy_3",
    "smithy_4",
    "office_1",
    "office_2",
    "office_3",
    "office_4",
    "wainwright_1",
    "wainwright_2",
    "wainwright_3",
    "wainwright_4",
]


Field: TypeAlias = int


class MyVillagePayment(TypedDict):
    """
    Coins and goods returned to the supply. The time is not given; it depends on the purchase alone.
    """

    beer: NotRequired[int]
    coins: NotRequired[int]
    fields: NotRequired[list[Field]]
    horse: NotRequired[int]
    plow: NotRequired[int]
    scroll: NotRequired[int]
    wagon: NotRequired[int]
    wild: NotRequired[int]


class MyVillagePending(TypedDict):
    """
    The rest of an unfinished action.
    """

    card: NotRequired[MyVillageCard | None]
    must: NotRequired[bool]
    steps: NotRequired[int]


MyVillagePhase: TypeAlias = Literal[
    "dice",
    "value",
    "banners",
    "steward",
    "gift",
    "guests",
    "headman",
    "school",
    "exchange",
    "death",
    "laborer",
    "rats",
    "over",
]


MyVillagePlowSource: TypeAlias = Literal["smithy", "guild_council"]


class MyVillagePool(TypedDict):
    """
    Dice left to choose from, by color, sorted; missing colors have none left.
    """

    black: NotRequired[list[BlackItem]]
    white: NotRequired[list[WhiteItem]]


ToActItem: TypeAlias = int


class MyVillagePositionOptions(TypedDict):
    """
    The options that a position needs.
    """

    catalogue: NotRequired[str]


class MyVillageRat(TypedDict):
    """
    The rat on its track.
    """

    die: NotRequired[int]
    space: NotRequired[int]


class MyVillageRatMovedEvent(TypedDict):
    """
    The rat die was rolled and the rat moved.
    """

    about: list[str]
    roll: int
    space: int
    text: str
    type: Literal["rat_moved"]


class MyVillageRatsWardedOffEvent(TypedDict):
    """
    The sanatory church kept the rats away.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["rats_warded_off"]


class MyVillageSchool(TypedDict):
    """
    The spaces of a school. Each says whether a descendant waits there.
    """

    left: NotRequired[bool]
    right: NotRequired[bool]


MyVillageSchoolStep: TypeAlias = Literal["nothing", "new_left", "to_right", "place_left", "place_right"]


MyVillageScoreItem: TypeAlias = Literal[
    "church",
    "church_windows",
    "meeting_place",
    "council_chamber",
    "council_markers",
    "fields",
    "travels",
    "served_customers",
    "saved_story",
    "day_laborers",
    "starting_hand",
]


class MyVillageScoreLine(TypedDict):
    """
    The points of one category.
    """

    item: MyVillageScoreItem
    points: int


class MyVillageScoreRow(TypedDict):
    """
    The points of a seat.
    """

    lines: list[MyVillageScoreLine]
    seat: int
    total: int


class MyVillageServeMove(TypedDict):
    """
    Serve a customer.
    """

    customer: MyVillageCustomer
    payment: NotRequired[MyVillagePayment]
    type: Literal["serve"]


class MyVillageSetValueMove(TypedDict):
    """
    Fix the banner value, and change dice if necessary. By default as few markers as possible are paid.
    """

    coins: NotRequired[int]
    tokens: NotRequired[int]
    type: Literal["set_value"]
    value: int


class MyVillageStandingRow(TypedDict):
    """
    A seat's current place: most points first, then the tie-break (MVEND-3 to 5).
    """

    place: int
    seat: int
    tie_break: int
    total: int


class MyVillageStewardCalledEvent(TypedDict):
    """
    The steward's office opened; with the trading church a customer was revealed, if the stack had one.
    """

    about: list[str]
    benefit: bool
    revealed: MyVillageCustomer | None
    seat: int
    text: str
    type: Literal["steward_called"]


class MyVillageStoryLostEvent(TypedDict):
    """
    The rats took story points of a tree.
    """

    about: list[str]
    amount: int
    seat: int
    text: str
    type: Literal["story_lost"]


class MyVillageTakeHandMove(TypedDict):
    """
    Activate the banner of the starting hand: take the hand and its story points, or pass.
    """

    forfeit: NotRequired[bool]
    type: Literal["take_hand"]


MyVillageTravel: TypeAlias = Literal[
    "travel_a_1",
    "travel_a_2",
    "travel_a_3",
    "travel_a_4",
    "travel_b_1",
    "travel_b_2",
    "travel_b_3",
    "travel_b_4",
    "travel_c_1",
    "travel_c_2",
    "travel_c_3",
    "travel_c_4",
    "travel_d_1",
    "travel_d_2",
    "travel_d_3",
    "travel_d_4",
    "travel_e_1",
    "travel_e_2",
    "travel_e_3",
]


class MyVillageTravelExchangedEvent(TypedDict):
    """
    Travel church: the card seen went back, another one came, the stack was shuffled.
    """

    about: list[str]
    card: MyVillageTravel
    returned: MyVillageTravel
    seat: int
    text: str
    type: Literal["travel_exchanged"]


class MyVillageTravelMove(TypedDict):
    """
    Take the top travel card of the next letter.
    """

    letter: NotRequired[MyVillageLetter]
    payment: NotRequired[MyVillagePayment]
    type: Literal["travel"]


MyVillageTravelPiles: TypeAlias = dict[Literal["a", "b", "c", "d", "e"], int]


MyVillageTravelStacks: TypeAlias = dict[Literal["a", "b", "c", "d", "e"], list[MyVillageTravel]]


class MyVillageTurnEndedEvent(TypedDict):
    """
    A turn was over.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["turn_ended"]


class MyVillageValueSetEvent(TypedDict):
    """
    The banner value was fixed.
    """

    about: list[str]
    coins: int
    seat: int
    text: str
    tokens: int
    type: Literal["value_set"]
    value: int


class MyVillageVillageScoredEvent(TypedDict):
    """
    The game is over.
    """

    about: list[str]
    text: str
    type: Literal["village_scored"]
    winners: list[int]


MyVillageVillager: TypeAlias = Literal["abbot", "councilman", "traveller", "craftsman", "merchant"]


class MyVillageVillagerDiedEvent(TypedDict):
    """
    A villager passed away.
    """

    about: list[str]
    place: MyVillageDeathPlace
    seat: int
    text: str
    type: Literal["villager_died"]
    villager: MyVillageVillager


class MyVillageWardOffRatsMove(TypedDict):
    """
    Sanatory church: keep the rats away.
    """

    type: Literal["ward_off_rats"]


Names: TypeAlias = dict[str, str]
"""
Value, as in documents -> its name.
"""


class NewAiSeat(TypedDict):
    """
    A seat that the server plays, with either a `level` or a `rating`.
    """

    level: NotRequired[AiLevel]
    milliseconds: NotRequired[int]
    name: NotRequired[str]
    rating: NotRequired[int]
    type: Literal["ai"]


class NewBot(TypedDict):
    """
    The bot of an API key.
    """

    about: NotRequired[str]
    name: str


class NewBotSeat(TypedDict):
    """
    A seat played by an external bot, a program run by its author.
    """

    bot: str
    level: NotRequired[AiLevel]
    milliseconds: NotRequired[int]
    name: NotRequired[str]
    rating: NotRequired[int]
    type: Literal["bot"]


class NewGameWebhook(TypedDict):
    """
    The webhook that is notified of the game.
    """

    url: str


class NewHumanSeat(TypedDict):
    """
    A seat for a person; its token is in the answer.
    """

    metadata: NotRequired[Metadata]
    name: NotRequired[str]
    player: NotRequired[str]
    type: Literal["human"]


class NewInvitation(TypedDict):
    """
    The seat, and how long the invitation is valid.
    """

    expires_in: NotRequired[int]
    seat: NotRequired[int]


class NewOpenSeat(TypedDict):
    """
    An open seat for invited players or, in a public game, any player. The game waits until all open seats are claimed.
    """

    type: Literal["open"]


class NewRematch(TypedDict):
    """
    The player who wants to play again.
    """

    contribution: NotRequired[str]


NewSeat: TypeAlias = NewHumanSeat | NewAiSeat | NewBotSeat | NewOpenSeat


NoticeStatus: TypeAlias = Literal["sent", "waiting", "failed"]


NoticeType: TypeAlias = Literal[
    "seat.joined",
    "game.started",
    "turn.started",
    "turn.reminder",
    "seat.away",
    "game.finished",
    "rematch.offered",
    "decision.ready",
    "review.ready",
]


OnTimeout: TypeAlias = Literal["ai_takeover", "forfeit"]


class Ping(TypedDict):
    """
    Nothing has happened: this notice tests the webhook.
    """

    webhook: str


class PingNotice(TypedDict):
    """
    Nothing has happened: this notice tests the webhook.
    """

    data: Ping
    timestamp: str
    type: Literal["ping"]


class PingSent(TypedDict):
    """
    A ping that will be sent.
    """

    notice: str


class Problem(TypedDict):
    """
    What went wrong (RFC 9457). Tell problems apart by `type`; texts may change, and depend on the language.
    """

    detail: str
    errors: NotRequired[Errors]
    rule: NotRequired[str]
    status: int
    title: str
    type: str


class PushKey(TypedDict):
    """
    The key with which browsers subscribe.
    """

    public_key: str | None


class PushKeys(TypedDict):
    """
    The keys of a browser, in base64url.
    """

    auth: str
    p256dh: str


class QuotaLeft(TypedDict):
    """
    What is left of an API key's quotas for today (UTC). A quota that the key does not have is null.
    """

    decisions: int | None
    games: int | None
    processor_seconds: float | None


class Readiness(TypedDict):
    """
    The server can play games.
    """

    engine: EngineBuild
    refused: list[str]
    status: str


class Reason(TypedDict):
    """
    A reason for or against a move, and what the reason adds to the expected lead.
    """

    amount: float
    card: str | None
    text: str
    topic: str


class RematchOffered(TypedDict):
    """
    A player of the finished game waits for the others in another.
    """

    game: str
    metadata: NotRequired[Metadata]
    rematch: str
    version: int


class RematchOfferedNotice(TypedDict):
    """
    A player of the finished game waits for the others in another.
    """

    data: RematchOffered
    timestamp: str
    type: Literal["rematch.offered"]


class ResultLine(TypedDict):
    """
    One item of a final score.
    """

    item: str
    points: int


ReviewLevel: TypeAlias = Literal["medium", "hard", "expert"]


class ReviewReady(TypedDict):
    """
    A review that was requested with the API key has ended.
    """

    game: str
    level: str
    metadata: NotRequired[Metadata]
    milliseconds: int | None
    review: str
    ruleset: str
    status: str


class ReviewReadyNotice(TypedDict):
    """
    A review that was requested with the API key has ended.
    """

    data: ReviewReady
    timestamp: str
    type: Literal["review.ready"]


class ReviewRequest(TypedDict):
    """
    The level that judges, and its thinking time.
    """

    level: NotRequired[ReviewLevel]
    milliseconds: NotRequired[int]


class RivalScore(TypedDict):
    """
    The final score of an opponent without a seat.
    """

    lines: list[ResultLine]
    name: str
    total: int


class Rule(TypedDict):
    """
    A rule in the project's own words.
    """

    id: str
    lang: Language
    text: str


RulesetKey: TypeAlias = Literal["villagers", "my_village"]


class RulesetOption(TypedDict):
    """
    An option of a new game.
    """

    default: Any
    maximum: NotRequired[int]
    minimum: NotRequired[int]
    name: str
    summary: str
    values: list[Any]


class SeatAway(TypedDict):
    """
    A player no longer plays the seat: an AI does, or it has lost.
    """

    game: str
    metadata: NotRequired[Metadata]
    name: str | None
    player: NotRequired[str | None]
    reason: AwayReason
    seat: int
    seat_metadata: NotRequired[Metadata]
    version: int


class SeatAwayEvent(TypedDict):
    """
    A seat's time was up: from now on the server plays it, until its player returns.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["seat_away"]


class SeatAwayNotice(TypedDict):
    """
    A player no longer plays the seat: an AI does, or it has lost.
    """

    data: SeatAway
    timestamp: str
    type: Literal["seat.away"]


class SeatForfeitedEvent(TypedDict):
    """
    A seat's time was up, and it has lost. If the game continues, the server plays the seat to the end.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["seat_forfeited"]


class SeatJoined(TypedDict):
    """
    A player has taken an open seat.
    """

    game: str
    metadata: NotRequired[Metadata]
    name: str | None
    open_seats: int
    player: NotRequired[str | None]
    seat: int
    seat_metadata: NotRequired[Metadata]
    version: int


class SeatJoinedNotice(TypedDict):
    """
    A player has taken an open seat.
    """

    data: SeatJoined
    timestamp: str
    type: Literal["seat.joined"]


class SeatResignedEvent(TypedDict):
    """
    A seat's player has given up, for good: an AI plays on for the seat, or the seat has lost, as the game's option `resign_level` says.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["seat_resigned"]


class SeatReturnedEvent(TypedDict):
    """
    The player of a seat that was away is back.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["seat_returned"]


SeatStatus: TypeAlias = Literal["taken", "open", "reserved", "away", "forfeited", "resigned"]


class SeatToken(TypedDict):
    """
    A seat's new token.
    """

    token: str


SeatType: TypeAlias = Literal["human", "ai", "bot", "open"]


class SendAgain(TypedDict):
    """
    The notices to send again.
    """

    since: str
    until: NotRequired[str]


class SentAgain(TypedDict):
    """
    The number of notices to be sent again.
    """

    more: bool
    notices: int


SourceKind: TypeAlias = Literal["rulebook", "public", "reconstructed"]


class Status(TypedDict):
    """
    The process is alive.
    """

    status: str


Tokens: TypeAlias = dict[str, str]
"""
Seat -> its secret token. Shown only now; the server keeps a hash.
"""


class TurnReminder(TypedDict):
    """
    A quarter of the turn's time is left. `version` is that of the turn's beginning.
    """

    deadline: str | None
    game: str
    metadata: NotRequired[Metadata]
    name: str | None
    player: NotRequired[str | None]
    seat: int
    seat_metadata: NotRequired[Metadata]
    version: int


class TurnReminderNotice(TypedDict):
    """
    A quarter of the turn's time is left. `version` is that of the turn's beginning.
    """

    data: TurnReminder
    timestamp: str
    type: Literal["turn.reminder"]


class TurnStarted(TypedDict):
    """
    The game is now waiting for a person's seat, and was not before.
    """

    deadline: str | None
    game: str
    metadata: NotRequired[Metadata]
    name: str | None
    player: NotRequired[str | None]
    seat: int
    seat_metadata: NotRequired[Metadata]
    version: int


class TurnStartedNotice(TypedDict):
    """
    The game is now waiting for a person's seat, and was not before.
    """

    data: TurnStarted
    timestamp: str
    type: Literal["turn.started"]


class TurningPoint(TypedDict):
    """
    A decision, resignation or timeout that greatly changed a seat's chance of winning.
    """

    after: float
    before: float
    seat: int
    version: int


class Undo(TypedDict):
    """
    Whether the seat may take back its last move.
    """

    possible: bool
    reason: NotRequired[str]


class UsageDay(TypedDict):
    """
    What an API key used on a day.
    """

    calls: int
    date: str
    decisions: int
    games: int
    processor_seconds: float
    refused: int


Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class Verdicts(TypedDict):
    """
    The number of moves with each verdict.
    """

    best: int
    blunder: int
    good: int
    inaccuracy: int
    mistake: int


class VillagersBasicCounts(TypedDict):
    """
    Basic villagers left in their three piles.
    """

    hayer: NotRequired[int]
    lumberjack: NotRequired[int]
    miner: NotRequired[int]


VillagersBasicVillager: TypeAlias = Literal["lumberjack", "hayer", "miner"]


VillagersBox: TypeAlias = Literal["base", "four_plus", "saints", "scoundrels", "profiteers", "developments", "solo"]


class VillagersBuildEndedEvent(TypedDict):
    """
    A seat ended its build turn.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["build_ended"]


class VillagersBuildTurnEvent(TypedDict):
    """
    A seat's build turn began.
    """

    about: list[str]
    limit: int
    seat: int
    text: str
    type: Literal["build_turn"]


VillagersCard: TypeAlias = Literal[
    "founders",
    "lumberjack",
    "hayer",
    "miner",
    "poulterer",
    "swineherd",
    "truffler",
    "brewer",
    "grazier",
    "milk_maid",
    "fromager",
    "thatcher",
    "bed_builder",
    "horse_trader",
    "ore_muler",
    "peddler",
    "seeker",
    "spelunker",
    "jeweler",
    "mason",
    "glass_blower",
    "blacksmith",
    "locksmith",
    "carpenter",
    "cooper",
    "wheeler",
    "cartwright",
    "shipwright",
    "log_rafter",
    "wood_carver",
    "graper",
    "vintner",
    "wine_trader",
    "shepherd",
    "spinner",
    "weaver",
    "tailor",
    "tanner",
    "saddler",
    "cobbler",
    "harvester",
    "hunter",
    "chandler",
    "wattler",
    "fisher",
    "beekeeper",
    "grocer",
    "freemason",
    "priest",
    "agent",
    "monk",
    "apprentice",
    "tinner",
    "smuggler",
    "alchemist",
    "arkwright",
    "captain",
    "carter",
    "freelancer",
    "wholesaler",
    "benefactor",
    "nun",
    "pigeoneer",
    "prophet",
    "recruiter",
    "barbarian",
    "courier",
    "flaker",
    "noble",
    "schemer",
    "sheriff",
    "thief",
    "countess",
]


VillagersCardKind: TypeAlias = Literal["start", "basic", "village", "wild", "discard", "event", "jester", "development"]


class VillagersCardLostEvent(TypedDict):
    """
    Solo: an event discarded a villager of the player.
    """

    about: list[str]
    card: VillagersCard
    seat: int
    text: str
    type: Literal["card_lost"]
    villager: int | None


VillagersCardOrigin: TypeAlias = Literal["recycled", "saint", "scoundrel"]


VillagersCardSide: TypeAlias = Literal["gold", "food", "blank"]


VillagersCatalogueKey: TypeAlias = Literal[
    "founders",
    "lumberjack",
    "hayer",
    "miner",
    "poulterer",
    "swineherd",
    "truffler",
    "brewer",
    "grazier",
    "milk_maid",
    "fromager",
    "thatcher",
    "bed_builder",
    "horse_trader",
    "ore_muler",
    "peddler",
    "seeker",
    "spelunker",
    "jeweler",
    "mason",
    "glass_blower",
    "blacksmith",
    "locksmith",
    "carpenter",
    "cooper",
    "wheeler",
    "cartwright",
    "shipwright",
    "log_rafter",
    "wood_carver",
    "graper",
    "vintner",
    "wine_trader",
    "shepherd",
    "spinner",
    "weaver",
    "tailor",
    "tanner",
    "saddler",
    "cobbler",
    "harvester",
    "hunter",
    "chandler",
    "wattler",
    "fisher",
    "beekeeper",
    "grocer",
    "freemason",
    "priest",
    "agent",
    "monk",
    "apprentice",
    "tinner",
    "smuggler",
    "alchemist",
    "arkwright",
    "captain",
    "carter",
    "freelancer",
    "wholesaler",
    "benefactor",
    "nun",
    "pigeoneer",
    "prophet",
    "recruiter",
    "barbarian",
    "courier",
    "flaker",
    "noble",
    "schemer",
    "sheriff",
    "thief",
    "countess",
    "betrayer",
    "black_market",
    "bribes",
    "customs",
    "guild_conspiracy",
    "land_claim",
    "mood_swing",
    "serfdom",
    "sinister_banquet",
    "temporary_employment",
    "the_countess_bank",
    "value_added_tax",
    "abduction",
    "arrest",
    "arson",
    "blackmail",
    "conscription",
    "dark_mood",
    "it_was_you",
    "protection_money",
    "rats",
    "spy_network",
    "trade_network",
    "tribute",
    "jester",
    "church",
    "inn",
    "tavern",
    "town_hall",
    "bank",
    "guildhall",
    "lighthouse",
    "marketplace",
    "gold_mine",
    "ox_crane",
    "sawmill",
    "windmill",
]


class VillagersCaughtEvent(TypedDict):
    """
    A Sheriff discarded a Thief; the Thief's gold went to the supply of `seat`.
    """

    about: list[str]
    from_seat: int
    gold: int
    seat: int
    text: str
    type: Literal["caught"]
    villager: int


class VillagersCoinMove(TypedDict):
    """
    Two players: put a gold from the bank on a villager on the road.
    """

    slot: int
    type: Literal["coin"]


class VillagersCoinPassedEvent(TypedDict):
    """
    Two players: a seat put no gold on the road.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["coin_passed"]


class VillagersCoinPlacedEvent(TypedDict):
    """
    Two players: a gold was put on the road.
    """

    about: list[str]
    seat: int
    slot: int
    text: str
    type: Literal["coin_placed"]


class VillagersCoinsAddedEvent(TypedDict):
    """
    Solo: gold of the bank was put on a villager.
    """

    about: list[str]
    gold: int
    seat: int
    text: str
    type: Literal["coins_added"]
    villager: int


class VillagersCountessDraftMove(TypedDict):
    """
    Solo: after a draft, choose a villager of the road for the Countess.
    """

    slot: int
    type: Literal["countess_draft"]


class VillagersCourieredEvent(TypedDict):
    """
    In another seat's turn, a Courier took a villager and the gold on it from the road.
    """

    about: list[str]
    card: VillagersCard
    gold: int
    seat: int
    slot: int
    text: str
    type: Literal["couriered"]


VillagersCutReason: TypeAlias = Literal["rats", "arson"]


VillagersDeck: TypeAlias = Literal["summer", "winter", "community", "mercantile", "technology"]


KnownItem: TypeAlias = int


VillagersDevelopment: TypeAlias = Literal[
    "church",
    "inn",
    "tavern",
    "town_hall",
    "bank",
    "guildhall",
    "lighthouse",
    "marketplace",
    "gold_mine",
    "ox_crane",
    "sawmill",
    "windmill",
]


class VillagersDevelopmentLine(TypedDict):
    """
    How a development was decided.
    """

    counts: list[int]
    development: VillagersDevelopment
    gold: int
    winner: int | None


VillagersDevelopmentSuit: TypeAlias = Literal["community", "mercantile", "technology"]


class VillagersDevelopmentsEvent(TypedDict):
    """
    The developments were decided, and their tokens and gold given out.
    """

    about: list[str]
    developments: list[VillagersDevelopmentLine]
    text: str
    type: Literal["developments"]


VillagersDiscardReason: TypeAlias = Literal["jester", "phase", "replaced"]


class VillagersDraftReserveMove(TypedDict):
    """
    Draft the top card of the reserve, when all stacks are empty.
    """

    type: Literal["draft_reserve"]


class VillagersDraftRoadMove(TypedDict):
    """
    Draft a face-up villager.
    """

    slot: int
    type: Literal["draft_road"]


VillagersDraftSource: TypeAlias = Literal["road", "stack", "reserve"]


class VillagersDraftStackMove(TypedDict):
    """
    Draft the unseen top card of a stack.
    """

    stack: int
    type: Literal["draft_stack"]


class VillagersDraftedEvent(TypedDict):
    """
    A villager was drafted; it lies open on the seat's square. `gold`: what lay on it, now in the supply.
    """

    about: list[str]
    card: VillagersCard
    gold: int
    index: int
    seat: int
    source: VillagersDraftSource
    text: str
    type: Literal["drafted"]


VillagersEffect: TypeAlias = Literal[
    "monk",
    "apprentice",
    "tinner",
    "smuggler",
    "freelancer",
    "benefactor",
    "nun",
    "pigeoneer",
    "prophet",
    "recruiter",
    "barbarian",
    "courier",
    "flaker",
    "noble",
    "schemer",
    "sheriff",
    "thief",
]


class VillagersEndMove(TypedDict):
    """
    End the build turn.
    """

    type: Literal["end"]


VillagersEventCard: TypeAlias = Literal[
    "betrayer",
    "black_market",
    "bribes",
    "customs",
    "guild_conspiracy",
    "land_claim",
    "mood_swing",
    "serfdom",
    "sinister_banquet",
    "temporary_employment",
    "the_countess_bank",
    "value_added_tax",
    "abduction",
    "arrest",
    "arson",
    "blackmail",
    "conscription",
    "dark_mood",
    "it_was_you",
    "protection_money",
    "rats",
    "spy_network",
    "trade_network",
    "tribute",
]


class VillagersEventDiscardedEvent(TypedDict):
    """
    Solo: an event was discarded: by the Jester, after its phase, or because another one replaces it.
    """

    about: list[str]
    event: VillagersEventCard
    reason: VillagersDiscardReason
    text: str
    type: Literal["event_discarded"]


class VillagersEventResolvedEvent(TypedDict):
    """
    Solo: an event was resolved and discarded; its effects follow.
    """

    about: list[str]
    event: VillagersEventCard
    text: str
    type: Literal["event_resolved"]


class VillagersEventRevealedEvent(TypedDict):
    """
    Solo: an event was dealt face up.
    """

    about: list[str]
    event: VillagersEventCard
    text: str
    type: Literal["event_revealed"]


VillagersExpansion: TypeAlias = Literal["saints", "scoundrels", "profiteers", "developments"]


class VillagersFactSource(TypedDict):
    """
    The source of one fact of a card.
    """

    fact: str
    source: SourceKind


VillagersFillSource: TypeAlias = Literal["stack", "reserve"]


class VillagersFinalGold(TypedDict):
    """
    The parts of a seat's gold at the end: its supply before the Second Market, and that market's income.
    """

    coins: int
    gold: int
    nun: int
    silver: int
    supply: int


VillagersFirstPlayer: TypeAlias = Literal["random", "0", "1", "2", "3", "4"]


VillagersFormulaKind: TypeAlias = Literal[
    "per_suit",
    "per_gold_symbol",
    "per_padlock",
    "per_builder",
    "per_food",
    "per_trio",
    "per_paid_villager",
    "per_long_chain",
    "gold_on_suit",
    "best_coins",
    "best_silver",
]


class VillagersFoundersFlippedEvent(TypedDict):
    """
    A village without food turned its Founders to the food side.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["founders_flipped"]


VillagersFoundersSide: TypeAlias = Literal["gold", "food"]


VillagersGainSource: TypeAlias = Literal["road", "stack", "reserve", "hand", "village"]


class VillagersGameEndedEvent(TypedDict):
    """
    The game is over.
    """

    about: list[str]
    text: str
    type: Literal["game_ended"]
    winners: list[int]


VillagersGoldReason: TypeAlias = Literal[
    "bronze",
    "smuggler",
    "barbarian",
    "black_market",
    "sinister_banquet",
    "temporary_employment",
    "blackmail",
    "spy_network",
    "trade_network",
    "betrayer",
    "arrest",
]


class VillagersHireMove(TypedDict):
    """
    At the start of the build turn: put a gold on a freelancer for one more build action.
    """

    seat: int
    type: Literal["hire"]
    villager: int


class VillagersHiredEvent(TypedDict):
    """
    A seat put a gold on a freelancer and has one more build action.
    """

    about: list[str]
    from_seat: int
    seat: int
    text: str
    type: Literal["hired"]
    villager: int


class VillagersHiredFreelancer(TypedDict):
    """
    A freelancer in a village.
    """

    seat: int
    villager: int


class VillagersJesterLeftEvent(TypedDict):
    """
    Solo: the Jester had to discard an event and found none; he is gone.
    """

    about: list[str]
    text: str
    type: Literal["jester_left"]


class VillagersJesterMove(TypedDict):
    """
    Solo, at any decision: the Jester discards an event that has not begun to act.
    """

    event: VillagersEventCard
    type: Literal["jester"]


class VillagersKeepMove(TypedDict):
    """
    Put back the remaining cards in their present order.
    """

    type: Literal["keep"]


Seat1: TypeAlias = int


VillagersKnownPile: TypeAlias = Literal["hand", "stack", "reserve", "pending"]


class VillagersLimitCutEvent(TypedDict):
    """
    Solo: the player's limit in this phase is one lower.
    """

    about: list[str]
    reason: VillagersCutReason
    seat: int
    text: str
    type: Literal["limit_cut"]


class VillagersLookTakeMove(TypedDict):
    """
    After a look through a pile: take a card.
    """

    card: VillagersCard
    type: Literal["look_take"]


VillagersLookedPile: TypeAlias = Literal["stack", "reserve", "hand"]


class VillagersLuredEvent(TypedDict):
    """
    A Schemer took a villager from a village into the hand; the gold on it went to the supply of `from_seat`.
    """

    about: list[str]
    card: VillagersCard
    from_seat: int
    gold: int
    seat: int
    text: str
    type: Literal["lured"]
    villager: int


VillagersPaidReason: TypeAlias = Literal[
    "rats", "arson", "customs", "land_claim", "value_added_tax", "protection_money", "tribute"
]


VillagersPaidTo: TypeAlias = Literal["bank", "countess"]


class VillagersPassMove(TypedDict):
    """
    Two players: put no gold on the road.
    """

    type: Literal["pass"]


class VillagersPendingCountessDraft(TypedDict):
    """
    Solo: the Countess gets a villager for the card just drafted.
    """

    slot: int | None
    type: Literal["countess_draft"]


class VillagersPendingJester(TypedDict):
    """
    Solo: the Jester has to discard an event now.
    """

    type: Literal["jester"]


class VillagersPendingResolve(TypedDict):
    """
    Solo: the event that replaced Mood Swing must be resolved next.
    """

    event: VillagersEventCard
    type: Literal["resolve"]


class VillagersPendingReturn(TypedDict):
    """
    A trade begun: the card still has to be put somewhere.
    """

    card: VillagersCard
    type: Literal["return_card"]


class VillagersPendingSettle(TypedDict):
    """
    Solo, under Rats or Arson: pay, or draft or build one villager less.
    """

    event: VillagersEventCard
    type: Literal["settle"]


class VillagersPendingSteal(TypedDict):
    """
    A hand has been looked at: one of its cards is to be stolen.
    """

    seat: int
    type: Literal["steal"]


VillagersPhase: TypeAlias = Literal["draft", "road", "build", "event", "development", "over"]


class VillagersPickedUpEvent(TypedDict):
    """
    A seat finished drafting and took its square into its hand.
    """

    about: list[str]
    cards: list[VillagersCard]
    seat: int
    text: str
    type: Literal["picked_up"]


VillagersPile: TypeAlias = Literal["stack", "reserve"]


VillagersPlacedVillager = TypedDict(
    "VillagersPlacedVillager",
    {
        "as": VillagersCard | None,
        "card": VillagersCard,
        "id": int,
        "on": int | None,
    },
)


MarketsHeldItem: TypeAlias = int


Stack: TypeAlias = list[VillagersCard]


class VillagersPositionDevelopment(TypedDict):
    """
    A development in use.
    """

    development: VillagersDevelopment
    holder: NotRequired[int | None]


class VillagersPositionEvents(TypedDict):
    """
    The events of a solo game, and the Jester.
    """

    begun: NotRequired[list[VillagersEventCard]]
    face_up: NotRequired[list[VillagersEventCard]]
    jester: NotRequired[bool]
    jester_due: NotRequired[bool]
    summer: NotRequired[list[VillagersEventCard]]
    summer_discard: NotRequired[list[VillagersEventCard]]
    winter: NotRequired[list[VillagersEventCard]]
    winter_discard: NotRequired[list[VillagersEventCard]]


RobbedItem: TypeAlias = int


class VillagersRecruitMove(TypedDict):
    """
    Before the first pick of a draft turn: pay the Recruiter a gold for a second pick.
    """

    type: Literal["recruit"]


class VillagersRecruitedEvent(TypedDict):
    """
    A seat paid its Recruiter a gold: its turn has two picks.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["recruited"]


class VillagersResolveMove(TypedDict):
    """
    Solo: resolve an event that lies face up.
    """

    card: NotRequired[VillagersCard | None]
    event: VillagersEventCard
    pile: NotRequired[VillagersPile | None]
    stack: NotRequired[int | None]
    type: Literal["resolve"]
    villager: NotRequired[int | None]


VillagersReturnPile: TypeAlias = Literal["stack", "reserve", "discard"]


class VillagersRewardBasicMove(TypedDict):
    """
    Development Tavern: take a basic villager into the village.
    """

    basic: VillagersBasicVillager
    type: Literal["reward_basic"]


class VillagersRewardCardMove(TypedDict):
    """
    Development Church: take a card of a pile into the hand.
    """

    pile: VillagersPile
    stack: NotRequired[int | None]
    type: Literal["reward_card"]


class VillagersRoadDiscardedEvent(TypedDict):
    """
    Villagers left the road for the discard pile, slot by slot.
    """

    about: list[str]
    cards: list[VillagersCard]
    slots: list[int]
    text: str
    type: Literal["road_discarded"]


class VillagersRoadFilledEvent(TypedDict):
    """
    A gap of the road was filled.
    """

    about: list[str]
    card: VillagersCard
    index: int
    slot: int
    source: VillagersFillSource
    text: str
    type: Literal["road_filled"]


class VillagersRoadPaidEvent(TypedDict):
    """
    Three and more players: each villager of these slots got 1 gold.
    """

    about: list[str]
    slots: list[int]
    text: str
    type: Literal["road_paid"]


class VillagersRoadVillager(TypedDict):
    """
    A face-up villager on the road and the gold lying on it.
    """

    card: VillagersCard
    gold: NotRequired[int]


class VillagersRobbedEvent(TypedDict):
    """
    A Thief took gold from another seat's supply and keeps it.
    """

    about: list[str]
    from_seat: int
    gold: int
    seat: int
    text: str
    type: Literal["robbed"]
    villager: int


class VillagersRoundStartedEvent(TypedDict):
    """
    A new round began.
    """

    about: list[str]
    first_player: int
    round: int
    text: str
    type: Literal["round_started"]


VillagersScoreItem: TypeAlias = Literal["gold", "coins", "silver", "nun"]


class VillagersScoreLine(TypedDict):
    """
    The income from one villager in a market.
    """

    card: VillagersCard
    gold: int
    item: VillagersScoreItem
    villager: int


class VillagersScoreRow(TypedDict):
    """
    A seat's income in a market.
    """

    lines: list[VillagersScoreLine]
    seat: int
    total: int


Count: TypeAlias = int


class VillagersSeenDevelopment(TypedDict):
    """
    A development in use, with its current counts.
    """

    counts: list[Count]
    development: VillagersDevelopment
    holder: int | None
    suit: VillagersDevelopmentSuit


class VillagersSeenEvents(TypedDict):
    """
    The public view of a solo game's events and the Jester.
    """

    begun: list[VillagersEventCard]
    face_up: list[VillagersEventCard]
    jester: bool
    jester_due: bool
    summer: int
    summer_discard: list[VillagersEventCard]
    winter: int
    winter_discard: list[VillagersEventCard]


class VillagersSettleMove(TypedDict):
    """
    Solo, under Rats or Arson: pay 3 gold (or all you have), or draft or build one villager less.
    """

    event: VillagersEventCard
    pay: bool
    type: Literal["settle"]


VillagersShuffledPile: TypeAlias = Literal["reserve", "summer", "winter"]


VillagersSoloLevel: TypeAlias = Literal["beginner", "normal", "hard"]


class VillagersSquareTakenEvent(TypedDict):
    """
    A Flaker took a villager from a square into the hand.
    """

    about: list[str]
    card: VillagersCard
    from_seat: int
    seat: int
    text: str
    type: Literal["square_taken"]


class VillagersStandingRow(TypedDict):
    """
    A seat's current place: most gold first, then fewest villagers (END-1, END-2).
    """

    gold: int
    place: int
    seat: int
    villagers: int


class VillagersStealMove(TypedDict):
    """
    Noble: steal a card of the hand that was looked at.
    """

    card: VillagersCard
    type: Literal["steal"]


VillagersSuit: TypeAlias = Literal["grains", "hay", "ore", "wood", "grapes", "wool", "leather", "solitary", "special"]


class VillagersSymbolFormula(TypedDict):
    """
    A silver or bronze symbol. It pays `gold` for every `per` things that `formula` counts.
    """

    formula: VillagersFormulaKind
    gold: int
    per: int
    suit: VillagersSuit | None


class VillagersTakenEvent(TypedDict):
    """
    An apprentice took a covered villager's place; that villager goes to the apprentice's owner.
    """

    about: list[str]
    card: VillagersCard
    from_seat: int
    seat: int
    text: str
    type: Literal["taken"]
    villager: int


class VillagersThieveMove(TypedDict):
    """
    In the build turn: your Thief takes 3 gold from another player's supply.
    """

    seat: int
    type: Literal["thieve"]
    villager: int


class VillagersTradeMove(TypedDict):
    """
    Trade a hand card for a basic villager. The next move chooses the pile for the card.
    """

    basic: VillagersBasicVillager
    card: VillagersCard
    type: Literal["trade"]


class VillagersUnlockByBank(TypedDict):
    """
    Pay 2 gold to the bank. This is possible only while no village has the unlocker.
    """

    by: Literal["bank"]


class VillagersUnlockByTinner(TypedDict):
    """
    A tinner played earlier in the turn unlocks the card.
    """

    by: Literal["tinner"]


class VillagersUnlockByVillager(TypedDict):
    """
    Put 2 gold on an unlocker in a village. The bank pays for your own unlocker; you pay for any other.
    """

    by: Literal["villager"]
    seat: int
    villager: int


VillagersVillageCard = TypedDict(
    "VillagersVillageCard",
    {
        "as": NotRequired[VillagersCard | None],
        "card": VillagersCard,
        "gold": NotRequired[int],
        "id": int,
        "on": NotRequired[int | None],
        "side": NotRequired[VillagersCardSide | None],
    },
)


class VillagersWentHomeEvent(TypedDict):
    """
    A monk or apprentice with nothing left on him went home to the hand of the village's owner.
    """

    about: list[str]
    card: VillagersCard
    seat: int
    text: str
    type: Literal["went_home"]


Vocabulary: TypeAlias = dict[str, Names]
"""
Names of the values in documents, by kind, such as `suits` -> `hay` -> `Hay`. Cards are in the catalogue.
"""


Watch: TypeAlias = Literal["anybody", "players"]


class Webhook(TypedDict):
    """
    A webhook of an API key.
    """

    created_at: str
    id: str
    paused: bool
    secret: NotRequired[str]
    types: list[str]
    url: str


class WebhookChange(TypedDict):
    """
    The changes to a webhook. Fields that are left out stay as they are.
    """

    paused: NotRequired[bool]
    types: NotRequired[list[NoticeType]]
    url: NotRequired[str]


class WebhookList(TypedDict):
    """
    The webhooks of an API key.
    """

    webhooks: list[Webhook]


class Claim(TypedDict):
    """
    The player who takes the seat.
    """

    contribution: NotRequired[str]
    metadata: NotRequired[Metadata]
    name: NotRequired[str]
    player: NotRequired[str]


class FinalScore(TypedDict):
    """
    A seat's final score.
    """

    lines: list[ResultLine]
    seat: int
    total: int


class GameStarted(TypedDict):
    """
    The game has begun: all seats are taken.
    """

    game: str
    metadata: NotRequired[Metadata]
    ruleset: str
    version: int


class GameStartedNotice(TypedDict):
    """
    The game has begun: all seats are taken.
    """

    data: GameStarted
    timestamp: str
    type: Literal["game.started"]


class ImportedSeat(TypedDict):
    """
    A seat of the imported game.
    """

    bot: NotRequired[str]
    level: NotRequired[AiLevel | None]
    milliseconds: NotRequired[int]
    name: NotRequired[str | None]
    type: SeatType


class KindOfSeat(TypedDict):
    """
    A seat of a game, without anything personal.
    """

    level: AiLevel | None
    rating: NotRequired[int]
    seat: int
    type: SeatType


class MeasuredTable(TypedDict):
    """
    Measurements of the AI players, in the base game of one ruleset with one number of seats.
    """

    highest: int | None
    levels: list[LevelAtTable]
    lowest: int | None
    ruleset: RulesetKey
    seats: int


class MyVillageBanner(TypedDict):
    """
    A white banner of a village.
    """

    customer: NotRequired[MyVillageCustomer | None]
    field: NotRequired[int | None]
    kind: MyVillageBannerKind


class MyVillageBannerActivatedEvent(TypedDict):
    """
    A white banner was activated.
    """

    about: list[str]
    banner: MyVillageBanner
    seat: int
    text: str
    time: int
    type: Literal["banner_activated"]


class MyVillageBuilding(TypedDict):
    """
    A craft building of a village.
    """

    card: MyVillageCraft
    goods: int


class MyVillageBuryMove(TypedDict):
    """
    Choose the villager who passes away.
    """

    type: Literal["bury"]
    villager: MyVillageVillager


class MyVillageCardBoughtEvent(TypedDict):
    """
    A card of the display was taken and paid for. A travel card shows its light side now.
    """

    about: list[str]
    card: MyVillageCard
    payment: MyVillagePayment
    seat: int
    text: str
    time: int
    type: Literal["card_bought"]


class MyVillageCustomerServedEvent(TypedDict):
    """
    A customer was served.
    """

    about: list[str]
    customer: MyVillageCustomer
    payment: MyVillagePayment
    seat: int
    text: str
    time: int
    type: Literal["customer_served"]


class MyVillageDie(TypedDict):
    """
    A die and its face.
    """

    color: MyVillageDieColor
    face: int


class MyVillageFactSource(TypedDict):
    """
    The source of a fact.
    """

    fact: str
    note: str
    source: SourceKind


class MyVillageGainedEvent(TypedDict):
    """
    Coins, story points, goods or markers came in.
    """

    about: list[str]
    amount: int
    seat: int
    space: MyVillageMarkerSpace | None
    text: str
    type: Literal["gained"]
    what: MyVillageGain


class MyVillageHeadmanMovedEvent(TypedDict):
    """
    The headman took a step, or stayed; on the main house all story points of the tree were saved.
    """

    about: list[str]
    saved: int
    seat: int
    text: str
    time: int
    to: MyVillageHeadmanPlace
    type: Literal["headman_moved"]


class MyVillageHireLaborerMove(TypedDict):
    """
    The last villager has passed away: choose the day laborer's profession.
    """

    type: Literal["hire_laborer"]
    villager: MyVillageVillager


class MyVillageLaborerHiredEvent(TypedDict):
    """
    A seat without villagers hired a day laborer.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["laborer_hired"]
    villager: MyVillageVillager


class MyVillageMovePlowMove(TypedDict):
    """
    Move a plow, or a wild good used as a plow, to an empty field.
    """

    field: int
    source: MyVillagePlowSource
    type: Literal["move_plow"]


class MyVillageOptions(TypedDict):
    """
    Options of a new game.
    """

    bank_seconds: NotRequired[int | None]
    catalogue: NotRequired[str]
    first_player: NotRequired[MyVillageFirstPlayer]
    increment_seconds: NotRequired[int | None]
    on_timeout: NotRequired[OnTimeout]
    resign_level: NotRequired[AiLevel | None]
    resign_milliseconds: NotRequired[int | None]
    takeover_level: NotRequired[AiLevel | None]
    takeover_milliseconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]


class MyVillagePlowMovedEvent(TypedDict):
    """
    A plow came to a field.
    """

    about: list[str]
    field: int
    seat: int
    source: MyVillagePlowSource
    text: str
    type: Literal["plow_moved"]


class MyVillageScore(TypedDict):
    """
    The value of each village if the game ended now, and the standing.
    """

    rows: list[MyVillageScoreRow]
    ruleset: Literal["my_village"]
    standing: list[MyVillageStandingRow]


class MyVillageSeat(TypedDict):
    """
    All that belongs to a seat; nothing of it is hidden.
    """

    board: NotRequired[int]
    church: NotRequired[MyVillageChurch | None]
    coins: NotRequired[int]
    council: NotRequired[MyVillageCouncil | None]
    crafts: NotRequired[list[MyVillageBuilding]]
    customers: NotRequired[list[MyVillageCustomer]]
    fields: NotRequired[list[MyVillageField]]
    headman: NotRequired[MyVillageHeadmanPlace]
    laborers: NotRequired[int]
    marks: NotRequired[list[MyVillageMarkerSpace]]
    meeting_place: NotRequired[bool]
    monks: NotRequired[list[MyVillageMonk]]
    reaper: NotRequired[bool]
    saved: NotRequired[int]
    school: NotRequired[MyVillageSchool]
    served: NotRequired[list[MyVillageCustomer]]
    story: NotRequired[int]
    tile: NotRequired[MyVillageBanner | None]
    time: NotRequired[int]
    tokens: NotRequired[int]
    travels: NotRequired[list[MyVillageTravel]]
    villagers: NotRequired[list[MyVillageVillager]]
    wards: NotRequired[int]
    wild: NotRequired[int]


class MyVillageTakeCardMove(TypedDict):
    """
    Take a card from the display (not a travel card) by its black banner, and add it to the village.
    """

    card: MyVillageCard
    payment: NotRequired[MyVillagePayment]
    space: NotRequired[MyVillageMarkerSpace | None]
    tile: NotRequired[MyVillageBanner | None]
    type: Literal["take_card"]


class MyVillageTaughtEvent(TypedDict):
    """
    A step of the school.
    """

    about: list[str]
    seat: int
    step: MyVillageSchoolStep
    text: str
    time: int
    type: Literal["taught"]
    villager: MyVillageVillager | None


class MyVillageTeachMove(TypedDict):
    """
    Activate the school, or carry out a monk's lesson.
    """

    step: MyVillageSchoolStep
    type: Literal["teach"]
    villager: NotRequired[MyVillageVillager | None]


class MyVillageTilePlacedEvent(TypedDict):
    """
    The 2/12 tile was put beside a banner.
    """

    about: list[str]
    banner: MyVillageBanner
    seat: int
    text: str
    type: Literal["tile_placed"]


class MyVillageTurn(TypedDict):
    """
    The running turn.
    """

    begun: NotRequired[bool]
    dice: NotRequired[list[MyVillageDie]]
    used: NotRequired[list[MyVillageBanner]]
    value: NotRequired[int]


class MyVillageView(TypedDict):
    """
    What a seat, or a spectator, may know of a game of My Village: the same for all.
    """

    cards: list[MyVillageOpenCard]
    chronicle: MyVillageChronicle
    customers: int
    display: list[MyVillageCustomer]
    draws: int
    fields: int
    first_player: int
    format: int
    graves: int
    meeting_places: int
    monks: MyVillageMonkPiles
    options: MyVillagePositionOptions
    pending: MyVillagePending
    phase: MyVillagePhase
    pool: MyVillagePool
    rat: MyVillageRat
    round: int
    ruleset: Literal["my_village"]
    seats: list[MyVillageSeat]
    starting_hand: MyVillageHand
    to_act: list[ToActItem]
    travels: MyVillageTravelPiles
    turn: MyVillageTurn
    turns: int


class NewMyVillageGame(TypedDict):
    """
    A new game of My Village.
    """

    host_name: NotRequired[str]
    inviters: NotRequired[Inviters]
    metadata: NotRequired[Metadata]
    options: NotRequired[MyVillageOptions]
    public: NotRequired[bool]
    ruleset: Literal["my_village"]
    seats: list[NewSeat]
    seed: NotRequired[str]
    watch: NotRequired[Watch]
    webhook: NotRequired[NewGameWebhook]


class NewPushSubscription(TypedDict):
    """
    What the browser's `PushManager` returns, as JSON.
    """

    endpoint: str
    expirationTime: NotRequired[int | None]
    keys: PushKeys


class NewWebhook(TypedDict):
    """
    A webhook for all games, decisions and reviews of an API key. By default it receives all types.
    """

    paused: NotRequired[bool]
    types: NotRequired[list[NoticeType]]
    url: str


class NoticeDelivery(TypedDict):
    """
    A try to deliver a notice, or the notice's final result.
    """

    at: str
    notice: str
    reason: str
    status: NoticeStatus
    tries: int
    type: str


class Result(TypedDict):
    """
    How a game ended.
    """

    forfeited: NotRequired[list[int]]
    rivals: NotRequired[list[RivalScore]]
    scores: list[FinalScore]
    winners: list[int]


class ReviewedSeat(TypedDict):
    """
    How a seat played. What an AI did in a player's absence does not count.
    """

    accuracy: float | None
    decisions: int
    loss: float
    seat: int
    verdicts: Verdicts


class RuleIndex(TypedDict):
    """
    The rule index of a ruleset.
    """

    lang: Language
    rules: list[Rule]
    ruleset: RulesetKey


class RulesetDetails(TypedDict):
    """
    A ruleset that can be played, with the names of its values.
    """

    key: RulesetKey
    lang: Language
    levels: list[AiLevel]
    name: str
    options: list[RulesetOption]
    seats: list[int]
    summary: str
    vocabulary: Vocabulary


class RulesetInfo(TypedDict):
    """
    A ruleset that can be played.
    """

    key: RulesetKey
    levels: list[AiLevel]
    name: str
    options: list[RulesetOption]
    seats: list[int]
    summary: str


class RulesetList(TypedDict):
    """
    All rulesets.
    """

    rulesets: list[RulesetInfo]


class Seat(TypedDict):
    """
    A seat of a game.
    """

    bot: NotRequired[str]
    level: AiLevel | None
    metadata: NotRequired[Metadata]
    milliseconds: NotRequired[int]
    name: str | None
    player: NotRequired[str | None]
    rating: NotRequired[int]
    seat: int
    status: SeatStatus
    type: SeatType


class Usage(TypedDict):
    """
    The usage of an API key.
    """

    days: list[UsageDay]
    key: str
    left: QuotaLeft


class VillagersArrangeMove(TypedDict):
    """
    Put back the next card of those looked at, from the top down.
    """

    card: VillagersCard
    type: Literal["arrange"]


class VillagersArrangedEvent(TypedDict):
    """
    A seat put back one of the cards it looked at; only that seat sees which.
    """

    about: list[str]
    card: VillagersCard | None
    pile: VillagersPile
    place: int
    seat: int
    stack: int | None
    text: str
    type: Literal["arranged"]


class VillagersBasicTakenEvent(TypedDict):
    """
    A seat took a basic villager into its village as a reward.
    """

    about: list[str]
    basic: VillagersBasicVillager
    seat: int
    text: str
    type: Literal["basic_taken"]
    villager: int


class VillagersCardFacts(TypedDict):
    """
    A card of the catalogue. Events, the Jester and developments lack some facts; these are null or 0.
    """

    box: VillagersBox
    bronze: VillagersSymbolFormula | None
    builders: int
    copies: int
    dealt: bool
    deck: VillagersDeck | None
    effect: VillagersEffect | None
    food: int
    gold: int
    key: VillagersCatalogueKey
    keyring: int
    kind: VillagersCardKind
    min_seats: int
    name: str
    on: VillagersCard | None
    padlock: VillagersCard | None
    provenance: NotRequired[list[VillagersFactSource]]
    rules: list[str]
    silver: VillagersSymbolFormula | None
    starting_road: bool
    suit: VillagersSuit | None
    symbols: int
    text: str | None


class VillagersCards(TypedDict):
    """
    The cards of Villagers.
    """

    cards: list[VillagersCardFacts]
    lang: Language
    ruleset: Literal["villagers"]


class VillagersCountess(TypedDict):
    """
    The Countess of a solo game: an opponent without a seat.
    """

    final: NotRequired[VillagersFinalGold | None]
    gold: NotRequired[int]
    village: NotRequired[list[VillagersVillageCard]]


class VillagersCountessGainedEvent(TypedDict):
    """
    Solo: the Countess got a villager and the gold on it.
    """

    about: list[str]
    card: VillagersCard
    gold: int
    index: int
    source: VillagersGainSource
    text: str
    type: Literal["countess_gained"]
    villager: int


class VillagersDeepCard(TypedDict):
    """
    A card below the top of a pile. The viewer knows its front, or at least its origin.
    """

    card: VillagersCard | None
    depth: int
    known: list[KnownItem]
    origin: VillagersCardOrigin | None
    suit: VillagersSuit | None


class VillagersGoldGainedEvent(TypedDict):
    """
    A seat's supply grew.
    """

    about: list[str]
    gold: int
    reason: VillagersGoldReason
    seat: int
    text: str
    type: Literal["gold_gained"]


class VillagersGoldPaidEvent(TypedDict):
    """
    Solo: an event made the player pay.
    """

    about: list[str]
    gold: int
    reason: VillagersPaidReason
    seat: int
    text: str
    to: VillagersPaidTo
    type: Literal["gold_paid"]


class VillagersKnownCard(TypedDict):
    """
    Who knows a hidden card, apart from the owner of the hand.
    """

    index: NotRequired[int]
    origin: NotRequired[VillagersCardOrigin | None]
    pile: VillagersKnownPile
    place: NotRequired[int]
    public: NotRequired[bool]
    seats: list[Seat1]


class VillagersLookedEvent(TypedDict):
    """
    A seat looked through a pile or a hand; viewers who may not know the cards see none.
    """

    about: list[str]
    cards: list[VillagersCard]
    count: int
    from_seat: int | None
    pile: VillagersLookedPile
    seat: int
    stack: int | None
    text: str
    type: Literal["looked"]


class VillagersMarketEvent(TypedDict):
    """
    A market was held.
    """

    about: list[str]
    market: int
    rows: list[VillagersScoreRow]
    text: str
    type: Literal["market"]


class VillagersOptions(TypedDict):
    """
    Options of a new game.
    """

    bank_seconds: NotRequired[int | None]
    expansions: NotRequired[list[VillagersExpansion]]
    first_player: NotRequired[VillagersFirstPlayer]
    increment_seconds: NotRequired[int | None]
    on_timeout: NotRequired[OnTimeout]
    resign_level: NotRequired[AiLevel | None]
    resign_milliseconds: NotRequired[int | None]
    solo: NotRequired[VillagersSoloLevel | None]
    starting_road: NotRequired[list[VillagersCard]]
    takeover_level: NotRequired[AiLevel | None]
    takeover_milliseconds: NotRequired[int | None]
    turn_seconds: NotRequired[int | None]


class VillagersPendingLook(TypedDict):
    """
    A pile has been looked through: a card is to be taken, then the rest put back from the top down.
    """

    depth: int
    pile: VillagersPile
    placed: int | None
    stack: NotRequired[int | None]
    type: Literal["look"]


class VillagersPositionOptions(TypedDict):
    """
    The options that a position needs.
    """

    expansions: NotRequired[list[VillagersExpansion]]
    solo: NotRequired[VillagersSoloLevel | None]


class VillagersPositionSeat(TypedDict):
    """
    All that belongs to a seat.
    """

    builds_left: NotRequired[int]
    drafting_done: NotRequired[bool]
    final: NotRequired[VillagersFinalGold | None]
    gold: NotRequired[int]
    hand: NotRequired[list[VillagersCard]]
    hired: NotRequired[list[VillagersHiredFreelancer]]
    limit_cut: NotRequired[int]
    opening: NotRequired[bool]
    robbed: NotRequired[list[RobbedItem]]
    square: NotRequired[list[VillagersCard]]
    tinner: NotRequired[bool]
    trades_left: NotRequired[int]
    village: NotRequired[list[VillagersVillageCard]]


class VillagersReshuffledEvent(TypedDict):
    """
    Solo: a pile was rebuilt from its discards.
    """

    about: list[str]
    count: int
    pile: VillagersShuffledPile
    text: str
    type: Literal["reshuffled"]


class VillagersReturnCardMove(TypedDict):
    """
    Put the traded card on a pile.
    """

    pile: VillagersReturnPile
    stack: NotRequired[int | None]
    type: Literal["return_card"]


class VillagersScore(TypedDict):
    """
    Both markets as if they were held now, and the standing.
    """

    first_market: list[VillagersScoreRow]
    ruleset: Literal["villagers"]
    second_market: list[VillagersScoreRow]
    standing: list[VillagersStandingRow]


class VillagersSeenCard(TypedDict):
    """
    A card as a viewer sees it: its suit, which the back shows, and the card itself if the viewer knows it.
    """

    card: VillagersCard | None
    known: list[KnownItem]
    origin: VillagersCardOrigin | None
    suit: VillagersSuit


class VillagersSeenPile(TypedDict):
    """
    A face-down pile as a viewer sees it.
    """

    below: list[VillagersDeepCard]
    count: int
    top: VillagersSeenCard | None


class VillagersSeenReturn(TypedDict):
    """
    A trade begun: the card still has to be put somewhere.
    """

    card: VillagersSeenCard
    type: Literal["return_card"]


class VillagersStolenEvent(TypedDict):
    """
    A Noble stole a card from a hand.
    """

    about: list[str]
    card: VillagersSeenCard
    from_seat: int
    seat: int
    text: str
    type: Literal["stolen"]


class VillagersTradedEvent(TypedDict):
    """
    A hand card was given up for a basic villager.
    """

    about: list[str]
    basic: VillagersBasicVillager
    card: VillagersSeenCard
    seat: int
    text: str
    type: Literal["traded"]
    villager: int


VillagersUnlock: TypeAlias = VillagersUnlockByBank | VillagersUnlockByTinner | VillagersUnlockByVillager


class VillagersViewSeat(TypedDict):
    """
    A seat as a viewer sees it.
    """

    build_limit: int
    builds_left: int
    draft_limit: int
    drafting_done: bool
    final: VillagersFinalGold | None
    gold: int
    hand: list[VillagersSeenCard]
    hired: list[VillagersHiredFreelancer]
    limit_cut: int
    opening: bool
    robbed: list[RobbedItem]
    square: list[VillagersCard]
    tinner: bool
    trades_left: int
    village: list[VillagersVillageCard]


class GameFinished(TypedDict):
    """
    The game is over.
    """

    game: str
    metadata: NotRequired[Metadata]
    result: Result
    version: int


class GameFinishedNotice(TypedDict):
    """
    The game is over.
    """

    data: GameFinished
    timestamp: str
    type: Literal["game.finished"]


class LevelList(TypedDict):
    """
    All AI players.
    """

    tables: list[MeasuredTable]


class MyVillageActivateMove(TypedDict):
    """
    Activate a white banner other than that of the school or a customer.
    """

    banner: MyVillageBanner
    space: NotRequired[MyVillageMarkerSpace | None]
    tile: NotRequired[MyVillageBanner | None]
    type: Literal["activate"]


class MyVillageCardFacts(TypedDict):
    """
    A card or another component that shows numbers.
    """

    any_value: bool
    banner: list[int]
    copies: int
    costs: list[MyVillageCost]
    count: int
    effect: MyVillageEffect | None
    ends: bool
    good: MyVillageGood | None
    gray: MyVillageCost
    key: MyVillageComponent
    kind: MyVillageKind
    letter: MyVillageLetter | None
    mark_points: int
    name: str
    numbers: list[MyVillageNumbers]
    prestige: int
    provenance: NotRequired[list[MyVillageFactSource]]
    rules: list[str]
    spaces: int
    symbol: MyVillageMonkSymbol | None
    time: int
    white_time: int | None
    windows: int


class MyVillageCards(TypedDict):
    """
    The cards of My Village.
    """

    cards: list[MyVillageCardFacts]
    lang: Language
    ruleset: Literal["my_village"]


class MyVillageChooseDiceMove(TypedDict):
    """
    Take two dice of the pool; each black one immediately costs 2 time.
    """

    dice: list[MyVillageDie]
    type: Literal["choose_dice"]


class MyVillageDiceChosenEvent(TypedDict):
    """
    A seat took two dice of the pool.
    """

    about: list[str]
    dice: list[MyVillageDie]
    seat: int
    text: str
    time: int
    type: Literal["dice_chosen"]


MyVillageEvent: TypeAlias = (
    MoveUndoneEvent
    | SeatAwayEvent
    | SeatReturnedEvent
    | SeatForfeitedEvent
    | SeatResignedEvent
    | MyVillageDiceRolledEvent
    | MyVillageDiceChosenEvent
    | MyVillageValueSetEvent
    | MyVillageCardBoughtEvent
    | MyVillageCardAddedEvent
    | MyVillageTravelExchangedEvent
    | MyVillageHandTakenEvent
    | MyVillageStewardCalledEvent
    | MyVillageCustomersInvitedEvent
    | MyVillageDisplayFilledEvent
    | MyVillageHeadmanMovedEvent
    | MyVillageBannerActivatedEvent
    | MyVillageTaughtEvent
    | MyVillageCustomerServedEvent
    | MyVillagePlowMovedEvent
    | MyVillageTilePlacedEvent
    | MyVillageGainedEvent
    | MyVillageForfeitedEvent
    | MyVillageVillagerDiedEvent
    | MyVillageLaborerHiredEvent
    | MyVillageRatMovedEvent
    | MyVillageStoryLostEvent
    | MyVillageRatsWardedOffEvent
    | MyVillageTurnEndedEvent
    | MyVillageVillageScoredEvent
)


class MyVillageGameSummary(TypedDict):
    """
    A game of My Village as a list shows it.
    """

    commitment: str
    contributions: list[Contribution]
    created_at: str
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    options: MyVillageOptions
    public: bool
    rated: bool
    ruleset: Literal["my_village"]
    seats: list[Seat]
    status: GameStatus
    version: int
    watch: Watch


MyVillageMove: TypeAlias = (
    MyVillageChooseDiceMove
    | MyVillageSetValueMove
    | MyVillageTakeCardMove
    | MyVillageTravelMove
    | MyVillageTakeHandMove
    | MyVillageCallStewardMove
    | MyVillageMoveHeadmanMove
    | MyVillageActivateMove
    | MyVillageTeachMove
    | MyVillageServeMove
    | MyVillageMovePlowMove
    | MyVillageInviteMove
    | MyVillageInviteFreeMove
    | MyVillageExchangeTravelMove
    | MyVillageBuryMove
    | MyVillageHireLaborerMove
    | MyVillageWardOffRatsMove
    | MyVillageForfeitMove
    | MyVillageEndTurnMove
)


class MyVillagePosition(TypedDict):
    """
    The whole truth about a game of My Village. Empty and default fields may be left out.
    """

    cards: NotRequired[list[MyVillageOpenCard]]
    chronicle: NotRequired[MyVillageChronicle]
    customers: NotRequired[list[MyVillageCustomer]]
    display: NotRequired[list[MyVillageCustomer]]
    draws: NotRequired[int]
    fields: NotRequired[int]
    first_player: NotRequired[int]
    format: NotRequired[int]
    graves: NotRequired[int]
    meeting_places: NotRequired[int]
    monks: NotRequired[MyVillageMonkStacks]
    options: NotRequired[MyVillagePositionOptions]
    pending: NotRequired[MyVillagePending]
    phase: NotRequired[MyVillagePhase]
    pool: NotRequired[MyVillagePool]
    rat: NotRequired[MyVillageRat]
    round: NotRequired[int]
    ruleset: Literal["my_village"]
    seats: list[MyVillageSeat]
    seed: NotRequired[str]
    starting_hand: NotRequired[MyVillageHand]
    to_act: NotRequired[list[ToActItem]]
    travels: NotRequired[MyVillageTravelStacks]
    turn: NotRequired[MyVillageTurn]
    turns: NotRequired[int]


class NewVillagersGame(TypedDict):
    """
    A new game of Villagers.
    """

    host_name: NotRequired[str]
    inviters: NotRequired[Inviters]
    metadata: NotRequired[Metadata]
    options: NotRequired[VillagersOptions]
    public: NotRequired[bool]
    ruleset: Literal["villagers"]
    seats: list[NewSeat]
    seed: NotRequired[str]
    watch: NotRequired[Watch]
    webhook: NotRequired[NewGameWebhook]


class NoticeDeliveries(TypedDict):
    """
    What a webhook was sent in the last week.
    """

    deliveries: list[NoticeDelivery]


class PlayerGame(TypedDict):
    """
    A game of a player. For a finished game, this is its row in the player's history.
    """

    created_at: str
    ended_at: str | None
    id: str
    options: NotRequired[ChosenOptions]
    result: Result | None
    ruleset: RulesetKey
    seat: int
    seats: list[KindOfSeat]
    status: GameStatus
    waits_for_player: bool


class PlayerGameList(TypedDict):
    """
    A page of a player's games.
    """

    games: list[PlayerGame]
    next_cursor: str | None


Score: TypeAlias = VillagersScore | MyVillageScore


class VillagersApprenticeMove(TypedDict):
    """
    Replace a covered villager by the apprentice and place that villager in your own village.
    """

    card: NotRequired[VillagersCard | None]
    monks: NotRequired[list[VillagersCard]]
    on: NotRequired[int | None]
    seat: int
    side: NotRequired[VillagersFoundersSide | None]
    type: Literal["apprentice"]
    unlock: NotRequired[VillagersUnlock | None]
    villager: int


class VillagersBenefactorMove(TypedDict):
    """
    In the draft turn: play the Benefactor to place a villager from the hand.
    """

    card: VillagersCard
    on: NotRequired[int | None]
    type: Literal["benefactor"]
    unlock: NotRequired[VillagersUnlock | None]


class VillagersCardTakenEvent(TypedDict):
    """
    A seat took a card of a pile into its hand.
    """

    about: list[str]
    card: VillagersSeenCard
    pile: VillagersPile
    seat: int
    stack: int | None
    text: str
    type: Literal["card_taken"]


class VillagersGameSummary(TypedDict):
    """
    A game of Villagers as a list shows it.
    """

    commitment: str
    contributions: list[Contribution]
    created_at: str
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    options: VillagersOptions
    public: bool
    rated: bool
    ruleset: Literal["villagers"]
    seats: list[Seat]
    status: GameStatus
    version: int
    watch: Watch


VillagersPending: TypeAlias = (
    VillagersPendingReturn
    | VillagersPendingLook
    | VillagersPendingSteal
    | VillagersPendingCountessDraft
    | VillagersPendingSettle
    | VillagersPendingResolve
    | VillagersPendingJester
)


class VillagersPlaceMove(TypedDict):
    """
    Place a villager from the hand.
    """

    card: VillagersCard
    monks: NotRequired[list[VillagersCard]]
    on: NotRequired[int | None]
    type: Literal["place"]
    unlock: NotRequired[VillagersUnlock | None]


class VillagersPlacedEvent(TypedDict):
    """
    Villagers joined a village: monks first, the card itself last. `unlock` says who was paid.
    """

    about: list[str]
    seat: int
    text: str
    type: Literal["placed"]
    unlock: VillagersUnlock | None
    villagers: list[VillagersPlacedVillager]


class VillagersPlayMove(TypedDict):
    """
    Play a special villager that is discarded after use.
    """

    card: VillagersCard
    seat: NotRequired[int | None]
    slot: NotRequired[int | None]
    stack: NotRequired[int | None]
    take: NotRequired[VillagersCard | None]
    type: Literal["play"]
    unlock: NotRequired[VillagersUnlock | None]
    villager: NotRequired[int | None]


class VillagersPlayedEvent(TypedDict):
    """
    A special villager was played and discarded.
    """

    about: list[str]
    card: VillagersCard
    seat: int
    text: str
    type: Literal["played"]
    unlock: VillagersUnlock | None
    villager: int | None


class VillagersPosition(TypedDict):
    """
    The whole truth about a game of Villagers. Empty and default fields may be left out.
    """

    basics: NotRequired[VillagersBasicCounts]
    countess: NotRequired[VillagersCountess | None]
    developments: NotRequired[list[VillagersPositionDevelopment]]
    discard: NotRequired[list[VillagersCard]]
    draws: NotRequired[int]
    events: NotRequired[VillagersPositionEvents | None]
    first_player: NotRequired[int]
    format: NotRequired[int]
    known: NotRequired[list[VillagersKnownCard]]
    markets_held: NotRequired[list[MarketsHeldItem]]
    options: NotRequired[VillagersPositionOptions]
    pending: NotRequired[VillagersPending | None]
    phase: NotRequired[VillagersPhase]
    recruited_picks: NotRequired[int]
    reserve: NotRequired[list[VillagersCard]]
    road: NotRequired[list[VillagersRoadVillager | None]]
    round: NotRequired[int]
    ruleset: Literal["villagers"]
    seats: list[VillagersPositionSeat]
    seed: NotRequired[str]
    stacks: NotRequired[list[Stack]]
    to_act: NotRequired[list[ToActItem]]


class VillagersReturnedEvent(TypedDict):
    """
    The traded card was put on a pile.
    """

    about: list[str]
    card: VillagersSeenCard
    pile: VillagersReturnPile
    seat: int
    stack: int | None
    text: str
    type: Literal["returned"]


VillagersSeenPending: TypeAlias = (
    VillagersSeenReturn
    | VillagersPendingLook
    | VillagersPendingSteal
    | VillagersPendingCountessDraft
    | VillagersPendingSettle
    | VillagersPendingResolve
    | VillagersPendingJester
)


class VillagersView(TypedDict):
    """
    What one seat, or a spectator, may know of a game of Villagers.
    """

    basics: VillagersBasicCounts
    countess: VillagersCountess | None
    developments: list[VillagersSeenDevelopment]
    discard: list[VillagersCard]
    draws: int
    events: VillagersSeenEvents | None
    first_player: int
    format: int
    markets_held: list[MarketsHeldItem]
    options: VillagersPositionOptions
    pending: VillagersSeenPending | None
    phase: VillagersPhase
    recruited_picks: int
    recycled: list[VillagersCard]
    reserve: VillagersSeenPile
    road: list[VillagersRoadVillager | None]
    round: int
    ruleset: Literal["villagers"]
    seats: list[VillagersViewSeat]
    stacks: list[VillagersSeenPile]
    to_act: list[ToActItem]


Cards: TypeAlias = VillagersCards | MyVillageCards


Event: TypeAlias = (
    MoveUndoneEvent
    | SeatAwayEvent
    | SeatReturnedEvent
    | SeatForfeitedEvent
    | SeatResignedEvent
    | VillagersDraftedEvent
    | VillagersRoadFilledEvent
    | VillagersPickedUpEvent
    | VillagersCoinPlacedEvent
    | VillagersCoinPassedEvent
    | VillagersRoadDiscardedEvent
    | VillagersRoadPaidEvent
    | VillagersBuildTurnEvent
    | VillagersPlacedEvent
    | VillagersTradedEvent
    | VillagersReturnedEvent
    | VillagersPlayedEvent
    | VillagersGoldGainedEvent
    | VillagersHiredEvent
    | VillagersTakenEvent
    | VillagersBuildEndedEvent
    | VillagersFoundersFlippedEvent
    | VillagersMarketEvent
    | VillagersRoundStartedEvent
    | VillagersGameEndedEvent
    | VillagersSquareTakenEvent
    | VillagersCourieredEvent
    | VillagersRecruitedEvent
    | VillagersLookedEvent
    | VillagersCardTakenEvent
    | VillagersArrangedEvent
    | VillagersStolenEvent
    | VillagersLuredEvent
    | VillagersWentHomeEvent
    | VillagersRobbedEvent
    | VillagersCaughtEvent
    | VillagersDevelopmentsEvent
    | VillagersBasicTakenEvent
    | VillagersCountessGainedEvent
    | VillagersEventRevealedEvent
    | VillagersEventResolvedEvent
    | VillagersEventDiscardedEvent
    | VillagersGoldPaidEvent
    | VillagersLimitCutEvent
    | VillagersCoinsAddedEvent
    | VillagersCardLostEvent
    | VillagersReshuffledEvent
    | VillagersJesterLeftEvent
    | MyVillageDiceRolledEvent
    | MyVillageDiceChosenEvent
    | MyVillageValueSetEvent
    | MyVillageCardBoughtEvent
    | MyVillageCardAddedEvent
    | MyVillageTravelExchangedEvent
    | MyVillageHandTakenEvent
    | MyVillageStewardCalledEvent
    | MyVillageCustomersInvitedEvent
    | MyVillageDisplayFilledEvent
    | MyVillageHeadmanMovedEvent
    | MyVillageBannerActivatedEvent
    | MyVillageTaughtEvent
    | MyVillageCustomerServedEvent
    | MyVillagePlowMovedEvent
    | MyVillageTilePlacedEvent
    | MyVillageGainedEvent
    | MyVillageForfeitedEvent
    | MyVillageVillagerDiedEvent
    | MyVillageLaborerHiredEvent
    | MyVillageRatMovedEvent
    | MyVillageStoryLostEvent
    | MyVillageRatsWardedOffEvent
    | MyVillageTurnEndedEvent
    | MyVillageVillageScoredEvent
)


class EventList(TypedDict):
    """
    What happened in a game, in order, as the viewer may see it.
    """

    events: list[Event]
    version: int


GameSummary: TypeAlias = VillagersGameSummary | MyVillageGameSummary


Move: TypeAlias = (
    VillagersDraftRoadMove
    | VillagersDraftStackMove
    | VillagersDraftReserveMove
    | VillagersCoinMove
    | VillagersPassMove
    | VillagersPlaceMove
    | VillagersTradeMove
    | VillagersReturnCardMove
    | VillagersPlayMove
    | VillagersApprenticeMove
    | VillagersHireMove
    | VillagersThieveMove
    | VillagersRecruitMove
    | VillagersBenefactorMove
    | VillagersLookTakeMove
    | VillagersArrangeMove
    | VillagersKeepMove
    | VillagersStealMove
    | VillagersCountessDraftMove
    | VillagersSettleMove
    | VillagersResolveMove
    | VillagersRewardCardMove
    | VillagersRewardBasicMove
    | VillagersEndMove
    | VillagersJesterMove
    | MyVillageChooseDiceMove
    | MyVillageSetValueMove
    | MyVillageTakeCardMove
    | MyVillageTravelMove
    | MyVillageTakeHandMove
    | MyVillageCallStewardMove
    | MyVillageMoveHeadmanMove
    | MyVillageActivateMove
    | MyVillageTeachMove
    | MyVillageServeMove
    | MyVillageMovePlowMove
    | MyVillageInviteMove
    | MyVillageInviteFreeMove
    | MyVillageExchangeTravelMove
    | MyVillageBuryMove
    | MyVillageHireLaborerMove
    | MyVillageWardOffRatsMove
    | MyVillageForfeitMove
    | MyVillageEndTurnMove
)


class MyVillageLegalMove(TypedDict):
    """
    A move of My Village that is possible now.
    """

    about: list[str]
    id: str
    label: str
    move: MyVillageMove


class MyVillageSeatTurn(TypedDict):
    """
    Where a game of My Village stands for a seat, and what the seat may do.
    """

    banks: NotRequired[list[int]]
    deadline: str | None
    events: list[MyVillageEvent]
    moves: list[MyVillageLegalMove]
    prompt: str | None
    result: Result | None
    ruleset: Literal["my_village"]
    seat: int
    status: GameStatus
    to_act: list[int]
    undo: Undo | None
    version: int
    view: MyVillageView | None


NewGame: TypeAlias = NewVillagersGame | NewMyVillageGame


class Offer(TypedDict):
    """
    The game and the seats that an invitation is for.
    """

    expires_at: str
    game: GameSummary
    seat: int | None


class PlayRequest(TypedDict):
    """
    Exactly one of these: a move, the id of a listed move, or several moves, of which all or none are made.
    """

    move: NotRequired[Move]
    move_id: NotRequired[str]
    moves: NotRequired[list[Move]]


Position: TypeAlias = VillagersPosition | MyVillagePosition


class PositionApplied(TypedDict):
    """
    The position after the moves, and all that happened.
    """

    events: list[Event]
    position: Position


PositionOrText: TypeAlias = Position | str


class PositionScoreRequest(TypedDict):
    """
    The position to score.
    """

    position: PositionOrText


class PositionViewRequest(TypedDict):
    """
    The seat whose view to return.
    """

    position: PositionOrText
    seat: int | None


class ReplayedMove(TypedDict):
    """
    A move of a finished game, with all cards open.
    """

    at: str
    events: list[Event]
    move: Move | None
    seat: int
    version: int


class ReviewedOption(TypedDict):
    """
    A move, and the seat's prospects after the move, judged by what the seat knew.
    """

    chance: float
    label: str
    loss: float
    move: Move | None
    total: float


class SeatMove(TypedDict):
    """
    A move and who makes it.
    """

    move: Move
    seat: int


View: TypeAlias = VillagersView | MyVillageView


VillagersEvent: TypeAlias = (
    MoveUndoneEvent
    | SeatAwayEvent
    | SeatReturnedEvent
    | SeatForfeitedEvent
    | SeatResignedEvent
    | VillagersDraftedEvent
    | VillagersRoadFilledEvent
    | VillagersPickedUpEvent
    | VillagersCoinPlacedEvent
    | VillagersCoinPassedEvent
    | VillagersRoadDiscardedEvent
    | VillagersRoadPaidEvent
    | VillagersBuildTurnEvent
    | VillagersPlacedEvent
    | VillagersTradedEvent
    | VillagersReturnedEvent
    | VillagersPlayedEvent
    | VillagersGoldGainedEvent
    | VillagersHiredEvent
    | VillagersTakenEvent
    | VillagersBuildEndedEvent
    | VillagersFoundersFlippedEvent
    | VillagersMarketEvent
    | VillagersRoundStartedEvent
    | VillagersGameEndedEvent
    | VillagersSquareTakenEvent
    | VillagersCourieredEvent
    | VillagersRecruitedEvent
    | VillagersLookedEvent
    | VillagersCardTakenEvent
    | VillagersArrangedEvent
    | VillagersStolenEvent
    | VillagersLuredEvent
    | VillagersWentHomeEvent
    | VillagersRobbedEvent
    | VillagersCaughtEvent
    | VillagersDevelopmentsEvent
    | VillagersBasicTakenEvent
    | VillagersCountessGainedEvent
    | VillagersEventRevealedEvent
    | VillagersEventResolvedEvent
    | VillagersEventDiscardedEvent
    | VillagersGoldPaidEvent
    | VillagersLimitCutEvent
    | VillagersCoinsAddedEvent
    | VillagersCardLostEvent
    | VillagersReshuffledEvent
    | VillagersJesterLeftEvent
)


VillagersMove: TypeAlias = (
    VillagersDraftRoadMove
    | VillagersDraftStackMove
    | VillagersDraftReserveMove
    | VillagersCoinMove
    | VillagersPassMove
    | VillagersPlaceMove
    | VillagersTradeMove
    | VillagersReturnCardMove
    | VillagersPlayMove
    | VillagersApprenticeMove
    | VillagersHireMove
    | VillagersThieveMove
    | VillagersRecruitMove
    | VillagersBenefactorMove
    | VillagersLookTakeMove
    | VillagersArrangeMove
    | VillagersKeepMove
    | VillagersStealMove
    | VillagersCountessDraftMove
    | VillagersSettleMove
    | VillagersResolveMove
    | VillagersRewardCardMove
    | VillagersRewardBasicMove
    | VillagersEndMove
    | VillagersJesterMove
)


class VillagersReplay(TypedDict):
    """
    A finished game of Villagers: enough to play it again and to check every shuffle.
    """

    commitment: str
    contributions: list[Contribution]
    created_at: str
    format: int
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: list[ReplayedMove]
    options: VillagersOptions
    public: bool
    rated: bool
    result: Result | None
    ruleset: Literal["villagers"]
    salt: str
    seats: list[Seat]
    secret: str
    seed: str
    watch: Watch


class BotPlayRequest(TypedDict):
    """
    A bot's moves in its turn: a move, the id of a listed move, or several moves, of which all or none are made.
    """

    game: str
    move: NotRequired[Move]
    move_id: NotRequired[str]
    moves: NotRequired[list[Move]]
    seat: int
    version: int


class Candidate(TypedDict):
    """
    A possible move, and how the AI rates it.
    """

    chance: float
    label: str
    move: Move
    total: float
    visits: int


class Decision(TypedDict):
    """
    An AI's choice of a move, or the state of the request.
    """

    candidates: list[Candidate]
    cost_ms: float | None
    created_at: str
    ended_at: str | None
    failure: DecisionFailure | None
    game: str | None
    given: DecisionSource
    id: str
    iterations: int | None
    level: AiLevel | None
    milliseconds: int | None
    move: Move | None
    rating: NotRequired[int]
    reasons: list[Reason]
    ruleset: RulesetKey
    seat: int
    started_at: str | None
    status: DecisionStatus
    version: int | None


class ExportedMove(TypedDict):
    """
    A move.
    """

    at: str
    move: Move


class ExportedSeat(TypedDict):
    """
    A seat of the player.
    """

    contribution: str | None
    metadata: NotRequired[Metadata]
    moves: list[ExportedMove]
    name: str | None
    push_endpoints: list[str]
    seat: int


class GameList(TypedDict):
    """
    A page of a list of games.
    """

    games: list[GameSummary]
    next_cursor: str | None


class ImportedMove(TypedDict):
    """
    A move of the game.
    """

    at: str
    events: NotRequired[list[ImportedEvent]]
    move: Move | None
    seat: int


class ImportedMyVillageGame(TypedDict):
    """
    A finished game of My Village, as `GET /v1/games/{game}/replay` returns it.
    """

    commitment: str
    contributions: list[ImportedContribution]
    created_at: str
    format: int
    moves: list[ImportedMove]
    options: MyVillageOptions
    result: ImportedResult
    ruleset: Literal["my_village"]
    salt: str
    seats: list[ImportedSeat]
    secret: str
    seed: str


class ImportedVillagersGame(TypedDict):
    """
    A finished game of Villagers, as `GET /v1/games/{game}/replay` returns it.
    """

    commitment: str
    contributions: list[ImportedContribution]
    created_at: str
    format: int
    moves: list[ImportedMove]
    options: VillagersOptions
    result: ImportedResult
    ruleset: Literal["villagers"]
    salt: str
    seats: list[ImportedSeat]
    secret: str
    seed: str


class JoinedMyVillageGame(TypedDict):
    """
    A game of My Village as its viewer may see it, with the tokens of seats just taken.
    """

    banks: NotRequired[list[int]]
    commitment: str
    contributions: list[Contribution]
    created_at: str
    deadline: str | None
    events: NotRequired[list[MyVillageEvent]]
    host_name: str | None
    host_token: NotRequired[str]
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: NotRequired[list[MyVillageLegalMove]]
    options: MyVillageOptions
    position: NotRequired[MyVillagePosition]
    prompt: NotRequired[str | None]
    public: bool
    rated: bool
    rematch: str | None
    result: Result | None
    ruleset: Literal["my_village"]
    score: NotRequired[MyVillageScore]
    seats: list[Seat]
    status: GameStatus
    to_act: list[int]
    tokens: Tokens
    undo: NotRequired[Undo | None]
    version: int
    view: MyVillageView | None
    viewer: int | None
    watch: Watch
    webhook: NotRequired[GameWebhook]


class LegalMove(TypedDict):
    """
    A move that is possible now.
    """

    about: list[str]
    id: str
    label: str
    move: Move


class LegalMoves(TypedDict):
    """
    All legal moves of a seat, sorted; none if the seat may not move now.
    """

    moves: list[LegalMove]
    prompt: str | None
    seat: int
    undo: Undo | None
    version: int


class MyVillageBotTurn(TypedDict):
    """
    A turn of a bot in a game of My Village.
    """

    deadline: str | None
    game: str
    id: str
    moves: list[MyVillageLegalMove]
    must_move: bool
    prompt: str
    ruleset: Literal["my_village"]
    seat: int
    version: int
    view: MyVillageView


class MyVillageGame(TypedDict):
    """
    A game of My Village as its viewer may see it.
    """

    banks: NotRequired[list[int]]
    commitment: str
    contributions: list[Contribution]
    created_at: str
    deadline: str | None
    events: NotRequired[list[MyVillageEvent]]
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: NotRequired[list[MyVillageLegalMove]]
    options: MyVillageOptions
    position: NotRequired[MyVillagePosition]
    prompt: NotRequired[str | None]
    public: bool
    rated: bool
    rematch: str | None
    result: Result | None
    ruleset: Literal["my_village"]
    score: NotRequired[MyVillageScore]
    seats: list[Seat]
    status: GameStatus
    to_act: list[int]
    undo: NotRequired[Undo | None]
    version: int
    view: MyVillageView | None
    viewer: int | None
    watch: Watch


class MyVillageReplay(TypedDict):
    """
    A finished game of My Village: enough to play it again and to check every shuffle.
    """

    commitment: str
    contributions: list[Contribution]
    created_at: str
    format: int
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: list[ReplayedMove]
    options: MyVillageOptions
    public: bool
    rated: bool
    result: Result | None
    ruleset: Literal["my_village"]
    salt: str
    seats: list[Seat]
    secret: str
    seed: str
    watch: Watch


class NewMyVillageDecision(TypedDict):
    """
    A view or a position of My Village for which an AI chooses a move.
    """

    include: NotRequired[list[DecisionPart]]
    level: NotRequired[AiLevel]
    milliseconds: NotRequired[int]
    position: NotRequired[PositionOrText]
    rating: NotRequired[int]
    ruleset: Literal["my_village"]
    seat: int
    view: NotRequired[MyVillageView]


class NewVillagersDecision(TypedDict):
    """
    A view or a position of Villagers for which an AI chooses a move.
    """

    include: NotRequired[list[DecisionPart]]
    level: NotRequired[AiLevel]
    milliseconds: NotRequired[int]
    position: NotRequired[PositionOrText]
    rating: NotRequired[int]
    ruleset: Literal["villagers"]
    seat: int
    view: NotRequired[VillagersView]


class PositionApplyRequest(TypedDict):
    """
    Moves to make in order, all or none.
    """

    moves: list[SeatMove]
    position: PositionOrText


class PositionMoves(TypedDict):
    """
    The legal moves of the seat, sorted; none if the seat may not move now.
    """

    moves: list[LegalMove]
    prompt: str | None


class PositionMovesRequest(TypedDict):
    """
    The seat whose legal moves to list.
    """

    position: PositionOrText
    seat: int


Replay: TypeAlias = VillagersReplay | MyVillageReplay


class ReviewedMove(TypedDict):
    """
    A move that was made where the seat had a choice.
    """

    accuracy: float | None
    best: list[ReviewedOption]
    chance: float
    error: float
    label: str
    loss: float
    move: Move | None
    reasons: list[Reason]
    seat: int
    total: float
    verdict: Verdict | None
    version: int


class VillagersLegalMove(TypedDict):
    """
    A move of Villagers that is possible now.
    """

    about: list[str]
    id: str
    label: str
    move: VillagersMove


class VillagersSeatTurn(TypedDict):
    """
    Where a game of Villagers stands for a seat, and what the seat may do.
    """

    banks: NotRequired[list[int]]
    deadline: str | None
    events: list[VillagersEvent]
    moves: list[VillagersLegalMove]
    prompt: str | None
    result: Result | None
    ruleset: Literal["villagers"]
    seat: int
    status: GameStatus
    to_act: list[int]
    undo: Undo | None
    version: int
    view: VillagersView | None


class ExportedGame(TypedDict):
    """
    The player's data in a game.
    """

    created_at: str
    host_name: str | None
    id: str
    metadata: NotRequired[Metadata]
    ruleset: RulesetKey
    seats: list[ExportedSeat]


ImportedGame: TypeAlias = ImportedVillagersGame | ImportedMyVillageGame


class JoinedVillagersGame(TypedDict):
    """
    A game of Villagers as its viewer may see it, with the tokens of seats just taken.
    """

    banks: NotRequired[list[int]]
    commitment: str
    contributions: list[Contribution]
    created_at: str
    deadline: str | None
    events: NotRequired[list[VillagersEvent]]
    host_name: str | None
    host_token: NotRequired[str]
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: NotRequired[list[VillagersLegalMove]]
    options: VillagersOptions
    position: NotRequired[VillagersPosition]
    prompt: NotRequired[str | None]
    public: bool
    rated: bool
    rematch: str | None
    result: Result | None
    ruleset: Literal["villagers"]
    score: NotRequired[VillagersScore]
    seats: list[Seat]
    status: GameStatus
    to_act: list[int]
    tokens: Tokens
    undo: NotRequired[Undo | None]
    version: int
    view: VillagersView | None
    viewer: int | None
    watch: Watch
    webhook: NotRequired[GameWebhook]


NewDecision: TypeAlias = NewVillagersDecision | NewMyVillageDecision


class PlayerExport(TypedDict):
    """
    A page of the export.
    """

    games: list[ExportedGame]
    history: list[PlayerGame]
    next_cursor: str | None
    player: str


class ReplayReviewRequest(TypedDict):
    """
    A game, and the level that judges it.
    """

    level: NotRequired[ReviewLevel]
    milliseconds: NotRequired[int]
    replay: ImportedGame


class Review(TypedDict):
    """
    The value of a finished game's moves, or the progress of the review.
    """

    created_at: str
    curve: list[CurvePoint]
    decisions: int | None
    done: int
    ended_at: str | None
    failure: DecisionFailure | None
    game: str
    id: str
    level: ReviewLevel
    milliseconds: int | None
    moves: list[ReviewedMove]
    ruleset: RulesetKey
    seats: list[ReviewedSeat]
    status: DecisionStatus
    turning_points: list[TurningPoint]


SeatTurn: TypeAlias = VillagersSeatTurn | MyVillageSeatTurn


class VillagersBotTurn(TypedDict):
    """
    A turn of a bot in a game of Villagers.
    """

    deadline: str | None
    game: str
    id: str
    moves: list[VillagersLegalMove]
    must_move: bool
    prompt: str
    ruleset: Literal["villagers"]
    seat: int
    version: int
    view: VillagersView


class VillagersGame(TypedDict):
    """
    A game of Villagers as its viewer may see it.
    """

    banks: NotRequired[list[int]]
    commitment: str
    contributions: list[Contribution]
    created_at: str
    deadline: str | None
    events: NotRequired[list[VillagersEvent]]
    host_name: str | None
    id: str
    imported: NotRequired[bool]
    inviters: Inviters
    metadata: NotRequired[Metadata]
    moves: NotRequired[list[VillagersLegalMove]]
    options: VillagersOptions
    position: NotRequired[VillagersPosition]
    prompt: NotRequired[str | None]
    public: bool
    rated: bool
    rematch: str | None
    result: Result | None
    ruleset: Literal["villagers"]
    score: NotRequired[VillagersScore]
    seats: list[Seat]
    status: GameStatus
    to_act: list[int]
    undo: NotRequired[Undo | None]
    version: int
    view: VillagersView | None
    viewer: int | None
    watch: Watch


BotTurn: TypeAlias = VillagersBotTurn | MyVillageBotTurn


class BotTurns(TypedDict):
    """
    Turns of a bot that are due.
    """

    turns: list[BotTurn]


Game: TypeAlias = VillagersGame | MyVillageGame


JoinedGame: TypeAlias = JoinedVillagersGame | JoinedMyVillageGame


class Played(TypedDict):
    """
    The results of a seat's moves, as the seat may see them.
    """

    events: list[Event]
    game: Game
    version: int
