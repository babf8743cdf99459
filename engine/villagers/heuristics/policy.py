"""The policy of Villagers (see `engine.policy`). Its priors are in gold.

A move is described by its gain under the learned weights, and by facts about its card: the symbols, the padlock, where
it fits in the village or the hand, and which card it is. All of these depend only on what the seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.policy import Described, PolicyWeights, Prior, read_policy
from engine.ruleset import Move
from engine.villagers.catalogue import (
    BASIC_AT,
    BASICS,
    BUILDERS,
    CARDS,
    CHAIN,
    FOOD,
    GOLD,
    KEYS,
    ON,
    PADLOCK,
    PLACEABLE,
    SUIT,
    SUITS,
)
from engine.villagers.effects.recruiter import RECRUIT
from engine.villagers.heuristics.features import NUMBERS, PLACES, describe, place_of, room_of, rounds_left
from engine.villagers.heuristics.trials import Trials
from engine.villagers.heuristics.value import kind_of_table
from engine.villagers.heuristics.weights import WEIGHTS, Weights
from engine.villagers.moves import (
    BANK,
    COIN,
    DRAFT_RESERVE,
    DRAFT_ROAD,
    DRAFT_STACK,
    END,
    FOR_COUNTESS,
    NO_LOCK,
    PLACE,
    PLAY,
    RETURN,
    REWARD_CARD,
    STEAL_CARD,
    TINNER,
    TRADE,
    paid_seat,
)
from engine.villagers.scoring.formulas import all_silver
from engine.villagers.setup import deck
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import DEVELOPMENT, DRAFT, ROAD, UNKNOWN, Seat, State
from engine.villagers.table.piles import pile_of
from engine.villagers.table.village import add, draft_limit, role_of

FLOOR: Final = -35.0
"""The lowest value of a move relative to the best one, in gold. Still lower values would make no difference."""

VISIBLE_GOLD: Final = NUMBERS.index("visible_gold")
PLACE_NAMES: Final = ("on the village", "by a trade", "on the hand", "on nothing")

# Names that are made once, because a search rates thousands of moves.
_DRAFT: Final = [f"draft {key}" for key in KEYS]
_BUILD: Final = [f"place {key}" for key in KEYS]
_PLAY: Final = [f"play {key}" for key in KEYS]
_DRAFT_SUIT: Final = [f"draft suit {suit}" for suit in SUITS]
_UNSEEN_SUIT: Final = [f"draft unseen {suit}" for suit in SUITS]
_DRAFT_PLACE: Final = [f"draft {place}" for place in PLACE_NAMES]
_TRADE_PLACE: Final = [f"trade {place}" for place in PLACE_NAMES]
_COIN_PLACE: Final = [f"coin {place}" for place in PLACE_NAMES]
_TRADE_FOR: Final = [f"trade for {KEYS[basic]}" for basic in BASICS]
_MOVE: Final = [f"move {kind}" for kind in range(32)]
_VALUE: Final = [f"value of move {kind}" for kind in range(32)]
_KEYRING: Final = [card.keyring > 0 for card in CARDS]
_SILVER: Final = [card.silver is not None for card in CARDS]
_BRONZE: Final = [card.bronze is not None for card in CARDS]


POLICY: Final[dict[str, PolicyWeights]] = read_policy("engine.villagers.heuristics")
"""The weights for each kind of table: `solo`, `two` (two seats) and `more` (more than two seats)."""


class Decision(Described):
    """The moves of one decision. `values`: the gain of each move in gold, relative to the best move."""

    def __init__(self, state: State, seat: int, moves: Sequence[Move]) -> None:
        own, kind = state.seats[seat], kind_of_table(state)
        super().__init__(moves, POLICY[kind], rounds_left(state))
        self.state: State = state
        self.seat: int = seat
        self.own: Seat = own
        self.weights: Weights = WEIGHTS[kind]
        self.market: int = state.markets
        self.hand: list[int] = own.square + [hidden >> 8 for hidden in own.hand]
        self.room: set[int] = room_of(own)
        self.suits: dict[int, float] = {}
        self.drafting: bool = state.phase == DRAFT and not state.asked
        self.last: bool = self.drafting and draft_limit(own) - len(own.square) <= 1
        values = self._values()
        best = max(values)
        self.values: list[float] = [max(FLOOR, value - best) for value in values]

    def describe(self, at: int, prior: Prior) -> None:
        move = self.moves[at]
        kind, value = move[0], self.values[at]
        if kind <= DRAFT_RESERVE:
            self._draft(move, value, prior)
        elif kind == PLACE:
            self._place(move, value, prior)
        elif kind == TRADE:
            self._trade(move, value, prior)
        elif kind == END:
            self._end(value, prior)
        elif kind == COIN:
            self._coin(move, prior)
        else:
            self._other(move, value, prior)

    # --- values ----------------------------------------------------------------------------------

    def _values(self) -> list[float]:
        """Return the gain of each move, in gold. Only the differences between the gains have a meaning."""
        state, moves = self.state, self.moves
        if self.seat != state.turn:
            return [self._reaction(move) for move in moves]
        if self.drafting:
            picks = [self._pick(move) if move[0] <= DRAFT_RESERVE else 0.0 for move in moves]
            best = max(picks)
            return [
                pick if move[0] <= DRAFT_RESERVE else self._special(move, best)
                for move, pick in zip(moves, picks, strict=True)
            ]
        if state.phase == ROAD and not state.asked:
            return [0.0] * len(moves)
        if moves[-1][0] == FOR_COUNTESS:
            silver = all_silver(state.seats[COUNTESS_SEAT])
            return [self._gift(move[1], silver) for move in moves]
        if moves[0][0] == STEAL_CARD:
            return [self._gain(move[1]) for move in moves]
        trials = Trials(state, self.seat)
        if state.phase == DEVELOPMENT and not state.asked:
            before = self.weights.worth(describe(state, self.seat))
            return [
                self._hidden(pile_of(state, move[1])[-1])
                if move[0] == REWARD_CARD
                else trials.lead_after(move) - before
                for move in moves
            ]
        return [trials.lead_after(move) for move in moves]

    def _gain(self, card: int) -> float:
        """Return the value that a card adds to the hand, in gold."""
        return self.weights.card(PLACES * card + place_of(self.room, self.hand, card), self.market, self.left)

    def _hidden(self, hidden: int) -> float:
        """Return the value that a hidden card adds to the hand. If the seat does not know the card, return the mean of
        its suit.
        """
        return self._gain(hidden >> 8) if hidden >> self.seat & 1 else self._suit(SUIT[hidden >> 8])

    def _suit(self, suit: int) -> float:
        gain = self.suits.get(suit)
        if gain is None:
            cards = _of_suit(self.state.players, self.state.boxes, suit)
            total = 0.0
            for card in cards:
                total += self._gain(card)
            gain = self.suits[suit] = total / max(1, len(cards))
        return gain

    def _top(self, move: Move) -> int:
        """Return the hidden card that the move drafts."""
        return (self.state.stacks[move[1]] if move[0] == DRAFT_STACK else self.state.reserve)[-1]

    def _pick(self, move: Move) -> float:
        if move[0] == DRAFT_ROAD:
            return self._gain(self.state.road[move[1]]) + self.state.road_gold[move[1]]
        return self._hidden(self._top(move))

    def _special(self, move: Move, best: float) -> float:
        """Return the gain of using a special villager before a pick.

        For a Flaker, it is the value of the card taken from another seat. For others, it is the gain of the best pick,
        less 1 gold for a Recruiter.
        """
        if move[0] == PLAY and move[2] and move[3] and move[2] - 1 != self.seat and move[3] <= len(CARDS):
            return self._gain(move[3] - 1)
        return best - 1.0 if move[0] == RECRUIT else best

    def _reaction(self, move: Move) -> float:
        """Return the gain of taking a villager from the road; 0 for other reactions."""
        if move[0] == PLAY and move[3]:
            return self._gain(self.state.road[move[3] - 1]) + self.state.road_gold[move[3] - 1]
        return 0.0

    def _gift(self, slot: int, silver: int) -> float:
        """Return the gain, in gold, of giving the Countess the villager in this slot of the road.

        It is negative: minus what she gets, and minus half of the villager's value to the seat. `silver`: her income
        from silver symbols without the villager.
        """
        card = self.state.road[slot]
        return -self._to_countess(card, silver) - self.state.road_gold[slot] - 0.5 * self._gain(card)

    def _to_countess(self, card: int, silver: int) -> float:
        """Return the value of a villager in the Countess's village, in gold: the income until the end, and what was
        learned about the card.
        """
        hers, after = WEIGHTS["countess"], self.state.seats[COUNTESS_SEAT].clone_seat()
        add(after, card, role_of(card), 0)
        income = GOLD[card] * (2 - self.market) + all_silver(after) - silver
        learned = GOLD[card] * hers.number(VISIBLE_GOLD, self.market, self.left)
        return income + learned + hers.top(card, self.market, self.left)

    # --- facts -----------------------------------------------------------------------------------

    def _draft(self, move: Move, value: float, prior: Prior) -> None:
        prior.add("draft value", value)
        if self.last:
            prior.add("draft value of the last pick", value)
        if value == 0.0:
            prior.add("draft best", 1.0)
        if move[0] == DRAFT_ROAD:
            prior.add("draft gold on the card", self.state.road_gold[move[1]])
            self._draft_card(self.state.road[move[1]], prior)
            return
        hidden = self._top(move)
        if hidden >> self.seat & 1:
            self._draft_card(hidden >> 8, prior)
            return
        suit = SUIT[hidden >> 8]
        prior.add(_UNSEEN_SUIT[suit], 1.0)
        prior.add("draft unseen suit of the hand", self._in_hand(suit))

    def _in_hand(self, suit: int) -> int:
        return sum([card < UNKNOWN and SUIT[card] == suit for card in self.hand])

    def _draft_card(self, card: int, prior: Prior) -> None:
        """Add the facts of drafting a known card."""
        prior.add(_DRAFT[card], 1.0)
        prior.add(_DRAFT_SUIT[SUIT[card]], 1.0)
        prior.add("draft gold", GOLD[card] * (2 - self.market))
        if self.own.food < 3:
            prior.add("draft food", FOOD[card])
        if self.own.builders < 3:
            prior.add("draft builders", BUILDERS[card])
        prior.add("draft again", self.hand.count(card))
        prior.add("draft suit of the hand", self._in_hand(SUIT[card]))
        if PLACEABLE[card]:
            prior.add(_DRAFT_PLACE[place_of(self.room, self.hand, card)], 1.0)
            self._lock(card, prior)
            missing = 0
            for below in CHAIN[card]:
                missing += below not in BASIC_AT and below not in self.hand and below not in self.own.role
            prior.add("draft missing in the chain", missing)
        if _KEYRING[card]:
            prior.add("draft unlocker", 1.0)
            prior.add("draft unlocker again", card in self.own.card or card in self.hand)
            prior.add("draft unlocker for the hand", sum([one < UNKNOWN and PADLOCK[one] == card for one in self.hand]))
        self._above(card, "draft below a card of the hand", prior)

    def _lock(self, card: int, prior: Prior) -> None:
        """Add facts about who could unlock the drafted card."""
        lock = PADLOCK[card]
        if lock < 0:
            return
        if lock in self.own.card:
            prior.add("draft locked, own unlocker", 1.0)
        elif lock in self.hand:
            prior.add("draft locked, unlocker in hand", 1.0)
        else:
            there = 0.0
            for other in self.state.seats:
                if lock in other.card:
                    there = 1.0
            prior.add("draft locked, unlocker of others" if there else "draft locked, no unlocker", 1.0)

    def _above(self, card: int, fact: str, prior: Prior) -> None:
        """Add the gold of the best hand card that fits on `card`; 0 if the village already has room for such a card."""
        if card in self.room:
            return
        best = 0
        for one in self.hand:
            if one < UNKNOWN and ON[one] == card and GOLD[one] > best:
                best = GOLD[one]
        if best:
            prior.add(fact, best)

    def _place(self, move: Move, value: float, prior: Prior) -> None:
        card, below, own = move[1], move[3], self.own
        prior.add("place value", value)
        if value == 0.0:
            prior.add("place best", 1.0)
        if own.builds <= 1:
            prior.add("place value of the last build", value)
        prior.add(_BUILD[card], 1.0)
        if below and not own.kids[below]:
            under = own.card[below]
            prior.add("place on gold", GOLD[under] * (2 - self.market))
            prior.add("place on food", FOOD[under])
            prior.add("place on builders", BUILDERS[under])
        prior.add("place gold", GOLD[card] * (2 - self.market))
        if own.food < 3:
            prior.add("place food", FOOD[card])
        if own.builders < 3:
            prior.add("place builders", BUILDERS[card])
        self._symbols(card, prior)
        self._unlocking(move[4], prior)
        prior.add("place monks", move[2])
        prior.add("place beside rivals", sum([ON[one] == ON[card] for one in self.hand]) - 1)
        self._above(card, "place below a card of the hand", prior)

    def _symbols(self, card: int, prior: Prior) -> None:
        """Add the symbols of the placed card, except gold, food and builders."""
        if _KEYRING[card]:
            prior.add("place unlocker", 1.0)
            prior.add("place unlocker for the hand", sum([PADLOCK[one] == card for one in self.hand]))
        if _SILVER[card]:
            prior.add("place silver", 1.0)
        if _BRONZE[card]:
            prior.add("place bronze", 1.0)

    def _unlocking(self, unlock: int, prior: Prior) -> None:
        """Add facts about unlocking the placed card: who gets the payment."""
        if unlock == BANK:
            prior.add("place by the bank", 1.0)
        elif unlock == TINNER:
            prior.add("place by the Tinner", 1.0)
        elif unlock != NO_LOCK:
            prior.add("place by an own unlocker" if paid_seat(unlock) == self.seat else "place by others", 1.0)

    def _trade(self, move: Move, value: float, prior: Prior) -> None:
        card, basic = move[1], BASICS[move[2]]
        prior.add("trade", 1.0)
        prior.add("trade value", value)
        if value == 0.0:
            prior.add("trade best", 1.0)
        place = place_of(self.room, self.hand, card) if PLACEABLE[card] else 0
        prior.add(_TRADE_PLACE[place], 1.0)
        prior.add("trade card", self.weights.card(PLACES * card + place, self.market, self.left))
        prior.add("trade gold", GOLD[card])
        prior.add(_TRADE_FOR[move[2]], 1.0)
        needed = sum([one != card and ON[one] == basic for one in self.hand])
        if basic in self.room:
            prior.add("trade for what is there", 1.0)
        elif needed:
            prior.add("trade for what is needed", 1.0)
        prior.add("trade needed", needed)
        prior.add("trade builds left", self.own.builds)
        prior.add("trade trades left", self.own.trades)
        if _KEYRING[card]:
            prior.add("trade unlocker", 1.0)

    def _end(self, value: float, prior: Prior) -> None:
        prior.add("end", 1.0)
        prior.add("end value", value)
        prior.add("end builds left", self.own.builds)
        prior.add("end hand", len(self.hand))

    def _other(self, move: Move, value: float, prior: Prior) -> None:
        """Add the facts of plays of special villagers, and of minor choices."""
        kind = move[0]
        prior.add(_VALUE[kind], value)
        prior.add(_PLAY[move[1]] if kind == PLAY else _MOVE[kind], 1.0)
        if kind == RETURN:
            prior.add("return stack", move[2])
        elif kind == PLAY and self.drafting:
            prior.add("play road gold", sum(self.state.road_gold))

    def _coin(self, move: Move, prior: Prior) -> None:
        """Add the facts of a coin, which keeps a villager on the road until the next draft."""
        state, card = self.state, self.state.road[move[1]]
        gain = self._gain(card)
        prior.add("coin", 1.0)
        prior.add("coin value", gain)
        prior.add("coin gold on the card", state.road_gold[move[1]])
        prior.add(_COIN_PLACE[place_of(self.room, self.hand, card)], 1.0)
        if (state.first + 1) % state.players == self.seat:
            prior.add("coin of the next to begin", 1.0)
            prior.add("coin value for the next to begin", gain)
            prior.add("coin gold for the next to begin", state.road_gold[move[1]])


_BY_SUIT: Final[dict[tuple[int, int, int], list[int]]] = {}


def _of_suit(players: int, boxes: int, suit: int) -> list[int]:
    """Return the different cards of a suit in the deck of a game with these players and boxes."""
    key = (players, boxes, suit)
    if key not in _BY_SUIT:
        _BY_SUIT[key] = sorted({card for card in deck(players, boxes) if SUIT[card] == suit})
    return _BY_SUIT[key]
