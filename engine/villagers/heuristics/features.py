"""Features of a seat, to which the learned weights apply (see `weights`)."""

from __future__ import annotations

from typing import Final

from engine.villagers.catalogue import BASIC_AT, CARDS, EXPANSIONS, GOLD, ON, PADLOCK, PLACEABLE
from engine.villagers.scoring.developments import counted, counts, counts_coins, in_hand
from engine.villagers.scoring.formulas import best_bronze, is_silver, silver_value
from engine.villagers.state import BUILD, DRAFT, EMPTY, Seat, State
from engine.villagers.table.village import build_limit, draft_limit

NUMBERS: Final = (
    *("one", "gold", "visible_gold", "coins", "silver", "silver_cards"),
    *("drafts_3", "drafts_4", "drafts_5", "builds_3", "builds_4", "builds_5"),
    *("bronze", "keys", "hand", "overfull", "picks_left", "builds_left", "builds_coming"),
    *("open", "locked", "tokens", "first", "others_food", "others_builders", "others_gold", "short"),
    *("solo_normal", "solo_hard", "jester", *EXPANSIONS),
)
"""The names of `Features.numbers`, in order."""

ON_VILLAGE: Final = 0
BY_TRADE: Final = 1
ON_HAND: Final = 2
MISSING: Final = 3
PLACES: Final = 4
"""The number of places. A place says what a hand card can stand on.

`ON_VILLAGE`: on nothing, or on a villager of the village that has room. `BY_TRADE`: on a basic villager. `ON_HAND`: on
another hand card. `MISSING`: it cannot be placed.
"""

MAX_ROUNDS: Final = 5.0

KEYRING: Final[list[int]] = [card.keyring for card in CARDS]
_LOCKED: Final[list[bool]] = [lock >= 0 for lock in PADLOCK]


class Features:
    """Features: numbers and cards that describe a seat.

    `numbers`: see NUMBERS. `held`: the cards in hand and on the square, each as `PLACES * card + place`; the place says
    what the card can stand on. `shown`: the village's top cards. `sure`: the gold at the end if nothing more happens.
    `active`: 0.0 if the seat has nothing left to draft or build, else 1.0. `reach`: the share of the hand that the seat
    can still build. `rounds`: the number of rounds left. `market`: the last market held.
    """

    __slots__ = ("active", "held", "market", "numbers", "reach", "rounds", "shown", "sure")

    def __init__(
        self,
        numbers: list[float],
        held: list[int],
        shown: list[int],
        sure: float,
        active: float,
        reach: float,
        rounds: float,
        market: int,
    ) -> None:
        self.sure: float = sure
        self.active: float = active
        self.reach: float = reach
        self.numbers: list[float] = numbers
        self.held: list[int] = held
        self.shown: list[int] = shown
        self.rounds: float = rounds
        self.market: int = market


def rounds_left(state: State) -> float:
    """Return an estimate of the rounds left, from the cards in the stacks and the drafts in a round."""
    left = sum(len(stack) for stack in state.stacks)
    picks = 0
    for index in range(state.players):
        owner = state.seats[index]
        limit = draft_limit(owner)
        picks += limit
        if state.phase == DRAFT and not owner.done:
            left -= limit - len(owner.square)
    if state.solo is not None:
        picks *= 2
    return min(MAX_ROUNDS, max(0.0, left / picks))


class Surroundings:
    """The part of a seat's features that does not depend on the seat itself, but on the rest of the table.

    `others`: the values of `NUMBERS` from `first` to `others_gold`. `options`: those from `solo_normal` to the end.
    `counts`: for each development, the counts of the other seats; `rivals`: for each development, the highest of these.
    `coins_count`: whether these counts depend on coins on villagers.
    """

    __slots__ = ("coins_count", "counts", "options", "others", "rivals")

    def __init__(
        self, state: State, index: int, before: Surroundings | None = None, changed: list[int] | None = None
    ) -> None:
        """`before`: the surroundings before a move that changed only the seats in `changed`."""
        self.counts: list[list[int]] = []
        self.rivals: list[int] = []
        self.coins_count: bool = False
        for at, development in enumerate(state.developments):
            self.coins_count |= counts_coins(development)
            if before is None:
                row = counts(state, development)
                row[index] = 0
            else:
                row = before.counts[at][:]
                for seat in changed or []:
                    if seat != index:
                        row[seat] = counted(state.seats[seat], development)
            self.counts.append(row)
            self.rivals.append(max(row))
        self.others: list[float] = [float(state.first == index), *_others(state, index)]
        self.options: list[float] = _options(state)


class Village:
    """The part of a seat's features that depends only on its village.

    `shown`: the cards on top. `gold`: the gold printed on these. `silver`: the value of all silver symbols, even of
    covered ones. `silver_cards`: the number of cards with a silver symbol. `room`: the roles of the villagers on which
    another card fits. `there`: all cards of the village. `counts`: the seat's count for each development, 0 if the
    development counts cards in hand.
    """

    __slots__ = ("bronze", "coins", "counts", "gold", "keys", "room", "shown", "silver", "silver_cards", "there")

    def __init__(self, state: State, own: Seat) -> None:
        self.shown: list[int] = []
        self.gold: int = 0
        self.silver: int = 0
        self.silver_cards: int = 0
        self.keys: int = 0
        self._add_up(own)
        self.coins: int = sum(own.coins)
        self.bronze: int = best_bronze(own) if state.boxes else 0
        self.room: set[int] = room_of(own)
        self.there: set[int] = set(own.card)
        self.counts: list[int] = [0 if in_hand(one) else counted(own, one) for one in state.developments]

    def _add_up(self, own: Seat) -> None:
        silver = silver_cards = keys = gold = 0
        for villager, card in enumerate(own.card):
            if card == EMPTY:
                continue
            keys += KEYRING[card]
            if not own.kids[villager]:
                self.shown.append(card)
                gold += GOLD[card]
            if is_silver(card):
                silver_cards += 1
                silver += silver_value(own, card)
        self.gold, self.silver, self.silver_cards, self.keys = gold, silver, silver_cards, keys


