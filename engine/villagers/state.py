"""The state of a game of Villagers: slotted objects of ints and lists, without rules.

Cards are ints (see `catalogue`). A *hidden card* (in a hand, a stack, the reserve or just traded) is the int `card << 8
| marks`. The marks are:

- the mask of the seats that know the card, except the owner of the hand
- the bit SPECTATORS, if everybody knows the card
- the card's ORIGIN, if everybody knows the origin

In a view's state an unknown card is `UNKNOWN + suit`, or `UNSEEN` if not even its back shows. Piles are lists with the
top card last.
"""

from __future__ import annotations

from typing import Final

DRAFT: Final = 0
ROAD: Final = 1
BUILD: Final = 2
EVENT: Final = 3
DEVELOPMENT: Final = 4
OVER: Final = 5
PHASES: Final = ("draft", "road", "build", "event", "development", "over")

SPECTATORS: Final = 128
ORIGIN: Final = 96
RECYCLED: Final = 32
"""The origin of cards in a reserve made from the discard pile."""
SAINT: Final = 64
SCOUNDREL: Final = 96
"""SAINT and SCOUNDREL: the origins of special villagers from Saints and Scoundrels, which deal one to each seat."""
KNOWERS: Final = 255 - ORIGIN
MARKS: Final = 255
UNKNOWN: Final = 200
UNSEEN: Final = 220

EMPTY: Final = -1

# The first number of `State.asked`: the code of the pending decision.
RETURN_CARD: Final = 1  # the pile for the traded card, `State.traded_card`
LOOK: Final = 2  # pile (0-5 a stack, 6 the reserve), cards looked at, how many are arranged (EMPTY: none is taken yet)
STEAL: Final = 3  # the seat whose hand has been looked at
COUNTESS_DRAFT: Final = 4  # the slot just drafted from, or EMPTY
SETTLE: Final = 5  # the event whose price may be paid
REPLACEMENT: Final = 6  # the event that must be resolved next
LAST_JEST: Final = 7

SECOND_PICK: Final = 1
"""The value of `State.recruited` after the first of two picks in a turn."""

RESERVE: Final = 6
"""The number of the reserve where piles are numbered. The stacks are 0 to 5."""


class Seat:
    """A seat's part of the state. The constructor copies `source`, if given; the hand only if `whole`.

    The lists from `card` to `kids` are indexed by villager id; index 0 is unused.

    - `card[i]`: the card; EMPTY if the villager has left.
    - `role[i]`: the card that the villager stands for in its chain. It differs from `card` for monks, apprentices and
      fed Founders.
    - `on[i]`: the villager beneath, or 0; `kids[i]`: the number of cards on it.
    - `open`: the ids of the villagers on which another card fits.
    - `food`, `builders`: the visible symbols; `bonus_food`, `bonus_builders`: those of development tokens, which count
      for the limits only.
    - `opening`: whether the build turn has just begun.
    - `hired`: the freelancers that the seat has paid and its own thieves that it has used in this turn, encoded like
      unlocks.
    - `cut`: how much an event lowers the limit of this phase.
    """

    __slots__ = (
        *("bonus_builders", "bonus_food", "builders", "builds", "card", "coins", "cut", "done", "final"),
        *("food", "gold", "hand", "hired", "kids", "on", "open", "opening", "role", "square"),
        *("tinner", "trades"),
    )

    def __init__(self, source: Seat | None = None, whole: bool = False) -> None:
        if source is None:
            self.gold: int = 0
            self.hand: list[int] = []
            self.square: list[int] = []
            self.done: bool = False
            self.card: list[int] = [EMPTY]
            self.role: list[int] = [EMPTY]
            self.on: list[int] = [0]
            self.coins: list[int] = [0]
            self.kids: list[int] = [0]
            self.open: list[int] = []
            self.food: int = 0
            self.builders: int = 0
            self.builds: int = 0
            self.trades: int = 0
            self.tinner: bool = False
            self.opening: bool = False
            self.hired: list[int] = []
            self.bonus_food: int = 0
            self.bonus_builders: int = 0
            self.cut: int = 0
            self.final: tuple[int, int, int, int, int] | None = None
        else:
            self.gold = source.gold
            self.hand = source.hand[:] if whole else []
            self.square = source.square[:]
            self.done = source.done
            self.card = source.card[:]
            self.role = source.role[:]
            self.on = source.on[:]
            self.coins = source.coins[:]
            self.kids = source.kids[:]
            self.open = source.open[:]
            self.food = source.food
            self.builders = source.builders
            self.builds = source.builds
            self.trades = source.trades
            self.tinner = source.tinner
            self.opening = source.opening
            self.hired = source.hired[:]
            self.bonus_food = source.bonus_food
            self.bonus_builders = source.bonus_builders
            self.cut = source.cut
            self.final = source.final

    def clone_seat(self) -> Seat:
        return Seat(self, whole=True)

    def key(self) -> tuple[object, ...]:
        """Return all attributes, as a cache key."""
        return (
            *(self.gold, self.done, self.food, self.builders, self.builds, self.trades, self.tinner, self.opening),
            *(self.bonus_food, self.bonus_builders, self.cut, self.final),
            *(tuple(self.hand), tuple(self.square), tuple(self.hired), tuple(self.open)),
            *(tuple(self.card), tuple(self.role), tuple(self.on), tuple(self.coins), tuple(self.kids)),
        )


