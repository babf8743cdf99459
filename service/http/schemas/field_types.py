"""Field types that marshmallow lacks: documents with shapes, named maps, tagged unions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, get_origin, is_typeddict

import marshmallow as ma
from webargs.fields import DelimitedList

from engine.errors import Fault
from engine.shapes import Size, faults, fields_of, mark_of, unwrap
from service.http.schemas import validation_messages

Variants = Mapping[str, type[ma.Schema]]


def faults_by_path(faults: Iterable[Fault], root: str = "") -> dict[str, list[str]]:
    """Convert the engine's faults to messages by path. `root`: the document's path in the request."""
    by_path: dict[str, list[str]] = {}
    for fault in faults:
        path = ".".join(step for step in (root, fault.path) if step)
        by_path.setdefault(path, []).append(fault.message)
    return by_path


def _may_not_be_empty(shape: Any) -> frozenset[str]:
    """Return the optional list fields of a document that must not be empty."""
    bare, _ = unwrap(shape)
    if not is_typeddict(bare):
        return frozenset()
    kinds = {name: unwrap(kind) for name, kind in fields_of(bare).items() if name not in bare.__required_keys__}
    return frozenset(
        name
        for name, (kind, marks) in kinds.items()
        if get_origin(kind) is list and (size := mark_of(marks, Size)) is not None and size.low
    )


class WholeNumber(ma.fields.Integer):
    """A whole number. In a query it consists of digits, while Python's `int` also accepts `1_0`, `+5` and digits of
    other scripts.
    """

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        if isinstance(value, str) and not re.fullmatch("-?[0-9]+", value):
            raise self.make_error("invalid")
        return super()._deserialize(value, *args, **kwargs)


class Document(ma.fields.Field[Any]):
    """A field whose value has a shape (`engine.shapes`). The shape checks and documents the value.

    With `check=False` the shape only documents the field, and the code that reads the document checks it.
    """

    def __init__(self, shape: Any, *, check: bool = True, **kwargs: Any) -> None:
        of_null = faults(None, shape)
        super().__init__(allow_none=not of_null, **kwargs)
        self.error_messages["required"] = validation_messages.MISSING
        for fault in of_null:
            self.error_messages["null"] = fault.message
        self.shape = shape
        self.check = check
        self._never_empty = _may_not_be_empty(shape)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if self._never_empty and isinstance(value, Mapping):
            # As in `BoundedList`.
            value = {name: entry for name, entry in value.items() if entry != [] or name not in self._never_empty}
        fault_list = faults(value, self.shape) if self.check else []
        if fault_list:
            raise ma.ValidationError(faults_by_path(fault_list))
        return value


class DocumentOrText(Document):
    """A document, or a text of at most `longest` characters. Neither is checked. `name`: the component's name."""

    def __init__(self, name: str, shape: Any, longest: int, **kwargs: Any) -> None:
        super().__init__(shape, check=False, **kwargs)
        self.component = name
        self.longest = longest
        self._size = validation_messages.characters(1, longest)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return self._size(value) if isinstance(value, str) else value


class BoundedList(ma.fields.List[Any]):
    """A list of `low` to `high` entries. The number of entries is checked before the entries.

    An empty list counts as missing if the field is optional and has a minimum, because many generated clients send
    empty lists.
    """

    def __init__(self, entries: Any, low: int, high: int, **kwargs: Any) -> None:
        self.low = low
        self._size = validation_messages.entries(low, high)
        super().__init__(entries, validate=self._size, **kwargs)

    def deserialize(
        self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> Any:
        dropped = value == [] and self.low and not self.required
        return super().deserialize(ma.missing if dropped else value, attr, data, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if isinstance(value, list):
            self._size(value)
        return super()._deserialize(value, attr, data, **kwargs)


class CommaList(DelimitedList):
    """A comma-separated list in a query parameter. Empty entries are skipped."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        text = ",".join(filter(None, value.split(","))) if isinstance(value, str) else value
        return super()._deserialize(text, attr, data, **kwargs) if text else []  # type: ignore[no-untyped-call]


class Map(ma.fields.Dict):
    """A mapping from text to values of one type. `name`: the name of its component in the contract."""

    def __init__(self, name: str, values: ma.fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**{"keys": ma.fields.String(), "values": values, **kwargs})
        self.component = name


class Union(ma.Schema):
    """One of several schemas, distinguished by the field `tag`. Each schema declares this field itself."""

    tag: ClassVar[str]
    variants: ClassVar[Variants]

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Load the data with the schema to which its tag belongs. Raises `ValidationError`."""
        if not isinstance(data, Mapping):
            raise ma.ValidationError({"_schema": [validation_messages.NO_OBJECT]})
        if self.tag not in data:
            raise ma.ValidationError({self.tag: [validation_messages.MISSING]})
        value = data[self.tag]
        if not isinstance(value, str):
            raise ma.ValidationError({self.tag: ["must be a string"]})
        variant = self.variants.get(value) or self.unknown_tag(value)
        return variant().load(data)

    def unknown_tag(self, value: str) -> type[ma.Schema]:
        raise ma.ValidationError({self.tag: [f"must be one of: {', '.join(self.variants)}"]})


class Shaped(ma.Schema):
    """A whole body that is one of the rulesets' documents."""

    shape: ClassVar[Any]
