"""A position or view from its text form, or from its document, as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.errors import Fault, InvalidPosition
from engine.notation import Parsed, parse
from engine.ruleset import Ruleset
from service.tools.terminal.boards import board_of
from service.tools.terminal.words import Words

Rulesets = Mapping[str, Ruleset[Any, Any]]


def read(text: str, rulesets: Rulesets, seat: int | None) -> Parsed:
    """What a text says, or the JSON of a position or a view, then of this seat. Raises `InvalidPosition`."""
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
    """Draw it as a seat sees it: its own seat if it is a view, else the one asked for, or the one that is to act."""
    ruleset = position.ruleset
    to_act: list[int] = position.doc.get("to_act", [])
    viewer = position.viewer if position.is_view else seat if seat is not None else next(iter(to_act), 0)
    if viewer is not None and viewer >= len(position.doc["seats"]):
        raise InvalidPosition([Fault("seat", f"there is no seat {viewer}")])
    view = position.view(viewer)
    words = Words(ruleset.cards("en"))
    console.print(board_of(ruleset.key)(view, viewer or 0, words))
    if to_act:
        console.print(Text(f"To act: seat {', '.join(words.seat(one) for one in to_act)}", style="bold"))
