"""The features of a village: the inputs of the learned `weights`.

They depend on open information only. The only feature of a stack is whether it is empty.
"""

from __future__ import annotations

from typing import Final

from engine.my_village.catalogue import Catalogue, Cost
from engine.my_village.catalogue.cards import (
    ABBOT,
    AREA,
    COUNCILMAN,
    CRAFTSMAN,
    MERCHANT,
    MONETARY,
    PLOW,
    POPULATION,
    SANATORY,
    TRADING,
    TRAVEL_CHURCH,
    TRAVELLER,
)
from engine.my_village.scoring import area_counts
from engine.my_village.state import EMPTY, HOUSE, LEFT, PLOWED, RIGHT, Seat, State
from engine.my_village.village import next_letter, windows

NAMES: Final = (
    *("village", "hand", "hand_story", "coins_2", "coins_5"),
    *("story_4", "story_on_house", "story_on_coin", "story_on_story", "story_in_danger", "at_coin", "at_story"),
    *("abbot", "councilman", "traveller", "craftsman", "merchant", "one_left"),
    *("left", "right", "pupils_wanted", "time", "reaper"),
    *("crafts", "crafts_2", "full", "busy_crafts", "goods", "goods_4", "shared", "fields"),
    *("ready", "served_at_once", "near", "far", "guests_and_merchant", "spare_goods"),
    *("sanatory", "cloister", "trading", "travel_church"),
    *("windows", "window_3", "window_4", "window_5", "next_window", "next_windows_and_abbot"),
    *("council", "council_and_councilman", "monetary", "area_marks", "area_growth"),
    *("population_living", "population_absent", "population_free", "wild", "tokens", "meeting_and_councilman"),
    *("travelled", "way_and_traveller", "gray_coins", "gray_beer", "gray_time"),
)
"""The names of the features that `describe` returns."""


class Market:
    """The prestige of the waiting customers, by how soon they can be served.

    - `ready`: for each of these customers, all goods are in stock. The stock may be too small to serve them all.
    - `at_once`: the stock is enough to serve all of these. The most valuable customers are chosen first.
    - `near`: for each of these, one good is missing, and the village can make it.
    - `far`: for each of these, more is missing.

    Numbers of goods: `total` in stock, `spare` after serving all of `at_once`.
    """

    __slots__ = ("at_once", "far", "near", "ready", "spare", "total")

    def __init__(self, cat: Catalogue, stock: list[int], wild: int, made: int, customers: list[int]) -> None:
        total = sum(stock) + wild
        self.total: int = total
        self.ready: int = 0
        self.at_once: int = 0
        self.near: int = 0
        self.far: int = 0
        self.spare: int = total
        left, any_left = stock[:], wild
        for card in reversed(customers):
            cost = cat.costs[card][0]
            prestige = cat.prestige[card]
            lack = _lack(cost, stock) - wild
            if lack > 0:
                if lack == 1 and not _unmade(cost, stock, made):
                    self.near += prestige
                else:
                    self.far += prestige
                continue
            self.ready += prestige
            short = _lack(cost, left)
            if short <= any_left:
                any_left -= short
                self.at_once += prestige
                self.spare -= _take(left, cost)


def _lack(cost: Cost, stock: list[int]) -> int:
    """Return how many goods of a cost are missing."""
    lack = rest = 0
    for good in range(5):
        more = stock[good] - cost[1 + good]
        if more < 0:
            lack -= more
        else:
            rest += more
    return lack + max(0, cost[6] - rest)


def _unmade(cost: Cost, stock: list[int], made: int) -> bool:
    """Return whether one of the missing goods is not in `made`, the mask of the goods that the village can make."""
    return any(cost[1 + good] > stock[good] and not made >> good & 1 for good in range(5))


def _take(left: list[int], cost: Cost) -> int:
    """Take a customer's goods from `left`. If the type does not matter, the goods come from the largest pile. Returns
    the number of goods taken.
    """
    needed = cost[6]
    for good in range(5):
        needed += cost[1 + good]
        left[good] = max(0, left[good] - cost[1 + good])
    if cost[6]:
        most = left.index(max(left))
        left[most] = max(0, left[most] - cost[6])
    return needed


def stock_of(seat: Seat) -> list[int]:
    """Return the goods by type, including plows on fields and without wild goods."""
    stock = seat.goods[:]
    for flags in seat.fields:
        stock[PLOW] += flags & PLOWED
    return stock


def made_in(seat: Seat) -> int:
    """Return the mask of the goods that the village can make."""
    return sum([1 << good for good in range(5) if seat.crafts[good] != EMPTY])


def market_of(cat: Catalogue, seat: Seat) -> Market:
    return Market(cat, stock_of(seat), seat.wild, made_in(seat), seat.customers)


def describe(state: State, who: int) -> list[float]:
    """Return all features of a seat, in the order of `NAMES`."""
    seat = state.seats[who]
    return [
        *household(state, who),
        *people(state, seat),
        *crafts(state, seat),
        *religion(state, seat),
        *council(seat),
        *travels(state, seat),
    ]


