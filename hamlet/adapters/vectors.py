"""Turns documents into vectors of fixed length. The vectors are made from shapes (`engine.shapes`), so they work for
every ruleset.

A number is one entry. A name from a closed list is one-hot: one entry for each possible name, 1 for the actual one. A
number with at most eight possible values is one-hot, too. A nullable value has one more entry, which is 1 if the value
is not null. The fields of an object follow each other, and so do the entries of a short list. A longer list is
represented by its length and the sum of its entries. For a list of cards, the sum shows how many cards of each name
there are, but not which of the other values belong to which card.
"""

from __future__ import annotations

import types
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin, is_typeddict

import numpy as np
import numpy.typing as npt

from engine.shapes import Between, OneOf, Size, Tagged, fields_of, mark_of, tag_value, unwrap

Vector: TypeAlias = npt.NDArray[np.float32]

FEW: Final = 8
"""A number with at most this many possible values is one-hot. A list of at most this many entries is written entry by
entry.
"""


class Part(ABC):
    """A part of a document, which writes itself into `width` entries of a vector. The entries are 0 at first."""

    width: int

    @abstractmethod
    def add(self, value: Any, vector: Vector, at: int) -> None:
        """Add the value to the entries from `at` on."""

    @abstractmethod
    def names(self, path: str) -> Iterator[str]:
        """Yield the name of each entry: a path into the document."""


class Number(Part):
    """A number, or a boolean: 1 for true, 0 for false."""

    width = 1

    def add(self, value: Any, vector: Vector, at: int) -> None:
        vector[at] += value

    def names(self, path: str) -> Iterator[str]:
        yield path


class Nothing(Part):
    """A free text, or a tag. It takes no entries."""

    width = 0

    def add(self, value: Any, vector: Vector, at: int) -> None:
        """See `Part.add`."""

    def names(self, path: str) -> Iterator[str]:
        yield from ()


