"""Types of events, each declared once: its shape in documents and its pointers into a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from engine.about import Patterns
from engine.shapes import variant


class EventType:
    """A type of events: its `key` in documents, `text` for the contract, patterns (`engine.about`), and the shapes of
    its fields (`engine.shapes`). The shape of a field that some viewers do not see is `X | None`.
    """

    def __init__(self, key: str, text: str, about: Patterns = "", **fields: Any) -> None:
        self.key = key
        self.about = about
        self.shape: type = variant("Event", key, text, fields)


class EventTypes:
    """All types of events of a ruleset."""

    def __init__(self, *types: EventType) -> None:
        self.shapes: Mapping[str, type] = {one.key: one.shape for one in types}
        self.about: Mapping[str, Patterns] = {one.key: one.about for one in types}


# mypyc would mistake a subscripted `Annotated` for a type.
_annotated: Any = Annotated
OF_SEATS: Final = EventTypes(
    EventType(
        "move_undone",
        "A seat took back its last move: everything except the version is as it was before.",
        seat=int,
        undone=_annotated[int, "The version that the move led to: the events of that version have not happened."],
    ),
    EventType(
        "seat_away", "A seat's time was up: from now on the server plays it, until its player returns.", seat=int
    ),
    EventType("seat_returned", "The player of a seat that was away is back.", seat=int),
    EventType(
        "seat_forfeited",
        "A seat's time was up, and it has lost. If the game continues, the server plays the seat to the end.",
        seat=int,
    ),
    EventType(
        "seat_resigned",
        "A seat's player has given up, for good: an AI plays on for the seat, or the seat has lost, as the game's "
        "option `resign_level` says.",
        seat=int,
    ),
)
"""The types that every ruleset has, although no rule mentions them. Their patterns are in `engine.about`."""
