"""What only Villagers has: its moves, and readers of its positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.registry import RULESETS
from engine.ruleset import Doc

VILLAGERS = RULESETS["villagers"]
END: Doc = {"type": "end"}
BY_BANK: Doc = {"by": "bank"}
BY_TINNER: Doc = {"by": "tinner"}


def road(*cards: str | None) -> list[Doc | None]:
    """Return a road: a card, `card+gold`, or `None` for a gap, slot by slot."""
    return [None if card is None else _on_road(card) for card in cards]


def _on_road(word: str) -> Doc:
    card, _, gold = word.partition("+")
    return {"card": card, "gold": int(gold or 0)}


def villager(doc: Doc, who: int, number: int) -> Doc:
    """Return the villager of a seat with this id."""
    found: Doc = next(one for one in doc["seats"][who]["village"] if one["id"] == number)
    return found


# --- moves -----------------------------------------------------------------------------------


def draft(slot: int) -> Doc:
    """Draft the face-up villager of a slot."""
    return {"type": "draft_road", "slot": slot}


def blind(stack: int) -> Doc:
    """Draft the top of a stack unseen."""
    return {"type": "draft_stack", "stack": stack}


def place(card: str, on: int | None = None, monks: Iterable[str] = (), unlock: Doc | None = None) -> Doc:
    """Place a hand card; `monks`: the roles of monks under it, bottom first."""
    return {"type": "place", "card": card, "on": on, "monks": list(monks), "unlock": unlock}


def by(who: int, number: int) -> Doc:
    """Unlock with a villager of a seat."""
    return {"by": "villager", "seat": who, "villager": number}


def trade(card: str, basic: str) -> Doc:
    """Give up a hand card for a basic villager."""
    return {"type": "trade", "basic": basic, "card": card}


def give(stack: int) -> Doc:
    """Put the traded card on a stack."""
    return {"type": "return_card", "pile": "stack", "stack": stack}


def special(card: str, unlock: Doc | None = None, **fields: Any) -> Doc:
    """Play a special villager that is discarded after use."""
    return {"type": "play", "card": card, "unlock": unlock, **fields}
