"""The fields of moves in documents: shape, reading and writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from engine.move_types import Field
from engine.shapes import OneOf, Size
from engine.villagers.catalogue import BASIC_AT, BASICS, CHAIN, CODES, EVENT_CODES, EVENT_KEYS, KEYS
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import BANK, NO_LOCK, PILES, TINNER, WRONG_ROLES, monk_roles, paid_villager, unlock_doc
from engine.villagers.state import EMPTY, RESERVE

_annotated: Any = Annotated
RETURN_PILE: Final[Any] = _annotated[str, OneOf("ReturnPile", PILES)]
"""The places for a traded card. This is a value and not a type alias, because in an alias the compiler takes the
strings for names.
"""


def read_unlock(doc: Mapping[str, Any] | None) -> int:
    if doc is None:
        return NO_LOCK
    if doc["by"] == "villager":
        return paid_villager(doc["seat"], doc["villager"])
    return BANK if doc["by"] == "bank" else TINNER


def or_none(number: int) -> int | None:
    return None if number == EMPTY else number


def or_empty(number: int | None) -> int:
    return EMPTY if number is None else number


def read_pile(doc: Mapping[str, Any]) -> int:
    """Return the number of a pile; EMPTY if the document names none."""
    stack = doc.get("stack")
    if doc["pile"] == "reserve":
        return RESERVE if stack is None else EMPTY
    return or_empty(stack)


def strays(doc: Mapping[str, Any], names: tuple[str, ...], meant: tuple[str | None, ...]) -> bool:
    """Return whether `doc` names a target of the wrong kind: in a field of `names` that is not in `meant`."""
    return any(doc.get(name) is not None for name in names if name not in meant)


def role_keys(card: int, monks: int) -> list[str]:
    return [KEYS[role] for role in monk_roles(card, monks)]


def read_monks(card: int, roles: list[str]) -> int:
    """Return the number of monks with these roles under a card; WRONG_ROLES if they are impossible."""
    codes = tuple(CODES[role] for role in roles)
    if card < 0 or len(codes) > len(CHAIN[card]) or codes != monk_roles(card, len(codes)):
        return WRONG_ROLES
    return len(codes)


SEAT: Final = Field(names.Seat)
SLOT: Final = Field(names.Slot)
STACK: Final = Field(names.Stack)
VILLAGER: Final = Field(names.Villager)
CARD: Final = Field(names.VillagersCard, KEYS.__getitem__, CODES.__getitem__)
BASIC: Final = Field(names.BasicVillager, lambda at: KEYS[BASICS[at]], lambda key: BASIC_AT[CODES[key]])
EVENT: Final = Field(names.EventCard, EVENT_KEYS.__getitem__, EVENT_CODES.__getitem__)
ON: Final = Field(names.Villager, lambda on: on or None, lambda on: on or 0, null=True, optional=True)
MONKS: Final = Field(list[names.VillagersCard], optional=True).marked(Size(0, 4))
UNLOCK: Final = Field(names.Unlock, unlock_doc, read_unlock, optional=True).about(
    "How the padlock is opened; null for a card without one."
)
OTHER_PILE: Final = Field(names.Stack, or_none, or_empty, null=True, optional=True)
NO_SEAT: Final = Field(names.Seat, null=True, optional=True)
NO_STACK: Final = Field(names.Stack, null=True, optional=True)
NO_SLOT: Final = Field(names.Slot, null=True, optional=True)
NO_CARD: Final = Field(names.VillagersCard, null=True, optional=True)
