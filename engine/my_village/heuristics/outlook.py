"""Hand-made evaluation of a village: expected prestige points at the end.

Safe points count in full. The value of goods, waiting customers, story points on the tree, coins and villagers depends
on the turns left to use them. The weights are set by hand and checked by self-play.
"""

from __future__ import annotations

from engine.my_village.catalogue.cards import AREA, MERCHANT, MONETARY, POPULATION
from engine.my_village.phases.rounds import deaths, turns_in_round
from engine.my_village.scoring import area_counts, points
from engine.my_village.state import COIN, EMPTY, LEFT, PLOWED, RIGHT, Seat, State
from engine.my_village.village import next_letter, windows

TIME_IN_A_TURN = 2.1
"""Average time that a seat spends in a turn."""

COIN_WORTH = 0.45
GOOD_WORTH = 0.5
HOARD = 4
"""Goods beyond this number are worth little, since there are few customers."""
HOARDED_WORTH = 0.15
IN_STOCK = 0.85
IN_REACH = 0.65
FAR_AWAY = 0.12
"""Factors for a customer's good: it is in stock, its building stands, or neither."""
BUILDING_WORTH = 3.2
SHARED_VALUE = 0.9
"""Value of a banner value that a craft building shares with another one, or with the play banner."""
FIELD_HOPE = 1.1
TOKEN_WORTH = 0.8
TILE_WORTH = 0.6
WINDOW_HOPE = 0.5
"""The share of the next two windows' points that a church is worth."""
BENEFIT_WORTH = 2.0
VILLAGER_WORTH = 2.6
TRAVEL_HOPE = 2.8
TRAVELLER_WORTH = 1.0
GRAY_PRICE = 0.35
LEFT_WORTH = 0.7
RIGHT_WORTH = 1.8
HAND_WORTH = 0.9
SAVED_FROM = (0.65, 0.85, 0.65)
"""The probability that a story point on the tree will be saved, by the headman's place."""
CROWD = 0.92
"""The value of each further waiting customer is multiplied by this factor."""
MIN_DEATH = 0.4
"""The lowest cost of a death."""


def turns_left(state: State, who: int) -> float:
    """Expected turns of a seat after the current one."""
    seats = len(state.seats)
    rounds = turns_in_round(state) // seats
    coming = state.turns + seats < turns_in_round(state)
    missing = state.cat.deaths[seats - 2] - deaths(state)
    if missing <= 0:
        return float(coming)
    clouds = missing * state.cat.clouds
    time = sum(seat.time + (state.cat.clouds if seat.reaper else 0) for seat in state.seats)
    return max(float(coming), rounds * 0.5, (clouds - time) / seats / TIME_IN_A_TURN)


