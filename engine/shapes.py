"""Documents described by ordinary types, and one checker that lists everything wrong with a document.

A shape is a `TypedDict` built from `int`, `str`, `bool`, `None`, `Literal` of one string (a tag), `list[...]`,
other TypedDicts, `X | None`, and `Annotated` with the marks below. The same shapes become the schemas of
the HTTP contract. Modules of shapes must not postpone their annotations: `Required` would be lost.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from engine.errors import Fault

MAX_FAULTS: Final = 100
"""Once a document has more faults the rest is not looked for: to find them all would take long, and help nobody."""


@dataclass(frozen=True)
class Between:
    """Inclusive bounds of a number; `None` is no bound."""

    low: int | None
    high: int | None = None


@dataclass(frozen=True)
class Size:
    """Inclusive bounds of a list's or a string's length."""

    low: int
    high: int


@dataclass(frozen=True)
class OneOf:
    """A string out of a closed list; `name` is the enum's name in the contract."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Matches:
    """A string that matches a regular expression as a whole."""

    pattern: str


@dataclass(frozen=True)
class Tagged:
    """A union of TypedDicts told apart by one field, a `Literal` of one string in each of them."""

    name: str
    tag: str


@dataclass(frozen=True)
class Doc:
    """What a field means: goes into the contract."""

    text: str


def record(name: str, text: str, fields: Mapping[str, Any]) -> type:
    """A TypedDict called `name`, described by `text`; its fields are required unless marked `NotRequired`."""
    make: Any = typing.TypedDict
    made: type = make(name, dict(fields))
    made.__doc__ = text
    return made


def list_of(shape: Any, *marks: Any) -> Any:
    """A list of what a shape made here describes: `list[...]` takes only types that are written out."""
    annotated: Any = Annotated
    return annotated[(types.GenericAlias(list, (shape,)), *marks)]


def or_null(shape: Any) -> Any:
    """What a shape made here describes, or null."""
    return shape | None


def variant(kind: str, key: str, text: str, fields: Mapping[str, Any]) -> type:
    """A record told apart from others of its kind by its field `type`, which is `key`."""
    name = "".join(part.capitalize() for part in key.split("_")) + kind
    return record(name, text, {"type": Literal[key], **fields})


@cache
def fields_of(shape: type) -> dict[str, Any]:
    """The fields of a TypedDict with their annotations, marks kept."""
    return typing.get_type_hints(shape, include_extras=True)


