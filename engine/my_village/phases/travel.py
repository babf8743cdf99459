"""Travelling (MVTRAVEL): the next letter's top card, and the travel church's exchange."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import KEYS, LETTER, LETTERS, TRAVELLER, TRAVELS
from engine.my_village.moves import EXCHANGE_TRAVEL, FORFEIT, TRAVEL
from engine.my_village.state import EMPTY, EXCHANGE, Seat, State
from engine.my_village.village import exchanges, next_letter, pay_time, travel_costs
from engine.my_village.village.payments import pay, payments, why_not_paid, write_payment
from engine.randomness import event_rng
from engine.ruleset import Move

_CHOICES: list[Move] = [(EXCHANGE_TRAVEL,), (FORFEIT,)]


def banner_moves(state: State, who: int) -> list[Move]:
    """Return the next letter's card with every way to pay for it (MVTRAVEL-1 to 7)."""
    cat, seat = state.cat, state.seats[who]
    letter = next_letter(cat, seat)
    # The value is checked first, because `_against` is slower: it makes a refusal in words.
    if letter == EMPTY or not cat.values[TRAVELS[letter][0]] >> state.value & 1 or _against(state, seat, letter):
        return []
    return [(TRAVEL, letter, paid) for paid in payments(seat, travel_costs(cat, seat, letter))]


def why_not_travel(state: State, who: int, move: Move) -> Refusal:
    _, letter, _ = move
    cat, seat = state.cat, state.seats[who]
    refusal = _against(state, seat, letter)
    if refusal:
        return refusal
    rule = "MVTRAVEL-4" if seat.travels and any(cat.gray[seat.travels[-1]]) else "MVPAY-1"
    return why_not_paid(rule, seat, travel_costs(cat, seat, letter))


def _against(state: State, seat: Seat, letter: int) -> Refusal | None:
    """Return why a card of a letter cannot be taken, whatever the price; `None` if it can."""
    cat = state.cat
    following = next_letter(cat, seat)
    if following == EMPTY:
        return Refusal("MVTRAVEL-7", "Your travels are over.")
    if letter != following:
        return Refusal("MVTRAVEL-3", "Your next travel card must be letter {letter}.", letter=LETTERS[following])
    if not seat.villagers & TRAVELLER:
        return Refusal("MVTRAVEL-2", "You need a traveller to travel.")
    if not state.travels[letter]:
        return Refusal("MVCARD-7", "No travel card of this letter is left.")
    if not cat.values[TRAVELS[letter][0]] >> state.value & 1:
        return Refusal(
            "MVTURN-4",
            "The travel cards of letter {letter} do not show banner value {value}.",
            letter=LETTERS[letter],
            value=state.value,
        )
    return None


def play_travel(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Pay, then reveal the card (MVTRAVEL-1, 4). Returns whether the activations of the turn are over."""
    _, letter, paid = move
    cat, seat = state.cat, state.seats[who]
    card = state.travels[letter].pop()
    time = travel_costs(cat, seat, letter)[0][7] + cat.time[card]
    pay_time(cat, seat, time)
    pay(seat, paid)
    if events is not None:
        facts = {"card": KEYS[card], "time": time, "payment": write_payment(paid)}
        events.append(open_event("card_bought", seat=who, **facts))
    state.card = card
    if not exchanges(seat) or not state.travels[letter]:
        return True
    state.phase = EXCHANGE
    return False


def moves(state: State, who: int) -> list[Move]:
    """Return the two choices: exchange the card just seen, or keep it (MVTRAVEL-8)."""
    return _CHOICES


def why_not(state: State, who: int, move: Move) -> Refusal:
    """Fail, because both choices are always legal."""
    raise AssertionError(f"{move} is always possible")


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Keep the card, or exchange it: take the top card of the stack, put the old card back, shuffle the stack. Returns
    True: the turn's activations are over.
    """
    if move[0] == FORFEIT:
        if events is not None:
            events.append(open_event("forfeited", seat=who))
        return True
    returned = state.card
    stack = state.travels[LETTER[returned]]
    state.card = stack.pop()
    stack.append(returned)
    stack.sort()  # so that the new order does not depend on the old one
    event_rng(state.seed, state.draws).shuffle(stack)
    state.draws += 1
    if events is not None:
        events.append(open_event("travel_exchanged", seat=who, returned=KEYS[returned], card=KEYS[state.card]))
    return True
