"""The best continuation of the current turn for each banner value, from the gains of single banners.

The gains of a turn's banners are added up. Only customers need more care, because they compete for goods.
"""

from __future__ import annotations

from typing import Final

from engine.my_village.catalogue.cards import (
    AREA,
    CHURCH,
    CHURCHES,
    COUNCILMAN,
    COUNCILS,
    CRAFT,
    CRAFTS,
    CRAFTSMAN,
    FIELD,
    KIND,
    MEETING_PLACE,
    MERCHANT,
    POPULATION,
    THE_FIELD,
    THE_MEETING_PLACE,
    TRAVELLER,
    TRAVELS,
)
from engine.my_village.heuristics.gains import Gains
from engine.my_village.heuristics.weights import Weights
from engine.my_village.moves import MOVE_HEADMAN
from engine.my_village.phases import banners, headman, school, steward
from engine.my_village.phases.cards import against
from engine.my_village.phases.white import PLOW_BONUS, values_of
from engine.my_village.scoring import area_counts
from engine.my_village.state import (
    COUNCIL,
    EMPTY,
    FIRST_CRAFT,
    FIRST_CUSTOMER,
    MEETING,
    PLAY,
    PLOWED,
    REAPED,
    SCHOOL,
    State,
)
from engine.my_village.village import next_letter, trades, travel_costs
from engine.my_village.village.payments import payments

NOTHING_GAINED: Final = -99.0
SECOND_STEP: Final = 0.5
"""A second lesson gains this share of what the first one gains."""


