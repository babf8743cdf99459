"""Views of My Village as plain documents, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import Fault, InvalidPosition
from engine.my_village.catalogue.cards import CODES, KEYS, LETTERS, SYMBOLS
from engine.my_village.documents.fields import SEAT
from engine.my_village.documents.positions import Catalogues, catalogue_of, complete, restore_open, write_open
from engine.my_village.documents.shapes.views import MyVillageView
from engine.my_village.documents.validation import document_faults, state_faults, unseen_faults
from engine.my_village.state import UNSEEN
from engine.my_village.view import View
from engine.ruleset import Doc
from engine.shapes import faults


def write_view(view: View) -> Doc:
    """The view as a document: the position with what nobody may know taken out."""
    state = view.state
    return {
        "ruleset": "my_village",
        **write_open(state),
        "customers": len(state.customers),
        "monks": {
            symbol: {"count": len(stack), "top": KEYS[stack[-1]] if stack else None}
            for symbol, stack in zip(SYMBOLS, state.monks, strict=True)
        },
        "travels": {letter: len(stack) for letter, stack in zip(LETTERS, state.travels, strict=True)},
        "seats": [SEAT.write(seat) for seat in state.seats],
    }


def read_view(doc: Mapping[str, Any], viewer: int | None, catalogues: Catalogues) -> View:
    """The view of a document. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, MyVillageView)
    if found:
        raise InvalidPosition(found)
    if viewer is not None and viewer >= len(doc["seats"]):
        found.append(Fault("seat", f"there is no seat {viewer}"))
    for symbol, pile in doc["monks"].items():
        if (pile["count"] > 0) != (pile["top"] is not None):
            found.append(Fault(f"monks.{symbol}.top", "a stack shows which monk is its top card"))
    cat = catalogue_of(doc, catalogues)
    tops = {symbol: [pile["top"]] if pile["top"] else [] for symbol, pile in doc["monks"].items()}
    whole = complete({**doc, "customers": [], "monks": tops, "travels": {}}, cat)
    found += document_faults(whole, cat)
    if found:
        raise InvalidPosition(found)
    state = restore_open(whole, cat)
    state.customers = [UNSEEN] * doc["customers"]
    for number, symbol in enumerate(SYMBOLS):
        pile = doc["monks"][symbol]
        state.monks[number] = [*[UNSEEN] * (pile["count"] - 1), CODES[pile["top"]]] if pile["count"] else []
    state.travels = [[UNSEEN] * doc["travels"][letter] for letter in LETTERS]
    found = state_faults(state) + unseen_faults(state)
    if found:
        raise InvalidPosition(found)
    return View(state, viewer)
