"""The state of a game of My Village: small slotted objects of ints and lists, without rules.

Cards are ints (see `cards`). Sets of villagers and of banner values are bit masks. Stacks are lists with the top card
last. In a view's state, UNSEEN replaces each unknown card. Only the stacks are hidden, so all seats know the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.my_village.catalogue.cards import EVERY_VILLAGER

if TYPE_CHECKING:
    from engine.my_village.catalogue import Catalogue

EMPTY: Final = -1
UNSEEN: Final = -2

# What is to be decided now.
DICE: Final = 0  # which two dice to take
VALUE: Final = 1  # which value to change them to
BANNERS: Final = 2  # which banner to activate
STEWARD: Final = 3  # how a monk visits the steward: with the trading church's benefit, without it, or not at all
GIFT: Final = 4  # which customer to take for free with the trading church
GUESTS: Final = 5  # which customers to pay for
STEP: Final = 6  # which step the headman takes by a monk's action
LESSON: Final = 7  # which step the school takes by a monk's action
EXCHANGE: Final = 8  # whether the travel card just seen is exchanged
DEATH: Final = 9  # who passes away
LABORER: Final = 10  # which work the day laborer takes up
RATS: Final = 11  # whether the sanatory church keeps the rats away
OVER: Final = 12
PHASES: Final = (
    *("dice", "value", "banners", "steward", "gift", "guests", "headman", "school", "exchange"),
    *("death", "laborer", "rats", "over"),
)

# White banners of a village. A field's banner is FIRST_FIELD + its place, a customer's is FIRST_CUSTOMER + the card.
PLAY: Final = 0
SCHOOL: Final = 1
COUNCIL: Final = 2
MEETING: Final = 3
FIRST_CRAFT: Final = 4
FIRST_FIELD: Final = 16
FIRST_CUSTOMER: Final = 32

PLOWED: Final = 1
REAPED: Final = 2
"""The bits of a field. PLOWED: a plow lies on it; REAPED: its banner has been used in this turn."""

HOUSE: Final = 0
COIN: Final = 1
STORY: Final = 2
HEADMAN_PLACES: Final = ("main_house", "coin", "story")

LEFT: Final = 1
RIGHT: Final = 2
"""The spaces of a school, as bits."""


class Seat:
    """A seat's part of the state. The constructor copies `source`, if given.

    - `story`: the points on the tree; `saved`: those on the main house.
    - `villagers`: the mask of the villagers present.
    - `time`: the cloud with the time marker; `reaper`: whether the marker has passed the bridge in this turn.
    - `crafts[good]`: the craft building, or EMPTY; `goods[good]`: the markers on it.
    - `wards`: the markers on the sanatory church; `wild`: those on the guild council; `tokens`: those on the meeting
      place.
    - `marks`: the mask of the covered spaces of the area or population council.
    - `tile`: the white banner beside which the 2/12 tile lies, or EMPTY.
    - `customers`: the customers who wait, sorted; `served`: the customers who were served, in order.
    """

    __slots__ = (
        *("board", "coins", "story", "saved", "villagers", "school", "headman", "time", "reaper", "laborers"),
        *("crafts", "goods", "fields", "church", "wards", "monks", "council", "marks", "wild", "meeting", "tokens"),
        *("tile", "travels", "customers", "served"),
    )

    def __init__(self, board: int, source: Seat | None = None) -> None:
        if source is None:
            self.board: int = board
            self.coins: int = 0
            self.story: int = 0
            self.saved: int = 0
            self.villagers: int = EVERY_VILLAGER
            self.school: int = 0
            self.headman: int = HOUSE
            self.time: int = 0
            self.reaper: bool = False
            self.laborers: int = 0
            self.crafts: list[int] = [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]
            self.goods: list[int] = [0, 0, 0, 0, 0]
            self.fields: list[int] = []
            self.church: int = EMPTY
            self.wards: int = 0
            self.monks: list[int] = []
            self.council: int = EMPTY
            self.marks: int = 0
            self.wild: int = 0
            self.meeting: bool = False
            self.tokens: int = 0
            self.tile: int = EMPTY
            self.travels: list[int] = []
            self.customers: list[int] = []
            self.served: list[int] = []
        else:
            self.board = source.board
            self.coins = source.coins
            self.story = source.story
            self.saved = source.saved
            self.villagers = source.villagers
            self.school = source.school
            self.headman = source.headman
            self.time = source.time
            self.reaper = source.reaper
            self.laborers = source.laborers
            self.crafts = source.crafts[:]
            self.goods = source.goods[:]
            self.fields = source.fields[:]
            self.church = source.church
            self.wards = source.wards
            self.monks = source.monks[:]
            self.council = source.council
            self.marks = source.marks
            self.wild = source.wild
            self.meeting = source.meeting
            self.tokens = source.tokens
            self.tile = source.tile
            self.travels = source.travels[:]
            self.customers = source.customers[:]
            self.served = source.served[:]

    def clone_seat(self) -> Seat:
        return Seat(self.board, self)


class State:
    """The state of a game.

    - `active`: the seat whose turn it is; `turn`: the seat that decides, EMPTY after the end.
    - `first`: the seat that began the round; `turns`: the finished turns of the round.
    - `pool`: the dice left, as numbers: 0 to 5 for the faces 1 to 6 of a white die, 6 to 11 for those of a black die.
    - `dice`: the two chosen dice.
    - `value`: the banner value, 0 before it is fixed.
    - `begun`: whether a white banner has been activated; `used`: the mask of the white banners activated, except those
      of fields and customers.
    - `card`: the monk or travel card that waits for its place in the village.
    - `steps`: the number of steps or customers that the player may still choose; `must`: whether the player must choose
      at least one.
    - `rat_die`: what the rat die shows, 0 before it is rolled.

    The constructor copies the open information of `source`, if given, but not its stacks.
    """

    __slots__ = (
        *("cat", "seed", "draws", "round", "phase", "first", "active", "turn", "turns"),
        *("pool", "dice", "value", "begun", "used", "card", "steps", "must"),
        *("hand_owner", "hand_palm", "hand_story", "rat", "rat_die", "chronicle", "graves"),
        *("open_cards", "meetings", "fields", "monks", "travels", "customers", "display", "seats"),
    )

    def __init__(self, cat: Catalogue, seed: bytes, boards: list[int], source: State | None = None) -> None:
        if source is None:
            self.cat: Catalogue = cat
            self.seed: bytes = seed
            self.draws: int = 0
            self.round: int = 1
            self.phase: int = DICE
            self.first: int = 0
            self.active: int = 0
            self.turn: int = 0
            self.turns: int = 0
            self.pool: list[int] = [0] * 12
            self.dice: list[int] = []
            self.value: int = 0
            self.begun: bool = False
            self.used: int = 0
            self.card: int = EMPTY
            self.steps: int = 0
            self.must: bool = False
            self.hand_owner: int = 0
            self.hand_palm: bool = True
            self.hand_story: int = 0
            self.rat: int = 0
            self.rat_die: int = 0
            self.chronicle: list[int] = [0, 0, 0, 0, 0]
            self.graves: int = 0
            self.open_cards: int = 0
            self.meetings: int = 0
            self.fields: int = 0
            self.monks: list[list[int]] = [[], [], []]
            self.travels: list[list[int]] = [[], [], [], [], []]
            self.customers: list[int] = []
            self.display: list[int] = []
            self.seats: list[Seat] = [Seat(board) for board in boards]
        else:
            self.cat = source.cat
            self.seed = seed
            self.draws = source.draws
            self.round = source.round
            self.phase = source.phase
            self.first = source.first
            self.active = source.active
            self.turn = source.turn
            self.turns = source.turns
            self.pool = source.pool[:]
            self.dice = source.dice[:]
            self.value = source.value
            self.begun = source.begun
            self.used = source.used
            self.card = source.card
            self.steps = source.steps
            self.must = source.must
            self.hand_owner = source.hand_owner
            self.hand_palm = source.hand_palm
            self.hand_story = source.hand_story
            self.rat = source.rat
            self.rat_die = source.rat_die
            self.chronicle = source.chronicle[:]
            self.graves = source.graves
            self.open_cards = source.open_cards
            self.meetings = source.meetings
            self.fields = source.fields
            self.monks = [[], [], []]
            self.travels = [[], [], [], [], []]
            self.customers = []
            self.display = source.display[:]
            self.seats = [seat.clone_seat() for seat in source.seats]

    def clone_state(self) -> State:
        """Return an independent copy; the catalogue never changes and is shared."""
        twin = State(self.cat, self.seed, [], self)
        twin.monks = [stack[:] for stack in self.monks]
        twin.travels = [stack[:] for stack in self.travels]
        twin.customers = self.customers[:]
        return twin

    def copy_open(self) -> State:
        """Return a copy of the open information: without the seed and the stacks."""
        return State(self.cat, b"", [], self)
