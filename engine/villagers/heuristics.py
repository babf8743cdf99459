"""What a sensible player thinks of moves, from a view: one move ahead, in expected gold at the end.

A village is worth what the markets to come will pay for it, and its food and builders what they bring in the rounds
that are left. A hand is worth what its cards would add if they were placed best first. The weights are rough
gold values, set by hand and checked by self-play.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Move
from engine.villagers import flow
from engine.villagers.catalogue import (
    APPRENTICE,
    BASIC_AT,
    BUILDERS,
    CAPACITY,
    CARDS,
    CHAIN,
    FOOD,
    FREELANCER,
    GOLD,
    MONK,
    ON,
    PADLOCK,
    PLACEABLE,
    SMUGGLER,
    SUIT,
    TINNER,
)
from engine.villagers.effects.formulas import best_bronze, bronze_value, is_silver, silver_value
from engine.villagers.moves import COIN, DRAFT_ROAD, DRAFT_STACK, END, RETURN, TO_STACK
from engine.villagers.phases import trading
from engine.villagers.state import BUILD, DRAFT, EMPTY, ROAD, UNKNOWN, Seat, State
from engine.villagers.view import View, unseen_cards
from engine.villagers.village import build_limit, draft_limit, sales, shows

FOOD_WORTH = 1.5
BUILDER_WORTH = 1.9
"""Gold that one more food (builder) brings in a round."""

LATER = 0.8
"""What a card in the hand is worth beside one in the village, for each turn it has to wait."""

SILVER_HOPE = 2.0
"""What a silver card will gain by what is still to be placed, in each round that is left."""

KEY_HOPE = 0.35
"""Gold that a key of a keyring earns on average, in each market."""

TRADE_PRICE = 1.0
"""What giving up a card for a basic villager costs."""

STAND_IN_WORTH = 3.0
TINNER_WORTH = 2.0
FOREIGN_COIN = 0.3
"""What a coin on another seat's villager costs, in each market."""


def rate(view: View, moves: Sequence[Move]) -> list[float]:
    """Expected gold of each move, up to a constant."""
    state, seat = view.state, view.viewer
    assert seat is not None, "a spectator has no moves"
    outlook = Outlook(state, seat)
    if state.phase == DRAFT:
        return _rate_drafts(state, outlook, moves)
    if state.phase == ROAD:
        return [_rate_coin(state, outlook, move) for move in moves]
    if state.pending != EMPTY:
        return [_rate_return(move) for move in moves]
    return [_rate_action(state, outlook, move) for move in moves]


