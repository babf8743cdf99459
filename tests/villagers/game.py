"""What only Villagers has: its positions in words, its moves, and what is read from its positions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.registry import RULESETS
from engine.ruleset import Doc

VILLAGERS = RULESETS["villagers"]
END: Doc = {"type": "end"}
BY_BANK: Doc = {"by": "bank"}
BY_TINNER: Doc = {"by": "tinner"}

_WORD = re.compile(
    r"(?P<card>[a-z_]+)(:(?P<side>gold|food|blank))?(=(?P<role>[a-z_]+))?(@(?P<on>\d+))?(\+(?P<gold>\d+))?"
)


def village(*words: str) -> list[Doc]:
    """A village, its ids 1, 2, 3, ... in the order of the words.

    A word is a card with, in this order, `:side` of Founders (or of the Countess), `=role` of a monk or apprentice,
    `@id` of what it stands on, `+gold` lying on it: `village("founders:food", "miner", "monk=seeker@2", "agent")`.
    """
    return [_villager(number, word) for number, word in enumerate(words, 1)]


def _villager(number: int, word: str) -> Doc:
    match = _WORD.fullmatch(word)
    assert match, f"not a villager: {word}"
    doc: Doc = {"id": number, "card": match["card"]}
    if match["side"]:
        doc["side"] = match["side"]
    if match["role"]:
        doc["as"] = match["role"]
    if match["on"]:
        doc["on"] = int(match["on"])
    if match["gold"]:
        doc["gold"] = int(match["gold"])
    return doc


def seat(*words: str, **fields: Any) -> Doc:
    """A seat: the words of its village (none: the default village, Founders alone), and its other fields."""
    return {**({"village": village(*words)} if words else {}), **fields}


def document(*seats: Doc, **fields: Any) -> Doc:
    """A position of these seats; what is not said has the notation's default (phase: `draft`)."""
    return {"ruleset": "villagers", "seats": list(seats), **fields}


def building(*seats: Doc, **fields: Any) -> Doc:
    """A position in the build phase; seat 0 acts unless `first_player` or `to_act` say otherwise."""
    return document(*seats, phase="build", **fields)


def solo(seat: Doc, *court: str, level: str = "normal", gold: int = 1, events: Doc | None = None, **fields: Any) -> Doc:
    """A position of one seat against the Countess; `court`: the words of her village besides her card (id 1).

    `events`: `face_up`, `begun`, `summer`, `winter` (top first), `summer_discard`, `winter_discard`, `jester`, ...
    """
    card = "countess:blank" if level == "beginner" else "countess:gold"
    options = {"solo": level, **fields.pop("options", {})}
    countess = {"gold": gold, "village": village(card, *court)}
    return document(seat, options=options, countess=countess, events=events or {}, **fields)


def road(*cards: str | None) -> list[Doc | None]:
    """A road: a card, `card+gold`, or `None` for a gap, slot by slot."""
    return [None if card is None else _on_road(card) for card in cards]


def _on_road(word: str) -> Doc:
    card, _, gold = word.partition("+")
    return {"card": card, "gold": int(gold or 0)}


def villager(doc: Doc, who: int, number: int) -> Doc:
    """The villager of a seat with this id."""
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
