"""Types that describe documents, and a checker that lists every fault of a document.

A shape is a `TypedDict` built from `int`, `str`, `bool`, `None`, `Literal` of one string (a tag), `list[...]`,
other TypedDicts, `X | None`, and `Annotated` with the marks below. The schemas of the contract are made from shapes.
If a mark is a string, it is the description of its field in the contract. A module of shapes must not postpone its
annotations, because `Required` would be lost.

>>> point = record("Point", "A place on the board.", {"x": Annotated[int, Between(0, 7)], "y": int})
>>> [str(fault) for fault in faults({"x": 8}, point)]
['x: must be at most 7', 'y: is missing']
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from engine.errors import Fault

MAX_FAULTS: Final = 100
"""The checker stops once it has more faults than this, so that a hostile document costs little."""


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
    """A string from a closed list; `name` is the enum's name in the contract."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Matches:
    """A string that matches a regular expression as a whole."""

    pattern: str


@dataclass(frozen=True)
class Tagged:
    """A union of TypedDicts, distinguished by one field, the tag.

    In each of them the tag is a `Literal` of one string.
    """

    name: str
    tag: str


def record(name: str, text: str, fields: Mapping[str, Any]) -> type:
    """Return a TypedDict called `name`, described by `text`; its fields are required unless marked `NotRequired`."""
    make: Any = typing.TypedDict
    made: type = make(name, dict(fields))
    made.__doc__ = text
    return made


def list_of(shape: Any, *marks: Any) -> Any:
    """Return `list[shape]` for a shape made at runtime. mypyc does not accept such a shape as a type."""
    annotated: Any = Annotated
    bare = types.GenericAlias(list, (shape,))
    return annotated[(bare, *marks)] if marks else bare


def or_null(shape: Any) -> Any:
    return shape | None


def variant(kind: str, key: str, text: str, fields: Mapping[str, Any]) -> type:
    """Return a member of a union: a record whose field `type` is `key`."""
    name = "".join(part.capitalize() for part in key.split("_")) + kind
    return record(name, text, {"type": Literal[key], **fields})


@cache
def fields_of(shape: type) -> dict[str, Any]:
    """Return the fields of a TypedDict with their annotations and marks."""
    return typing.get_type_hints(shape, include_extras=True)


