"""Reads positions of My Village into states. `TABLE` writes positions; `validation` finds impossible ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import shapes
from engine.errors import Fault, InvalidPosition
from engine.my_village.catalogue import Catalogue
from engine.my_village.documents.seat_fields import SEAT
from engine.my_village.documents.shapes.positions import MyVillagePosition
from engine.my_village.documents.table_fields import TABLE
from engine.my_village.documents.validation import document_faults, state_faults
from engine.my_village.state import State
from engine.ruleset import Doc
from engine.shapes import MAX_FAULTS, UNFIT, prune

Catalogues = Mapping[str, Catalogue]


def parse_position(doc: Mapping[str, Any], catalogues: Catalogues, scoring: bool = False) -> State:
    """Read a client's position. Raises `InvalidPosition` with every fault.

    `scoring`: the position may leave out the pool, because no score depends on dice.
    """
    faults = shapes.faults(doc, MyVillagePosition)
    if faults:
        raise InvalidPosition(faults + _other_faults(doc, catalogues) if len(faults) <= MAX_FAULTS else faults)
    cat = catalogue_of(doc, catalogues)
    whole = complete_position(doc, cat)
    InvalidPosition.raise_for(document_faults(whole, cat))
    state = restored(whole, cat)
    InvalidPosition.raise_for(state_faults(state, dice=not scoring or "pool" in doc))
    return state


def _other_faults(doc: object, catalogues: Catalogues) -> list[Fault]:
    """Return the other faults of a position that has faults of form. Only its correct parts are checked."""
    fit = prune(doc, MyVillagePosition)
    if fit is UNFIT or None in fit["seats"] or not 2 <= len(fit["seats"]) <= 4:
        return []
    if fit.get("options", {}).get("catalogue", "standard") not in catalogues:
        return []
    cat = catalogue_of(fit, catalogues)
    return document_faults(complete_position(_without_gaps(fit), cat), cat)


def _without_gaps(value: Any) -> Any:
    """Return the document without the gaps that `prune` leaves in lists."""
    if isinstance(value, Mapping):
        return {name: _without_gaps(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_without_gaps(part) for part in value if part is not None]
    return value


def catalogue_of(doc: Mapping[str, Any], catalogues: Catalogues) -> Catalogue:
    """Return the catalogue that a position or view names. Raises `InvalidPosition` if there is no such catalogue."""
    name = doc.get("options", {}).get("catalogue") or next(iter(catalogues))
    if name not in catalogues:
        raise InvalidPosition([Fault("options.catalogue", f"must be one of: {', '.join(catalogues)}")])
    return catalogues[name]


def complete_position(doc: Mapping[str, Any], cat: Catalogue) -> Doc:
    named = {seat["board"] for seat in doc["seats"] if "board" in seat}
    boards = iter([board for board in range(1, 5) if board not in named])
    seats = [SEAT.complete_fields({**seat, "board": seat.get("board") or next(boards)}) for seat in doc["seats"]]
    return TABLE.complete_fields({**doc, "seats": seats}, {"seats": seats, "cat": cat})


def restore_state(doc: Mapping[str, Any], catalogues: Catalogues) -> State:
    """Return the state of a complete position; validates nothing."""
    return restored(doc, catalogue_of(doc, catalogues))


def restored(doc: Mapping[str, Any], cat: Catalogue) -> State:
    """Return the state of a complete position, which may be a view in the form of a position."""
    state = State(cat, b"", [0] * len(doc["seats"]))
    TABLE.restore_fields(state, doc)
    state.active = (state.first + state.turns) % len(state.seats)
    return state