def describe(state: State, index: int, around: Surroundings | None = None, village: Village | None = None) -> Features:
    """Return the features of a seat or the Countess, from a full state. `around`, `village`: parts that are already
    known.
    """
    if around is None:
        around = Surroundings(state, index)
    own = state.seats[index]
    if village is None:
        village = Village(state, own)
    cards = own.square[:]
    for hidden in own.hand:
        cards.append(hidden >> 8)
    held, placeable, locked = _held(village, cards)
    drafts = draft_limit(own)
    builds = build_limit(own)
    picks = float(drafts - len(own.square)) if state.phase == DRAFT and not own.done else 0.0
    left, coming = _builds(state, own, index)
    numbers = [
        1.0,
        float(own.gold),
        float(village.gold),
        float(village.coins),
        float(village.silver),
        float(village.silver_cards),
        float(drafts == 3),
        float(drafts == 4),
        float(drafts == 5),
        float(builds == 3),
        float(builds == 4),
        float(builds == 5),
        float(village.bronze),
        float(village.keys),
        float(len(cards)),
        max(0.0, placeable + picks - left - coming),
        picks,
        left,
        coming,
        float(len(own.open)),
        float(locked),
        float(_tokens(state, own, around, village)),
    ]
    numbers += around.others
    numbers.append((len(state.stacks[0]) + len(state.stacks[1])) / 12)
    numbers += around.options
    rounds = rounds_left(state)
    builds_left = left + coming + rounds * builds
    sure = own.gold + (2 - state.markets) * (village.gold + village.coins) + village.silver
    return Features(
        numbers,
        held,
        village.shown,
        float(sure),
        1.0 if builds_left or picks else 0.0,
        min(1.0, builds_left / (placeable + picks)) if placeable + picks else 1.0,
        rounds,
        state.markets,
    )


def _tokens(state: State, own: Seat, around: Surroundings, village: Village) -> int:
    """Return the number of developments that the seat would win now."""
    tokens = 0
    for at, development in enumerate(state.developments):
        number = counted(own, development) if in_hand(development) else village.counts[at]
        tokens += number > around.rivals[at]
    return tokens


def _options(state: State) -> list[float]:
    """Return the numbers that stand for the game's options, the last ones in `NUMBERS`."""
    level = 0 if state.solo is None else state.solo.level
    jester = state.solo is not None and state.solo.jester
    boxes = [float(state.boxes >> bit & 1) for bit in range(len(EXPANSIONS))]
    return [float(level == 2), float(level == 3), float(jester), *boxes]


def room_of(own: Seat) -> set[int]:
    """Return the roles of the villagers in the village on which another card fits."""
    role = own.role
    return {role[villager] for villager in own.open}


def place_of(room: set[int], cards: list[int], card: int) -> int:
    """Return the place of a hand card: what it can stand on. `room`: the result of `room_of`."""
    below = ON[card]
    if below < 0 or below in room:
        return ON_VILLAGE
    if below in BASIC_AT:
        return BY_TRADE
    return ON_HAND if below in cards else MISSING


def _held(village: Village, cards: list[int]) -> tuple[list[int], int, int]:
    """Return the cards with their places, how many of them can be placed, and how many have an unlocker that is not in
    the village.
    """
    room, there = village.room, village.there
    held: list[int] = []
    placeable = locked = 0
    for card in cards:
        if not PLACEABLE[card]:
            held.append(PLACES * card)
            continue
        place = place_of(room, cards, card)
        held.append(PLACES * card + place)
        placeable += place != MISSING
        if _LOCKED[card] and PADLOCK[card] not in there:
            locked += 1
    return held, placeable, locked


def _builds(state: State, own: Seat, index: int) -> tuple[float, float]:
    """Return how many build actions the seat has left in its present turn, and how many it will have in a later turn
    of this round. At least one of the two numbers is 0.
    """
    if state.phase > BUILD:
        return 0.0, 0.0
    if state.phase < BUILD:
        return 0.0, float(build_limit(own))
    if state.turn == index:
        return float(own.builds), 0.0
    done = (state.turn - state.first) % state.players
    waits = (index - state.first) % state.players > done
    return 0.0, float(build_limit(own)) if waits else 0.0


def _others(state: State, index: int) -> tuple[float, float, float]:
    """Return three means over the other seats: food, builders and gold. Food and builders count up to 3 per seat."""
    others = len(state.seats) - 1
    food = builders = gold = 0
    for at, other in enumerate(state.seats):
        if at != index:
            food += min(other.food, 3)
            builders += min(other.builders, 3)
            gold += other.gold
    return (food / others, builders / others, gold / others) if others else (0.0, 0.0, 0.0)
