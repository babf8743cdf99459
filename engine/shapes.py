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
from dataclasses import dataclass, replace
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
    """A shape taken apart, once. `inner`: the forms of a union's members by their tags, of an object's fields, of a
    list's entries; a literal's value. `null`: may be null instead; `tag`: of a union the field that tells it apart.
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
    marks = tuple(mark for mark in marks if not isinstance(mark, Doc))
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
    """In what `value` does not fit `shape`: all of it, or more than `MAX_FAULTS`; empty if it fits."""
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
    """The mark of a value of which nothing can be kept."""


UNFIT = _Unfit()


def prune(value: object, shape: Any) -> Any:
    """What of `value` fits `shape`: faulty fields left out, faulty entries of lists replaced by None; or UNFIT.

    So a document with faults of form can still be searched for others. Lengths of lists do not count.
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
    """A document with what is left out in its objects: 0 (or the least number), null, false, empty lists and objects.

    Strings are not made up, nor is anything mended: what does not fit the shape stays as it is.
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
    """What stands for a value that is left out, or UNFIT if nothing can."""
    if form.null or form.kind == "null":
        return None
    if form.kind == "object":
        return _fill({}, form)
    if form.kind == "scalar" and form.bare is int:
        bounds = mark_of(form.marks, Between)
        return max(0, bounds.low or 0) if bounds else 0
    return {"list": [], "scalar": False if form.bare is bool else UNFIT, "literal": form.inner}.get(form.kind, UNFIT)


def _within(step: str | int, found: list[Fault]) -> list[Fault]:
    """Faults of what stands in a field or at a place of a list, as those of the whole."""
    return [Fault(f"{step}.{fault.path}" if fault.path else str(step), fault.message) for fault in found]


def _union_faults(value: object, form: _Form) -> list[Fault]:
    if not isinstance(value, Mapping):
        return [Fault("", "must be an object")]
    chosen = value.get(form.tag)
    if not isinstance(chosen, str) or chosen not in form.inner:
        return [Fault(form.tag, f"must be one of: {', '.join(sorted(form.inner))}")]
    return _faults(value, form.inner[chosen])


def tag_value(shape: Any, field: str) -> str:
    """The one value the tag field of a union's member can have."""
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