class Solo:
    """The solo game's part of the state.

    - `decks`, `gone`: the events in the decks and in the discard piles, each for summer and winter. In a view a deck's
      cards are EMPTY.
    - `face_up`: the events in force; `begun`: the mask of those that have begun to act.
    - `jester`: whether he is still available; `must_jest`: whether he has to be used in this round.
    """

    __slots__ = ("begun", "decks", "face_up", "gone", "jester", "level", "must_jest")

    def __init__(self, level: int) -> None:
        self.level: int = level
        self.decks: list[list[int]] = [[], []]
        self.gone: list[list[int]] = [[], []]
        self.face_up: list[int] = []
        self.begun: int = 0
        self.jester: bool = True
        self.must_jest: bool = False

    def copy(self, whole: bool) -> Solo:
        """Return a copy, with the decks only if `whole`."""
        twin = Solo(self.level)
        twin.decks = [deck[:] for deck in self.decks] if whole else []
        twin.gone = [deck[:] for deck in self.gone]
        twin.face_up = self.face_up[:]
        twin.begun = self.begun
        twin.jester = self.jester
        twin.must_jest = self.must_jest
        return twin


class State:
    """The state of a game. `turn` is the seat that the game waits for, EMPTY after the end.

    - `seats`: one for each of the `players`; in solo play one more has the village and gold of the Countess.
    - `asked`: the pending decision (see above), or ().
    - `road[i]`: a card or EMPTY; `road_gold[i]`: the gold on it.
    - `traded_card`: a hidden card that was traded and must go to a pile, or EMPTY.
    - `recruited`: the number of picks left in this draft turn, if the seat has paid a recruiter.
    - `markets`: the number of markets held.
    - `everyone`: the mask of all seats and SPECTATORS; `boxes`: the mask of the expansions.
    - `developments`: the three in use; `holders`: the seats with their tokens, or EMPTY.

    The constructor copies `source`, if given; hidden parts (piles, hands, `traded_card`, decks) only if `whole`.
    """

    __slots__ = (
        *("asked", "basics", "boxes", "developments", "discard", "draws", "everyone", "first", "holders"),
        *("markets", "phase", "players", "recruited", "reserve", "road", "road_gold", "round", "seats", "seed"),
        *("solo", "stacks", "traded_card", "turn"),
    )

    def __init__(self, players: int, seed: bytes, boxes: int, source: State | None = None, whole: bool = False) -> None:
        if source is None:
            self.players: int = players
            self.boxes: int = boxes
            self.seed: bytes = seed
            self.draws: int = 0
            self.round: int = 1
            self.phase: int = DRAFT
            self.first: int = 0
            self.turn: int = 0
            self.asked: tuple[int, ...] = ()
            self.road: list[int] = [EMPTY] * 6
            self.road_gold: list[int] = [0] * 6
            self.stacks: list[list[int]] = [[], [], [], [], [], []]
            self.reserve: list[int] = []
            self.discard: list[int] = []
            self.basics: list[int] = [10, 10, 10]
            self.markets: int = 0
            self.traded_card: int = EMPTY
            self.recruited: int = 0
            self.developments: list[int] = []
            self.holders: list[int] = []
            self.everyone: int = (1 << players) - 1 | SPECTATORS
            self.solo: Solo | None = None
            self.seats: list[Seat] = [Seat() for _ in range(players)]
        else:
            self.players = source.players
            self.boxes = source.boxes
            self.seed = seed
            self.draws = source.draws
            self.round = source.round
            self.phase = source.phase
            self.first = source.first
            self.turn = source.turn
            self.asked = source.asked
            self.road = source.road[:]
            self.road_gold = source.road_gold[:]
            self.stacks = [stack[:] for stack in source.stacks] if whole else []
            self.reserve = source.reserve[:] if whole else []
            self.discard = source.discard[:]
            self.basics = source.basics[:]
            self.markets = source.markets
            self.traded_card = source.traded_card if whole else EMPTY
            self.recruited = source.recruited
            self.developments = source.developments
            self.holders = source.holders
            self.everyone = source.everyone
            self.solo = None if source.solo is None else source.solo.copy(whole)
            self.seats = [Seat(seat, whole) for seat in source.seats]

    def clone_state(self) -> State:
        return State(self.players, self.seed, self.boxes, self, whole=True)

    def put_back(self, source: State, seats: list[int], piles: bool) -> None:
        """Undo a move within a turn by copying the given parts from `source`. This state must be a clone of `source`.

        The move must have changed only these seats and, with `piles`, the table.
        """
        self.asked = source.asked
        self.traded_card = source.traded_card
        self.basics = source.basics[:]
        if piles:
            self.recruited = source.recruited
            self.road = source.road[:]
            self.road_gold = source.road_gold[:]
            self.stacks = [stack[:] for stack in source.stacks]
            self.reserve = source.reserve[:]
            self.discard = source.discard[:]
        for index in seats:
            self.seats[index] = source.seats[index].clone_seat()

    def copy_open(self) -> State:
        """Return a copy without the hidden parts."""
        return State(self.players, b"", self.boxes, self)
