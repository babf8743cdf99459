"""The state of a game of Villagers: small slotted objects of ints and lists. No rules here.

Cards are ints (see `catalogue`). A *hidden card*, in a hand, a stack, the reserve or pending, is one int too:
`card << 8 | knowers`, `knowers` being the mask of the seats that know it (a hand's owner is left out), with the bit
SPECTATORS where everybody who watched knows it.
In a view's state the cards the viewer does not know are `UNKNOWN + suit`, or `UNSEEN` where not even the back shows.
Piles are lists with the top card last.
"""

from __future__ import annotations

from typing import Final

DRAFT: Final = 0
ROAD: Final = 1
BUILD: Final = 2
OVER: Final = 3
PHASES: Final = ("draft", "road", "build", "over")

KNOWERS: Final = 255
SPECTATORS: Final = 128
UNKNOWN: Final = 200
UNSEEN: Final = 220

EMPTY: Final = -1


class Seat:
    """What belongs to a seat. Lists from `card` to `kids` are indexed by villager id; index 0 is unused.

    `card[i]` is EMPTY where a villager has left; `role[i]` is what it counts as in its chain (differs from the card for
    monks, apprentices and fed Founders); `on[i]` the villager beneath or 0; `kids[i]` how many stand on it.
    `open` lists the ids with room for another card. `food` and `builders` count visible symbols.
    `opening`: the build turn has just begun; `hired`: the freelancers paid in it, written as unlocks are.
    """

    __slots__ = (
        "builders",
        "builds",
        "card",
        "coins",
        "done",
        "final",
        "food",
        "gold",
        "hand",
        "hired",
        "kids",
        "on",
        "open",
        "opening",
        "role",
        "square",
        "tinner",
        "trades",
    )

    def __init__(self) -> None:
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
        self.final: tuple[int, int, int, int] | None = None

    def clone(self) -> Seat:
        """An independent copy."""
        twin = Seat.__new__(Seat)
        twin.gold = self.gold
        twin.hand = self.hand[:]
        twin.square = self.square[:]
        twin.done = self.done
        twin.card = self.card[:]
        twin.role = self.role[:]
        twin.on = self.on[:]
        twin.coins = self.coins[:]
        twin.kids = self.kids[:]
        twin.open = self.open[:]
        twin.food = self.food
        twin.builders = self.builders
        twin.builds = self.builds
        twin.trades = self.trades
        twin.tinner = self.tinner
        twin.opening = self.opening
        twin.hired = self.hired[:]
        twin.final = self.final
        return twin


class State:
    """A whole game. `turn` is the one seat to act (EMPTY when the game is over).

    `road[i]` is a card or EMPTY, `road_gold[i]` the gold on it. `pending` is a hidden card on its way from a trade
    to a pile, or EMPTY. `markets` counts the markets held. `everyone` is the mask of all seats and SPECTATORS,
    `boxes` that of the expansions in the game.
    """

    __slots__ = (
        "basics",
        "boxes",
        "discard",
        "draws",
        "everyone",
        "first",
        "markets",
        "pending",
        "phase",
        "reserve",
        "road",
        "road_gold",
        "round",
        "seats",
        "seed",
        "stacks",
        "turn",
    )

    def __init__(self, seats: int, seed: bytes, boxes: int) -> None:
        self.boxes: int = boxes
        self.seed: bytes = seed
        self.draws: int = 0
        self.round: int = 1
        self.phase: int = DRAFT
        self.first: int = 0
        self.turn: int = 0
        self.road: list[int] = [EMPTY] * 6
        self.road_gold: list[int] = [0] * 6
        self.stacks: list[list[int]] = [[], [], [], [], [], []]
        self.reserve: list[int] = []
        self.discard: list[int] = []
        self.basics: list[int] = [10, 10, 10]
        self.markets: int = 0
        self.pending: int = EMPTY
        self.everyone: int = (1 << seats) - 1 | SPECTATORS
        self.seats: list[Seat] = [Seat() for _ in range(seats)]

    def clone(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        twin.boxes = self.boxes
        twin.seed = self.seed
        twin.draws = self.draws
        twin.round = self.round
        twin.phase = self.phase
        twin.first = self.first
        twin.turn = self.turn
        twin.road = self.road[:]
        twin.road_gold = self.road_gold[:]
        twin.stacks = [stack[:] for stack in self.stacks]
        twin.reserve = self.reserve[:]
        twin.discard = self.discard[:]
        twin.basics = self.basics[:]
        twin.markets = self.markets
        twin.pending = self.pending
        twin.everyone = self.everyone
        twin.seats = [seat.clone() for seat in self.seats]
        return twin
