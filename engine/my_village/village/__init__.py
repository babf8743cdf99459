"""Conditions and small changes of one village: time, coins, story points, markers."""

from __future__ import annotations

from typing import Final

from engine.events import EventLog, open_event
from engine.my_village.catalogue import FREE, Catalogue, Cost, add_costs
from engine.my_village.catalogue.cards import (
    ABBOT,
    AREA,
    CATEGORIES,
    COUNCILMAN,
    CRAFTSMAN,
    GOODS,
    GUILD,
    POPULATION,
    SANATORY,
    TRADING,
    TRAVEL_CHURCH,
    TRAVELS,
    VILLAGERS,
)
from engine.my_village.state import (
    COUNCIL,
    EMPTY,
    FIRST_CRAFT,
    FIRST_CUSTOMER,
    FIRST_FIELD,
    MEETING,
    PLAY,
    SCHOOL,
    Seat,
    State,
)
from engine.my_village.village.payments import field_class


def pay_time(cat: Catalogue, seat: Seat, amount: int) -> None:
    """Move the time marker. When the marker passes the bridge, the reaper joins it (MVTIME-1 to 4)."""
    time = seat.time + amount
    if time >= cat.clouds:
        seat.reaper = True
        time %= cat.clouds
    seat.time = time


def windows(cat: Catalogue, seat: Seat) -> int:
    """Return the number of church windows: one for each monk, plus those printed on the church (MVMONK-2)."""
    return len(seat.monks) + (cat.windows[seat.church] if seat.church != EMPTY else 0)


def next_letter(cat: Catalogue, seat: Seat) -> int:
    """Return the letter of the next travel card, or EMPTY when the travels are over (MVTRAVEL-3, MVTRAVEL-7)."""
    travels = seat.travels
    if travels and (len(travels) > 4 or cat.ends[travels[-1]]):
        return EMPTY
    return len(travels)


def travel_costs(cat: Catalogue, seat: Seat, letter: int) -> list[Cost]:
    """Return the alternative costs of a letter's card. The gray banner of the village's last travel card is added to
    each (MVTRAVEL-4 to 6).
    """
    costs = cat.costs[TRAVELS[letter][0]]
    gray = cat.gray[seat.travels[-1]] if seat.travels else FREE
    if gray == FREE:
        return list(costs)
    return [add_costs(cost, gray) for cost in costs]


def trades(seat: Seat) -> bool:
    """Return whether the trading church's benefit is available (MVSTEWARD-9)."""
    return seat.church == TRADING and bool(seat.villagers & ABBOT)


def helped(state: State, seat: Seat) -> bool:
    """Return whether the trading church's benefit is available and would have an effect.

    It has an effect if the stack has a customer to reveal. It also has an effect if the display has at least two
    customers, because one of them is then free.
    """
    return trades(seat) and (bool(state.customers) or len(state.display) > 1)


def exchanges(seat: Seat) -> bool:
    """Return whether the travel church's benefit is available (MVTRAVEL-8)."""
    return seat.church == TRAVEL_CHURCH and bool(seat.villagers & ABBOT)


def can_ward(cat: Catalogue, seat: Seat) -> bool:
    """Return whether the sanatory church can ward off the rats and the village has something to lose (MVRAT-5 to 7)."""
    ready = seat.church == SANATORY and bool(seat.villagers & ABBOT) and seat.wards < cat.spaces[SANATORY]
    return ready and seat.story >= 2


SPACES: Final = (*CATEGORIES, *VILLAGERS)
"""The spaces of the area council, followed by those of the population council. `space % 5` is the bit in
`Seat.marks`.
"""


def free_spaces(council: int, marks: int) -> list[int]:
    """Return the free spaces of an area or population council; `[EMPTY]` for other councils (MVCOUNCIL-4, 6)."""
    if council not in (AREA, POPULATION):
        return [EMPTY]
    first = 0 if council == AREA else 5
    return [first + space for space in range(5) if not marks >> space & 1] or [EMPTY]


def white_banners(seat: Seat) -> list[int]:
    """Return the white banners of a village. Identical fields are listed once."""
    banners = [PLAY, SCHOOL]
    if seat.council != EMPTY:
        banners.append(COUNCIL)
    if seat.meeting:
        banners.append(MEETING)
    for good in range(5):
        if seat.crafts[good] != EMPTY:
            banners.append(FIRST_CRAFT + good)
    classes = 0
    for field in range(len(seat.fields)):
        kind = 1 << field_class(seat, field)
        if not classes & kind:
            classes |= kind
            banners.append(FIRST_FIELD + field)
    for card in seat.customers:
        banners.append(FIRST_CUSTOMER + card)
    return banners


def tile_places(seat: Seat) -> list[int]:
    """Return the possible places for the 2/12 tile: beside any white banner of the village except its current place
    (MVMEETING-6).
    """
    return [banner for banner in white_banners(seat) if banner != seat.tile]


def needed_villager(banner: int) -> int:
    """Return the villager that a white banner needs; 0 if it needs none (MVWHITE-2)."""
    if banner in (COUNCIL, MEETING):
        return COUNCILMAN
    return CRAFTSMAN if FIRST_CRAFT <= banner < FIRST_FIELD else 0


# --- gains ---------------------------------------------------------------------------------------


def gain_coins(state: State, who: int, amount: int, events: EventLog) -> None:
    state.seats[who].coins += amount
    if events is not None and amount:
        events.append(open_event("gained", seat=who, what="coins", amount=amount, space=None))


def gain_story(state: State, who: int, amount: int, events: EventLog) -> None:
    state.seats[who].story += amount
    if events is not None and amount:
        events.append(open_event("gained", seat=who, what="story", amount=amount, space=None))


def gain_good(state: State, who: int, good: int, events: EventLog) -> None:
    """Let a craft building make a good, if it has room (MVWHITE-5, MVWHITE-7)."""
    seat = state.seats[who]
    if seat.goods[good] < state.cat.spaces[seat.crafts[good]]:
        seat.goods[good] += 1
        if events is not None:
            events.append(open_event("gained", seat=who, what=GOODS[good], amount=1, space=None))


def gain_token(state: State, who: int, events: EventLog) -> None:
    """Put a marker on the meeting place, if it has room (MVMEETING-2)."""
    seat = state.seats[who]
    if seat.tokens < state.cat.meeting_spaces:
        seat.tokens += 1
        if events is not None:
            events.append(open_event("gained", seat=who, what="token", amount=1, space=None))


def gain_marker(state: State, who: int, space: int, events: EventLog) -> None:
    """Put a marker on the guild council, or on a chosen space of the area or population council (MVCOUNCIL-2)."""
    seat = state.seats[who]
    if seat.council == GUILD:
        if seat.wild >= state.cat.spaces[GUILD]:
            return
        seat.wild += 1
        what, name = "wild", None
    elif space == EMPTY:
        return
    else:
        seat.marks |= 1 << space % 5
        what, name = "mark", SPACES[space]
    if events is not None:
        events.append(open_event("gained", seat=who, what=what, amount=1, space=name))
