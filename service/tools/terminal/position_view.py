"""Shows a position or view, given as text or JSON, as a tree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.errors import Fault, InvalidPosition
from engine.notation import Parsed, parse
from engine.ruleset import Ruleset
from service.tools.terminal.words import Words

Rulesets = Mapping[str, Ruleset[Any, Any]]


def read(text: str, rulesets: Rulesets, seat: int | None) -> Parsed:
    """Parse a position or a view, given as text or as JSON. Raises `InvalidPosition`.

    `seat`: the seat whose view it is, if a view is given as JSON.
    """
    return _of_json(text, rulesets, seat) if text.lstrip().startswith("{") else parse(text, rulesets)


def _of_json(text: str, rulesets: Rulesets, seat: int | None) -> Parsed:
    try:
        doc = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidPosition([Fault("", f"this is no JSON: {error}")]) from error
    ruleset = rulesets.get(str(doc.get("ruleset")))
    if ruleset is None:
        raise InvalidPosition([Fault("ruleset", f"must be one of: {', '.join(rulesets)}")])
    try:
        return Parsed(ruleset, ruleset.write_position(ruleset.read_position(doc)), False, None)
    except InvalidPosition as no_position:
        try:
            return Parsed(ruleset, ruleset.write_view(ruleset.read_view(doc, seat)), True, seat)
        except InvalidPosition:
            raise no_position from None


def show(position: Parsed, seat: int | None, console: Console) -> None:
    """Print a position or a view.

    A view is shown as it is. A position is shown as `seat` sees it. By default, that is the seat that is to act.
    Raises `InvalidPosition` if there is no such seat.
    """
    ruleset = position.ruleset
    if position.is_view:
        view, viewer = position.doc, position.viewer
    else:
        state = ruleset.read_position(position.doc)
        viewer = seat if seat is not None else next(iter(ruleset.to_act(state)), 0)
        if viewer >= ruleset.seat_count(state):
            raise InvalidPosition([Fault("seat", f"there is no seat {viewer}")])
        view = position.view_for(viewer)
    console.print(Words(ruleset.cards("en")).tree(ruleset.key, view))
    if moves := [ruleset.write_move(move) for move in ruleset.view_moves(ruleset.read_view(view, viewer))]:
        console.print(Text(ruleset.words("en").prompt(moves, view, ())))
