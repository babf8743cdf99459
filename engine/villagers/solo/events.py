"""The effects and targets of events that are resolved in the Event Phase (EVENTS). Each function has a row in `ROWS`.

The player may choose any of the targets, even the cheapest (A-95). The player pays at most what the supply has
(SOLO-34).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.events import EventLog, open_event
from engine.villagers.catalogue import (
    BASIC_AT,
    CARDS,
    EVENT_CODES,
    EVENT_KEYS,
    EVENTS,
    GOLD,
    KEYS,
    SUIT,
    SUITS,
)
from engine.villagers.scoring.formulas import all_silver, gold_symbols, is_silver, silver_value
from engine.villagers.solo import decks, solo_of
from engine.villagers.solo.court import COUNTESS_SEAT, countess_gains
from engine.villagers.state import EMPTY, REPLACEMENT, RESERVE, Seat, State
from engine.villagers.table.hidden import different, play_openly
from engine.villagers.table.leaving import leave
from engine.villagers.table.piles import full_piles, pile_of, recycle
from engine.villagers.table.village import is_start, shows

PLAYER: Final = 0

Targets = Callable[[State], list[int]]
Deed = Callable[[State, int, EventLog], None]


class EventRow:
    """An event that is resolved.

    `target`: the field of the move that names the target, or `None`. `targets`: the function that returns the possible
    targets. `hers`: whether these are villagers of the Countess. `pays`: whether the player pays gold. `earns`: whether
    either side earns gold.
    """

    def __init__(self, deed: Deed, target: str | None, targets: Targets, hers: bool, pays: bool, earns: bool) -> None:
        self.deed = deed
        self.target = target
        self.targets = targets
        self.hers = hers
        self.pays = pays
        self.earns = earns


ROWS: Final[dict[int, EventRow]] = {}
"""The events that are resolved, by code."""


def _none(state: State) -> list[int]:
    return []


def _event(
    key: str,
    target: str | None = None,
    targets: Targets = _none,
    hers: bool = False,
    pays: bool = False,
    earns: bool = False,
) -> Callable[[Deed], Deed]:
    """Register the decorated function as the event's effect."""

    def add(deed: Deed) -> Deed:
        ROWS[EVENT_CODES[key]] = EventRow(deed, target, targets, hers, pays, earns)
        return deed

    return add


# --- targets: numbers from 1, as in moves; an event without possible targets is resolved all the same ---


def _removable(state: State) -> list[int]:
    """Return the player's top villagers that are neither basic nor Founders (SOLO-33)."""
    own = state.seats[PLAYER]
    tops = [villager for villager in range(1, len(own.card)) if shows(own, villager)]
    return [at for at in tops if own.card[at] not in BASIC_AT and not is_start(own.card[at])]


def _keyrings(state: State) -> list[int]:
    hers = state.seats[COUNTESS_SEAT]
    return [at for at, card in enumerate(hers.card) if card != EMPTY and CARDS[card].keyring]


def _hand(state: State) -> list[int]:
    return [card + 1 for card in different(state.seats[PLAYER].hand)]


def _piles(state: State) -> list[int]:
    """Return the stacks that have cards, and the reserve if it has cards.

    If all of them are empty, return the reserve, because the discard pile will become the new reserve (A-90). If the
    discard pile is empty too, return nothing.
    """
    found = [pile + 1 for pile in full_piles(state)]
    return found or ([RESERVE + 1] if state.discard else [])


def _paid(state: State) -> list[int]:
    return [at for at, coins in enumerate(state.seats[PLAYER].coins) if coins]


def _silver_of(seat: Seat) -> list[int]:
    return [at for at, card in enumerate(seat.card) if is_silver(card)]


def _own_silver(state: State) -> list[int]:
    return _silver_of(state.seats[PLAYER])


def _her_silver(state: State) -> list[int]:
    return _silver_of(state.seats[COUNTESS_SEAT])


# --- deeds ----------------------------------------------------------------------------------------


