"""White banners (MVWHITE): play space, council area, craft buildings, fields and customers; also moving plows."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import KEYS, MERCHANT, PLOW, THE_FIELD, THE_MEETING_PLACE
from engine.my_village.moves import (
    ACTIVATE,
    FROM_GUILD,
    FROM_SMITHY,
    MOVE_PLOW,
    SERVE,
    SOURCES,
    banner_doc,
)
from engine.my_village.phases.cards import council_gains, place_tile
from engine.my_village.state import (
    COUNCIL,
    EMPTY,
    FIRST_CRAFT,
    FIRST_CUSTOMER,
    FIRST_FIELD,
    MEETING,
    PLAY,
    PLOWED,
    REAPED,
    SCHOOL,
    Seat,
    State,
)
from engine.my_village.village import (
    free_spaces,
    gain_coins,
    gain_good,
    gain_story,
    gain_token,
    needed_villager,
    pay_time,
    tile_places,
    white_banners,
)
from engine.my_village.village.payments import first_fields, pay, payments, why_not_paid, write_payment
from engine.ruleset import Move

LAST_BANNER = Refusal("MVMEETING-3", "After the meeting place you cannot activate another banner this turn.")
PLOW_BONUS = 1
"""The coins that a plow adds to the yield of a field (MVFIELD-2)."""


def values_of(state: State, seat: Seat, banner: int) -> int:
    """Return the values of a white banner, including the 2/12 tile's; 0 if the village has no such banner
    (MVMEETING-4).
    """
    cat = state.cat
    if banner == PLAY:
        values = cat.play_values[seat.board]
    elif banner == SCHOOL:
        values = cat.school_values
    else:
        card = card_of(seat, banner)
        values = 0 if card == EMPTY else cat.values[card]
    return values | cat.tile_values if values and seat.tile == banner else values


def card_of(seat: Seat, banner: int) -> int:
    """Return the card to which a white banner belongs; EMPTY if the village has no such card."""
    if banner == COUNCIL:
        return seat.council
    if banner == MEETING:
        return THE_MEETING_PLACE if seat.meeting else EMPTY
    if banner >= FIRST_CUSTOMER:
        return banner - FIRST_CUSTOMER if banner - FIRST_CUSTOMER in seat.customers else EMPTY
    if banner >= FIRST_FIELD:
        return THE_FIELD if banner - FIRST_FIELD < len(seat.fields) else EMPTY
    return seat.crafts[banner - FIRST_CRAFT] if 0 <= banner - FIRST_CRAFT < 5 else EMPTY


def is_open(state: State, seat: Seat, banner: int) -> bool:
    """Return whether a banner can be activated now. Free spaces and payments are not checked."""
    return values_of(state, seat, banner) >> state.value & 1 == 1 and _against(state, seat, banner) is None


def moves(state: State, who: int) -> list[Move]:
    """Return all activations of white banners except the school's (MVWHITE-1 to 5)."""
    seat = state.seats[who]
    moves: list[Move] = []
    for banner in white_banners(seat):
        if banner == SCHOOL or not is_open(state, seat, banner):
            continue
        if banner == COUNCIL:
            moves += [(ACTIVATE, COUNCIL, space, EMPTY) for space in free_spaces(seat.council, seat.marks)]
        elif banner >= FIRST_CUSTOMER:
            card = banner - FIRST_CUSTOMER
            moves += [(SERVE, card, paid) for paid in payments(seat, state.cat.costs[card])]
        else:
            moves.append((ACTIVATE, banner, EMPTY, EMPTY))
            if banner == MEETING and seat.tile != EMPTY:
                moves += [(ACTIVATE, MEETING, EMPTY, place) for place in tile_places(seat)]
    return moves


def plow_moves(state: State, who: int) -> list[Move]:
    """Return all moves of a plow or wild good to an empty field (MVFIELD-3, 4). Identical fields are listed once."""
    seat = state.seats[who]
    empty = first_fields(seat, 0) if seat.goods[PLOW] or seat.wild else []
    moves: list[Move] = [(MOVE_PLOW, FROM_SMITHY, field) for field in empty] if seat.goods[PLOW] else []
    if seat.wild:
        moves += [(MOVE_PLOW, FROM_GUILD, field) for field in empty]
    return moves


# --- refusals ------------------------------------------------------------------------------------


def why_not(state: State, who: int, move: Move) -> Refusal:
    _, banner, space, _tile = move
    seat = state.seats[who]
    if banner in (EMPTY, SCHOOL) or banner >= FIRST_CUSTOMER:
        return Refusal("MVWHITE-1", "Choose another banner; there are separate moves for the school and for customers.")
    refusal = _against(state, seat, banner)
    if refusal:
        return refusal
    choices = free_spaces(seat.council, seat.marks) if banner == COUNCIL else [EMPTY]
    if space not in choices:
        return Refusal(
            "MVCOUNCIL-2", "Choose a free space of your area or population council, and none for any other banner."
        )
    if banner != MEETING:
        return Refusal("MVMEETING-8", "Only the meeting place's banner moves the tile.")
    if seat.tile == EMPTY:
        return Refusal("MVTURN-6", "You gave up the tile when you added the meeting place.")
    return Refusal("MVMEETING-6", "You cannot put the 2/12 tile there.")


