"""Estimates what each move of a decision gains in this turn: a sum of the gains of single banners (`prospects`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.my_village.catalogue import ANY_VALUE
from engine.my_village.catalogue.cards import KIND, MONK
from engine.my_village.heuristics.prospects import NOTHING_GAINED, SECOND_STEP, Prospects
from engine.my_village.heuristics.weights import Weights
from engine.my_village.moves import (
    ACTIVATE,
    BURY,
    CALL_STEWARD,
    EXCHANGE_TRAVEL,
    HIRE_LABORER,
    INVITE,
    INVITE_FREE,
    MOVE_HEADMAN,
    MOVE_PLOW,
    SERVE,
    TAKE_CARD,
    TAKE_HAND,
    TEACH,
    TRAVEL,
    WARD_OFF,
)
from engine.my_village.phases import steward
from engine.my_village.phases.white import PLOW_BONUS, values_of
from engine.my_village.state import (
    BANNERS,
    COUNCIL,
    DICE,
    EMPTY,
    EXCHANGE,
    FIRST_CRAFT,
    FIRST_FIELD,
    MEETING,
    PLAY,
    RATS,
    REAPED,
    VALUE,
    State,
)
from engine.my_village.village.values import ways_to
from engine.ruleset import Move

TILE_WORTH: Final = 0.3
"""The value of placing the 2/12 tile instead of forfeiting it."""
IDLE: Final = -0.1
"""The value of moving a plow that cannot be used in this turn."""


class MoveValues:
    """The values of the moves of one decision. `base`: the expectation without further gains in this turn."""

    __slots__ = ("base", "costs", "prospects", "state")

    def __init__(self, state: State, who: int, weights: Weights) -> None:
        self.state: State = state
        self.prospects: Prospects = Prospects(state, who, weights)
        self.base: float = self.prospects.gains.base
        self.costs: dict[int, float] = {0: 0.0}

    def of(self, moves: Sequence[Move]) -> list[float]:
        """Return the gain of each move, including its best continuation in this turn."""
        state = self.state
        if state.phase == DICE:
            return self._of_dice(moves)
        if state.phase == VALUE:
            self.prospects.look(ANY_VALUE)
            return [self._way(move[1], move[2], move[3]) for move in moves]
        if state.phase == BANNERS:
            self.prospects.look(1 << state.value)
            return self._of_banners(moves)
        if moves[0][0] == INVITE:
            return self._of_guests(moves)
        return [self._choice(move) for move in moves]

    # --- dice ------------------------------------------------------------------------------------

    def _way(self, value: int, coins: int, tokens: int) -> float:
        """Return the gain of a turn with this banner value, less the price paid for the value."""
        key = coins + 64 * tokens
        cost = self.costs.get(key)
        if cost is None:
            cost = self.costs[key] = self.prospects.gains.earn(-coins, -tokens)
        return self.prospects.worth(value) + cost

    def _of_dice(self, moves: Sequence[Move]) -> list[float]:
        """Return, for each pair of dice, the gain of the best turn."""
        self.prospects.look(ANY_VALUE)
        gains = self.prospects.gains
        seat, time = gains.seat, self.state.cat.black_time
        pairs: dict[int, float] = {}
        rates = []
        for _, one, other in moves:
            low, high = min(one % 6, other % 6), max(one % 6, other % 6)
            best = pairs.get(6 * low + high)
            if best is None:
                best = max([self._way(*way) for way in ways_to([low, high], seat.coins, seat.tokens)])
                pairs[6 * low + high] = best
            rates.append(best + gains.hours(time * ((one > 5) + (other > 5))))
        return rates

    # --- banners ---------------------------------------------------------------------------------

    def _of_banners(self, moves: Sequence[Move]) -> list[float]:
        """Return the gains of moves in the phase BANNERS. The gain of a white banner includes all other white banners
        that pay off. A black banner counts alone.
        """
        prospects = self.prospects
        value = self.state.value
        rest = prospects.white[value] + prospects.serving(value)
        gains = [self.banner(move) for move in moves]
        best: dict[int, float] = {}
        for move, gain in zip(moves, gains, strict=True):
            group = _group(move)
            if group:
                best[group] = max(best.get(group, NOTHING_GAINED), gain)
        rates = []
        for move, gain in zip(moves, gains, strict=True):
            group = _group(move)
            if not group:
                rates.append(gain)
            elif group == MEETING_LAST:
                rates.append(gain + min(0.0, best[group] - rest))
            else:
                rates.append(rest + min(0.0, gain) if best[group] <= 0 else rest + gain - best[group])
        return rates

    def banner(self, move: Move) -> float:
        """Return the gain of one banner."""
        kind, prospects = move[0], self.prospects
        gains = prospects.gains
        if kind == TAKE_CARD:
            return self._card(move)
        if kind == TRAVEL:
            return prospects.journey(move[1], move[2])
        if kind == TAKE_HAND:
            return 0.0 if move[1] else gains.take_hand()
        if kind == CALL_STEWARD:
            return prospects.steward(steward.MAX_INVITED, free=bool(move[1]))
        if kind == MOVE_HEADMAN:
            return prospects.after(self.state.cat.headman_time).step(move[1])
        if kind == ACTIVATE:
            return self._white(move[1], move[2], move[3])
        if kind == TEACH:
            return prospects.teach(move[1], move[2])
        if kind == SERVE:
            return gains.serve(move[1], move[2]) + gains.hours(self.state.cat.white_time[move[1]])
        if kind == MOVE_PLOW:
            return self._plow(move[2])
        return 0.0

    def _card(self, move: Move) -> float:
        _, card, paid, space, tile = move
        prospects = self.prospects
        gain = prospects.monk(card) if KIND[card] == MONK else prospects.card(card, space)
        if paid:
            gain += prospects.after(self.state.cat.time[card]).pay(paid)
        return gain + (TILE_WORTH if tile != EMPTY else 0.0)

    def _white(self, banner: int, space: int, tile: int) -> float:
        prospects, cat = self.prospects, self.state.cat
        gains = prospects.gains
        if banner == PLAY:
            return gains.tell(cat.play_story[gains.seat.board])
        if banner == COUNCIL:
            return prospects.meeting(space)
        if banner == MEETING:
            return gains.gather() + (TILE_WORTH / 2 if tile != EMPTY else 0.0)
        if banner >= FIRST_FIELD:
            return gains.earn(1)
        return prospects.making(banner - FIRST_CRAFT)

    def _plow(self, field: int) -> float:
        """Return the gain of a plow. It pays off immediately only if its field can still be used in this turn."""
        state, gains = self.state, self.prospects.gains
        matches = values_of(state, gains.seat, FIRST_FIELD + field) >> state.value & 1
        if matches and not gains.seat.fields[field] & REAPED and not state.used >> MEETING & 1:
            return self.prospects.worth(state.value) + gains.earn(PLOW_BONUS)
        return self.prospects.worth(state.value) + IDLE

    # --- other choices ---------------------------------------------------------------------------

    def _of_guests(self, moves: Sequence[Move]) -> list[float]:
        """Return the gains of sets of customers: the sum of the customers' gains, less the price of the set."""
        return [self._guests(move[1:]) if move[0] == INVITE else 0.0 for move in moves]

    def _guests(self, cards: Move) -> float:
        number = len(cards)
        gains = self.prospects.after(self.state.cat.steward_time[number - 1])
        return sum([gains.invite(card) for card in cards], 0.0) + gains.price(number)

    def _choice(self, move: Move) -> float:
        """Return the gain of a move in a decision that an action or a death requires."""
        kind, prospects = move[0], self.prospects
        gains = prospects.gains
        if kind == MOVE_HEADMAN:
            return prospects.after(self.state.cat.headman_time).step(move[1])
        if kind == TEACH:
            further = SECOND_STEP * prospects.lesson() if self.state.steps > 1 else 0.0
            return prospects.teach(move[1], move[2]) + further
        if kind == INVITE_FREE:
            return gains.invite(move[1])
        if kind == CALL_STEWARD:
            return prospects.steward(self.state.steps, free=bool(move[1]))
        if kind == BURY:
            return gains.bury(move[1])
        if kind == HIRE_LABORER:
            return gains.hire(move[1])
        if kind == WARD_OFF:
            return gains.ward()
        if kind == EXCHANGE_TRAVEL:
            return gains.travel(len(gains.seat.travels), 0)
        if self.state.phase == EXCHANGE:
            return gains.arrive(self.state.card)
        return gains.invaded() if self.state.phase == RATS else 0.0


MEETING_LAST: Final = -1
"""The group of the meeting place's banner: no banner may follow it."""


def _group(move: Move) -> int:
    """Return the group of a white banner's move; 0 for other moves. The moves of a group are valued as alternatives."""
    kind = move[0]
    if kind == ACTIVATE:
        return MEETING_LAST if move[1] == MEETING else 100 + move[1]
    return kind if kind in (TEACH, SERVE) else 0
