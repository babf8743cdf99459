"""The catalogue as clients get it: facts, names, and where each fact is from."""

from __future__ import annotations

from typing import Any, Final

from engine.my_village.catalogue import Catalogue
from engine.ruleset import Doc

_FACTS: Final = (
    *("kind", "copies", "banner", "any_value", "time", "white_time", "costs", "prestige", "spaces", "windows"),
    *("good", "letter", "symbol", "effect", "count", "mark_points", "gray", "ends"),
)
_NO_CARD: Final[dict[str, Any]] = {
    **dict.fromkeys(("time", "prestige", "spaces", "windows", "count", "mark_points"), 0),
    **dict.fromkeys(("white_time", "good", "letter", "symbol", "effect")),
    "kind": "component",
    "copies": 1,
    "banner": [],
    "any_value": False,
    "costs": [],
    "gray": {},
    "ends": False,
}


def cards(cat: Catalogue, lang: str) -> list[Doc]:
    """All cards, then all other components that show numbers, with names in `lang`."""
    rows = [_row(cat, row, {**{fact: row[fact] for fact in _FACTS}, "numbers": []}, lang) for row in cat.rows]
    return rows + [_row(cat, part, {**_NO_CARD, "numbers": _numbers(part)}, lang) for part in cat.components]


def _numbers(part: Doc) -> list[Doc]:
    return [{"name": name, "values": values} for name, values in part["numbers"].items()]


def _row(cat: Catalogue, row: Doc, facts: Doc, lang: str) -> Doc:
    provenance = [{"fact": fact, **cat.notes[note]} for fact, note in row["provenance"].items()]
    return {"key": row["key"], "name": row["name"][lang], **facts, "provenance": provenance}