class Prospects:
    """The possible gains of the current turn, by banner value.

    `black`: the gain of the best black banner. `white`: the sum of the gains of all white banners except customers (see
    `serving`). `anyway`: the gain of the black banner "?", which needs no value.
    """

    __slots__ = ("anyway", "black", "gains", "guests", "last", "served", "state", "values", "weights", "white", "who")

    def __init__(self, state: State, who: int, weights: Weights) -> None:
        self.state: State = state
        self.who: int = who
        self.weights: Weights = weights
        self.gains: Gains = Gains(state, who, weights)
        self.last: Gains | None = None
        self.black: list[float] = [NOTHING_GAINED] * 13
        self.white: list[float] = [0.0] * 13
        self.values: int = 0
        self.anyway: float = NOTHING_GAINED
        self.guests: list[tuple[int, int]] = []
        self.served: dict[int, float] = {}

    def after(self, time: int) -> Gains:
        """Return the gains to use after `time` is spent. If this makes the current round the last one, the gains leave
        out everything that comes after the round.
        """
        if not self.gains.ends(time):
            return self.gains
        if self.last is None:
            self.last = Gains(self.state, self.who, self.weights, last=True)
        return self.last

    # --- the table -------------------------------------------------------------------------------

    def look(self, values: int) -> None:
        """Fill the tables for a mask of values."""
        self.values = values
        if not self.state.begun:
            self._look_at_black()
        if not self.state.used >> MEETING & 1:
            self._look_at_white()

    def worth(self, value: int) -> float:
        """Return what the turn gains if `value` is its banner value."""
        white = self.white[value] + self.serving(value)
        if self.state.begun:
            return white
        return max(white, self.black[value], self.anyway)

    def _offer(self, values: int, gain: float) -> None:
        """Enter a black banner into the tables."""
        while values:
            lowest = values & -values
            values ^= lowest
            value = lowest.bit_length() - 1
            if gain > self.black[value]:
                self.black[value] = gain

    def _add(self, values: int, gain: float) -> None:
        """Enter a white banner into the tables, unless it loses points."""
        if gain > 0:
            while values:
                lowest = values & -values
                values ^= lowest
                self.white[lowest.bit_length() - 1] += gain

    def _look_at_black(self) -> None:
        cat, seat, state = self.state.cat, self.gains.seat, self.state
        for column in CRAFTS:
            self._look_at_crafts(self._wanted(state.open_cards & column))
        for column in (CHURCHES, COUNCILS):
            self._look_at_column(self._wanted(state.open_cards & column))
        for stack in state.monks:
            if stack and cat.values[stack[-1]] & self.values and against(state, seat, stack[-1]) is None:
                self._offer(cat.values[stack[-1]], self.monk(stack[-1]))
        values = cat.values[THE_MEETING_PLACE]
        if values & self.values and state.meetings and against(state, seat, THE_MEETING_PLACE) is None:
            self._offer(values, self.card(THE_MEETING_PLACE, EMPTY))
        if seat.villagers & TRAVELLER:
            self._look_at_travels()
        self._look_at_the_rest()

    def _wanted(self, cards: int) -> int:
        """Return `cards`, the mask of a column, or 0 if the village cannot add any card of the column."""
        if cards and against(self.state, self.gains.seat, (cards & -cards).bit_length() - 1) is None:
            return cards
        return 0

    def _look_at_crafts(self, cards: int) -> None:
        """Enter a column of craft buildings into the tables.

        The gains of these cards differ in only one part: `Gains.shared`.
        """
        cat = self.state.cat
        gain, first = 0.0, 0.0
        looked = False
        while cards:
            lowest = cards & -cards
            cards ^= lowest
            card = lowest.bit_length() - 1
            if cat.values[card] & self.values:
                gains = self.after(cat.time[card])
                if not looked:
                    looked = True
                    gain, first = self.card(card, EMPTY), gains.shared(card)
                self._offer(cat.values[card], gain - first + gains.shared(card))

    def _look_at_the_rest(self) -> None:
        """Enter the black banners that need no villager into the tables: fields, the starting hand, the steward, the
        headman.
        """
        state, gains, cat = self.state, self.gains, self.state.cat
        if state.fields and cat.values[THE_FIELD] & self.values:
            self._offer(cat.values[THE_FIELD], self.card(THE_FIELD, EMPTY))
        if cat.hand_values & self.values and banners.why_hand_stays(state, self.who) is None:
            self._offer(cat.hand_values, gains.take_hand())
        if cat.steward_values & self.values and state.display:
            self._offer(cat.steward_values, self.steward(steward.MAX_INVITED, free=trades(gains.seat)))
        walking = self.after(cat.headman_time)
        self.anyway = max([walking.step(move[1]) for move in headman.banner_moves(state, self.who)])

    def _look_at_column(self, cards: int) -> None:
        """Enter a column of churches or council chambers into the tables."""
        cat = self.state.cat
        while cards:
            lowest = cards & -cards
            cards ^= lowest
            card = lowest.bit_length() - 1
            if cat.values[card] & self.values:
                self._offer(cat.values[card], self.card(card, self._best_space(card, 0)))

    def _best_space(self, council: int, marks: int) -> int:
        """Return the best free space of an area or population council."""
        seat = self.gains.seat
        if council == AREA:
            counts = area_counts(seat)
            best = EMPTY
            for space in range(5):
                if not marks >> space & 1 and (best == EMPTY or counts[space] > counts[best]):
                    best = space
            return best
        if council == POPULATION:
            free = seat.villagers & ~marks or 31 & ~marks
            return 4 + (free & -free).bit_length() if free else EMPTY
        return EMPTY

    def _look_at_travels(self) -> None:
        cat, seat = self.state.cat, self.gains.seat
        letter = next_letter(cat, seat)
        if letter == EMPTY or not self.state.travels[letter]:
            return
        values = cat.values[TRAVELS[letter][0]]
        ways = payments(seat, travel_costs(cat, seat, letter)) if values & self.values else []
        if ways:
            self._offer(values, max([self.journey(letter, paid) for paid in ways]))

    def _look_at_white(self) -> None:
        cat, gains, seat = self.state.cat, self.gains, self.gains.seat
        values = self._values(PLAY)
        if values:
            self._add(values, gains.tell(cat.play_story[seat.board]))
        values = self._values(SCHOOL)
        if values:
            self._add(values, self.lesson())
        if seat.villagers & COUNCILMAN:
            values = self._values(COUNCIL)
            if values:
                self._add(values, self.meeting(self._best_space(seat.council, seat.marks)))
            values = self._values(MEETING)
            if values:
                self._add(values, gains.gather())
        if seat.villagers & CRAFTSMAN:
            for good in range(5):
                values = self._values(FIRST_CRAFT + good)
                if values:
                    self._add(values, self.making(good))
        self._look_at_market()

    def _values(self, banner: int) -> int:
        """Return the values of a white banner; 0 if it has been used, or if `look` asked for none of its values."""
        values = 0 if self.state.used >> banner & 1 else values_of(self.state, self.gains.seat, banner)
        return values if values & self.values else 0

    def _look_at_market(self) -> None:
        """Enter the banner of the village's fields into the tables, and note the customers who can be served."""
        cat, seat = self.state.cat, self.gains.seat
        if seat.fields and cat.values[THE_FIELD] & self.values:
            self._add(cat.values[THE_FIELD], self.gains.earn(self._harvest()))
        if seat.villagers & MERCHANT:
            for card in seat.customers:
                values = values_of(self.state, seat, FIRST_CUSTOMER + card)
                if values & self.values and payments(seat, cat.costs[card]):
                    self.guests.append((card, values))

    def _harvest(self) -> int:
        """Return the coins of all fields not yet used in this turn."""
        coins = 0
        for flags in self.gains.seat.fields:
            if not flags & REAPED:
                coins += self.state.cat.count[THE_FIELD] + (PLOW_BONUS if flags & PLOWED else 0)
        return coins

    def serving(self, value: int) -> float:
        """Return the gain of the customers that a village with this value can serve."""
        cards = 0
        for card, values in self.guests:
            if values >> value & 1:
                cards |= 1 << card
        if not cards:
            return 0.0
        gain = self.served.get(cards)
        if gain is None:
            gain = self.served[cards] = self.gains.serve_all(cards)
        return gain

    # --- single moves ----------------------------------------------------------------------------

    def making(self, good: int) -> float:
        """Return the gain of a craft building's banner, including its time."""
        time = self.state.cat.white_time[self.gains.seat.crafts[good]]
        gains = self.after(time)
        return gains.make(good) + gains.hours(time)

    def meeting(self, space: int) -> float:
        """Return the gain of the council chamber's banner, including its time."""
        time = self.state.cat.white_time[self.gains.seat.council]
        gains = self.after(time)
        return gains.meet(space) + gains.hours(time)

    def card(self, card: int, space: int) -> float:
        """Return the gain of a card of the display, including its time. For a monk, see `monk`."""
        gains, kind = self.after(self.state.cat.time[card]), KIND[card]
        time = gains.hours(self.state.cat.time[card])
        if kind == CRAFT:
            return time + gains.craft(card)
        if kind == CHURCH:
            return time + gains.church(card)
        if kind == FIELD:
            return time + gains.field()
        if kind == MEETING_PLACE:
            return time + gains.meeting_place()
        return time + gains.council(card, space)

    def monk(self, card: int) -> float:
        """Return the gain of a monk, including his time and the best use of his action."""
        cat = self.state.cat
        gains = self.after(cat.time[card])
        gain = gains.hours(cat.time[card]) + gains.monk(card)
        effect, count = cat.effect[card], cat.count[card]
        if effect == "story":
            return gain + gains.tell(count)
        if effect == "headman":
            return gain + max(0.0, self.walk())
        if effect == "school":
            return gain + self.lesson() * (1 + SECOND_STEP * (count - 1))
        return gain + max(0.0, self.steward(count, free=trades(gains.seat)))

    def walk(self) -> float:
        """Return the gain of the headman's best step."""
        gains = self.after(self.state.cat.headman_time)
        return max([gains.step(move[1]) for move in headman.moves(self.state, self.who) if move[0] == MOVE_HEADMAN])

    def lesson(self) -> float:
        """Return the gain of the best step of the school, at least 0."""
        return max([self.teach(move[1], move[2]) for move in school.moves(self.state, self.who)] or [0.0])

    def teach(self, step: int, villager: int) -> float:
        return self.after(0 if villager == EMPTY else self.state.cat.place_time).teach(step, villager)

    def journey(self, letter: int, paid: int) -> float:
        """Return the gain of the next travel card, including its time."""
        cat = self.state.cat
        time = travel_costs(cat, self.gains.seat, letter)[0][7] + cat.time[TRAVELS[letter][0]]
        gains = self.after(time)
        return gains.hours(time) + gains.travel(letter, paid)

    def steward(self, most: int, *, free: bool) -> float:
        """Return the gain of buying up to `most` customers, the best in the display, less their price. With `free`, one
        more customer costs nothing.
        """
        cat, display = self.state.cat, self.state.display
        gift = 1 if free and len(display) > 1 else 0
        best = NOTHING_GAINED
        for number in range(1, min(most, len(display) - gift) + 1):
            if cat.steward_coins[number - 1] <= self.gains.seat.coins:
                gains = self.after(cat.steward_time[number - 1])
                ranked = sorted([gains.invite(card) for card in display], reverse=True)
                best = max(best, sum(ranked[: number + gift], 0.0) + gains.price(number))
        return best
