"""Moves of Villagers: small tuples of ints inside, dicts of the notation outside. No legality here.

The first int is the type. A place move is `(PLACE, card, monks, on, unlock)`: the roles of the monks follow
from the card and their number. An unlock is NO_LOCK, BANK, TINNER or `(seat + 1) << 16 | villager`.
A missing `on` or villager is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import Fault, MalformedMove
from engine.ruleset import Doc, Move
from engine.shapes import faults
from engine.villagers.catalogue import BASIC_AT, BASICS, CHAIN, CODES, FOUNDERS, FOUNDERS_FED, GOLD, KEYS, SMUGGLER
from engine.villagers.shapes import MOVES
from engine.villagers.state import EMPTY, Seat, State
from engine.villagers.village import sales, shows

DRAFT_ROAD: Final = 0  # slot
DRAFT_STACK: Final = 1  # stack
DRAFT_RESERVE: Final = 2
COIN: Final = 3  # slot
PASS: Final = 4
PLACE: Final = 5  # card, monks, on, unlock
TRADE: Final = 6  # card, basic (0-2)
RETURN: Final = 7  # pile, stack
PLAY: Final = 8  # card, villager, unlock
TAKE: Final = 9  # apprentice: seat, villager, card placed, 1 if from the hand (on a monk), side, monks, on, unlock
HIRE: Final = 10  # the freelancer, as unlocks are written
END: Final = 11

NO_LOCK: Final = 0
BANK: Final = 1
TINNER: Final = 2

TO_STACK: Final = 0
TO_RESERVE: Final = 1
TO_DISCARD: Final = 2
PILES: Final = ("stack", "reserve", "discard")

NO_SIDE: Final = 0
GOLD_SIDE: Final = 1
FOOD_SIDE: Final = 2
SIDES: Final = (None, "gold", "food")

WRONG_ROLES: Final = 99
"""The number of monks in a move that names roles which no monks under its card could have."""


def paid_villager(seat: int, villager: int) -> int:
    """The unlock that pays this villager."""
    return (seat + 1) << 16 | villager


def unlock_doc(unlock: int) -> Doc | None:
    """An unlock in the notation."""
    if unlock == NO_LOCK:
        return None
    if unlock == BANK:
        return {"by": "bank"}
    if unlock == TINNER:
        return {"by": "tinner"}
    return {"by": "villager", "seat": (unlock >> 16) - 1, "villager": unlock & 0xFFFF}


def _unlock(doc: Mapping[str, Any] | None) -> int:
    if doc is None:
        return NO_LOCK
    if doc["by"] == "villager":
        return paid_villager(doc["seat"], doc["villager"])
    return BANK if doc["by"] == "bank" else TINNER


def monk_roles(card: int, monks: int) -> tuple[int, ...]:
    """The roles of so many monks directly under a card, bottom first (SPECIAL-3)."""
    chain = CHAIN[card]
    return chain[len(chain) - monks :]


def _role_keys(card: int, monks: int) -> list[str]:
    return [KEYS[role] for role in monk_roles(card, monks)]


def write_move(move: Move) -> Doc:
    """A move in the notation, complete."""
    return _WRITERS[move[0]](move)


def _write_place(move: Move) -> Doc:
    _, card, monks, on, unlock = move
    return {
        "type": "place",
        "card": KEYS[card],
        "on": on or None,
        "monks": _role_keys(card, monks),
        "unlock": unlock_doc(unlock),
    }


def _write_take(move: Move) -> Doc:
    _, seat, villager, card, fresh, side, monks, on, unlock = move
    return {
        "type": "apprentice",
        "seat": seat,
        "villager": villager,
        "on": on or None,
        "unlock": unlock_doc(unlock),
        "side": SIDES[side],
        "card": KEYS[card] if fresh else None,
        "monks": _role_keys(card, monks),
    }


_WRITERS: Final[Mapping[int, Callable[[Move], Doc]]] = {
    DRAFT_ROAD: lambda m: {"type": "draft_road", "slot": m[1]},
    DRAFT_STACK: lambda m: {"type": "draft_stack", "stack": m[1]},
    DRAFT_RESERVE: lambda m: {"type": "draft_reserve"},
    COIN: lambda m: {"type": "coin", "slot": m[1]},
    PASS: lambda m: {"type": "pass"},
    PLACE: _write_place,
    TRADE: lambda m: {"type": "trade", "basic": KEYS[BASICS[m[2]]], "card": KEYS[m[1]]},
    RETURN: lambda m: {"type": "return_card", "pile": PILES[m[1]], "stack": m[2] if m[1] == TO_STACK else None},
    PLAY: lambda m: {"type": "play", "card": KEYS[m[1]], "unlock": unlock_doc(m[3]), "villager": m[2] or None},
    TAKE: _write_take,
    END: lambda m: {"type": "end"},
    HIRE: lambda m: {"type": "hire", "seat": (m[1] >> 16) - 1, "villager": m[1] & 0xFFFF},
}


def read_move(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The move of a dict, defaults filled in; legal or not.

    Raises `MalformedMove` with every fault if it is no move at all.
    """
    kind = doc.get("type") if isinstance(doc, Mapping) else None
    if not isinstance(kind, str) or kind not in MOVES:
        raise MalformedMove([Fault("type", f"must be one of: {', '.join(MOVES)}")])
    found = faults(doc, MOVES[kind])
    if found:
        raise MalformedMove(found)
    return _READERS[kind](state, seat, doc)


