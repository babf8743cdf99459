"""Trading a hand card for a basic villager (BASIC): an action of the build phase, in two moves.

The second move chooses the pile for the card (see `returning`).
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import BASIC_AT, BASICS, CODES, DRAFTABLE, KEYS, SERFDOM, key_of
from engine.villagers.moves import TRADE, about
from engine.villagers.moves.fields import BASIC, CARD
from engine.villagers.solo import solo_of
from engine.villagers.solo.court import countess_gains
from engine.villagers.state import BUILD, RETURN_CARD, State
from engine.villagers.table.build_turn import MAX_TRADES
from engine.villagers.table.hidden import card_doc, give_up, holds, play_openly, secret_event
from engine.villagers.table.piles import stacks_gone
from engine.villagers.table.village import add

MOVE_TYPE: Final[MoveType] = MoveType(
    TRADE,
    "trade",
    "Trade a hand card for a basic villager. The next move chooses the pile for the card.",
    BUILD,
    about=f"{about.HAND} /basics/{{basic}} /seats/{{me}}/village",
    basic=BASIC.about("The basic villager that joins the village."),
    card=CARD.about("The hand card given up."),
    write=lambda move: {"basic": KEYS[BASICS[move[2]]], "card": KEYS[move[1]]},
    read=lambda state, seat, doc: (CODES[doc["card"]], BASIC_AT[CODES[doc["basic"]]]),
)

_ASKED: Final = (RETURN_CARD,)
_TRADES: Final[list[list[tuple[Move, ...]]]] = [
    [
        tuple((TRADE, card, basic) for basic in range(3) if left >> basic & 1) if DRAFTABLE[card] else ()
        for card in range(len(KEYS))
    ]
    for left in range(8)
]
"""All possible trades. The first index is the mask of the basic villagers left, the second is the traded card."""


def _choices(state: State) -> list[tuple[Move, ...]]:
    """Return the trades for each card. They are legal only if the turn has a trade left."""
    lumberjacks, hayers, miners = state.basics
    return _TRADES[(lumberjacks > 0) | (hayers > 0) << 1 | (miners > 0) << 2]


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """Return the trades of any hand card for any basic villager that is left (BASIC-1, 4, 13, 14)."""
    if not state.seats[seat].trades:
        return []
    trades = _choices(state)
    found: list[Move] = []
    for card in cards:
        found += trades[card]
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    _, card, basic = move
    trader = state.seats[seat]
    if not trader.trades:
        return Refusal("BASIC-2", "You have already traded {most} times this turn.", most=MAX_TRADES)
    if not holds(trader, card):
        return Refusal("BASIC-1", "You have no {card} in hand.", card=key_of(card))
    if not DRAFTABLE[card]:
        return Refusal(
            "BASIC-5", "You cannot trade {card:the}: it has no back and does not go on a pile.", card=key_of(card)
        )
    if move not in _choices(state)[card]:
        return Refusal("BASIC-13", "There is no {card} left.", card=key_of(BASICS[basic]))
    return None


def play(state: State, seat: int, move: Move, events: EventLog) -> None:
    """Take the card out of the hand, and start a chain with the basic villager immediately (BASIC-1, BASIC-12)."""
    _, card, basic = move
    trader = state.seats[seat]
    trader.trades -= 1
    state.basics[basic] -= 1
    villager = add(trader, BASICS[basic], BASICS[basic], 0)
    if state.solo is not None and SERFDOM in state.solo.face_up:
        _to_countess(state, seat, card, _facts(seat, basic, villager), events)
        return
    state.asked = _ASKED
    if stacks_gone(state, 6) and not state.reserve:
        # The card goes face up onto the discard pile, so it is public.
        play_openly(trader, card)
        state.traded_card = card << 8 | state.everyone
    else:
        state.traded_card = give_up(state, seat, card)
    if events is not None:
        events.append(secret_event(state, "traded", _facts(seat, basic, villager), state.traded_card))


def _facts(seat: int, basic: int, villager: int) -> Doc:
    return {"seat": seat, "basic": KEYS[BASICS[basic]], "villager": villager}


def _to_countess(state: State, seat: int, card: int, facts: Doc, events: EventLog) -> None:
    """Under Serfdom, give the traded card to the Countess, visible to all (EVENTS-8, A-89)."""
    solo_of(state).begun |= 1 << SERFDOM
    play_openly(state.seats[seat], card)
    if events is not None:
        events.append(open_event("traded", **facts, card=card_doc(card << 8)))
    countess_gains(state, card, "hand", 0, events)
