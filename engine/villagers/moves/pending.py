"""Types of pending decisions, each declared once: its shape, reading, writing and conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NotRequired

from engine.move_types import Field
from engine.ruleset import Doc
from engine.shapes import record
from engine.villagers.state import State


class PendingType:
    """A decision that a move begins and that the seat must finish before its turn continues.

    `code` is the first number of `State.asked`. The numbers after it are the decision's fields in order, unless `write`
    and `read` are given.

    - `name`: the name of the decision's shape, by default made from `key`.
    - `seen`: the fields that differ in views.
    - `phases`: the phases in which the decision occurs.
    - `solo`: whether it occurs in solo play only.
    - `sees`: the hidden cards that the decision shows to the seat.
    - `possible`: whether the open parts of a state allow this decision.
    """

    def __init__(
        self,
        code: int,
        key: str,
        text: str,
        *phases: int,
        name: str = "",
        solo: bool = False,
        seen: Mapping[str, Any] | None = None,
        write: Callable[[tuple[int, ...]], Doc] | None = None,
        read: Callable[[Mapping[str, Any]], tuple[int, ...]] | None = None,
        sees: Callable[[State], list[int]] = lambda state: [],
        possible: Callable[[State], bool] = lambda state: True,
        **fields: Field,
    ) -> None:
        self.code = code
        self.key = key
        self.phases = phases
        self.solo = solo
        self.sees = sees
        self.possible = possible
        self.fields = fields
        self.writer = write
        self.reader = read
        shapes = {name: NotRequired[one.shape] if one.optional else one.shape for name, one in fields.items()}
        name = name or "".join(part.capitalize() for part in key.split("_"))
        self.shape: type = record(f"Pending{name}", text, {"type": Literal[key], **shapes})
        self.seen: type = self.shape
        if seen is not None:
            self.seen = record(f"Seen{name}", text, {"type": Literal[key], **shapes, **seen})

    def write(self, asked: tuple[int, ...]) -> Doc:
        if self.writer is not None:
            return {"type": self.key, **self.writer(asked[1:])}
        values = zip(self.fields.items(), asked[1:], strict=True)
        return {"type": self.key, **{name: field.write(value) for (name, field), value in values}}

    def read(self, doc: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the value of `State.asked` for a document."""
        if self.reader is not None:
            return (self.code, *self.reader(doc))
        return (self.code, *(field.read(doc.get(name)) for name, field in self.fields.items()))
