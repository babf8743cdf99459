"""The gain of each single banner in expected final points, by the learned weights.

Searches use gains because a forecast after each move is slower. A gain is computed on a copy of one village, and only
the parts that the banner changes are evaluated.
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
"""The index of the first feature of each part."""

TIME: Final = NAMES.index("time")
REAPER: Final = NAMES.index("reaper")
SHARED: Final = NAMES.index("shared")

LONG: Final = 4
"""The number of hours over which the value of time is averaged."""


class Gains:
    """Computes gains of the active seat, in points of lead. The unit is the lead because spending time also changes
    what the other seats can expect.

    `base` is the seat's expectation without further gains in this turn. A gain does not include the banner's time;
    `hours` returns the gain of spending time. `last`: whether the current turn makes this round the last one.
    """

    __slots__ = (
        *("area", "base", "clock", "ending", "hour", "invited", "parts", "seat", "start", "state", "union"),
        *("weights", "who"),
    )

    def __init__(self, state: State, who: int, weights: Weights, *, last: bool = False) -> None:
        self.state: State = state.clone_state()
        self.who: int = who
        self.seat: Seat = self.state.seats[who]
        if state.card != EMPTY and state.phase != EXCHANGE:
            # If a monk's action is still pending, his window already counts.
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
        """Set the value of an hour in a game that continues, and the value of ending the game with this round."""
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
        """Return the gain of spending this many hours, usually negative."""
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
        """Return whether spending this many hours causes the death that makes this round the last one."""
        seat = self.seat
        return self.clock.missing == 1 and not seat.reaper and seat.time + time >= self.state.cat.clouds

    # --- looking at the village ------------------------------------------------------------------

    def _part(self, part: int) -> float:
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
        """Start a trial. Returns a fresh copy of the village, which the trial may change."""
        seat = Seat(self.seat.board, self.seat)
        self.state.seats[self.who] = seat
        return seat

    def gain(self, touched: int) -> float:
        """Return the gain of the changes made since `fresh`: points, plus the added value of the `touched` parts."""
        total = float(points(self.state, self.who) - self.start)
        for part in range(6):
            if touched >> part & 1:
                total += self._part(part) - self.parts[part]
        return total

    # --- cards of the display --------------------------------------------------------------------

    def craft(self, card: int) -> float:
        """Return the gain of a craft building and its first good."""
        seat = self.fresh()
        seat.crafts[GOOD[card]] = card
        seat.goods[GOOD[card]] = 1
        return self.gain(CRAFTING | self.area)

    def church(self, card: int) -> float:
        self.fresh().church = card
        return self.gain(RELIGION | self.area)

    def council(self, card: int, space: int) -> float:
        """Return the gain of a council chamber and its first action."""
        seat = self.fresh()
        seat.council = card
        return self.gain(CHAMBERS | self._meet(seat, space))

    def meeting_place(self) -> float:
        """Return the gain of a meeting place, wherever its tile goes."""
        seat, cat = self.fresh(), self.state.cat
        seat.meeting = True
        seat.tokens = 1
        seat.story += cat.count[THE_MEETING_PLACE]
        return self.gain(CHAMBERS | HOUSEHOLD)

    def field(self) -> float:
        seat = self.fresh()
        seat.fields.append(0)
        seat.coins += self.state.cat.count[THE_FIELD]
        return self.gain(CRAFTING | HOUSEHOLD | self.area)

    def monk(self, card: int) -> float:
        """Return the gain of a monk's window, not counting his action."""
        self.fresh().monks.append(card)
        return self.gain(RELIGION | self.area)

    def travel(self, letter: int, paid: int) -> float:
        """Return the gain of a journey: the mean over all cards of the letter."""
        total = 0.0
        for card in TRAVELS[letter]:
            seat = self.fresh()
            seat.travels.append(card)
            pay(seat, paid)
            total += self.gain(WAY | self.area | (HOUSEHOLD | CRAFTING if paid else 0))
        return total / len(TRAVELS[letter])

    # --- white banners ---------------------------------------------------------------------------

    def _meet(self, seat: Seat, space: int) -> int:
        """Apply the action of the council chamber. Returns the parts of the village that changed."""
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
        """Return the gain of the council chamber's banner."""
        seat = self.fresh()
        return self.gain(CHAMBERS | self._meet(seat, space))

    def gather(self) -> float:
        """Return the gain of the meeting place's banner."""
        seat, cat = self.fresh(), self.state.cat
        seat.tokens = min(seat.tokens + 1, cat.meeting_spaces)
        seat.story += cat.count[THE_MEETING_PLACE]
        return self.gain(CHAMBERS | HOUSEHOLD)

    def make(self, good: int) -> float:
        """Return the gain of a craft building's banner."""
        seat = self.fresh()
        if seat.goods[good] >= self.state.cat.spaces[seat.crafts[good]]:
            return 0.0
        seat.goods[good] += 1
        return self.gain(CRAFTING)

    def earn(self, coins: int, tokens: int = 0) -> float:
        """Return the gain of coins and meeting place markers; negative if they are lost."""
        seat = self.fresh()
        seat.coins += coins
        seat.tokens += tokens
        return self.gain(HOUSEHOLD | CHAMBERS if tokens else HOUSEHOLD)

    def tell(self, story: int) -> float:
        """Return the gain of story points on the tree."""
        self.fresh().story += story
        return self.gain(HOUSEHOLD)

    def pay(self, paid: int) -> float:
        """Return the gain (a loss) of a payment, encoded as in `payments`."""
        pay(self.fresh(), paid)
        return self.gain(HOUSEHOLD | CRAFTING | CHAMBERS)

    def serve(self, card: int, paid: int) -> float:
        seat = self.fresh()
        pay(seat, paid)
        seat.customers.remove(card)
        seat.served.append(card)
        return self.gain(CRAFTING | CHAMBERS | HOUSEHOLD)

    def serve_all(self, cards: int) -> float:
        """Return the best gain of serving the customers of the mask `cards` in turn, as far as the goods last."""
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
        """Return the gain from those banner values of a craft building that other banners of the village also have."""
        return self.weights[SHARED] * (self.state.cat.values[card] & self.union).bit_count()

    def teach(self, step: int, villager: int) -> float:
        """Return the gain of a step of the school, including its time."""
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
        """Return the gain of a step of the headman, including its time."""
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
        """Return the gain of taking the starting hand and its points. The present owner's loss adds to the gain."""
        seat, state = self.fresh(), self.state
        owner, story = state.hand_owner, state.hand_story
        before = self._others_households()
        seat.story += story
        state.hand_owner, state.hand_palm, state.hand_story = self.who, False, 0
        gain = self.gain(HOUSEHOLD) - (self._others_households() - before) / (len(state.seats) - 1)
        state.hand_owner, state.hand_palm, state.hand_story = owner, True, story
        return gain

    def _others_households(self) -> float:
        """Return the value of the other seats' households, including the hand if one of them has it."""
        total = 0.0
        for who in range(len(self.state.seats)):
            if who != self.who:
                total += worth(self.weights, household(self.state, who))
                total += self.state.cat.hand_prestige if self.state.hand_owner == who else 0
        return total

    def invite(self, card: int) -> float:
        """Return the gain of a customer who joins the village, without the price."""
        gain = self.invited.get(card)
        if gain is None:
            seat = self.fresh()
            seat.customers = sorted([*seat.customers, card])
            gain = self.invited[card] = self.gain(CRAFTING)
        return gain

    def price(self, number: int) -> float:
        """Return the price of `number` customers as a gain, which is negative."""
        cat = self.state.cat
        coins = cat.steward_coins[number - 1]
        return self.hours(cat.steward_time[number - 1]) + (self.earn(-coins) if coins else 0.0)

    def bury(self, villager: int) -> float:
        """Return the gain of a villager's death: the points of the chronicle, and a day laborer if the villager was the
        last one.
        """
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
        """Return the gain of choosing a day laborer's work."""
        self.fresh().villagers = 1 << villager
        return self.gain(ALL_PARTS)

    def arrive(self, card: int) -> float:
        """Return the gain of one known travel card."""
        self.fresh().travels.append(card)
        return self.gain(WAY | self.area)

    def ward(self) -> float:
        """Return the gain of warding off the rats with the church, at the cost of one of its spaces."""
        self.fresh().wards += 1
        return self._without_rats(RELIGION | HOUSEHOLD)

    def invaded(self) -> float:
        """Return the gain (a loss) if the rats take half of the story points on the tree."""
        seat = self.fresh()
        seat.story -= seat.story // 2
        return self._without_rats(HOUSEHOLD)

    def _without_rats(self, touched: int) -> float:
        """Return the gain of the changes made since `fresh`, if the rats also go back to their start."""
        state, rat = self.state, self.state.rat
        state.rat = state.cat.rat_start[len(state.seats) - 2]
        gain = self.gain(touched)
        state.rat = rat
        return gain
