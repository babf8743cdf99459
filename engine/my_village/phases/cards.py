"""Black banners of cards: how churches, councils, meeting places, fields, craft buildings and monks are added
(MVCARD).
"""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import (
    ABBOT,
    AREA,
    CHURCH,
    COUNCIL,
    COUNCILMAN,
    CRAFT,
    CRAFTSMAN,
    FIELD,
    GOOD,
    KEYS,
    KIND,
    MEETING_PLACE,
    MONK,
    OPEN_CARDS,
    POPULATION,
    SYMBOL,
    THE_FIELD,
    THE_MEETING_PLACE,
)
from engine.my_village.moves import TAKE_CARD, banner_doc
from engine.my_village.phases import effects
from engine.my_village.state import EMPTY, Seat, State
from engine.my_village.village import (
    free_spaces,
    gain_coins,
    gain_good,
    gain_marker,
    gain_story,
    gain_token,
    pay_time,
    tile_places,
    windows,
)
from engine.my_village.village.payments import pay, payments, why_not_paid, write_payment
from engine.ruleset import Move

MAX_WINDOWS = 6
"""The maximum number of church windows (MVMONK-2)."""


def moves(state: State, who: int) -> list[Move]:
    """Return all cards that this value, village and money allow, with all ways to pay for them and to place them."""
    seat = state.seats[who]
    moves: list[Move] = []
    for card in _showing(state):
        if against(state, seat, card) is None:
            _add(state, seat, card, moves)
    return moves


def _showing(state: State) -> list[int]:
    """Return the cards in the display whose banner shows the value, except travel cards."""
    cat, value = state.cat, state.value
    cards = []
    mask = state.open_cards & cat.black[value]
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        cards.append(lowest.bit_length() - 1)
    if state.fields and cat.values[THE_FIELD] >> value & 1:
        cards.append(THE_FIELD)
    if state.meetings and cat.values[THE_MEETING_PLACE] >> value & 1:
        cards.append(THE_MEETING_PLACE)
    for stack in state.monks:
        if stack and cat.values[stack[-1]] >> value & 1:
            cards.append(stack[-1])
    return cards


def _add(state: State, seat: Seat, card: int, moves: list[Move]) -> None:
    """Add to `moves` every way to take a card: how to pay for it, where to place the first marker, and where to place
    the tile.
    """
    spaces = free_spaces(card, 0)
    tiles = [EMPTY, *tile_places(seat)] if card == THE_MEETING_PLACE else [EMPTY]
    for paid in payments(seat, state.cat.costs[card]):
        for space in spaces:
            for tile in tiles:
                moves.append((TAKE_CARD, card, paid, space, tile))


def why_not(state: State, who: int, move: Move) -> Refusal:
    _, card, paid, space, _tile = move
    cat, seat, kind = state.cat, state.seats[who], KIND[card]
    if not _lies_there(state, card):
        return _missing(state, card)
    if not cat.values[card] >> state.value & 1:
        return Refusal("MVTURN-4", "{card:the} does not show banner value {value}.", card=KEYS[card], value=state.value)
    refusal = against(state, seat, card)
    if refusal:
        return refusal
    if paid not in payments(seat, cat.costs[card]):
        return why_not_paid("MVPAY-1", seat, cat.costs[card])
    if (space != EMPTY) != (card in (AREA, POPULATION)) or space not in free_spaces(card, 0):
        return Refusal("MVCOUNCIL-2", "Choose a free space when you add an area or population council, and only then.")
    if kind != MEETING_PLACE:
        return Refusal("MVMEETING-1", "Only a meeting place comes with a 2/12 tile.")
    return Refusal("MVMEETING-6", "You cannot put the 2/12 tile there.")


def _lies_there(state: State, card: int) -> bool:
    kind = KIND[card]
    if kind == FIELD:
        return state.fields > 0
    if kind == MEETING_PLACE:
        return state.meetings > 0
    if kind == MONK:
        stack = state.monks[SYMBOL[card]]
        return bool(stack) and stack[-1] == card
    return bool(state.open_cards >> card & 1)


def _missing(state: State, card: int) -> Refusal:
    if KIND[card] == MONK:
        return Refusal("MVCARD-8", "{card} is not on top of its stack; take the top card.", card=KEYS[card])
    if not OPEN_CARDS >> card & 1 and KIND[card] not in (FIELD, MEETING_PLACE):
        return Refusal("MVCARD-8", "You cannot add {card} with this move.", card=KEYS[card])
    return Refusal("MVCARD-7", "That card is no longer in the display.")


