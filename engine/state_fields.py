"""Fields of a state. Each is declared once: its shape in documents, its default, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Annotated, Any, NotRequired

from engine.ruleset import Doc
from engine.shapes import Matches, Size, record


class StateField:
    """A field of a document. It stands for one or more attributes of an object of the state.

    - `attr`: the name of the attribute, by default the same as `name`; `write` and `read` convert its value.
    - `get`, `put`: functions for a field that stands for several attributes. A field with `get` alone is written but
      not read.
    - `default`: the value of an omitted field, or a function that computes it. The function gets the values of
      the fields before this one, by name. If such a value is a list of objects, such as the seats, these objects do not
      have their defaults yet. If `default` is a dict, it also fills in keys that are missing from the field's value.
    - `entry`: a dict that fills in missing keys in the entries of a list.
    - `parts`: the fields of a nested object.
    - `seen`: the field that views have instead, if any.

    >>> from types import SimpleNamespace
    >>> StateFields(StateField("deck", list[str], write=sorted).hidden()).write_fields(SimpleNamespace(deck="ba"))
    {'deck': ['a', 'b']}
    """

    def __init__(
        self,
        name: str,
        shape: Any,
        default: Any = None,
        *marks: Any,
        attr: str = "",
        write: Callable[[Any], Any] | None = None,
        read: Callable[[Any], Any] | None = None,
        get: Callable[..., Any] | None = None,
        put: Callable[..., None] | None = None,
        entry: Mapping[str, Any] | None = None,
        parts: StateFields | None = None,
        required: bool = False,
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
        self.parts = parts
        self.required = required
        self.seen: StateField | None = self

    def hidden(self) -> StateField:
        """Return the same field without a place in views."""
        self.seen = None
        return self

    def shown(self, shape: Any, *marks: Any, **ways: Any) -> StateField:
        """Return the same field with another shape in views. `ways`: how it is read and written there."""
        usual = {name: getattr(self, name) for name in ("attr", "write", "read", "get", "put", "parts")}
        self.seen = StateField(self.name, shape, None, *marks, **{**usual, **ways})
        return self

    def complete_field(self, doc: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
        """Return the field's value in a document, defaults filled in."""
        if self.parts is not None:
            return self.parts.complete_fields(doc.get(self.name, {}), known)
        if self.name in doc:
            value = doc[self.name]
        else:
            value = self.default(known) if callable(self.default) else copy(self.default)
        if isinstance(self.default, dict):
            return {**self.default, **value}
        return value if self.entry is None else [{**self.entry, **one} for one in value]


class StateFields:
    """All fields of an object, in the order of its documents."""

    def __init__(self, *fields: StateField) -> None:
        self.fields: Sequence[StateField] = fields
        self._ways = [(field.name, field.attr, field.get, field.write) for field in fields]

    def shape(self, name: str, text: str) -> type:
        """Return the shape of a document. A field is optional unless it is `required`."""
        fields = {one.name: one.shape if one.required else NotRequired[one.shape] for one in self.fields}
        return record(name, text, fields)

    def view_shape(self, name: str, text: str) -> type:
        """Return the shape of a view's document, with all fields required."""
        return record(name, text, {field.name: field.shape for field in self.seen.fields})

    @property
    def seen(self) -> StateFields:
        """Return the fields of views."""
        return StateFields(*(field.seen for field in self.fields if field.seen is not None))

    def complete_fields(self, doc: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> Doc:
        """Return the document with defaults filled in. `known`: further values that functions for defaults may need."""
        so_far = dict(known or {})
        made = {}
        for field in self.fields:
            made[field.name] = so_far[field.name] = field.complete_field(doc, so_far)
        return made

    def write_fields(self, thing: Any, *where: Any) -> Doc:
        """Return the object as a complete document. `where`: further arguments of `get`."""
        doc: Doc = {}
        name = ""
        try:
            for name, attr, get, write in self._ways:
                if get is not None:
                    doc[name] = get(thing, *where)
                else:
                    value = getattr(thing, attr)
                    doc[name] = value if write is None else write(value)
        except Exception as error:
            error.add_note(f"writing the field {name}")
            raise
        return doc

    def restore_fields(self, thing: Any, doc: Mapping[str, Any], *where: Any) -> None:
        """Set the object's attributes from a complete document. `where`: further arguments of `put`."""
        name = ""
        try:
            for field in self.fields:
                name = field.name
                if field.put is not None:
                    field.put(thing, doc[name], *where)
                elif field.get is None:
                    value = doc[name]
                    setattr(thing, field.attr, value if field.read is None else field.read(value))
        except Exception as error:
            error.add_note(f"reading the field {name}")
            raise


def group(name: str, shape: str, text: str, *fields: StateField) -> StateField:
    """Return a field that groups fields in a nested object with this shape."""
    parts = StateFields(*fields)
    return StateField(
        name, parts.shape(shape, text), None, get=parts.write_fields, put=parts.restore_fields, parts=parts
    )


SEED = StateField(
    "seed",
    str,
    bytes(32).hex(),
    Size(2, 256),
    Matches("([0-9a-f]{2}){1,128}"),
    "The seed of all randomness, in hex.",
    write=bytes.hex,
    read=bytes.fromhex,
).hidden()
"""The seed of a game, the same field in every ruleset, absent from views."""
