"""Fields of a state, each declared once: shape in documents, value when left out, reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Annotated, Any, NotRequired

from engine.ruleset import Doc
from engine.shapes import record


def _same(value: Any) -> Any:
    return value


class StateField:
    """A field of a document that represents attributes of an object of the state.

    By default the attribute has the field's `name`, and its value is the document's, or `write` and `read` of it.
    `get` and `put` are for what is more than one attribute. `default` stands for what is left out, of a dict also for
    single fields; `entry` for what the entries of a list leave out.
    """

    def __init__(
        self,
        name: str,
        shape: Any,
        default: Any = None,
        *marks: Any,
        attr: str = "",
        write: Callable[[Any], Any] = _same,
        read: Callable[[Any], Any] = _same,
        get: Callable[[Any], Any] | None = None,
        put: Callable[[Any, Any], None] | None = None,
        entry: Mapping[str, Any] | None = None,
    ) -> None:
        annotated: Any = Annotated
        self.name = name
        self.shape: Any = annotated[(shape, *marks)] if marks else shape
        self.default = default
        self.attr = attr or name
        self.write = write
        self.read = read
        self.get = get
        self.put = put
        self.entry = entry

    def complete(self, doc: Mapping[str, Any]) -> Any:
        """The field's value in a document in which something may be left out."""
        value = doc[self.name] if self.name in doc else copy(self.default)
        if isinstance(self.default, dict):
            return {**self.default, **value}
        return value if self.entry is None else [{**self.entry, **one} for one in value]


class StateFields:
    """All fields of one kind of object, in the order of its documents."""

    def __init__(self, *fields: StateField) -> None:
        self.fields: Sequence[StateField] = fields

    def shape(self, name: str, text: str) -> type:
        """The shape of a document in which everything may be left out."""
        return record(name, text, {field.name: NotRequired[field.shape] for field in self.fields})

    def complete(self, doc: Mapping[str, Any]) -> Doc:
        """The document with everything that was left out."""
        return {field.name: field.complete(doc) for field in self.fields}

    def write(self, thing: Any) -> Doc:
        """The object as a document, complete."""
        return {
            field.name: field.write(getattr(thing, field.attr)) if field.get is None else field.get(thing)
            for field in self.fields
        }

    def restore(self, thing: Any, doc: Mapping[str, Any]) -> None:
        """Make the object what a complete document says."""
        for field in self.fields:
            if field.put is not None:
                field.put(thing, doc[field.name])
            else:
                setattr(thing, field.attr, field.read(doc[field.name]))
