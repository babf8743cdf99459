"""What single banners add to what a village can expect at the end, worked out from the learned weights.

For searches: much quicker than to play each move on a copy of the state and to forecast all villages anew. What a
banner brings is put into a copy of the village, and the parts that it touches are looked at again.
"""

from __future__ import annotations

from typing import Final

from engine.my_village.catalogue.cards import AREA, GOOD, GUILD, THE_FIELD, THE_MEETING_PLACE, TRAVELS
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.features import NAMES, council, crafts, describe, household, people, religion, travels
from engine.my_village.heuristics.weights import Weights, worth
from engine.my_village.moves import NEW_LEFT, NOTHING, PLACE_LEFT, PLACE_RIGHT, TO_RIGHT
from engine.my_village.scoring import points
from engine.my_village.state import COIN, EMPTY, EXCHANGE, HOUSE, LEFT, RIGHT, STORY, Seat, State
from engine.my_village.village.payments import pay, payments

# The parts of a village, as bits.
HOUSEHOLD: Final = 1
PEOPLE: Final = 2
CRAFTING: Final = 4
RELIGION: Final = 8
CHAMBERS: Final = 16
WAY: Final = 32
ALL_PARTS: Final = 63

STARTS: Final = (
    *(NAMES.index("village"), NAMES.index("abbot"), NAMES.index("crafts")),
    *(NAMES.index("sanatory"), NAMES.index("council"), NAMES.index("travelled")),
)
"""Where the features of each part begin."""

TIME: Final = NAMES.index("time")
REAPER: Final = NAMES.index("reaper")
SHARED: Final = NAMES.index("shared")

LONG: Final = 4
"""Hours over which the worth of time is measured."""


