"""The decision begun and not finished, as documents show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.ruleset import Doc
from engine.villagers.catalogue import EVENT_CODES, EVENT_KEYS
from engine.villagers.moves import pile_doc
from engine.villagers.state import (
    COUNTESS_DRAFT,
    EMPTY,
    LAST_JEST,
    LOOK,
    REPLACEMENT,
    RESERVE,
    RETURN_CARD,
    SETTLE,
    STEAL,
    State,
)


def write_pending(state: State, card: Callable[[], Any]) -> Doc:
    """The decision begun and not finished; `card`: makes the traded card as it is to be shown."""
    kind, *facts = state.asked
    if kind == RETURN_CARD:
        return {"type": "return_card", "card": card()}
    if kind == LOOK:
        pile, depth, placed = facts
        return {"type": "look", **pile_doc(pile), "depth": depth, "placed": None if placed == EMPTY else placed}
    if kind == STEAL:
        return {"type": "steal", "seat": facts[0]}
    if kind == COUNTESS_DRAFT:
        return {"type": "countess_draft", "slot": None if facts[0] == EMPTY else facts[0]}
    if kind == LAST_JEST:
        return {"type": "jester"}
    return {"type": "settle" if kind == SETTLE else "resolve", "event": EVENT_KEYS[facts[0]]}


def read_pending(pending: Mapping[str, Any] | None) -> tuple[int, ...]:
    """What a state of such a document is asked."""
    if pending is None:
        return ()
    kind = pending["type"]
    if kind == "look":
        pile = RESERVE if pending["pile"] == "reserve" else pending.get("stack") or 0
        placed = pending.get("placed")
        return (LOOK, pile, pending["depth"], EMPTY if placed is None else placed)
    if kind == "steal":
        return (STEAL, pending["seat"])
    if kind == "countess_draft":
        return (COUNTESS_DRAFT, EMPTY if pending["slot"] is None else pending["slot"])
    if kind in ("settle", "resolve"):
        return (SETTLE if kind == "settle" else REPLACEMENT, EVENT_CODES[pending["event"]])
    return (RETURN_CARD,) if kind == "return_card" else (LAST_JEST,)
