"""Moves of My Village as small tuples of ints. `move_types` reads, writes and names them.

The first int is the type. Dice are encoded as in `State.pool`, banners as in `state`, payments as in `payments`. EMPTY
stands for a missing space, tile place or villager.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Fault
from engine.my_village.catalogue.cards import BUILDINGS, CODES, KEYS
from engine.my_village.state import EMPTY, FIRST_CUSTOMER, FIRST_FIELD
from engine.ruleset import Doc

CHOOSE_DICE: Final = 0  # two dice
SET_VALUE: Final = 1  # value, coins, tokens
TAKE_CARD: Final = 2  # card, payment, space, place of the tile
TRAVEL: Final = 3  # letter, payment
TAKE_HAND: Final = 4  # 1 to leave the hand where it is
CALL_STEWARD: Final = 5  # 1 with the trading church's benefit
MOVE_HEADMAN: Final = 6  # place
ACTIVATE: Final = 7  # banner, space, place of the tile
TEACH: Final = 8  # step, villager
SERVE: Final = 9  # card, payment
MOVE_PLOW: Final = 10  # source, field
INVITE: Final = 11  # one to four cards
INVITE_FREE: Final = 12  # card
EXCHANGE_TRAVEL: Final = 13
BURY: Final = 14  # villager
HIRE_LABORER: Final = 15  # villager
WARD_OFF: Final = 16
FORFEIT: Final = 17
END_TURN: Final = 18

NOTHING: Final = 0
NEW_LEFT: Final = 1
TO_RIGHT: Final = 2
PLACE_LEFT: Final = 3
PLACE_RIGHT: Final = 4
STEPS: Final = ("nothing", "new_left", "to_right", "place_left", "place_right")

FROM_SMITHY: Final = 0
FROM_GUILD: Final = 1
SOURCES: Final = ("smithy", "guild_council")

PLACES: Final = ("play", "school", "council", "meeting_place", *BUILDINGS)
"""The names of a village's white banners, in the order of their numbers. Fields and customers are not included."""


def die_doc(die: int) -> Doc:
    return {"color": "black" if die > 5 else "white", "face": die % 6 + 1}


def read_die(doc: Mapping[str, Any]) -> int:
    face: int = doc["face"]
    return face - 1 + (6 if doc["color"] == "black" else 0)


def banner_doc(banner: int) -> Doc | None:
    if banner == EMPTY:
        return None
    if banner >= FIRST_CUSTOMER:
        return {"kind": "customer", "field": None, "customer": KEYS[banner - FIRST_CUSTOMER]}
    if banner >= FIRST_FIELD:
        return {"kind": "field", "field": banner - FIRST_FIELD, "customer": None}
    return {"kind": PLACES[banner], "field": None, "customer": None}


def banner_faults(doc: Mapping[str, Any] | None, path: str) -> list[Fault]:
    """Return the faults of a white banner: its field or customer is missing, or given but not needed.

    The form of the document has been checked.
    """
    faults = []
    for kind in ("field", "customer") if doc else ():
        if doc and (doc.get(kind) is not None) != (doc["kind"] == kind):
            faults.append(Fault(f"{path}.{kind}", f"is named for the banner of a {kind}, and only there"))
    return faults


def read_banner(doc: Mapping[str, Any] | None) -> int:
    """Return the white banner of a document; EMPTY if it names none."""
    if doc is None:
        return EMPTY
    if doc["kind"] == "customer":
        return FIRST_CUSTOMER + CODES[doc["customer"]] if doc.get("customer") else EMPTY
    if doc["kind"] == "field":
        return FIRST_FIELD + doc["field"] if doc.get("field") is not None else EMPTY
    return PLACES.index(doc["kind"])