def _monks(card: int, roles: list[str]) -> int:
    codes = tuple(CODES[role] for role in roles)
    if card < 0 or len(codes) > len(CHAIN[card]) or codes != monk_roles(card, len(codes)):
        return WRONG_ROLES
    return len(codes)


def _read_place(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["card"]]
    return (PLACE, card, _monks(card, doc.get("monks", [])), doc.get("on") or 0, _unlock(doc.get("unlock")))


def _read_return(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    stack = doc.get("stack")
    return (RETURN, PILES.index(doc["pile"]), EMPTY if stack is None else stack)


def _read_play(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["card"]]
    villager = doc.get("villager") or 0
    if card == SMUGGLER and seat < len(state.seats):
        villager = _sold(state.seats[seat], villager)
    return (PLAY, card, villager, _unlock(doc.get("unlock")))


def _sold(seller: Seat, villager: int) -> int:
    """The listed villager that a named one stands for: the first of the same value; by default the best."""
    values = sales(seller)
    if not villager:
        return values[max(values)] if values else 0
    return values.get(GOLD[seller.card[villager]], villager) if shows(seller, villager) else villager


def _read_take(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    owner, villager = doc["seat"], doc["villager"]
    named = doc.get("card")
    if named is not None:
        card, fresh = CODES[named], 1
    else:
        fresh = 0
        cards = state.seats[owner].card if owner < len(state.seats) else []
        card = cards[villager] if villager < len(cards) else EMPTY
        card = FOUNDERS if card == FOUNDERS_FED else card
    side = SIDES.index(doc.get("side"))
    roles = doc.get("monks", [])
    monks = _monks(card, roles) if roles else 0
    return (TAKE, owner, villager, card, fresh, side, monks, doc.get("on") or 0, _unlock(doc.get("unlock")))


_READERS: Final[Mapping[str, Callable[[State, int, Mapping[str, Any]], Move]]] = {
    "draft_road": lambda state, seat, doc: (DRAFT_ROAD, doc["slot"]),
    "draft_stack": lambda state, seat, doc: (DRAFT_STACK, doc["stack"]),
    "draft_reserve": lambda state, seat, doc: (DRAFT_RESERVE,),
    "coin": lambda state, seat, doc: (COIN, doc["slot"]),
    "pass": lambda state, seat, doc: (PASS,),
    "place": _read_place,
    "trade": lambda state, seat, doc: (TRADE, CODES[doc["card"]], BASIC_AT[CODES[doc["basic"]]]),
    "return_card": _read_return,
    "play": _read_play,
    "apprentice": _read_take,
    "end": lambda state, seat, doc: (END,),
    "hire": lambda state, seat, doc: (HIRE, paid_villager(doc["seat"], doc["villager"])),
}

PHASE_OF: Final[Mapping[int, str]] = {
    **dict.fromkeys((DRAFT_ROAD, DRAFT_STACK, DRAFT_RESERVE), "draft"),
    **dict.fromkeys((COIN, PASS), "road"),
    **dict.fromkeys((PLACE, TRADE, RETURN, PLAY, TAKE, END, HIRE), "build"),
}
"""The phase in which moves of a type are made."""
