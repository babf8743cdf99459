"""The fields of moves in documents, and the moves that are more than their fields: reading, writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.move_types import Field
from engine.ruleset import Doc, Move
from engine.shapes import Size
from engine.villagers import effects
from engine.villagers.catalogue import (
    BASIC_AT,
    BASICS,
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
from engine.villagers.documents.shapes import names
from engine.villagers.moves import (
    BANK,
    NO_LOCK,
    SIDES,
    STRAY,
    TINNER,
    WRONG_ROLES,
    monk_roles,
    paid_villager,
    pile_doc,
    unlock_doc,
)
from engine.villagers.solo import events
from engine.villagers.state import EMPTY, RESERVE, Seat, State
from engine.villagers.table.village import sales, shows

# --- fields ----------------------------------------------------------------------------------


def _read_unlock(doc: Mapping[str, Any] | None) -> int:
    if doc is None:
        return NO_LOCK
    if doc["by"] == "villager":
        return paid_villager(doc["seat"], doc["villager"])
    return BANK if doc["by"] == "bank" else TINNER


def read_pile(doc: Mapping[str, Any]) -> int:
    """The number of a pile; EMPTY where it names none."""
    stack = doc.get("stack")
    if doc["pile"] == "reserve":
        return RESERVE if stack is None else EMPTY
    return EMPTY if stack is None else stack


SEAT: Final = Field(names.Seat)
SLOT: Final = Field(names.Slot)
STACK: Final = Field(names.Stack)
VILLAGER: Final = Field(names.Villager)
CARD: Final = Field(names.VillagersCard, KEYS.__getitem__, CODES.__getitem__)
BASIC: Final = Field(names.BasicVillager, lambda at: KEYS[BASICS[at]], lambda key: BASIC_AT[CODES[key]])
EVENT: Final = Field(names.EventCard, EVENT_KEYS.__getitem__, EVENT_CODES.__getitem__)
ON: Final = Field(names.Villager, lambda on: on or None, lambda on: on or 0, null=True, optional=True)
MONKS: Final = Field(list[names.VillagersCard], optional=True).marked(Size(0, 4))
UNLOCK: Final = Field(names.Unlock, unlock_doc, _read_unlock, optional=True).about(
    "How the padlock is opened; null for a card without one."
)
OTHER_PILE: Final = Field(
    names.Stack,
    lambda stack: None if stack == EMPTY else stack,
    lambda stack: EMPTY if stack is None else stack,
    null=True,
    optional=True,
)
NO_SEAT: Final = Field(names.Seat, null=True, optional=True)
NO_STACK: Final = Field(names.Stack, null=True, optional=True)
NO_SLOT: Final = Field(names.Slot, null=True, optional=True)
NO_CARD: Final = Field(names.VillagersCard, null=True, optional=True)

# --- place, apprentice -----------------------------------------------------------------------


def _role_keys(card: int, monks: int) -> list[str]:
    return [KEYS[role] for role in monk_roles(card, monks)]


def _read_monks(card: int, roles: list[str]) -> int:
    codes = tuple(CODES[role] for role in roles)
    if card < 0 or len(codes) > len(CHAIN[card]) or codes != monk_roles(card, len(codes)):
        return WRONG_ROLES
    return len(codes)


def write_place(move: Move) -> Doc:
    """The fields of a placement."""
    _, card, monks, on, unlock = move
    return {"card": KEYS[card], "on": on or None, "monks": _role_keys(card, monks), "unlock": unlock_doc(unlock)}


def read_place(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a placement, without its type."""
    card = CODES[doc["card"]]
    return card, _read_monks(card, doc.get("monks", [])), doc.get("on") or 0, _read_unlock(doc.get("unlock"))


def write_take(move: Move) -> Doc:
    """The fields of an apprentice's move."""
    _, seat, villager, card, fresh, side, monks, on, unlock = move
    return {
        "seat": seat,
        "villager": villager,
        "on": on or None,
        "unlock": unlock_doc(unlock),
        "side": SIDES[side],
        "card": KEYS[card] if fresh else None,
        "monks": _role_keys(card, monks),
    }


def read_take(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of an apprentice's move; legal or not."""
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
    monks = _read_monks(card, roles) if roles else 0
    return owner, villager, card, fresh, side, monks, doc.get("on") or 0, _read_unlock(doc.get("unlock"))


# --- play, resolve: what they name depends on the card ------------------------------------------

PLAY_TARGETS: Final = ("villager", "stack", "slot", "take")
EVENT_TARGETS: Final = ("villager", "card", "pile", "stack")


def _strays(doc: Mapping[str, Any], names: tuple[str, ...], meant: tuple[str | None, ...]) -> bool:
    """Whether something is named on which this card is never played."""
    return any(doc.get(name) is not None for name in names if name not in meant)


def write_play(move: Move) -> Doc:
    """The fields of a play: of its targets only that of its card is named."""
    _, card, seat, target, unlock = move
    doc: Doc = {"card": KEYS[card], "unlock": unlock_doc(unlock), "seat": seat - 1 if seat else None}
    doc.update(dict.fromkeys(PLAY_TARGETS))
    field = effects.target_of(card)
    if field is not None and target:
        doc[field] = KEYS[target - 1] if field == "take" else target if field == "villager" else target - 1
    return doc


def read_play(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a play; the target is STRAY where it names what its card is never played on."""
    card = CODES[doc["card"]]
    named = doc.get("seat")
    field = effects.target_of(card)
    given = doc.get(field) if field else None
    if field == "take":
        target = 0 if given is None else CODES[given] + 1
    else:
        target = (given or 0) if field == "villager" else 0 if given is None else given + 1
    if card == SMUGGLER and seat < len(state.seats):
        target = _sold(state.seats[seat], target)
    if _strays(doc, PLAY_TARGETS, (field,)):
        target = STRAY
    return card, 0 if named is None else named + 1, target, _read_unlock(doc.get("unlock"))


def _sold(seller: Seat, villager: int) -> int:
    """The listed villager that a named one stands for: the first of the same value; by default the best."""
    values = sales(seller)
    if not villager:
        return values[max(values)] if values else 0
    return values.get(GOLD[seller.card[villager]], villager) if shows(seller, villager) else villager


def write_resolve(move: Move) -> Doc:
    """The fields of a resolution: of its targets only that of its event is named."""
    _, event, target = move
    doc: Doc = {"event": EVENT_KEYS[event], **dict.fromkeys(EVENT_TARGETS)}
    field = events.target_of(event)
    if field == "pile" and target:
        doc.update(pile_doc(target - 1))
    elif field is not None and target:
        doc[field] = target if field == "villager" else KEYS[target - 1]
    return doc


def read_resolve(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a resolution; the target is STRAY where it names what its event is never resolved on."""
    event = EVENT_CODES[doc["event"]]
    field = events.target_of(event)
    target = 0
    if field == "pile" and doc.get("pile") is not None:
        target = read_pile(doc) + 1
    elif field == "card" and doc.get("card") is not None:
        target = CODES[doc["card"]] + 1
    elif field == "villager":
        target = doc.get("villager") or 0
    if _strays(doc, EVENT_TARGETS, ("pile", "stack") if field == "pile" else (field,)):
        target = STRAY
    return event, target
