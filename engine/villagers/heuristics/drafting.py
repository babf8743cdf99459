"""Drafting: which card to take, and which special villagers to play before that."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Move
from engine.villagers import effects
from engine.villagers.catalogue import BASIC_AT, CHAIN, CODES, GOLD, SUIT
from engine.villagers.effects.recruiter import RECRUIT
from engine.villagers.heuristics.outlook import Outlook
from engine.villagers.moves import DRAFT_RESERVE, DRAFT_ROAD, DRAFT_STACK, PLAY
from engine.villagers.state import EMPTY, UNKNOWN, Seat, State
from engine.villagers.view import unseen_cards

BARBARIAN = CODES["barbarian"]
COURIER = CODES["courier"]
PROPHET = CODES["prophet"]
FLAKER = CODES["flaker"]

CHOICE_WORTH = 1.2
"""The gold that each card to choose from adds to the value of looking through a stack."""

MIN_FLAKER_GAIN = 6.0
"""The least gain for which a Flaker is played on a villager of a square."""

MIN_COURIER_GAIN = 8.0
"""The least gain for which a Courier is played on a villager of the road."""

MIN_SUPPLY_TO_RECRUIT = 3
"""The gold in the supply below which no second pick is bought."""


class Gains:
    """The gain of adding each card to the seat's hand, cached."""

    def __init__(self, state: State, outlook: Outlook) -> None:
        self.state = state
        self.outlook = outlook
        self.own: Seat = state.seats[outlook.seat]
        self.held = [hidden >> 8 for hidden in self.own.hand] + self.own.square
        self.worths: dict[int, float] = {}
        self.base = outlook.hand(self.own, self.held, state.phase, self.worths)
        self.known: dict[int, float] = {}
        self.by_suit: dict[int, float] = {}
        self.unseen: list[int] | None = None

    def of(self, card: int) -> float:
        if card not in self.known:
            gain = self.outlook.hand(self.own, [*self.held, card], self.state.phase, self.worths) - self.base
            self.known[card] = gain + _chain_hope(self.own, self.held, card)
        return self.known[card]

    def hidden(self, hidden: int) -> float:
        """The gain of a hidden card; the mean of the suit's unseen cards if it is unknown."""
        card = hidden >> 8
        return self.of(card) if card < UNKNOWN else self.suit(card - UNKNOWN)

    def suit(self, suit: int) -> float:
        if suit not in self.by_suit:
            if self.unseen is None:
                self.unseen = unseen_cards(self.state)
            cards = [card for card in self.unseen if SUIT[card] == suit]
            self.by_suit[suit] = sum([self.of(card) for card in cards]) / max(1, len(cards))
        return self.by_suit[suit]


def _chain_hope(own: Seat, held: list[int], card: int) -> float:
    """A chain card without its predecessors is worth a little of its gold, because they may still come."""
    missing = sum(below not in held and below not in own.role and below not in BASIC_AT for below in CHAIN[card])
    return 0.15 * GOLD[card] if missing == 1 else 0.0


def rate_picks(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Rate a face-up villager by its value for the hand and the gold on it, and a hidden one by its back.

    Special villagers act before the pick, so their value is that of the best pick plus their own gain.
    """
    gains = Gains(state, outlook)

    def drafted(move: Move) -> float:
        if move[0] == DRAFT_ROAD:
            return gains.of(state.road[move[1]]) + state.road_gold[move[1]]
        return gains.hidden((state.stacks[move[1]] if move[0] == DRAFT_STACK else state.reserve)[-1])

    picks = {move: drafted(move) for move in moves if move[0] <= DRAFT_RESERVE}
    best = max(picks.values(), default=0.0)
    return [picks[move] if move in picks else best + _besides(gains, best, move) for move in moves]


def _besides(gains: Gains, best: float, move: Move) -> float:
    """What playing a special villager gains over not playing it."""
    state, outlook = gains.state, gains.outlook
    if move[0] == RECRUIT:
        return 0.5 if gains.own.gold >= MIN_SUPPLY_TO_RECRUIT else -1.0
    late = min(1.0, outlook.rounds)
    card = move[1] if move[0] == PLAY else EMPTY
    if card == BARBARIAN:
        return sum(state.road_gold) - effects.WORTH[card] * late
    if card == PROPHET:
        return CHOICE_WORTH * len(state.stacks[move[3] - 1]) - effects.WORTH[card] * late
    if card == FLAKER:
        own_square = move[2] - 1 == outlook.seat
        return (best if own_square else gains.of(move[3] - 1)) - MIN_FLAKER_GAIN * late
    return _change(gains, move)


def _change(gains: Gains, move: Move) -> float:
    state, outlook = gains.state, gains.outlook
    after = state.clone_state()
    effects.play(after, outlook.seat, move, None)
    return outlook.evaluate(after) - outlook.evaluate(state)


def rate_reactions(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """The Courier: what taking a villager of the road and its gold gains over keeping him."""
    gains = Gains(state, outlook)
    least = MIN_COURIER_GAIN * min(1.0, outlook.rounds)

    def rated(move: Move) -> float:
        if move[1] != COURIER:
            return _change(gains, move)
        return gains.of(state.road[move[3] - 1]) + state.road_gold[move[3] - 1] - least

    return [rated(move) for move in moves]
