"""The expected final gold of a seat, from its village and its hand."""

from __future__ import annotations

from typing import Final

from engine.villagers import effects
from engine.villagers.catalogue import (
    BASIC_AT,
    BUILDERS,
    CAPACITY,
    CARDS,
    FOOD,
    FREELANCER,
    GOLD,
    NUN,
    ON,
    PADLOCK,
    PLACEABLE,
    RECRUITER,
    SMUGGLER,
    THIEF,
)
from engine.villagers.scoring.developments import to_beat, wins
from engine.villagers.scoring.formulas import best_bronze, bronze_value, is_silver, silver_value, unique_silver
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import BUILD, DRAFT, EMPTY, Seat, State
from engine.villagers.table.village import build_limit, draft_limit, sales, shows

FOOD_WORTH: Final = 1.5
BUILDER_WORTH: Final = 1.9
"""The gold that one more food, or one more builder, brings in a round."""

LATER: Final = 0.8
"""The discount of a card in hand for each turn that it has to wait."""

SILVER_HOPE: Final = 2.0
"""The expected growth of a silver card's value in each round left."""

KEY_HOPE: Final = 0.35
"""The gold that a key of a keyring earns on average in each market."""

TRADE_PRICE: Final = 1.0
"""What giving up a card for a basic villager costs."""

_RESIDENTS: Final = {FREELANCER: 1.0, RECRUITER: 1.0, THIEF: 3.0}
"""The gold that a special villager who stays in the village brings in a round."""

TOKEN_HOPE: Final = 0.5
DEVELOPMENT_GOLD: Final = 5
FOREIGN_COIN: Final = 0.3
"""What a coin on another seat's villager costs in each market."""


class Outlook:
    """The evaluation of a seat, by the markets still to come and the build turns after the current or next one."""

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
        if state.solo is not None:
            return worth - self.rival(state.seats[COUNTESS_SEAT])
        for index, other in enumerate(state.seats):
            if index != self.seat:
                worth -= FOREIGN_COIN * self.markets * sum(other.coins)
        for development in state.developments:
            if wins(own, development, to_beat(state, development, self.seat)):
                worth += TOKEN_HOPE * DEVELOPMENT_GOLD * (1 + self.rounds)
        return worth

    def rival(self, her: Seat) -> float:
        """The Countess's expected gold, which the player must exceed (SOLO-35)."""
        worth = float(her.gold + self.markets * sum(her.coins))
        for card in her.card:
            if card != EMPTY:
                worth += self.markets * GOLD[card] + silver_value(her, card)
        return worth

    def village(self, own: Seat) -> float:
        """The village's future income if nothing is added."""
        worth = float(self.markets * sum(own.coins))
        for villager in range(1, len(own.card)):
            card = own.card[villager]
            if shows(own, villager):
                worth += self.markets * GOLD[card]
                if is_silver(card):
                    worth += silver_value(own, card) + SILVER_HOPE * self.rounds
                if card == NUN:
                    worth += unique_silver(own) + SILVER_HOPE * self.rounds
                worth += _RESIDENTS.get(card, 0.0) * self.rounds
            if card != EMPTY and CARDS[card].keyring:
                worth += self.key_worth(card)
        worth += self.rounds * best_bronze(own)
        worth += FOOD_WORTH * self.rounds * min(own.food, 3)
        return worth + BUILDER_WORTH * self.rounds * min(own.builders, 3)

    def key_worth(self, card: int) -> float:
        """What an unlocker will earn."""
        return KEY_HOPE * self.markets * CARDS[card].keyring * min(1.0, self.rounds / 2)

    def card(self, own: Seat, card: int) -> float:
        """The value of a card's own symbols less its padlock, not counting the symbols that it covers."""
        worth = float(self.markets * GOLD[card])
        if own.food < 3:
            worth += FOOD_WORTH * self.rounds * FOOD[card]
        if own.builders < 3:
            worth += BUILDER_WORTH * self.rounds * BUILDERS[card]
        if is_silver(card):
            worth += silver_value(own, card) + SILVER_HOPE * self.rounds
        if CARDS[card].bronze:
            worth += (1 + self.rounds) * max(1, bronze_value(own, card) - best_bronze(own))
        if card in _RESIDENTS:
            worth += _RESIDENTS[card] * self.rounds
        if card == NUN:
            worth += unique_silver(own) + SILVER_HOPE * self.rounds
        if CARDS[card].keyring:
            worth += self.key_worth(card)
        if PADLOCK[card] >= 0 and PADLOCK[card] not in own.card:
            worth -= 2
        return worth

    def hand(self, own: Seat, cards: list[int], phase: int, known: dict[int, float] | None = None) -> float:
        """The value of placing the cards in the turns left, best first. `known` caches the values of `card`."""
        plan = _Plan(own, cards, self, phase, {} if known is None else known)
        return plan.worth() + sum([self.special(own, card) for card in cards if not PLACEABLE[card]])

    def special(self, own: Seat, card: int) -> float:
        late = min(1.0, self.rounds)
        if card == SMUGGLER:
            return LATER * max([*((gold + 1) // 2 for gold in sales(own)), 5.0 * late])
        return effects.WORTH[card] * late


class _Plan:
    """A greedy plan for placing a hand, given the village's room and the build actions in the turns left."""

    def __init__(self, own: Seat, cards: list[int], outlook: Outlook, phase: int, known: dict[int, float]) -> None:
        self.outlook = outlook
        self.cards = [card for card in cards if PLACEABLE[card]]
        for card in self.cards:
            if card not in known:
                known[card] = outlook.card(own, card)
        self.worths: dict[int, float] = known
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
        """Place the card with the highest gain, until no card gains anything."""
        total = 0.0
        builds = self.now + self.limit * self.outlook.rounds
        placed = 0
        while self.cards and placed < builds:
            best, most = 0, self.gain(self.cards[0])
            for at in range(1, len(self.cards)):
                gain = self.gain(self.cards[at])
                if gain > most:
                    best, most = at, gain
            if most <= 0:
                break
            delay = 0 if placed < self.now else 1 + (placed - self.now) // self.limit
            part = min(1.0, builds - placed)
            total += most * part * LATER ** (delay + 0.5)
            self.place(self.cards.pop(best))
            placed += 1
        return total

    def gain(self, card: int) -> float:
        """The gain of placing the card now, 0 if it cannot be placed."""
        below = ON[card]
        worth = self.worths[card] + self.hope(card)
        if below < 0:
            return worth
        if self.room[below] > 0:
            return worth - self.outlook.markets * (GOLD[below] if CAPACITY[below] == 1 or not self.room[below] else 0)
        if below in BASIC_AT and self.trades and self.spare > len(self.cards) - 1 > 0:
            return worth - TRADE_PRICE
        return 0.0

    def hope(self, card: int) -> float:
        """The gain of the cards in hand that could be placed on this one."""
        most, found = 0.0, False
        for other in self.cards:
            if ON[other] == card and (not found or self.worths[other] > most):
                most, found = self.worths[other], True
        return 0.5 * most

    def place(self, card: int) -> None:
        """Use up the room beneath the card, with a trade for a basic villager if needed, and make room above it."""
        below = ON[card]
        if below >= 0 and not self.room[below]:
            self.room[below] += CAPACITY[below]
            self.trades -= 1
            self.spare -= 1
        if below >= 0:
            self.room[below] -= 1
        self.room[card] += CAPACITY[card]
