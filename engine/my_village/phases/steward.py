"""The steward's office (MVSTEWARD): a black banner, or a monk's action (MVMONK-7, 8)."""

from __future__ import annotations

from itertools import combinations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import KEYS
from engine.my_village.moves import CALL_STEWARD, FORFEIT, INVITE, INVITE_FREE
from engine.my_village.state import GIFT, GUESTS, STEWARD, State
from engine.my_village.village import helped, pay_time
from engine.ruleset import Move

MAX_INVITED = 4
"""The maximum number of customers that the office sells in one visit (MVSTEWARD-2)."""

_FORFEIT: Move = (FORFEIT,)
_NO_BENEFIT = Refusal(
    "MVSTEWARD-9", "For the benefit you need the trading church, an abbot and a customer to invite for free."
)


def banner_moves(state: State, who: int) -> list[Move]:
    """Return the moves that call the steward, with and without the trading church's benefit (MVSTEWARD-1, 6, 9)."""
    shown = state.cat.steward_values >> state.value & 1
    return _calls(state, who) if shown and _why_closed(state) is None else []


def _calls(state: State, who: int) -> list[Move]:
    return [(CALL_STEWARD, 0), (CALL_STEWARD, 1)] if helped(state, state.seats[who]) else [(CALL_STEWARD, 0)]


def why_not_called(state: State, who: int, move: Move) -> Refusal:
    return _why_closed(state) or _NO_BENEFIT


def _why_closed(state: State) -> Refusal | None:
    """Return why the office cannot be opened (MVSTEWARD-1, 6); `None` if it can."""
    if not state.cat.steward_values >> state.value & 1:
        return Refusal("MVSTEWARD-1", "The steward's office does not show banner value {value}.", value=state.value)
    if not state.display:
        return Refusal("MVSTEWARD-6", "There are no customers in the display.")
    return None


def begin_for_monk(state: State, who: int, count: int, events: EventLog) -> bool:
    """Begin a monk's visit to the steward: up to `count` customers. Returns True if no customer is available."""
    state.steps = count
    state.must = False
    if not state.display:
        return True
    state.phase = STEWARD if helped(state, state.seats[who]) else GUESTS
    return False


def call(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Open the office. With the trading church's benefit, a customer is revealed, and the player then chooses a
    customer to invite for free (MVSTEWARD-7, 8). Returns False: the turn continues.
    """
    if state.phase != STEWARD:
        state.steps = MAX_INVITED
        state.must = True
    revealed = None
    state.phase = GUESTS
    if move[1]:
        state.must = True
        if state.customers:
            card = state.customers.pop()
            revealed = KEYS[card]
            state.display.append(card)
            state.display.sort()
        if len(state.display) > 1:
            state.phase = GIFT
    if events is not None:
        events.append(open_event("steward_called", seat=who, benefit=bool(move[1]), revealed=revealed))
    return False


def moves(state: State, who: int) -> list[Move]:
    """Return the choices of the current step: whether to use the benefit, the free customer, or the paid customers."""
    if state.phase == STEWARD:
        return [*_calls(state, who), _FORFEIT]
    if state.phase == GIFT:
        return [*((INVITE_FREE, card) for card in state.display), _FORFEIT]
    coins = state.cat.steward_coins
    moves: list[Move] = []
    for number in range(1, min(state.steps, len(state.display)) + 1):
        if coins[number - 1] <= state.seats[who].coins:
            moves += [(INVITE, *cards) for cards in combinations(state.display, number)]
    moves.sort()
    if not state.must:
        moves.append(_FORFEIT)
    return moves


def why_not(state: State, who: int, move: Move) -> Refusal:
    if move[0] == FORFEIT:
        return Refusal("MVSTEWARD-8" if state.steps < MAX_INVITED else "MVSTEWARD-3", "Pay for at least one customer.")
    if move[0] == CALL_STEWARD:
        return _NO_BENEFIT
    cards = move[1:]
    strangers = [card for card in cards if card not in state.display]
    if strangers:
        return Refusal("MVSTEWARD-3", "{card} is not in the display.", card=KEYS[strangers[0]])
    if len(set(cards)) < len(cards):
        return Refusal("MVSTEWARD-3", "The same customer is listed twice.")
    if len(cards) > state.steps:
        return Refusal("MVMONK-7", "This monk lets you invite at most {guests}.", guests=state.steps)
    price, coins = state.cat.steward_coins[len(cards) - 1], state.seats[who].coins
    return Refusal(
        "MVSTEWARD-2",
        "You need {coins} to invite {guests}; you have {there}.",
        guests=len(cards),
        coins=price,
        there=coins,
    )


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    if move[0] == CALL_STEWARD:
        return call(state, who, move, events)
    if move[0] == FORFEIT:
        return _forfeit(state, who, events)
    seat, cards = state.seats[who], move[1:]
    time = coins = 0
    if move[0] == INVITE:
        time, coins = state.cat.steward_time[len(cards) - 1], state.cat.steward_coins[len(cards) - 1]
        pay_time(state.cat, seat, time)
        seat.coins -= coins
    for card in cards:
        state.display.remove(card)
    seat.customers = sorted([*seat.customers, *cards])
    if events is not None:
        keys = [KEYS[card] for card in cards]
        events.append(open_event("customers_invited", seat=who, customers=keys, time=time, coins=coins))
    if move[0] == INVITE:
        refill(state, events)
        return True
    state.phase = GUESTS
    return False


def _forfeit(state: State, who: int, events: EventLog) -> bool:
    """Skip the free customer and go on to the paid ones. In a monk's action, skip the rest of the action."""
    if events is not None:
        events.append(open_event("forfeited", seat=who))
    if state.phase == GIFT:
        state.phase = GUESTS
        return False
    refill(state, events)
    return True


def refill(state: State, events: EventLog) -> None:
    """Fill the display as far as the stack lasts (MVSTEWARD-5)."""
    new: list[int] = []
    while state.customers and len(state.display) + len(new) < state.cat.customers:
        new.append(state.customers.pop())
    if new:
        state.display = sorted([*state.display, *new])
        if events is not None:
            events.append(open_event("display_filled", customers=[KEYS[card] for card in sorted(new)]))