class Choice(Part):
    """One value from a closed list."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._at = {value: at for at, value in enumerate(values)}
        self.width = len(values)

    def add(self, value: Any, vector: Vector, at: int) -> None:
        vector[at + self._at[value]] += 1

    def names(self, path: str) -> Iterator[str]:
        yield from (f"{path}={value}" for value in self._at)


class Maybe(Part):
    """A nullable value."""

    def __init__(self, inner: Part) -> None:
        self._inner = inner
        self.width = 1 + inner.width

    def add(self, value: Any, vector: Vector, at: int) -> None:
        if value is not None:
            vector[at] += 1
            self._inner.add(value, vector, at + 1)

    def names(self, path: str) -> Iterator[str]:
        yield f"{path}?"
        yield from self._inner.names(path)


class Record(Part):
    def __init__(self, fields: dict[str, Part]) -> None:
        self._fields = fields
        self.width = sum(part.width for part in fields.values())

    def add(self, value: Any, vector: Vector, at: int) -> None:
        for name, part in self._fields.items():
            if name in value:
                part.add(value[name], vector, at)
            at += part.width

    def names(self, path: str) -> Iterator[str]:
        for name, part in self._fields.items():
            yield from part.names(f"{path}.{name}" if path else name)


class OneOfSeveral(Part):
    """One of several objects, distinguished by a tag: one entry for each tag, then the entries of every variant."""

    def __init__(self, tag: str, variants: dict[str, Part]) -> None:
        self._tag = tag
        self._which = Choice(tuple(variants))
        self._variants = variants
        self._starts: dict[str, int] = {}
        self.width = len(variants)
        for name, part in variants.items():
            self._starts[name] = self.width
            self.width += part.width

    def add(self, value: Any, vector: Vector, at: int) -> None:
        name = value[self._tag]
        self._which.add(name, vector, at)
        self._variants[name].add(value, vector, at + self._starts[name])

    def names(self, path: str) -> Iterator[str]:
        yield from self._which.names(f"{path}.{self._tag}" if path else self._tag)
        for name, part in self._variants.items():
            yield from part.names(f"{path}({name})")


class Row(Part):
    """A short list: its length, followed by its entries."""

    def __init__(self, inner: Part, limit: int) -> None:
        self._inner = inner
        self._most = limit
        self.width = 1 + limit * inner.width

    def add(self, value: Any, vector: Vector, at: int) -> None:
        vector[at] += len(value)
        for number, one in enumerate(value):
            self._inner.add(one, vector, at + 1 + number * self._inner.width)

    def names(self, path: str) -> Iterator[str]:
        yield f"{path}#"
        for number in range(self._most):
            yield from self._inner.names(f"{path}.{number}")


class Bag(Part):
    """A list that may be long, or whose order does not matter: its length, followed by the sum of its entries."""

    def __init__(self, inner: Part) -> None:
        self._inner = inner
        self.width = 1 + inner.width

    def add(self, value: Any, vector: Vector, at: int) -> None:
        vector[at] += len(value)
        for one in value:
            self._inner.add(one, vector, at + 1)

    def names(self, path: str) -> Iterator[str]:
        yield f"{path}#"
        yield from self._inner.names(f"{path}[]")


def part_of(shape: Any) -> Part:
    """Return the part for a shape."""
    bare, marks = unwrap(shape)
    origin = get_origin(bare)
    if origin in (Union, types.UnionType):
        members = [member for member in get_args(bare) if member is not type(None)]
        inner = _several(members, mark_of(marks, Tagged).tag) if len(members) > 1 else _marked(members[0], marks)
        return Maybe(inner) if len(members) < len(get_args(bare)) else inner
    if origin is list:
        return _list(get_args(bare)[0], mark_of(marks, Size))
    if is_typeddict(bare):
        return Record({name: part_of(field) for name, field in fields_of(bare).items()})
    return Nothing() if origin is Literal or bare in (None, type(None)) else _scalar(bare, marks)


def _marked(shape: Any, marks: tuple[Any, ...]) -> Part:
    """Return the part for `shape`, which was inside a nullable value. `marks`: the annotations of that value."""
    annotated: Any = Annotated
    return part_of(annotated[shape, *marks] if marks else shape)


def _several(members: list[Any], tag: str) -> Part:
    return OneOfSeveral(tag, {tag_value(member, tag): part_of(member) for member in members})


def _list(entry: Any, size: Size | None) -> Part:
    inner = part_of(entry)
    # In lists of names and seats only the contents matter, not the order.
    if size is not None and size.high <= FEW and not isinstance(inner, Choice):
        return Row(inner, size.high)
    return Bag(inner)


def _scalar(bare: Any, marks: tuple[Any, ...]) -> Part:
    if bare is str:
        names = mark_of(marks, OneOf)
        return Nothing() if names is None else Choice(names.values)
    bounds = mark_of(marks, Between)
    if bare is int and bounds is not None and None not in (bounds.low, bounds.high):
        values = tuple(range(bounds.low, bounds.high + 1))
        if len(values) <= FEW:
            return Choice(values)
    return Number()


class Encoder:
    """Encodes documents of one shape as float32 vectors of `width` entries."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self.width = part.width

    @staticmethod
    def of(shape: Any) -> Encoder:
        """Return an encoder for documents of one shape."""
        return Encoder(part_of(shape))

    @staticmethod
    def of_several(shapes: dict[str, type], tag: str = "type") -> Encoder:
        """Return an encoder for documents of several shapes, distinguished by the field `tag`."""
        return Encoder(OneOfSeveral(tag, {name: part_of(shape) for name, shape in shapes.items()}))

    def __call__(self, doc: Any) -> Vector:
        vector: Vector = np.zeros(self.width, np.float32)
        self._part.add(doc, vector, 0)
        return vector

    def names(self) -> list[str]:
        """Return the name of each entry: a path into the document."""
        return list(self._part.names(""))