def _against(state: State, seat: Seat, banner: int) -> Refusal | None:
    """Return why a white banner cannot be activated; `None` if it can. Free spaces and payments are not checked."""
    if banner >= FIRST_CUSTOMER:
        if banner - FIRST_CUSTOMER not in seat.customers:
            return Refusal("MVCUSTOMER-1", "{card} is not waiting in your village.", card=KEYS[banner - FIRST_CUSTOMER])
        if not seat.villagers & MERCHANT:
            return Refusal("MVCUSTOMER-2", "You need a merchant to serve a customer.")
    elif banner > SCHOOL and card_of(seat, banner) == EMPTY:
        return Refusal("MVWHITE-1", "You do not have this banner.")
    if state.used >> MEETING & 1:
        return LAST_BANNER
    if not values_of(state, seat, banner) >> state.value & 1:
        return Refusal("MVTURN-4", "This banner does not show banner value {value}.", value=state.value)
    needed = needed_villager(banner)
    if needed and not seat.villagers & needed:
        return Refusal("MVWHITE-2", "You do not have the villager that this banner needs.")
    reaped = FIRST_FIELD <= banner < FIRST_CUSTOMER and seat.fields[banner - FIRST_FIELD] & REAPED
    if reaped or (banner < FIRST_FIELD and state.used >> banner & 1):
        return Refusal("MVWHITE-3", "You have already activated this banner this turn.")
    return None


def why_not_school(state: State, who: int) -> Refusal | None:
    """Return why the school's banner cannot be activated, whatever the step."""
    return _against(state, state.seats[who], SCHOOL)


def why_not_serve(state: State, who: int, move: Move) -> Refusal:
    card = move[1]
    seat = state.seats[who]
    refusal = _against(state, seat, FIRST_CUSTOMER + card)
    return refusal or why_not_paid("MVPAY-1", seat, state.cat.costs[card])


def why_not_plow(state: State, who: int, move: Move) -> Refusal:
    _, source, field = move
    seat = state.seats[who]
    if field >= len(seat.fields):
        return Refusal("MVFIELD-4", "You have no field {field}.", field=field)
    if seat.fields[field] & PLOWED:
        return Refusal("MVFIELD-4", "That field already holds a plow.")
    return Refusal("MVFIELD-3", "You have nothing to use as a plow there ({source}).", source=SOURCES[source])


# --- carrying out --------------------------------------------------------------------------------


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Pay for one banner and carry out its whole effect (MVWHITE-4). Returns False: the turn continues."""
    _, banner, space, tile = move
    cat, seat = state.cat, state.seats[who]
    state.begun = True
    time = 0 if banner == PLAY else cat.white_time[card_of(seat, banner)]
    pay_time(cat, seat, time)
    if events is not None:
        events.append(open_event("banner_activated", seat=who, banner=banner_doc(banner), time=time))
    if banner >= FIRST_FIELD:
        field = banner - FIRST_FIELD
        seat.fields[field] |= REAPED
        bonus = PLOW_BONUS if seat.fields[field] & PLOWED else 0
        gain_coins(state, who, cat.count[THE_FIELD] + bonus, events)
        return False
    state.used |= 1 << banner
    if banner == PLAY:
        gain_story(state, who, cat.play_story[seat.board], events)
    elif banner == COUNCIL:
        council_gains(state, who, space, events)
    elif banner == MEETING:
        place_tile(state, who, tile, events)
        gain_story(state, who, cat.count[THE_MEETING_PLACE], events)
        gain_token(state, who, events)
    else:
        gain_good(state, who, banner - FIRST_CRAFT, events)
    return False


def serve(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Pay the goods and serve the customer; a tile beside the customer goes to the meeting place (MVMEETING-7)."""
    _, card, paid = move
    cat, seat = state.cat, state.seats[who]
    state.begun = True
    time = cat.white_time[card]
    pay_time(cat, seat, time)
    pay(seat, paid)
    seat.customers.remove(card)
    seat.served.append(card)
    if events is not None:
        facts = {"customer": KEYS[card], "time": time, "payment": write_payment(paid)}
        events.append(open_event("customer_served", seat=who, **facts))
    if seat.tile == FIRST_CUSTOMER + card:
        place_tile(state, who, MEETING, events)
    return False


def move_plow(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Move a plow from the smithy, or a wild good as a plow, to the field. Returns False: the turn continues."""
    _, source, field = move
    seat = state.seats[who]
    if source == FROM_SMITHY:
        seat.goods[PLOW] -= 1
    else:
        seat.wild -= 1
    seat.fields[field] |= PLOWED
    if events is not None:
        events.append(open_event("plow_moved", seat=who, source=SOURCES[source], field=field))
    return False
