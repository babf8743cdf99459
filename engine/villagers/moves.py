"""Moves of Villagers: small tuples of ints inside, dicts of the notation outside. No legality here.

The first int is the type. The target of a play is a villager's id, or a slot, stack, pile or card + 1, by the card
played; that of a resolved event likewise; 0 is none. A place move is `(PLACE, card, monks, on, unlock)`: the
roles of the monks follow from the card and their number. An unlock is NO_LOCK, BANK, TINNER or
`(seat + 1) << 16 | villager`. A missing `on` or villager is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import Fault, MalformedMove
from engine.ruleset import Doc, Move
from engine.shapes import faults
from engine.villagers.catalogue import (
    BASIC_AT,
    BASICS,
    CARDS,
    CHAIN,
    CODES,
    EVENT_CODES,
    EVENT_KEYS,
    FOUNDERS,
    FOUNDERS_FED,
    GOLD,
    KEYS,
    SMUGGLER,
)
from engine.villagers.shapes import MOVES
from engine.villagers.state import EMPTY, RESERVE, Seat, State
from engine.villagers.village import sales, shows

DRAFT_ROAD: Final = 0  # slot
DRAFT_STACK: Final = 1  # stack
DRAFT_RESERVE: Final = 2
COIN: Final = 3  # slot
PASS: Final = 4
PLACE: Final = 5  # card, monks, on, unlock
TRADE: Final = 6  # card, basic (0-2)
RETURN: Final = 7  # pile, stack
PLAY: Final = 8  # card, target seat + 1 or 0, target, unlock
TAKE: Final = 9  # apprentice: seat, villager, card placed, 1 if from the hand (on a monk), side, monks, on, unlock
HIRE: Final = 10  # the freelancer, as unlocks are written
THIEVE: Final = 11  # own thief, seat robbed
RECRUIT: Final = 12
BENEFACT: Final = 13  # card placed, on, unlock
LOOK_TAKE: Final = 14  # card
ARRANGE: Final = 15  # card
KEEP: Final = 16
STEAL_CARD: Final = 17  # card
FOR_COUNTESS: Final = 18  # slot
PAY_OFF: Final = 19  # event, 1 to pay
RESOLVE: Final = 20  # event, target
REWARD_CARD: Final = 21  # pile (0-5 a stack, 6 the reserve)
REWARD_BASIC: Final = 22  # basic (0-2)
END: Final = 23
JEST: Final = 24  # event

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

STRAY: Final = -1
"""The target of a move that names something on which this card is never played, or this event never resolved."""

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


_TARGETS: Final[Mapping[str, str]] = {
    "smuggler": "villager",
    "schemer": "villager",
    "sheriff": "villager",
    "prophet": "stack",
    "courier": "slot",
    "flaker": "take",
}
"""The field that says on what a special villager is played, by its effect."""
_EVENT_TARGETS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("betrayer", "arrest", "bribes", "protection_money", "spy_network", "trade_network"), "villager"),
    "abduction": "card",
    "conscription": "pile",
}
"""The field that says on what an event is resolved."""


def pile_doc(pile: int) -> Doc:
    """A stack or the reserve in the notation."""
    if pile == RESERVE:
        return {"pile": "reserve", "stack": None}
    return {"pile": "stack", "stack": pile}


def _pile(doc: Mapping[str, Any]) -> int:
    stack = doc.get("stack")
    if doc["pile"] == "reserve":
        return RESERVE if stack is None else EMPTY
    return EMPTY if stack is None else stack


def target_field(card: int) -> str | None:
    """The field of a play that says on what the card is played, if it is played on anything."""
    return _TARGETS.get(CARDS[card].effect or "")


def _write_play(move: Move) -> Doc:
    _, card, seat, target, unlock = move
    doc: Doc = {"type": "play", "card": KEYS[card], "unlock": unlock_doc(unlock), "seat": seat - 1 if seat else None}
    doc.update(villager=None, stack=None, slot=None, take=None)
    field = target_field(card)
    if field is not None and target:
        doc[field] = KEYS[target - 1] if field == "take" else target if field == "villager" else target - 1
    return doc


def _write_resolve(move: Move) -> Doc:
    _, event, target = move
    doc: Doc = {"type": "resolve", "event": EVENT_KEYS[event], "villager": None, "card": None}
    doc.update(pile=None, stack=None)
    field = _EVENT_TARGETS.get(EVENT_KEYS[event])
    if field == "pile" and target:
        doc.update(pile_doc(target - 1))
    elif field is not None and target:
        doc[field] = target if field == "villager" else KEYS[target - 1]
    return doc


_WRITERS: Final[Mapping[int, Callable[[Move], Doc]]] = {
    DRAFT_ROAD: lambda m: {"type": "draft_road", "slot": m[1]},
    DRAFT_STACK: lambda m: {"type": "draft_stack", "stack": m[1]},
    DRAFT_RESERVE: lambda m: {"type": "draft_reserve"},
    COIN: lambda m: {"type": "coin", "slot": m[1]},
    PASS: lambda m: {"type": "pass"},
    PLACE: _write_place,
    TRADE: lambda m: {"type": "trade", "basic": KEYS[BASICS[m[2]]], "card": KEYS[m[1]]},
    RETURN: lambda m: {"type": "return_card", "pile": PILES[m[1]], "stack": m[2] if m[1] == TO_STACK else None},
    PLAY: _write_play,
    TAKE: _write_take,
    HIRE: lambda m: {"type": "hire", "seat": (m[1] >> 16) - 1, "villager": m[1] & 0xFFFF},
    THIEVE: lambda m: {"type": "thieve", "villager": m[1], "seat": m[2]},
    RECRUIT: lambda m: {"type": "recruit"},
    BENEFACT: lambda m: {"type": "benefactor", "card": KEYS[m[1]], "on": m[2] or None, "unlock": unlock_doc(m[3])},
    LOOK_TAKE: lambda m: {"type": "look_take", "card": KEYS[m[1]]},
    ARRANGE: lambda m: {"type": "arrange", "card": KEYS[m[1]]},
    KEEP: lambda m: {"type": "keep"},
    STEAL_CARD: lambda m: {"type": "steal", "card": KEYS[m[1]]},
    FOR_COUNTESS: lambda m: {"type": "countess_draft", "slot": m[1]},
    PAY_OFF: lambda m: {"type": "settle", "event": EVENT_KEYS[m[1]], "pay": bool(m[2])},
    RESOLVE: _write_resolve,
    REWARD_CARD: lambda m: {"type": "reward_card", **pile_doc(m[1])},
    REWARD_BASIC: lambda m: {"type": "reward_basic", "basic": KEYS[BASICS[m[1]]]},
    END: lambda m: {"type": "end"},
    JEST: lambda m: {"type": "jester", "event": EVENT_KEYS[m[1]]},
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
    named = doc.get("seat")
    field = target_field(card)
    given = doc.get(field) if field else None
    if field == "take":
        target = 0 if given is None else CODES[given] + 1
    else:
        target = (given or 0) if field == "villager" else 0 if given is None else given + 1
    if card == SMUGGLER and seat < len(state.seats):
        target = _sold(state.seats[seat], target)
    if any(doc.get(name) is not None for name in ("villager", "stack", "slot", "take") if name != field):
        target = STRAY
    return (PLAY, card, 0 if named is None else named + 1, target, _unlock(doc.get("unlock")))


def _read_resolve(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    field = _EVENT_TARGETS.get(doc["event"])
    target = 0
    if field == "pile" and doc.get("pile") is not None:
        target = _pile(doc) + 1
    elif field == "card" and doc.get("card") is not None:
        target = CODES[doc["card"]] + 1
    elif field == "villager":
        target = doc.get("villager") or 0
    meant = ("pile", "stack") if field == "pile" else (field,)
    if any(doc.get(name) is not None for name in ("villager", "card", "pile", "stack") if name not in meant):
        target = STRAY
    return (RESOLVE, EVENT_CODES[doc["event"]], target)


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
    "thieve": lambda state, seat, doc: (THIEVE, doc["villager"], doc["seat"]),
    "recruit": lambda state, seat, doc: (RECRUIT,),
    "benefactor": lambda state, seat, doc: (
        BENEFACT,
        CODES[doc["card"]],
        doc.get("on") or 0,
        _unlock(doc.get("unlock")),
    ),
    "look_take": lambda state, seat, doc: (LOOK_TAKE, CODES[doc["card"]]),
    "arrange": lambda state, seat, doc: (ARRANGE, CODES[doc["card"]]),
    "keep": lambda state, seat, doc: (KEEP,),
    "steal": lambda state, seat, doc: (STEAL_CARD, CODES[doc["card"]]),
    "countess_draft": lambda state, seat, doc: (FOR_COUNTESS, doc["slot"]),
    "settle": lambda state, seat, doc: (PAY_OFF, EVENT_CODES[doc["event"]], int(doc["pay"])),
    "resolve": _read_resolve,
    "reward_card": lambda state, seat, doc: (REWARD_CARD, _pile(doc)),
    "reward_basic": lambda state, seat, doc: (REWARD_BASIC, BASIC_AT[CODES[doc["basic"]]]),
    "jester": lambda state, seat, doc: (JEST, EVENT_CODES[doc["event"]]),
}

PHASES_OF: Final[Mapping[int, tuple[str, ...]]] = {
    **dict.fromkeys((DRAFT_ROAD, DRAFT_STACK, DRAFT_RESERVE, RECRUIT, BENEFACT), ("draft",)),
    **dict.fromkeys((COIN, PASS), ("road",)),
    **dict.fromkeys((PLACE, TRADE, RETURN, TAKE, END, HIRE, THIEVE), ("build",)),
    PLAY: ("draft", "build"),
    RESOLVE: ("event",),
    **dict.fromkeys((REWARD_CARD, REWARD_BASIC), ("development",)),
}
"""The phases in which moves of a type are made; a type that is not here answers a decision begun before."""