def earn(state: State, seat: int, gold: int, event: str, events: EventLog) -> None:
    """Take gold from the bank (EVENTS-27)."""
    state.seats[seat].gold += gold
    if events is not None and gold:
        events.append(open_event("gold_gained", seat=seat, gold=gold, reason=event))


def _pay(state: State, gold: int, event: str, events: EventLog) -> None:
    """Pay gold from the player to the Countess, at most the supply (SOLO-34, EVENTS-27)."""
    player = state.seats[PLAYER]
    paid = min(gold, player.gold)
    player.gold -= paid
    state.seats[COUNTESS_SEAT].gold += paid
    if events is not None and paid:
        events.append(open_event("gold_paid", seat=PLAYER, to="countess", gold=paid, reason=event))


def _tell_coins(gold: int, event: str, events: EventLog) -> None:
    """Report that the coins of a removed villager are in the player's supply (SOLO-32)."""
    if events is not None and gold:
        events.append(open_event("gold_gained", seat=PLAYER, gold=gold, reason=event))


@_event("abduction", "card", _hand)
def _abduction(state: State, target: int, events: EventLog) -> None:
    """Discard a card of the hand; a basic villager returns to its own pile."""
    if not target:
        return
    card = target - 1
    play_openly(state.seats[PLAYER], card)
    if card in BASIC_AT:
        state.basics[BASIC_AT[card]] += 1
    else:
        state.discard.append(card)
    if events is not None:
        events.append(open_event("card_lost", seat=PLAYER, card=KEYS[card], villager=None))


@_event("black_market", earns=True)
def _black_market(state: State, target: int, events: EventLog) -> None:
    for seat, owner in enumerate(state.seats):
        earn(state, seat, all_silver(owner), "black_market", events)


def _put_coins(state: State, villager: int, gold: int, events: EventLog) -> None:
    state.seats[COUNTESS_SEAT].coins[villager] += gold
    if events is not None:
        events.append(open_event("coins_added", seat=COUNTESS_SEAT, villager=villager, gold=gold))


@_event("bribes", "villager", _keyrings, hers=True)
def _bribes(state: State, target: int, events: EventLog) -> None:
    if target:
        card = state.seats[COUNTESS_SEAT].card[target]
        _put_coins(state, target, CARDS[card].keyring, events)


@_event("guild_conspiracy")
def _guild_conspiracy(state: State, target: int, events: EventLog) -> None:
    for villager in _keyrings(state):
        _put_coins(state, villager, 2, events)


@_event("customs", pays=True)
def _customs(state: State, target: int, events: EventLog) -> None:
    """Let the player pay 1 gold per villager of the most frequent suit. Symbols do not count (A-96)."""
    suits = [SUIT[card] for card in state.seats[PLAYER].card if card != EMPTY]
    _pay(state, max((suits.count(suit) for suit in range(len(SUITS))), default=0), "customs", events)


@_event("land_claim", pays=True)
def _land_claim(state: State, target: int, events: EventLog) -> None:
    basics = sum(card in BASIC_AT for card in state.seats[PLAYER].card)
    _pay(state, 2 * basics, "land_claim", events)


@_event("sinister_banquet", earns=True)
def _sinister_banquet(state: State, target: int, events: EventLog) -> None:
    earn(state, COUNTESS_SEAT, 2 * state.seats[COUNTESS_SEAT].food, "sinister_banquet", events)


@_event("temporary_employment", earns=True)
def _temporary_employment(state: State, target: int, events: EventLog) -> None:
    suits = {SUIT[hidden >> 8] for hidden in state.seats[PLAYER].hand}
    earn(state, COUNTESS_SEAT, 2 * len(suits), "temporary_employment", events)


@_event("value_added_tax", pays=True)
def _value_added_tax(state: State, target: int, events: EventLog) -> None:
    _pay(state, gold_symbols(state.seats[PLAYER]), "value_added_tax", events)


@_event("blackmail", earns=True)
def _blackmail(state: State, target: int, events: EventLog) -> None:
    own = state.seats[PLAYER]
    visible = [GOLD[own.card[at]] for at in range(1, len(own.card)) if shows(own, at)]
    earn(state, COUNTESS_SEAT, max(visible, default=0), "blackmail", events)


