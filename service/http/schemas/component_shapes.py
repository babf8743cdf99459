"""Translates document shapes (`engine.shapes`) into components of the contract."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

from engine.shapes import Between, Matches, OneOf, Size, Tagged, fields_of, mark_of, tag_value, unwrap

METHODS = ("get", "post", "put", "patch", "delete")

Schema = dict[str, Any]
"""A JSON Schema."""

NULL: Schema = {"type": "null"}
SCALARS = {int: "integer", str: "string", bool: "boolean"}


def union(name: str, tag: str, shapes: Iterable[type]) -> Any:
    """Return the shape of a document that is one of `shapes`, distinguished by the field `tag`.

    A union with a single member remains a union in the contract, so that adding a second member breaks no client.
    """
    return Annotated[reduce(or_, shapes), Tagged(name, tag)]


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def tag(value: str) -> Schema:
    """Return the schema of a union's discriminator. Generators need the type in addition to the value."""
    return {"type": "string", "const": value}


def one_of(tag: str, names: dict[str, str]) -> Schema:
    """Return the schema of a union with a discriminator. `names`: for each value of the tag, the name of a
    component.
    """
    refs = {value: reference(name)["$ref"] for value, name in names.items()}
    return {"oneOf": [{"$ref": ref} for ref in refs.values()], "discriminator": {"propertyName": tag, "mapping": refs}}


class Components:
    """Translates shapes. Every named shape becomes a component in `schemas` once."""

    def __init__(self, schemas: dict[str, Schema], names: Mapping[str, str] | None = None) -> None:
        """Create a translator. `names`: the names of shapes in the contract, where they differ from the shapes' own
        names.
        """
        self.schemas = schemas
        self.names = names or {}
        self._sources: dict[str, object] = {}

    def schema(self, shape: Any) -> Schema:
        """Return the JSON Schema of a shape, or a reference if the shape has a name."""
        bare, marks = unwrap(shape)
        members = get_args(bare) if get_origin(bare) in (Union, types.UnionType) else (bare,)
        kinds = [member for member in members if member not in (None, types.NoneType)]
        tagged: Tagged | None = mark_of(marks, Tagged)
        if not kinds:
            schema = dict(NULL)
        elif tagged:
            schema = self._tagged(kinds, tagged)
        elif bare is not kinds[0]:
            schema = self.schema(Annotated[kinds[0], *marks] if marks else kinds[0])
        else:
            schema = self._single(bare, marks)
        if kinds and len(kinds) < len(members):
            schema = self.nullable(schema)
        text: str | None = mark_of(marks, str)
        return {**schema, "description": text} if text else schema

    def _single(self, bare: Any, marks: tuple[Any, ...]) -> Schema:
        if is_typeddict(bare):
            return self.named(bare.__name__, bare, lambda: self._object(bare))
        if get_origin(bare) is list:
            return {"type": "array", "items": self.schema(get_args(bare)[0])} | _limits(marks, "Items")
        if get_origin(bare) is Literal:
            return tag(*get_args(bare))
        choice: OneOf | None = mark_of(marks, OneOf)
        if choice:
            values = list(choice.values)
            return self.named(choice.name, choice, lambda: {"type": "string", "enum": values})
        return {"type": SCALARS[bare]} | _limits(marks, "Length")

    def _object(self, shape: Any) -> Schema:
        if all(len(name) == 1 for name in fields_of(shape)):
            return self._by_letter(shape)
        return {
            "type": "object",
            "description": shape.__doc__ or "",
            "properties": {name: self.schema(annotation) for name, annotation in fields_of(shape).items()},
            "required": sorted(shape.__required_keys__),
        }

    def _by_letter(self, shape: Any) -> Schema:
        """Return the schema of a map, for a shape whose fields are named `a`, `b`, ...

        With a property for each field, generated code would have variables with these names.
        """
        letters = fields_of(shape)
        kind, *others = (self.schema(annotation) for annotation in letters.values())
        if any(other != kind for other in others):
            raise ValueError(f"fields of one letter have to be alike: {shape.__name__}")
        if shape.__required_keys__ not in (set(), set(letters)):
            raise ValueError(f"fields of one letter are all required, or none: {shape.__name__}")
        schema = {
            "type": "object",
            "description": shape.__doc__ or "",
            "propertyNames": {"enum": list(letters)},
            "additionalProperties": kind,
        }
        # Not `required`: linters expect required names among `properties`.
        return schema | ({"minProperties": len(letters)} if shape.__required_keys__ else {})

    def _tagged(self, kinds: list[Any], tagged: Tagged) -> Schema:
        def build() -> Schema:
            for kind in kinds:
                self.schema(kind)
            return one_of(tagged.tag, {tag_value(kind, tagged.tag): self._name(kind.__name__) for kind in kinds})

        return self.named(tagged.name, tuple(kinds), build)

    def named(self, name: str, source: object, build: Callable[[], Schema]) -> Schema:
        """Return a reference to the component `name`, which is built from its source on first use."""
        name = self._name(name)
        if self._sources.setdefault(name, source) != source:
            raise ValueError(f"two different shapes are called {name}")
        if name not in self.schemas:
            self.schemas[name] = build()
        return reference(name)

    def nullable(self, schema: Schema) -> Schema:
        """Return a schema that also accepts null, in a form that client generators understand."""
        if isinstance(schema.get("type"), str) and not {"enum", "const"} & schema.keys():
            return {**schema, "type": [schema["type"], "null"]}
        description = {"description": schema.pop("description")} if "description" in schema else {}
        return {"anyOf": [schema, NULL]} | description

    def _name(self, name: str) -> str:
        return self.names.get(name, name)


def _limits(marks: tuple[Any, ...], noun: str) -> Schema:
    limits: Schema = {}
    for mark in marks:
        if isinstance(mark, Between):
            limits |= {"minimum": mark.low, "maximum": mark.high}
        elif isinstance(mark, Size):
            limits |= {f"min{noun}": mark.low or None, f"max{noun}": mark.high}
        elif isinstance(mark, Matches):
            limits["pattern"] = f"^(?:{mark.pattern})$"
    return {name: limit for name, limit in limits.items() if limit is not None}


def names_in(*shapes: Any) -> Iterator[str]:
    """Yield the component names of the shapes and of all shapes inside them. A name may be repeated."""
    todo = list(shapes)
    visited: set[Any] = set()
    while todo:
        bare, marks = unwrap(todo.pop())
        yield from (mark.name for mark in marks if isinstance(mark, OneOf | Tagged))
        if is_typeddict(bare):
            yield bare.__name__
            todo += [] if bare in visited else fields_of(bare).values()
            visited.add(bare)
        elif get_origin(bare) is not Literal:
            todo += get_args(bare)
