"""Reads views of My Village; `SEEN` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine import shapes
from engine.errors import Fault, InvalidPosition
from engine.my_village.catalogue import Catalogue
from engine.my_village.documents.positions import Catalogues, catalogue_of, complete_position, restored
from engine.my_village.documents.shapes.positions import MyVillageView
from engine.my_village.documents.table_fields import TABLE
from engine.my_village.documents.validation import document_faults, state_faults
from engine.my_village.view import View
from engine.ruleset import Doc

SEEN: Final = TABLE.seen


def parse_view(doc: Mapping[str, Any], viewer: int | None, catalogues: Catalogues) -> View:
    faults = shapes.faults(doc, MyVillageView)
    InvalidPosition.raise_for(faults)
    if viewer is not None and viewer >= len(doc["seats"]):
        faults.append(Fault("seat", f"there is no seat {viewer}"))
    for symbol, pile in doc["monks"].items():
        if (pile["count"] > 0) != (pile["top"] is not None):
            faults.append(Fault(f"monks.{symbol}.top", "a stack shows which monk is its top card"))
    cat = catalogue_of(doc, catalogues)
    whole = complete_position(as_position(doc), cat)
    InvalidPosition.raise_for(faults + document_faults(whole, cat))
    view = restore_view(whole, viewer, cat)
    InvalidPosition.raise_for(state_faults(view.state))
    return view


def restore_view(whole: Mapping[str, Any], viewer: int | None, cat: Catalogue) -> View:
    """Return the view of a complete position from `as_position`; validates nothing."""
    state = restored(whole, cat)
    state.seed = b""
    return View(state, viewer)


def as_position(doc: Mapping[str, Any]) -> Doc:
    """Return a view as a position. None stands for a card that is unknown to the viewer."""
    tops = {name: [pile["top"]] if pile["top"] else [] for name, pile in doc["monks"].items()}
    return {
        **doc,
        "customers": [None] * doc["customers"],
        "monks": {name: top + [None] * (doc["monks"][name]["count"] - len(top)) for name, top in tops.items()},
        "travels": {letter: [None] * count for letter, count in doc["travels"].items()},
    }