def unwrap(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """The bare type and the marks of an annotation, `Required` and `NotRequired` taken off."""
    marks: tuple[Any, ...] = ()
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            marks = (*annotation.__metadata__, *marks)
            annotation = annotation.__origin__
        elif origin in (typing.Required, typing.NotRequired):
            (annotation,) = get_args(annotation)
        else:
            return annotation, marks


def mark_of(marks: tuple[Any, ...], kind: type) -> Any:
    """The last mark of a kind, or `None`."""
    return next((mark for mark in reversed(marks) if isinstance(mark, kind)), None)


@dataclass(frozen=True)
class _Form:
    """A shape taken apart. `inner`: a union's members (but null), a list's entries, a literal's value."""

    kind: str
    bare: Any
    marks: tuple[Any, ...]
    inner: Any = None


@cache
def _form(shape: Any) -> _Form:
    bare, marks = unwrap(shape)
    origin = get_origin(bare)
    if origin in (Union, types.UnionType):
        members = [member for member in get_args(bare) if member is not type(None)]
        if len(members) > 1:
            return _Form("union", bare, marks, _by_tag(members, mark_of(marks, Tagged)))
        return _Form("optional", bare, marks, Annotated[members[0], *marks] if marks else members[0])
    if bare is None or bare is type(None):
        return _Form("null", bare, marks)
    if origin is list:
        return _Form("list", bare, marks, get_args(bare)[0])
    if origin is Literal:
        return _Form("literal", bare, marks, get_args(bare)[0])
    return _Form("object" if typing.is_typeddict(bare) else "scalar", bare, marks)


def _by_tag(members: list[Any], tagged: Tagged) -> tuple[str, dict[str, Any]]:
    return tagged.tag, {tag_value(member, tagged.tag): member for member in members}


def faults(value: object, shape: Any) -> list[Fault]:
    """In what `value` does not fit `shape`: all of it, or more than `MAX_FAULTS`; empty if it fits."""
    form = _form(shape)
    kind = form.kind
    if kind == "scalar":
        return _scalar_faults(value, form.bare, form.marks)
    if kind == "object":
        return _object_faults(value, form.bare)
    if kind == "list":
        return _list_faults(value, form.inner, form.marks)
    if kind == "literal":
        return [] if value == form.inner else [Fault("", f"must be {form.inner}")]
    if kind == "null":
        return [] if value is None else [Fault("", "must be null")]
    if value is None and type(None) in get_args(form.bare):
        return []
    if kind == "optional":
        return faults(value, form.inner)
    return _union_faults(value, form.inner)


class _Unfit:
    """The mark of a value of which nothing can be kept."""


UNFIT = _Unfit()


def prune(value: object, shape: Any) -> Any:
    """What of `value` fits `shape`: faulty fields left out, faulty entries of lists replaced by None; or UNFIT.

    So a document with faults of form can still be searched for others. Lengths of lists do not count.
    """
    if not faults(value, shape):
        return value
    form = _form(shape)
    if form.kind == "optional":
        return prune(value, form.inner)
    if form.kind == "list" and isinstance(value, list):
        parts = [prune(entry, form.inner) for entry in value]
        return [None if part is UNFIT else part for part in parts]
    if form.kind != "object" or not isinstance(value, Mapping):
        return UNFIT
    fields = {name: prune(value[name], kind) for name, kind in fields_of(form.bare).items() if name in value}
    kept = {name: part for name, part in fields.items() if part is not UNFIT}
    return kept if form.bare.__required_keys__ <= kept.keys() else UNFIT


def fill(value: Any, shape: Any) -> Any:
    """A document with what is left out in its objects: 0 (or the least number), null, false, empty lists and objects.

    Strings are not made up, nor is anything mended: what does not fit the shape stays as it is.
    """
    form = _form(shape)
    if form.kind == "optional":
        return value if value is None else fill(value, form.inner)
    if form.kind == "list" and isinstance(value, list):
        return [fill(entry, form.inner) for entry in value]
    if form.kind == "union" and isinstance(value, Mapping):
        tag, shapes = form.inner
        return fill(value, shapes[value[tag]]) if value.get(tag) in shapes else value
    if form.kind != "object" or not isinstance(value, Mapping):
        return value
    fields = {name: fill(value[name], kind) if name in value else _zero(kind) for name, kind in _of(form.bare)}
    extra = {name: part for name, part in value.items() if name not in fields}
    return {**{name: part for name, part in fields.items() if part is not UNFIT}, **extra}


def _of(shape: type) -> list[tuple[str, Any]]:
    return list(fields_of(shape).items())


def _zero(shape: Any) -> Any:
    """What stands for a value that is left out, or UNFIT if nothing can."""
    form = _form(shape)
    if type(None) in get_args(form.bare) or form.kind == "null":
        return None
    if form.kind == "object":
        return fill({}, shape)
    if form.kind == "scalar" and form.bare is int:
        bounds = mark_of(form.marks, Between)
        return max(0, bounds.low or 0) if bounds else 0
    return {"list": [], "scalar": False if form.bare is bool else UNFIT, "literal": form.inner}.get(form.kind, UNFIT)


def _within(step: str | int, found: list[Fault]) -> list[Fault]:
    """Faults of what stands in a field or at a place of a list, as those of the whole."""
    return [Fault(f"{step}.{fault.path}" if fault.path else str(step), fault.message) for fault in found]


def _union_faults(value: object, variants: tuple[str, dict[str, Any]]) -> list[Fault]:
    tag, shapes = variants
    if not isinstance(value, Mapping):
        return [Fault("", "must be an object")]
    chosen = value.get(tag)
    if not isinstance(chosen, str) or chosen not in shapes:
        return [Fault(tag, f"must be one of: {', '.join(sorted(shapes))}")]
    return faults(value, shapes[chosen])


def tag_value(shape: Any, field: str) -> str:
    """The one value the tag field of a union's member can have."""
    bare, _ = unwrap(fields_of(shape)[field])
    value: str = get_args(bare)[0]
    return value


def _list_faults(value: object, item: Any, marks: tuple[Any, ...]) -> list[Fault]:
    if not isinstance(value, list):
        return [Fault("", "must be a list")]
    size = mark_of(marks, Size)
    if size is not None and not size.low <= len(value) <= size.high:
        least = "" if size.low == size.high else f"{size.low} to "
        entries = "entry" if size.high == 1 else "entries"
        return [Fault("", f"must have {least}{size.high} {entries}, has {len(value)}")]
    all_faults: list[Fault] = []
    for index, entry in enumerate(value):
        if found := faults(entry, item):
            all_faults += _within(index, found)
        if len(all_faults) > MAX_FAULTS:
            break
    return all_faults


def _object_faults(value: object, shape: Any) -> list[Fault]:
    if not isinstance(value, Mapping):
        return [Fault("", "must be an object")]
    known = fields_of(shape)
    unknown = islice((key for key in value if key not in known), MAX_FAULTS + 1)
    all_faults = [Fault(str(key), "unknown field") for key in unknown]
    for name, annotation in known.items():
        if len(all_faults) > MAX_FAULTS:
            break
        if name in value:
            if found := faults(value[name], annotation):
                all_faults += _within(name, found)
        elif name in shape.__required_keys__:
            all_faults.append(Fault(name, "is missing"))
    return all_faults


def _scalar_faults(value: object, bare: Any, marks: tuple[Any, ...]) -> list[Fault]:
    if type(value) is not bare:
        names = {int: "a whole number", str: "a string", bool: "true or false"}
        return [Fault("", f"must be {names[bare]}")]
    for mark in marks:
        message = _mark_fault(value, mark)
        if message:
            return [Fault("", message)]
    return []


def _mark_fault(value: Any, mark: Any) -> str | None:
    if isinstance(mark, OneOf) and value not in mark.values:
        choices = ", ".join(mark.values) if len(mark.values) <= 12 else f"the {len(mark.values)} values of {mark.name}"
        return f"must be one of: {choices}"
    if isinstance(mark, Between):
        if mark.low is not None and value < mark.low:
            return f"must be at least {mark.low}"
        if mark.high is not None and value > mark.high:
            return f"must be at most {mark.high}"
    if isinstance(mark, Size) and not mark.low <= len(value) <= mark.high:
        return f"must have {mark.low} to {mark.high} characters"
    if isinstance(mark, Matches) and not re.fullmatch(mark.pattern, value):
        return f"must match {mark.pattern}"
    return None