class Gains:
    """The gains of a seat whose turn runs, in points of lead: time that is spent changes what the others expect.

    `base` is what the seat itself expects of the turns after this one. Each gain is that of one banner without its
    time, which `hours` adds. `last`: the running turn makes this round the last one, and all is worth what it is then.
    """

    __slots__ = (
        *("area", "base", "clock", "ending", "hour", "invited", "parts", "seat", "start", "state", "union"),
        *("weights", "who"),
    )

    def __init__(self, state: State, who: int, weights: Weights, *, last: bool = False) -> None:
        self.state: State = state.clone()
        self.who: int = who
        self.seat: Seat = self.state.seats[who]
        if state.card != EMPTY and state.phase != EXCHANGE:
            # A monk who still acts has his window already.
            self.seat.monks.append(state.card)
        self.clock: Clock = Clock(state, weights, running=True)
        self.weights: list[float] = weights.at(self.clock.left(who, 0.0, 1 if last else 0))
        self.parts: list[float] = [self._part(part) for part in range(6)]
        self.start: int = points(self.state, who)
        self.base: float = float(self.start)
        for part in self.parts:
            self.base += part
        self.area: int = CHAMBERS if self.seat.council == AREA else 0
        self.union: int = state.cat.play_values[self.seat.board] | state.cat.school_values
        for card in self.seat.crafts:
            if card != EMPTY:
                self.union |= state.cat.values[card]
        self.invited: dict[int, float] = {}
        self._measure_time(weights)

    def _measure_time(self, weights: Weights) -> None:
        """What an hour costs as long as the game goes on, and what it means that it ends with this round."""
        state, clock = self.state, self.clock
        spent = LONG / state.cat.clouds
        self.hour: float = 0.0
        self.ending: float = 0.0
        for who in range(len(state.seats)):
            share = 1.0 if who == self.who else -1.0 / (len(state.seats) - 1)
            features = describe(state, who)
            now = worth(weights.at(clock.left(who)), features)
            self.hour += share * (worth(weights.at(clock.left(who, spent)), features) - now) / LONG
            if clock.missing == 1:
                self.ending += share * (worth(weights.at(clock.left(who, 0.0, 1)), features) - now)

    def hours(self, time: int) -> float:
        """What it adds (as a rule less than nothing) to spend so much time."""
        if not time:
            return 0.0
        seat, clouds = self.seat, self.state.cat.clouds
        clock = seat.time + time
        if clock < clouds:
            return self.hour * time + self.weights[TIME] * time / clouds
        reaper = 0.0 if seat.reaper else self.weights[REAPER]
        passing = self.ending if self.ends(time) else self.hour * time
        return passing + reaper + self.weights[TIME] * (clock % clouds - seat.time) / clouds

    def ends(self, time: int) -> bool:
        """Whether a villager dies of so much time whose death makes this round the last one."""
        seat = self.seat
        return self.clock.missing == 1 and not seat.reaper and seat.time + time >= self.state.cat.clouds

    # --- looking at the village ------------------------------------------------------------------

    def _part(self, part: int) -> float:
        """What one part of the village is worth."""
        state = self.state
        seat = state.seats[self.who]
        if part == 0:
            features = household(state, self.who)
        elif part == 1:
            features = people(state, seat)
        elif part == 2:
            features = crafts(state, seat)
        elif part == 3:
            features = religion(state, seat)
        elif part == 4:
            features = council(seat)
        else:
            features = travels(state, seat)
        return worth(self.weights, features, STARTS[part])

    def fresh(self) -> Seat:
        """The village as it is, to be changed."""
        seat = Seat(self.seat.board, self.seat)
        self.state.seats[self.who] = seat
        return seat

    def gain(self, touched: int) -> float:
        """What the village has become worth more since `fresh`, by the parts that were touched, and in points."""
        total = float(points(self.state, self.who) - self.start)
        for part in range(6):
            if touched >> part & 1:
                total += self._part(part) - self.parts[part]
        return total

    # --- cards of the display --------------------------------------------------------------------

    def craft(self, card: int) -> float:
        """A craft building with its first good."""
        seat = self.fresh()
        seat.crafts[GOOD[card]] = card
        seat.goods[GOOD[card]] = 1
        return self.gain(CRAFTING | self.area)

    def church(self, card: int) -> float:
        """A church."""
        self.fresh().church = card
        return self.gain(RELIGION | self.area)

    def council(self, card: int, space: int) -> float:
        """A council chamber, its first action with it."""
        seat = self.fresh()
        seat.council = card
        return self.gain(CHAMBERS | self._meet(seat, space))

    def meeting_place(self) -> float:
        """A meeting place; wherever its tile goes."""
        seat, cat = self.fresh(), self.state.cat
        seat.meeting = True
        seat.tokens = 1
        seat.story += cat.count[THE_MEETING_PLACE]
        return self.gain(CHAMBERS | HOUSEHOLD)

    def field(self) -> float:
        """A field and its coin."""
        seat = self.fresh()
        seat.fields.append(0)
        seat.coins += self.state.cat.count[THE_FIELD]
        return self.gain(CRAFTING | HOUSEHOLD | self.area)

    def monk(self, card: int) -> float:
        """A monk's window; his action apart."""
        self.fresh().monks.append(card)
        return self.gain(RELIGION | self.area)

    def travel(self, letter: int, paid: int) -> float:
        """A journey: the mean of all cards of its letter."""
        total = 0.0
        for card in TRAVELS[letter]:
            seat = self.fresh()
            seat.travels.append(card)
            pay(seat, paid)
            total += self.gain(WAY | self.area | (HOUSEHOLD | CRAFTING if paid else 0))
        return total / len(TRAVELS[letter])

    # --- white banners ---------------------------------------------------------------------------

    def _meet(self, seat: Seat, space: int) -> int:
        """The action of the council chamber of a changed village: returns the parts that it touches."""
        cat, card = self.state.cat, seat.council
        if cat.effect[card] == "coins":
            seat.coins += cat.count[card]
            return HOUSEHOLD
        if card == GUILD:
            seat.wild = min(seat.wild + 1, cat.spaces[GUILD])
            return CRAFTING
        if space != EMPTY:
            seat.marks |= 1 << space % 5
        return 0

    def meet(self, space: int) -> float:
        """The banner of the council chamber."""
        seat = self.fresh()
        return self.gain(CHAMBERS | self._meet(seat, space))

    def gather(self) -> float:
        """The banner of the meeting place."""
        seat, cat = self.fresh(), self.state.cat
        seat.tokens = min(seat.tokens + 1, cat.meeting_spaces)
        seat.story += cat.count[THE_MEETING_PLACE]
        return self.gain(CHAMBERS | HOUSEHOLD)

    def make(self, good: int) -> float:
        """The banner of a craft building."""
        seat = self.fresh()
        if seat.goods[good] >= self.state.cat.spaces[seat.crafts[good]]:
            return 0.0
        seat.goods[good] += 1
        return self.gain(CRAFTING)

    def earn(self, coins: int, tokens: int = 0) -> float:
        """Coins and markers of the meeting place more, or less."""
        seat = self.fresh()
        seat.coins += coins
        seat.tokens += tokens
        return self.gain(HOUSEHOLD | CHAMBERS if tokens else HOUSEHOLD)

    def tell(self, story: int) -> float:
        """Story points on the tree."""
        self.fresh().story += story
        return self.gain(HOUSEHOLD)

    def pay(self, paid: int) -> float:
        """What is paid, as in `payments`."""
        pay(self.fresh(), paid)
        return self.gain(HOUSEHOLD | CRAFTING | CHAMBERS)

    def serve(self, card: int, paid: int) -> float:
        """A customer who is served."""
        seat = self.fresh()
        pay(seat, paid)
        seat.customers.remove(card)
        seat.served.append(card)
        return self.gain(CRAFTING | CHAMBERS | HOUSEHOLD)

    def serve_all(self, cards: int) -> float:
        """Customers, a mask, served one after the other as far as goods and profit go."""
        seat, cat = self.fresh(), self.state.cat
        best = time = 0.0
        while cards:
            card = cards.bit_length() - 1
            cards ^= 1 << card
            ways = payments(seat, cat.costs[card])
            if ways:
                pay(seat, ways[0])
                seat.customers.remove(card)
                seat.served.append(card)
                time += self.hours(cat.white_time[card])
                best = max(best, time + self.gain(CRAFTING | CHAMBERS | HOUSEHOLD))
        return best

    def shared(self, card: int) -> float:
        """What the banner values of a craft building are worth that other banners have as well."""
        return self.weights[SHARED] * (self.state.cat.values[card] & self.union).bit_count()

    def teach(self, step: int, villager: int) -> float:
        """A step of the school, with its time."""
        seat, cat = self.fresh(), self.state.cat
        if step == NOTHING:
            return 0.0
        if step == NEW_LEFT:
            seat.school |= LEFT
        elif step == TO_RIGHT:
            seat.school = RIGHT
        else:
            seat.school &= ~(LEFT if step == PLACE_LEFT else RIGHT)
            seat.villagers |= 1 << villager
            if step == PLACE_RIGHT:
                seat.story += cat.right_story
            return self.gain(ALL_PARTS) + self.hours(cat.place_time)
        return self.gain(PEOPLE)

    # --- other banners ---------------------------------------------------------------------------

    def step(self, place: int) -> float:
        """A step of the headman, with its time."""
        seat, cat = self.fresh(), self.state.cat
        if place == EMPTY:
            return self.hours(cat.headman_time)
        seat.headman = place
        if place == HOUSE:
            seat.saved += seat.story
            seat.story = 0
        elif place == COIN:
            seat.coins += cat.headman_coins
        elif place == STORY:
            seat.story += cat.headman_story
        return self.gain(HOUSEHOLD) + self.hours(cat.headman_time)

    def take_hand(self) -> float:
        """The starting hand with its points; nobody else has it then."""
        seat, state = self.fresh(), self.state
        owner, story = state.hand_owner, state.hand_story
        before = self._others_households()
        seat.story += story
        state.hand_owner, state.hand_palm, state.hand_story = self.who, False, 0
        gain = self.gain(HOUSEHOLD) - (self._others_households() - before) / (len(state.seats) - 1)
        state.hand_owner, state.hand_palm, state.hand_story = owner, True, story
        return gain

    def _others_households(self) -> float:
        """What the hand and the households of the others are worth together."""
        total = 0.0
        for who in range(len(self.state.seats)):
            if who != self.who:
                total += worth(self.weights, household(self.state, who))
                total += self.state.cat.hand_prestige if self.state.hand_owner == who else 0
        return total

    def invite(self, card: int) -> float:
        """A customer, without what he costs."""
        gain = self.invited.get(card)
        if gain is None:
            seat = self.fresh()
            seat.customers = sorted([*seat.customers, card])
            gain = self.invited[card] = self.gain(CRAFTING)
        return gain

    def price(self, number: int) -> float:
        """What so many customers cost: less than nothing."""
        cat = self.state.cat
        coins = cat.steward_coins[number - 1]
        return self.hours(cat.steward_time[number - 1]) + (self.earn(-coins) if coins else 0.0)

    def bury(self, villager: int) -> float:
        """A villager's death: what he leaves to the chronicle, and the day laborer if he was the last."""
        seat, state = self.fresh(), self.state
        seat.reaper = False
        seat.villagers &= ~(1 << villager)
        filled = state.chronicle[villager]
        if filled < len(state.cat.chronicle[villager]):
            seat.story += state.cat.chronicle[villager][filled]
        if not seat.villagers:
            seat.laborers += 1
            seat.villagers = 1 << villager
        return self.gain(ALL_PARTS)

    def hire(self, villager: int) -> float:
        """A day laborer's work."""
        self.fresh().villagers = 1 << villager
        return self.gain(ALL_PARTS)

    def arrive(self, card: int) -> float:
        """A certain travel card."""
        self.fresh().travels.append(card)
        return self.gain(WAY | self.area)

    def ward(self) -> float:
        """The rats kept away by the church: one of its spaces less."""
        self.fresh().wards += 1
        return self._without_rats(RELIGION | HOUSEHOLD)

    def invaded(self) -> float:
        """Half of the tree lost to the rats."""
        seat = self.fresh()
        seat.story -= seat.story // 2
        return self._without_rats(HOUSEHOLD)

    def _without_rats(self, touched: int) -> float:
        """The gain when the rats are gone for a while."""
        state, rat = self.state, self.state.rat
        state.rat = state.cat.rat_start[len(state.seats) - 2]
        gain = self.gain(touched)
        state.rat = rat
        return gain