def household(state: State, who: int) -> list[float]:
    """Return the features of the starting hand, the coins, and the story points on the tree."""
    seat = state.seats[who]
    story, coins, headman = seat.story, seat.coins, seat.headman
    features = [1.0, 0.0, 0.0, min(coins, 2), min(coins, 5), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    if state.hand_owner == who:
        features[1] = 1.0
    if state.hand_palm:
        features[2] = state.hand_story
    if story:
        features[5] = min(story, 4)
        features[6 + headman] = story
        danger = state.rat + 7 - state.cat.invasion
        if danger > 0:
            features[9] = story * min(6, danger) / 6
    if headman != HOUSE:
        features[9 + headman] = 1.0
    return features


def people(state: State, seat: Seat) -> list[float]:
    """Return the features of the villagers, the school, and the spent part of the current life."""
    villagers, school = seat.villagers, seat.school
    present = villagers.bit_count()
    pupils = (school & LEFT) + (school >> 1 & 1)
    return [
        1.0 if villagers & ABBOT else 0.0,
        1.0 if villagers & COUNCILMAN else 0.0,
        1.0 if villagers & TRAVELLER else 0.0,
        1.0 if villagers & CRAFTSMAN else 0.0,
        1.0 if villagers & MERCHANT else 0.0,
        1.0 if present <= 1 else 0.0,
        1.0 if school & LEFT else 0.0,
        1.0 if school & RIGHT else 0.0,
        min(5 - present, pupils),
        seat.time / state.cat.clouds,
        1.0 if seat.reaper else 0.0,
    ]


def crafts(state: State, seat: Seat) -> list[float]:
    """Return the features of craft buildings, goods, fields, and the market."""
    cat = state.cat
    market = market_of(cat, seat)
    union: int = cat.play_values[seat.board] | cat.school_values
    built = full = shared = 0
    for good in range(5):
        card = seat.crafts[good]
        if card != EMPTY:
            built += 1
            values = cat.values[card]
            shared += (values & union).bit_count()
            union |= values
            if seat.goods[good] >= cat.spaces[card]:
                full += 1
    serving = seat.villagers & MERCHANT
    return [
        built,
        min(built, 2),
        full,
        built - full if seat.villagers & CRAFTSMAN else 0.0,
        market.total,
        min(market.total, 4),
        shared,
        len(seat.fields),
        market.ready,
        market.at_once if serving else 0.0,
        market.near,
        market.far,
        len(seat.customers) if serving else 0.0,
        market.spare,
    ]


def religion(state: State, seat: Seat) -> list[float]:
    """Return the features of the church and its windows."""
    features = [0.0] * 10
    church = seat.church
    if church == EMPTY:
        return features
    if church == SANATORY:
        features[0] = state.cat.spaces[SANATORY] - seat.wards
    elif church == TRADING:
        features[2] = 1.0
    elif church == TRAVEL_CHURCH:
        features[3] = 1.0
    else:
        features[1] = 1.0
    table = state.cat.window_points
    last = len(table) - 1
    count = min(windows(state.cat, seat), last)
    features[4] = count
    for step in range(3, min(count, 5) + 1):
        features[2 + step] = 1.0
    features[8] = table[min(count + 1, last)] - table[count]
    if seat.villagers & ABBOT:
        features[9] = table[min(count + 2, last)] - table[count]
    return features


def council(seat: Seat) -> list[float]:
    """Return the features of the council chamber and the meeting place."""
    features = [0.0] * 11
    chamber, marks, villagers = seat.council, seat.marks, seat.villagers
    present = villagers & COUNCILMAN
    if chamber != EMPTY:
        features[0] = 1.0
        if present:
            features[1] = 1.0
        if chamber == MONETARY:
            features[2] = 1.0
        elif chamber == AREA:
            counts = area_counts(seat)
            features[3] = marks.bit_count()
            features[4] = sum([counts[space] for space in range(5) if not marks >> space & 1])
        elif chamber == POPULATION:
            features[5] = (marks & villagers).bit_count()
            features[6] = (marks & ~villagers).bit_count()
            features[7] = (~marks & villagers).bit_count()
    features[8] = seat.wild
    if seat.meeting:
        features[9] = seat.tokens
        if present:
            features[10] = 1.0
    return features


def travels(state: State, seat: Seat) -> list[float]:
    """Return the features of the travels so far, and of the requirements of the next ones."""
    cards = seat.travels
    letter = next_letter(state.cat, seat)
    if letter == EMPTY or not state.travels[letter]:
        return [len(cards), 0.0, 0.0, 0.0, 0.0]
    way = 1.0 if seat.villagers & TRAVELLER else 0.0
    if not cards:
        return [0.0, way, 0.0, 0.0, 0.0]
    gray = state.cat.gray[cards[-1]]
    return [letter, way, gray[0], gray[2], gray[7]]
