"""Types of moves. Each is declared once: its shape in documents, how it is read and written, its phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NotRequired

from engine.about import Patterns
from engine.errors import Fault, MalformedMove
from engine.ruleset import Doc, Move
from engine.shapes import faults, variant


class Field:
    """A field of a move: its shape, and functions that convert its value to the number inside the move and back.

    `null`: whether the value may be null. `optional`: whether the field may be omitted; an omitted field is
    read as null.
    """

    def __init__(
        self,
        shape: Any,
        write: Callable[[int], Any] = int,
        read: Callable[[Any], int] = int,
        null: bool = False,
        optional: bool = False,
    ) -> None:
        self.shape: Any = shape | None if null else shape
        self.write = write
        self.read = read
        self.optional = optional

    def about(self, text: str) -> Field:
        """Return the same field with a description for the contract."""
        return self.marked(text)

    def marked(self, mark: Any) -> Field:
        """Return the same field with one more mark (see `engine.shapes`)."""
        annotated: Any = Annotated
        return Field(annotated[self.shape, mark], self.write, self.read, optional=self.optional)


Reader = Callable[[Any, int, Mapping[str, Any]], Move]
"""Returns the move for a state, a seat and a document of the right shape."""


class MoveType:
    """A type of moves: its `key` in documents, its `text` for the contract, and patterns (`engine.about`).

    In a move, the numbers after `code` are the fields in order, unless `write` and `read` are given. These two convert
    the whole move without its code. A type with a list among its fields needs both. `phases` lists the phases that
    allow such moves, by the numbers or names that the ruleset uses for them.

    >>> sending = MoveType(1, "send", "Send a crow.", about="/seats/{to}", to=Field(int))
    >>> sending.to_document((1, 2))
    {'type': 'send', 'to': 2}
    """

    def __init__(
        self,
        code: int,
        key: str,
        text: str,
        *phases: Any,
        about: Patterns = "",
        write: Callable[[Move], Doc] | None = None,
        read: Reader | None = None,
        **fields: Field,
    ) -> None:
        self.code = code
        self.key = key
        self.phases = phases
        self.about = about
        self.fields = fields
        self.writer = write
        self.reader = read
        shapes = {at: NotRequired[one.shape] if one.optional else one.shape for at, one in self.fields.items()}
        self.shape: type = variant("Move", key, text, shapes)

    def to_document(self, move: Move) -> Doc:
        if self.writer is not None:
            return {"type": self.key, **self.writer(move)}
        doc: Doc = {"type": self.key}
        name = ""
        try:
            for (name, field), value in zip(self.fields.items(), move[1:], strict=True):
                doc[name] = field.write(value)
        except Exception as error:
            error.add_note(f"writing the field {name} of the move {self.key}")
            raise
        return doc

    def parse_document(self, state: Any, seat: int, doc: Mapping[str, Any]) -> Move:
        """Convert a document of this shape to a move."""
        if self.reader is not None:
            return (self.code, *self.reader(state, seat, doc))
        numbers, name = [self.code], ""
        try:
            for name, field in self.fields.items():
                numbers.append(field.read(doc.get(name)))
        except Exception as error:
            error.add_note(f"reading the field {name} of the move {self.key}")
            raise
        return tuple(numbers)


class MoveTypes:
    """All types of moves of a ruleset, ordered by code. `also` returns faults that the shape does not cover."""

    def __init__(
        self, types: Iterable[MoveType], also: Callable[[Mapping[str, Any]], list[Fault]] = lambda doc: []
    ) -> None:
        self.also = also
        rows = sorted(types, key=lambda row: row.code)
        self.by_key: dict[str, MoveType] = {row.key: row for row in rows}
        self.by_code: dict[int, MoveType] = {row.code: row for row in rows}
        if not len(self.by_key) == len(self.by_code) == len(rows):
            raise ValueError(f"Two types of moves have one code or one key: {[(row.code, row.key) for row in rows]}.")
        self.shapes: Mapping[str, type] = {row.key: row.shape for row in rows}
        self.about: Mapping[str, Patterns] = {row.key: row.about for row in rows}

    def parse_move(self, state: Any, seat: int, doc: Mapping[str, Any]) -> Move:
        """Convert a document to a move, legal or not. Raises `MalformedMove` with every fault."""
        key = doc.get("type") if isinstance(doc, Mapping) else None
        if not isinstance(key, str) or key not in self.by_key:
            raise MalformedMove([Fault("type", f"must be one of: {', '.join(self.by_key)}")])
        one = self.by_key[key]
        MalformedMove.raise_for(faults(doc, one.shape) or self.also(doc))
        return one.parse_document(state, seat, doc)