@_event("conscription", "pile", _piles)
def _conscription(state: State, target: int, events: EventLog) -> None:
    if not target:
        return
    pile = target - 1
    if pile == RESERVE and not state.reserve:
        recycle(state, events)
    card = pile_of(state, pile).pop() >> 8
    source, index = ("reserve", 0) if pile == RESERVE else ("stack", pile)
    countess_gains(state, card, source, index, events)


@_event("protection_money", "villager", _paid, pays=True)
def _protection_money(state: State, target: int, events: EventLog) -> None:
    _pay(state, state.seats[PLAYER].coins[target], "protection_money", events)


@_event("spy_network", "villager", _own_silver, earns=True)
def _spy_network(state: State, target: int, events: EventLog) -> None:
    if target:
        own = state.seats[PLAYER]
        earn(state, COUNTESS_SEAT, silver_value(own, own.card[target]), "spy_network", events)


@_event("trade_network", "villager", _her_silver, hers=True, earns=True)
def _trade_network(state: State, target: int, events: EventLog) -> None:
    if target:
        hers = state.seats[COUNTESS_SEAT]
        earn(state, COUNTESS_SEAT, silver_value(hers, hers.card[target]), "trade_network", events)


@_event("tribute", pays=True)
def _tribute(state: State, target: int, events: EventLog) -> None:
    _pay(state, len(state.seats[PLAYER].hand), "tribute", events)


@_event("it_was_you")
def _it_was_you(state: State, target: int, events: EventLog) -> None:
    """If the Jester is still available, he must be used before the round ends (A-84)."""
    solo = solo_of(state)
    solo.must_jest = solo.jester


def replaces(event: int) -> bool:
    """Return whether the event can be resolved in place of Mood Swing (EVENTS-7, A-85)."""
    return EVENTS[event].acts == "event" and EVENTS[event].season == decks.SUMMER


@_event("mood_swing")
def _mood_swing(state: State, target: int, events: EventLog) -> None:
    """Resolve another summer event next, in place of Mood Swing (A-85)."""
    event = decks.draw(state, decks.SUMMER, events)
    if event == EMPTY:
        return
    solo_of(state).face_up.append(event)
    if replaces(event):
        state.asked = (REPLACEMENT, event)
    else:
        decks.discard(state, event, "phase", events)


@_event("betrayer", "villager", _removable, earns=True)
def _betrayer(state: State, target: int, events: EventLog) -> None:
    if target:
        coins = state.seats[PLAYER].coins[target]
        card, told = leave(state, PLAYER, target)
        countess_gains(state, card, "village", target, events)
        _tell_coins(coins, "betrayer", events)
        if events is not None:
            events += told


@_event("arrest", "villager", _removable, earns=True)
def _arrest(state: State, target: int, events: EventLog) -> None:
    if target:
        coins = state.seats[PLAYER].coins[target]
        card, told = leave(state, PLAYER, target)
        state.discard.append(card)
        _tell_coins(coins, "arrest", events)
        if events is not None:
            facts = {"card": KEYS[card], "villager": target}
            events.append(open_event("card_lost", seat=PLAYER, **facts))
            events += told


def target_of(event: int) -> str | None:
    """Return the field of a move that names the event's target, if it has one."""
    row = ROWS.get(event)
    return row.target if row else None


def targets(state: State, event: int) -> list[int]:
    """Return the event's possible targets; `[0]` if it has no target or there are none to choose from (A-97)."""
    return ROWS[event].targets(state) or [0]


def carry_out(state: State, event: int, target: int, events: EventLog) -> None:
    """Apply the event to a target from `targets`."""
    ROWS[event].deed(state, target, events)


HERS: Final = frozenset(EVENT_KEYS[event] for event, row in ROWS.items() if row.hers)
"""The events whose target is one of the Countess's villagers."""
PAYING: Final = tuple(EVENT_KEYS[event] for event, row in ROWS.items() if row.pays)
"""The events that make the player pay."""
EARNING: Final = tuple(EVENT_KEYS[event] for event, row in ROWS.items() if row.earns)
"""The events by which either side earns gold."""