def unwrap(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the bare type of an annotation and its marks, without `Required` and `NotRequired`."""
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
    """Return the last mark of a kind, or `None`."""
    return next((mark for mark in reversed(marks) if isinstance(mark, kind)), None)


@dataclass(frozen=True)
class _Form:
    """A parsed shape.

    `inner` depends on the kind: the forms of a union's members by tag, the forms of an object's fields by name, the
    form of a list's entries, or the value of a literal. `null`: whether the value may be null. `tag`: the tag field of
    a union.
    """

    kind: str
    bare: Any
    marks: tuple[Any, ...]
    inner: Any = None
    null: bool = False
    tag: str = ""


@cache
def _form(shape: Any) -> _Form:
    bare, marks = unwrap(shape)
    marks = tuple(mark for mark in marks if not isinstance(mark, str))
    origin = get_origin(bare)
    if origin in (Union, types.UnionType):
        members = [member for member in get_args(bare) if member is not type(None)]
        null = len(members) < len(get_args(bare))
        if len(members) == 1:
            return replace(_form(Annotated[members[0], *marks] if marks else members[0]), null=null)
        tag = mark_of(marks, Tagged).tag
        return _Form("union", bare, marks, {tag_value(member, tag): _form(member) for member in members}, null, tag)
    if bare is None or bare is type(None):
        return _Form("null", bare, marks)
    if origin is list:
        return _Form("list", bare, marks, _form(get_args(bare)[0]))
    if origin is Literal:
        return _Form("literal", bare, marks, get_args(bare)[0])
    if typing.is_typeddict(bare):
        return _Form("object", bare, marks, {name: _form(field) for name, field in fields_of(bare).items()})
    return _Form("scalar", bare, marks)


def faults(value: object, shape: Any) -> list[Fault]:
    """Return the faults of `value`; empty if the value fits. The check stops when it has found more than
    `MAX_FAULTS`.
    """
    return _faults(value, _form(shape))


def _faults(value: object, form: _Form) -> list[Fault]:
    if value is None and form.null:
        return []
    kind = form.kind
    if kind == "scalar":
        return _scalar_faults(value, form)
    if kind == "object":
        return _object_faults(value, form)
    if kind == "list":
        return _list_faults(value, form)
    if kind == "literal":
        return [] if value == form.inner else [Fault("", f"must be {form.inner}")]
    if kind == "null":
        return [] if value is None else [Fault("", "must be null")]
    return _union_faults(value, form)


class _Unfit:
    """The type of `UNFIT`, which stands in place of a value that is dropped or does not exist."""


UNFIT = _Unfit()


def prune(value: object, shape: Any) -> Any:
    """Return `value` without its faulty fields, and with `None` for each faulty list entry; UNFIT if nothing is left.

    So a document with faults of form can be checked for other faults as well. The lengths of lists are not checked.
    """
    return _prune(value, _form(shape))


def _prune(value: object, form: _Form) -> Any:
    if not _faults(value, form):
        return value
    if form.kind == "list" and isinstance(value, list):
        parts = [_prune(entry, form.inner) for entry in value]
        return [None if part is UNFIT else part for part in parts]
    if form.kind != "object" or not isinstance(value, Mapping):
        return UNFIT
    fields = {name: _prune(value[name], field) for name, field in form.inner.items() if name in value}
    kept = {name: part for name, part in fields.items() if part is not UNFIT}
    return kept if form.bare.__required_keys__ <= kept.keys() else UNFIT


def fill(value: Any, shape: Any) -> Any:
    """Return the document with missing fields filled in: 0 (or the lowest number), null, false, or an empty list or
    object.

    Strings are not filled in, and values that do not fit the shape stay as they are.
    """
    return _fill(value, _form(shape))


def _fill(value: Any, form: _Form) -> Any:
    if form.kind == "list" and isinstance(value, list):
        return [_fill(entry, form.inner) for entry in value]
    if form.kind == "union" and isinstance(value, Mapping):
        return _fill(value, form.inner[value[form.tag]]) if value.get(form.tag) in form.inner else value
    if form.kind != "object" or not isinstance(value, Mapping):
        return value
    fields = {name: _fill(value[name], field) if name in value else _zero(field) for name, field in form.inner.items()}
    extra = {name: part for name, part in value.items() if name not in fields}
    return {**{name: part for name, part in fields.items() if part is not UNFIT}, **extra}


def _zero(form: _Form) -> Any:
    """Return the value with which `fill` fills in a missing field, or UNFIT if there is none."""
    if form.null or form.kind == "null":
        return None
    if form.kind == "object":
        return _fill({}, form)
    if form.kind == "scalar" and form.bare is int:
        bounds = mark_of(form.marks, Between)
        return max(0, bounds.low or 0) if bounds else 0
    return {"list": [], "scalar": False if form.bare is bool else UNFIT, "literal": form.inner}.get(form.kind, UNFIT)


def _within(step: str | int, found: list[Fault]) -> list[Fault]:
    """Return the faults `found` in a field or list entry, with `step` in front of their paths."""
    return [Fault(f"{step}.{fault.path}" if fault.path else str(step), fault.message) for fault in found]


def _union_faults(value: object, form: _Form) -> list[Fault]:
    if not isinstance(value, Mapping):
        return [Fault("", "must be an object")]
    chosen = value.get(form.tag)
    if not isinstance(chosen, str) or chosen not in form.inner:
        return [Fault(form.tag, f"must be one of: {', '.join(sorted(form.inner))}")]
    return _faults(value, form.inner[chosen])


def tag_value(shape: Any, field: str) -> str:
    """Return the value of the tag field of a union's member."""
    bare, _ = unwrap(fields_of(shape)[field])
    value: str = get_args(bare)[0]
    return value


def _list_faults(value: object, form: _Form) -> list[Fault]:
    if not isinstance(value, list):
        return [Fault("", "must be a list")]
    size = mark_of(form.marks, Size)
    if size is not None and not size.low <= len(value) <= size.high:
        least = "" if size.low == size.high else f"{size.low} to "
        entries = "entry" if size.high == 1 else "entries"
        return [Fault("", f"must have {least}{size.high} {entries}, has {len(value)}")]
    all_faults: list[Fault] = []
    for index, entry in enumerate(value):
        if found := _faults(entry, form.inner):
            all_faults += _within(index, found)
        if len(all_faults) > MAX_FAULTS:
            break
    return all_faults


def _object_faults(value: object, form: _Form) -> list[Fault]:
    if not isinstance(value, Mapping):
        return [Fault("", "must be an object")]
    unknown = islice((key for key in value if key not in form.inner), MAX_FAULTS + 1)
    all_faults = [Fault(str(key), "unknown field") for key in unknown]
    for name, field in form.inner.items():
        if len(all_faults) > MAX_FAULTS:
            break
        if name in value:
            if found := _faults(value[name], field):
                all_faults += _within(name, found)
        elif name in form.bare.__required_keys__:
            all_faults.append(Fault(name, "is missing"))
    return all_faults


def _scalar_faults(value: object, form: _Form) -> list[Fault]:
    if type(value) is not form.bare:
        names = {int: "a whole number", str: "a string", bool: "true or false"}
        return [Fault("", f"must be {names[form.bare]}")]
    for mark in form.marks:
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
