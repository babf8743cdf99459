"""Trading a hand card for a basic villager (BASIC): an action of the build phase, in two moves."""

from __future__ import annotations

from typing import Final

from engine.events import EVERYONE, Event
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import BASICS, KEYS, name_of
from engine.villagers.hidden import back_of, card_doc, give_up, holds, play_openly
from engine.villagers.moves import PILES, RETURN, TO_DISCARD, TO_RESERVE, TO_STACK, TRADE
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events, stacks_gone
from engine.villagers.state import EMPTY, KNOWERS, State
from engine.villagers.village import add

MOST: Final = 3
"""Trades in a build turn (BASIC-2)."""

_TO_STACK: Final[list[Move]] = [(RETURN, TO_STACK, stack) for stack in range(6)]
_TO_RESERVE: Final[Move] = (RETURN, TO_RESERVE, EMPTY)
_TO_DISCARD: Final[Move] = (RETURN, TO_DISCARD, EMPTY)
_TRADES: Final[list[list[tuple[Move, ...]]]] = [
    [tuple((TRADE, card, basic) for basic in range(3) if left >> basic & 1) for card in range(len(KEYS))]
    for left in range(8)
]
"""All trades of a card, by the mask of basic villagers left."""


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """Any card of the hand for any basic villager left (BASIC-1, 4, 13, 14)."""
    if not state.seats[seat].trades:
        return []
    lumberjacks, hayers, miners = state.basics
    trades = _TRADES[(lumberjacks > 0) | (hayers > 0) << 1 | (miners > 0) << 2]
    found: list[Move] = []
    for card in cards:
        found += trades[card]
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a card may not be traded."""
    _, card, basic = move
    trader = state.seats[seat]
    if not trader.trades:
        return "BASIC-2", f"All {MOST} trades of this turn are used up."
    if not holds(trader, card):
        return "BASIC-1", f"There is no {name_of(card)} in the hand."
    if not state.basics[basic]:
        return "BASIC-13", f"No {name_of(BASICS[basic])} is left."
    return None


def play(state: State, seat: int, move: Move, events: Events) -> None:
    """The card leaves the hand, the basic villager starts a chain at once (BASIC-1, BASIC-12)."""
    _, card, basic = move
    trader = state.seats[seat]
    trader.trades -= 1
    state.basics[basic] -= 1
    if stacks_gone(state, 6) and not state.reserve:
        # It will lie openly on the discard pile: no secret, nothing to forget.
        play_openly(trader, card)
        state.pending = card << 8 | state.everyone
    else:
        state.pending = give_up(state, seat, card)
    villager = add(trader, BASICS[basic], BASICS[basic], 0)
    if events is not None:
        facts = {"seat": seat, "basic": KEYS[BASICS[basic]], "villager": villager}
        events.append(_secret(state, "traded", facts))


def returns(state: State) -> list[Move]:
    """Where the traded card can go: non-empty stacks, else the reserve, else the discard pile (BASIC-5, 8 to 11)."""
    found = [_TO_STACK[index] for index in range(6) if state.stacks[index]]
    if found:
        return found
    return [_TO_RESERVE] if state.reserve else [_TO_DISCARD]


def why_not_return(state: State, move: Move) -> Refusal | None:
    """Why the traded card may not go there."""
    _, pile, stack = move
    if move in returns(state):
        return None
    if pile == TO_STACK and (stack == EMPTY or stacks_gone(state, 6)):
        return "BASIC-5", "Name a stack that still has cards, or another pile if there is none."
    if pile == TO_STACK:
        return "BASIC-11", f"Stack {stack} is empty and out of the game."
    if stack != EMPTY:
        return "BASIC-8", "A stack is named, but the pile is none."
    if not stacks_gone(state, 6):
        return "BASIC-10", "While a stack has cards the card goes on a stack."
    return "BASIC-9", "The card goes on the reserve while that has cards, and only then on the discard pile."


def play_return(state: State, seat: int, move: Move, events: Events) -> None:
    """Lay the traded card face down on top of the pile, or face up on the discard pile."""
    _, pile, stack = move
    if events is not None:
        facts = {"seat": seat, "pile": PILES[pile], "stack": stack if pile == TO_STACK else None}
        events.append(_secret(state, "returned", facts))
    card = state.pending
    state.pending = EMPTY
    if pile == TO_STACK:
        state.stacks[stack].append(card)
    elif pile == TO_RESERVE:
        state.reserve.append(card)
    else:
        state.discard.append(card >> 8)


def _secret(state: State, kind: str, facts: Doc) -> Event:
    """An event about the pending card: all see its back, those who know it see the card."""
    knowers = state.pending & KNOWERS
    known = card_doc(state.pending)
    if knowers == state.everyone:
        return Event(kind, EVERYONE, {**facts, "card": known}, {})
    return Event(kind, knowers, {**facts, "card": card_doc(back_of(state.pending))}, {"card": known})