class Outlook:
    """A seat's expectations at one moment: `left` turns to come, and the `danger` of rats for the tree."""

    def __init__(self, state: State, who: int) -> None:
        self.who = who
        self.left = turns_left(state, who)
        self.danger = 0.3 if state.rat + 6 >= state.cat.invasion else 0.0

    def soon(self, turns: float) -> float:
        """The probability that something that needs this many turns still pays off."""
        return min(1.0, self.left / turns)

    def evaluate(self, state: State) -> float:
        """The seat's expected points."""
        seat = state.seats[self.who]
        worth = points(state, self.who) + self.story(seat, seat.story)
        worth += self.coins(seat.coins) + self.crafts(state, seat) + self.customers(state, seat, seat.customers)
        worth += self.religion(state, seat) + self.council(seat) + self.travels(state, seat)
        worth += self.school(seat) + self.villagers(state, seat)
        fields = len(seat.fields)
        worth += FIELD_HOPE * self.soon(8) * min(fields, 3) + 0.2 * self.soon(8) * max(0, fields - 3)
        if state.hand_owner == self.who:
            worth += HAND_WORTH * self.soon(2) - (0.6 if self.left >= 2 else 0.0)
        return worth - self.death_cost(state, seat) * (seat.time / state.cat.clouds + seat.reaper)

    def story(self, seat: Seat, amount: int) -> float:
        need = 1.0 if seat.headman == COIN else 2.0
        hope = SAVED_FROM[seat.headman] * min(1.0, self.left / need) if self.left >= need else 0.0
        return amount * max(0.02, hope * (1 - self.danger))

    def coins(self, amount: int) -> float:
        """The value of coins; the first few count most."""
        return (COIN_WORTH * min(amount, 4) + 0.2 * max(0, amount - 4)) * self.soon(3) + 0.02 * amount

    def good(self) -> float:
        """The value of an unused good."""
        return GOOD_WORTH * self.soon(4) + 0.02

    def crafts(self, state: State, seat: Seat) -> float:
        """The value of the goods, and of the craft buildings by what they can still make."""
        cat = state.cat
        stock = sum(seat.goods) + seat.wild + sum(flags & PLOWED for flags in seat.fields)
        worth = self.good() * min(stock, HOARD) + HOARDED_WORTH * self.soon(4) * max(0, stock - HOARD)
        worth += 0.15 * self.soon(6) * seat.wild
        banners = [cat.values[card] for card in seat.crafts if card != EMPTY]
        worth += BUILDING_WORTH * self.soon(10) * len(banners)
        banners.append(cat.play_values[seat.board])
        shared = sum((one & other).bit_count() for at, one in enumerate(banners) for other in banners[:at])
        return worth + SHARED_VALUE * self.soon(8) * shared

    def customer(self, state: State, seat: Seat, card: int) -> float:
        """The value of a customer who waits or could be invited, given the goods at hand."""
        cost = state.cat.costs[card][0]
        needed = near = 0.0
        for good in range(5):
            amount = cost[1 + good]
            if amount:
                needed += amount
                stock = min(amount, seat.goods[good])
                made = seat.crafts[good] != EMPTY
                near += IN_STOCK * stock + (IN_REACH if made else FAR_AWAY) * (amount - stock)
        if cost[6]:
            needed += cost[6]
            near += IN_STOCK * cost[6]
        surplus = state.cat.prestige[card] - needed * self.good()
        merchant = 1.0 if seat.villagers & MERCHANT else 0.75
        return surplus * near / max(1.0, needed) * merchant * self.soon(3)

    def customers(self, state: State, seat: Seat, cards: list[int]) -> float:
        """The value of waiting customers, who compete for goods and turns."""
        worths = sorted((self.customer(state, seat, card) for card in cards), reverse=True)
        return sum(worth * CROWD**at for at, worth in enumerate(worths))

    def religion(self, state: State, seat: Seat) -> float:
        """The value of future monks and of the church's benefit."""
        if seat.church == EMPTY:
            return 0.0
        cat = state.cat
        count = windows(cat, seat)
        table = cat.window_points
        hope = table[min(count + 2, len(table) - 1)] - table[count]
        worth = WINDOW_HOPE * hope * self.soon(8)
        return worth + (0.0 if cat.windows[seat.church] else BENEFIT_WORTH) * self.soon(8)

    def council(self, seat: Seat) -> float:
        """The value of further actions of the council chamber and the meeting place."""
        worth = 0.0
        if seat.meeting:
            worth += TOKEN_WORTH * seat.tokens * self.soon(2)
            worth += (TILE_WORTH if seat.tile != EMPTY else 0.0) * self.soon(6)
        if seat.council == EMPTY:
            return worth
        if seat.council == POPULATION:
            absent = (seat.marks & ~seat.villagers).bit_count()
            worth += 1.6 * absent * self.soon(4)
            # Villagers may die before the end.
            worth -= 1.2 * (seat.marks & seat.villagers).bit_count() * self.soon(8)
        elif seat.council == AREA:
            growth = (0.5, 0.4, 1.0, 0.5, 0.4)
            worth += sum(growth[space] * self.soon(6) for space in range(5) if seat.marks >> space & 1)
            worth += 0.02 * sum(area_counts(seat))
        return worth + (2.2 if seat.council == MONETARY else 2.0) * self.soon(10)

    def travels(self, state: State, seat: Seat) -> float:
        """The value of the letters ahead, less the price of the last gray banner."""
        if not seat.travels or next_letter(state.cat, seat) == EMPTY:
            return 0.0
        gray = state.cat.gray[seat.travels[-1]]
        return (TRAVEL_HOPE - GRAY_PRICE * (gray[0] + 2 * gray[2] + 0.7 * gray[7])) * self.soon(6)

    def school(self, seat: Seat) -> float:
        """The value of descendants, which is higher while villagers are missing."""
        missing = 5 - seat.villagers.bit_count()
        left = LEFT_WORTH + 0.3 * missing if seat.school & LEFT else 0.0
        right = RIGHT_WORTH + 0.3 * missing if seat.school & RIGHT else 0.0
        return (left + right) * self.soon(4)

    def villagers(self, state: State, seat: Seat) -> float:
        return sum(self.villager(state, seat, who) for who in range(5) if seat.villagers >> who & 1)

    def villager(self, state: State, seat: Seat, villager: int) -> float:
        """The value of a villager in the turns to come."""
        return VILLAGER_WORTH * _USES[villager](state, seat) * self.soon(4)

    def loss(self, state: State, seat: Seat, villager: int) -> float:
        """The cost of a villager's death, less the chronicle's story points."""
        cost = self.villager(state, seat, villager)
        if seat.council == POPULATION and seat.marks >> villager & 1:
            cost += 4 - 1.6 * self.soon(4)
        spaces, filled = state.cat.chronicle[villager], state.chronicle[villager]
        bonus = spaces[filled] if filled < len(spaces) else 0
        if seat.villagers == 1 << villager:
            cost += state.cat.penalty
        return cost - self.story(seat, bonus)

    def death_cost(self, state: State, seat: Seat) -> float:
        """The least cost of the next death."""
        if not seat.villagers:
            return float(state.cat.penalty)
        present = [villager for villager in range(5) if seat.villagers >> villager & 1]
        return max(MIN_DEATH, min(self.loss(state, seat, villager) for villager in present))


def _abbot(state: State, seat: Seat) -> float:
    if seat.church == EMPTY:
        return 1.3
    return 1.6 if windows(state.cat, seat) < len(state.cat.window_points) - 1 else 0.3


def _councilman(state: State, seat: Seat) -> float:
    worth = 1.0 if seat.council == EMPTY or seat.council in (AREA, POPULATION) else 0.8
    return worth + (0.5 if seat.meeting else 0.3)


def _traveller(state: State, seat: Seat) -> float:
    return 0.2 if next_letter(state.cat, seat) == EMPTY else TRAVELLER_WORTH + 0.2 * len(seat.travels)


def _craftsman(state: State, seat: Seat) -> float:
    return 1.2 + 0.5 * sum(card != EMPTY for card in seat.crafts)


def _merchant(state: State, seat: Seat) -> float:
    return 1.0 + 0.5 * min(4, len(seat.customers))


_USES = (_abbot, _councilman, _traveller, _craftsman, _merchant)
