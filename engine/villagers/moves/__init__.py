"""Moves of Villagers as small tuples of ints. `move_types` reads, writes and names them.

- The first int is the type.
- The target of a play or a resolved event is a number. A villager is named by its id; a slot, stack, pile or card is
  named by its number plus 1. The card or event determines the kind of target. 0 means no target.
- A place move is `(PLACE, card, monks, on, unlock)`. The roles of the monks follow from the card and their number.
- An unlock is NO_LOCK, BANK, TINNER or `(seat + 1) << 16 | villager`.
- A missing `on` or villager is 0.
"""

from __future__ import annotations

from typing import Final

from engine.ruleset import Doc
from engine.villagers.catalogue import CHAIN
from engine.villagers.state import RESERVE

DRAFT_ROAD: Final = 0  # slot
DRAFT_STACK: Final = 1  # stack
DRAFT_RESERVE: Final = 2
COIN: Final = 3  # slot
PASS: Final = 4
PLACE: Final = 5  # card, monks, on, unlock
TRADE: Final = 6  # card, basic (0-2)
RETURN: Final = 7  # pile, stack
PLAY: Final = 8  # card, target seat + 1 or 0, target, unlock
# 9 to 13: moves that belong to a single special villager (see `effects`)
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
"""Stands for a target of the wrong kind: one that the card or event of the move cannot have."""

WRONG_ROLES: Final = 99
"""Stands for the number of monks if their roles are impossible."""


def paid_villager(seat: int, villager: int) -> int:
    """Return the unlock that pays this villager."""
    return (seat + 1) << 16 | villager


def paid_seat(unlock: int) -> int:
    """Return the seat whose villager is paid for an unlock; -1 if no villager is paid."""
    return (unlock >> 16) - 1


def unlock_doc(unlock: int) -> Doc | None:
    if unlock == NO_LOCK:
        return None
    if unlock == BANK:
        return {"by": "bank"}
    if unlock == TINNER:
        return {"by": "tinner"}
    return {"by": "villager", "seat": paid_seat(unlock), "villager": unlock & 0xFFFF}


def monk_roles(card: int, monks: int) -> tuple[int, ...]:
    """Return the roles of `monks` monks directly under a card, bottom first (SPECIAL-3)."""
    chain = CHAIN[card]
    return chain[len(chain) - monks :]


def pile_doc(pile: int) -> Doc:
    if pile == RESERVE:
        return {"pile": "reserve", "stack": None}
    return {"pile": "stack", "stack": pile}