class Outlook:
    """A seat's expectations: markets still to come, and build turns after the running (or coming) one."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.markets = 2 - state.markets
        per_round = sum(draft_limit(owner) for owner in state.seats)
        left = sum(len(stack) for stack in state.stacks)
        if state.phase == DRAFT:
            left -= sum(draft_limit(owner) - len(owner.square) for owner in state.seats if not owner.done)
        self.rounds = max(0.0, left / per_round)

    def evaluate(self, state: State) -> float:
        """The seat's expected gold at the end."""
        own = state.seats[self.seat]
        worth = own.gold + self.village(own) + self.hand(own, [hidden >> 8 for hidden in own.hand], state.phase)
        for index, other in enumerate(state.seats):
            if index != self.seat:
                worth -= FOREIGN_COIN * self.markets * sum(other.coins)
        return worth

    def village(self, own: Seat) -> float:
        """What the village will bring as it stands."""
        worth = float(self.markets * sum(own.coins))
        for villager in range(1, len(own.card)):
            card = own.card[villager]
            if shows(own, villager):
                worth += self.markets * GOLD[card]
                if is_silver(card):
                    worth += silver_value(own, card) + SILVER_HOPE * self.rounds
            if card != EMPTY and CARDS[card].keyring:
                worth += self.key_worth(card)
        worth += self.rounds * best_bronze(own)
        worth += FOOD_WORTH * self.rounds * min(own.food, 3)
        return worth + BUILDER_WORTH * self.rounds * min(own.builders, 3)

    def key_worth(self, card: int) -> float:
        """What an unlocker will earn."""
        return KEY_HOPE * self.markets * CARDS[card].keyring * min(1.0, self.rounds / 2)

    def card(self, own: Seat, card: int) -> float:
        """What a card adds to the village by its own symbols, payment included, before what it covers is taken off."""
        worth = float(self.markets * GOLD[card])
        if own.food < 3:
            worth += FOOD_WORTH * self.rounds * FOOD[card]
        if own.builders < 3:
            worth += BUILDER_WORTH * self.rounds * BUILDERS[card]
        if is_silver(card):
            worth += silver_value(own, card) + SILVER_HOPE * self.rounds
        if CARDS[card].bronze:
            worth += (1 + self.rounds) * max(1, bronze_value(own, card) - best_bronze(own))
        if card == FREELANCER:
            worth += self.rounds
        if CARDS[card].keyring:
            worth += self.key_worth(card)
        if PADLOCK[card] >= 0 and PADLOCK[card] not in own.card:
            worth -= 2
        return worth

    def hand(self, own: Seat, cards: list[int], phase: int) -> float:
        """What the cards would add if they were placed, the best first, in the turns that are left."""
        plan = _Plan(own, cards, self, phase)
        return plan.worth() + sum(self.special(own, card) for card in cards if not PLACEABLE[card])

    def special(self, own: Seat, card: int) -> float:
        """What a special villager in the hand may do."""
        late = min(1.0, self.rounds)
        if card == SMUGGLER:
            return LATER * max([*((gold + 1) // 2 for gold in sales(own)), 5.0 * late])
        if card == TINNER:
            return TINNER_WORTH * late
        return STAND_IN_WORTH * late if card in (MONK, APPRENTICE) else 0.0


class _Plan:
    """Placing a hand in the mind: room in the village, builds in the turns to come."""

    def __init__(self, own: Seat, cards: list[int], outlook: Outlook, phase: int) -> None:
        self.own = own
        self.outlook = outlook
        self.cards = [card for card in cards if PLACEABLE[card]]
        self.room = [0] * len(CARDS)
        for villager in own.open:
            role = own.role[villager]
            self.room[role] += CAPACITY[role] - own.kids[villager]
        limit = build_limit(own)
        self.now = own.builds if phase == BUILD else limit
        self.limit = limit
        self.trades = own.trades if phase == BUILD else 3
        self.spare = len(cards)

    def worth(self) -> float:
        """Place what gains most, again and again."""
        total = 0.0
        builds = self.now + self.limit * self.outlook.rounds
        placed = 0
        while self.cards and placed < builds:
            gains = [self.gain(card) for card in self.cards]
            best = max(range(len(gains)), key=gains.__getitem__)
            if gains[best] <= 0:
                break
            delay = 0 if placed < self.now else 1 + (placed - self.now) // self.limit
            part = min(1.0, builds - placed)
            total += gains[best] * part * LATER ** (delay + 0.5)
            self.place(self.cards.pop(best))
            placed += 1
        return total

    def gain(self, card: int) -> float:
        """What placing the card now would add; nothing if it cannot stand anywhere."""
        below = ON[card]
        worth = self.outlook.card(self.own, card) + self.hope(card)
        if below < 0:
            return worth
        if self.room[below] > 0:
            return worth - self.outlook.markets * (GOLD[below] if CAPACITY[below] == 1 or not self.room[below] else 0)
        if below in BASIC_AT and self.trades and self.spare > len(self.cards) - 1 > 0:
            return worth - TRADE_PRICE
        return 0.0

    def hope(self, card: int) -> float:
        """What cards of the hand that would go on this one add."""
        follow = [self.outlook.card(self.own, other) for other in self.cards if ON[other] == card]
        return 0.5 * max(follow, default=0.0)

    def place(self, card: int) -> None:
        """Take up the room beneath, trading for a basic villager where needed, and give room above."""
        below = ON[card]
        if below >= 0 and not self.room[below]:
            self.room[below] += CAPACITY[below]
            self.trades -= 1
            self.spare -= 1
        if below >= 0:
            self.room[below] -= 1
        self.room[card] += CAPACITY[card]


def _rate_drafts(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """A face-up villager by what it adds to the hand and the gold on it; a hidden one by its back."""
    own = state.seats[outlook.seat]
    held = [hidden >> 8 for hidden in own.hand] + own.square
    base = outlook.hand(own, held, state.phase)
    gains: dict[int, float] = {}
    by_suit: dict[int, float] = {}

    def gain(card: int) -> float:
        if card not in gains:
            gains[card] = outlook.hand(own, [*held, card], state.phase) - base + _chain_hope(own, held, card)
        return gains[card]

    def expected(suit: int) -> float:
        if suit not in by_suit:
            cards = [card for card in unseen_cards(state) if SUIT[card] == suit]
            by_suit[suit] = sum(gain(card) for card in cards) / max(1, len(cards))
        return by_suit[suit]

    def rated(move: Move) -> float:
        if move[0] == DRAFT_ROAD:
            return gain(state.road[move[1]]) + state.road_gold[move[1]]
        top = (state.stacks[move[1]] if move[0] == DRAFT_STACK else state.reserve)[-1] >> 8
        return gain(top) if top < UNKNOWN else expected(top - UNKNOWN)

    return [rated(move) for move in moves]


def _chain_hope(own: Seat, held: list[int], card: int) -> float:
    """A chain card without its predecessors is worth a little of its gold: they may still come."""
    missing = sum(below not in held and below not in own.role and below not in BASIC_AT for below in CHAIN[card])
    return 0.15 * GOLD[card] if missing == 1 else 0.0


def _rate_coin(state: State, outlook: Outlook, move: Move) -> float:
    """A coin keeps a villager on the road: for the own next draft, if the own turn comes first."""
    if move[0] != COIN:
        return 0.0
    own = state.seats[outlook.seat]
    held = [hidden >> 8 for hidden in own.hand]
    gain = outlook.hand(own, [*held, state.road[move[1]]], state.phase) - outlook.hand(own, held, state.phase)
    begins = (state.first + 1) % len(state.seats) == outlook.seat
    return gain + 1 if begins else gain - 3


def _rate_return(move: Move) -> float:
    """Far to the right: what is given up does not come up on the road soon."""
    return float(move[2]) if move[0] == RETURN and move[1] == TO_STACK else 0.0


def _rate_action(state: State, outlook: Outlook, move: Move) -> float:
    """What the outlook is after the action; ending the turn forgoes the builds that are left."""
    after = state.clone()
    if move[0] == END:
        after.seats[outlook.seat].builds = 0
        after.seats[outlook.seat].trades = trading.MOST
    else:
        flow.play(after, outlook.seat, move, None)
    return outlook.evaluate(after)