def against(state: State, seat: Seat, card: int) -> Refusal | None:
    """Return why a village cannot add a card, whatever the value and the price; `None` if it can (MVCARD-2 to 5,
    MVMONK-1, 2).
    """
    kind = KIND[card]
    if kind == CRAFT:
        return _against_craft(seat, GOOD[card])
    if kind == MONK:
        return _against_monk(state, seat)
    if kind == CHURCH:
        return _against_church(seat)
    if kind == COUNCIL:
        return _against_council(seat)
    return _against_meeting_place(seat) if kind == MEETING_PLACE else None


def _against_church(seat: Seat) -> Refusal | None:
    if not seat.villagers & ABBOT:
        return Refusal("MVCARD-2", "You need an abbot to add a church.")
    return None if seat.church == EMPTY else Refusal("MVCARD-3", "You already have a church.")


def _against_council(seat: Seat) -> Refusal | None:
    if not seat.villagers & COUNCILMAN:
        return Refusal("MVCARD-2", "You need a councilman to add a council chamber.")
    return None if seat.council == EMPTY else Refusal("MVCARD-4", "You already have a council chamber.")


def _against_meeting_place(seat: Seat) -> Refusal | None:
    if not seat.villagers & COUNCILMAN:
        return Refusal("MVCARD-2", "You need a councilman to add a meeting place.")
    return None if not seat.meeting else Refusal("MVCARD-4", "You already have a meeting place.")


def _against_craft(seat: Seat, good: int) -> Refusal | None:
    if not seat.villagers & CRAFTSMAN:
        return Refusal("MVCARD-2", "You need a craftsman to add a craft building.")
    return (
        None if seat.crafts[good] == EMPTY else Refusal("MVCARD-5", "You already have a craft building of this type.")
    )


def _against_monk(state: State, seat: Seat) -> Refusal | None:
    if not seat.villagers & ABBOT:
        return Refusal("MVMONK-1", "You need an abbot to add a monk.")
    if seat.church == EMPTY:
        return Refusal("MVMONK-1", "You need a church to add a monk.")
    full = windows(state.cat, seat) >= MAX_WINDOWS
    return (
        Refusal("MVMONK-2", "Your church has no room for another window; {most} is the limit.", most=MAX_WINDOWS)
        if full
        else None
    )


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Take the card, pay time and cost, and carry out the card's action (MVCARD-1). Returns whether the activations of
    the turn are over.
    """
    _, card, paid, space, tile = move
    cat, seat, kind = state.cat, state.seats[who], KIND[card]
    _take(state, card)
    pay_time(cat, seat, cat.time[card])
    pay(seat, paid)
    if events is not None:
        facts = {"card": KEYS[card], "time": cat.time[card], "payment": write_payment(paid)}
        events.append(open_event("card_bought", seat=who, **facts))
    if kind == MONK:
        state.card = card
        return effects.begin(state, who, card, events)
    if kind == CHURCH:
        seat.church = card
    elif kind == COUNCIL:
        seat.council = card
        council_gains(state, who, space, events)
    elif kind == MEETING_PLACE:
        place_tile(state, who, tile, events)
        gain_story(state, who, cat.count[card], events)
        seat.meeting = True
        gain_token(state, who, events)
    elif kind == FIELD:
        gain_coins(state, who, cat.count[card], events)
        seat.fields.append(0)
    else:
        seat.crafts[GOOD[card]] = card
        gain_good(state, who, GOOD[card], events)
    return True


def _take(state: State, card: int) -> None:
    kind = KIND[card]
    if kind == FIELD:
        state.fields -= 1
    elif kind == MEETING_PLACE:
        state.meetings -= 1
    elif kind == MONK:
        state.monks[SYMBOL[card]].pop()
    else:
        state.open_cards ^= 1 << card


def council_gains(state: State, who: int, space: int, events: EventLog) -> None:
    """Give the village what a new council brings: coins for the monetary council, a marker for the others (MVCOUNCIL-1,
    2).
    """
    card = state.seats[who].council
    if state.cat.effect[card] == "coins":
        gain_coins(state, who, state.cat.count[card], events)
    else:
        gain_marker(state, who, space, events)


def place_tile(state: State, who: int, tile: int, events: EventLog) -> None:
    """Put the 2/12 tile beside a white banner; EMPTY leaves it where it is (MVMEETING-1, 2)."""
    if tile != EMPTY:
        state.seats[who].tile = tile
        if events is not None:
            events.append(open_event("tile_placed", seat=who, banner=banner_doc(tile)))
