"""Prepares the contract's operations and types for the templates of the docs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from service.http.openapi.document import inlined
from service.http.problems.problem_details import MEDIA_TYPE, PATH
from service.http.schemas.component_shapes import METHODS, Schema

TYPES: Final = "/docs/types"
MAX_MEMBERS: Final = 8
"""A union with at most this many members is listed inline. For a larger union there is a link to its own page."""
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_SECURITY: Final = {
    (): "",
    ("token",): "Needs the token of a seat.",
    ("", "token"): "Takes the token of a seat.",
    ("", "token", "apiKey"): "Takes the token of a seat, or the API key that created the game.",
    ("", "token", "hostToken", "apiKey"): "Takes the token of a seat or of the host, or the game's API key.",
    ("token", "hostToken"): "Needs the token of the host or of a seat.",
    ("hostToken", "apiKey"): "Needs the token of the host, or the API key that created the game.",
    ("apiKey",): "Needs an API key.",
    ("", "apiKey"): "Needs an API key if the operator asks for one.",
}


def markdown(text: str) -> Markup:
    """Return a description as HTML. Tags in it are escaped."""
    return Markup(_MARKDOWN.render(text))  # nosec B704


def inline(text: str) -> Markup:
    """Return a short description as HTML, without a paragraph around it."""
    return Markup(_MARKDOWN.renderInline(text))  # nosec B704


def as_json(value: Any) -> Markup:
    """Return an example as JSON text. Quotation marks are not escaped, which halves its size."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return Markup(text.replace("&", "&amp;").replace("<", "&lt;"))  # nosec B704


def name_of(schema: Schema) -> str:
    """Return the name of the component to which a schema refers, or an empty string."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def operations(document: Schema) -> Iterator[Schema]:
    """Return all operations of the contract in the order of their paths, each with method and path."""
    for path, item in inlined(document)["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
                needs = tuple("".join(scheme) for scheme in operation["security"])
                more = {"method": method, "path": path, "parameters": parameters, "needs": _SECURITY[needs]}
                yield {**operation, **more}


def groups(document: Schema) -> list[Schema]:
    listing = list(operations(document))
    return [{**tag, "operations": [one for one in listing if tag["name"] in one["tags"]]} for tag in document["tags"]]


def bodies(content: Schema) -> list[Schema]:
    """Return the media types and schemas of a request or answer. Problems are left out: they have pages of their
    own.
    """
    return [
        {"media_type": media_type, "schema": body["schema"]}
        for media_type, body in content.items()
        if media_type != MEDIA_TYPE
    ]


def slugs(answer: Schema) -> list[str]:
    return list(answer.get("content", {}).get(MEDIA_TYPE, {}).get("examples", {}))


def describe(schema: Schema) -> Markup:
    """Return the type of a value in a few words, with links to named types."""
    if name := name_of(schema):
        return Markup('<a href="{}/{}">{}</a>').format(TYPES, name, name)
    if "anyOf" in schema:
        return Markup(" or ").join(describe(one) for one in schema["anyOf"])
    if "const" in schema:
        return Markup("<code>{}</code>").format(json.dumps(schema["const"]))
    if "enum" in schema:
        return Markup(" | ").join(Markup("<code>{}</code>").format(json.dumps(one)) for one in schema["enum"])
    kinds = schema.get("type", "any value")
    if isinstance(kinds, list):
        return Markup(" or ").join(describe({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        return Markup("list of ({}){}").format(describe(schema.get("items", {})), _limits(schema, "Items", "of them"))
    if kinds == "object":
        values = schema.get("additionalProperties")
        return Markup("map to {}").format(describe(values)) if isinstance(values, dict) else Markup("object")
    return escape(kinds) + _limits(schema, "Length", "characters") + _limits(schema, "imum", "")


def _limits(schema: Schema, ending: str, unit: str) -> str:
    low, high = schema.get(f"min{ending}"), schema.get(f"max{ending}")
    if schema.get("type") == "null" or (low is None and high is None):
        return ""
    bounds = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
    return f", {bounds} {unit}".rstrip()


def fields(schema: Schema) -> list[Schema]:
    """Return the properties of an object: name, schema, whether required, description and default."""
    required = schema.get("required", [])
    return [
        {
            "name": name,
            "schema": field,
            "required": name in required,
            "description": field.get("description", ""),
            "default": json.dumps(field["default"]) if "default" in field else None,
        }
        for name, field in schema.get("properties", {}).items()
    ]


def variants(schema: Schema) -> list[tuple[str, Schema]]:
    tags = {name_of({"$ref": ref}): tag for tag, ref in schema.get("discriminator", {}).get("mapping", {}).items()}
    return [(tags[name_of(member)], member) for member in schema.get("oneOf", [])]


def alone(document: Schema, operation_id: str) -> Schema | None:
    """Return the contract reduced to one operation, so that Swagger UI can show it quickly.

    Types inside a body's properties, other than enums, become links to their pages. Returns `None` if there is no such
    operation.
    """
    schemas = document["components"]["schemas"]
    for path, item in inlined(document)["paths"].items():
        for method in METHODS:
            if item.get(method, {}).get("operationId") == operation_id:
                kept_item = {"parameters": item.get("parameters", []), method: _shallow(item[method], schemas)}
                components = {"securitySchemes": document["components"]["securitySchemes"]}
                info = {**document["info"], "description": ""}
                more = {"info": info, "components": components, "webhooks": {}, "tags": []}
                return {**document, "paths": {path: kept_item}, **more}
    return None


def _shallow(value: Any, schemas: Schema, depth: int = 1) -> Any:
    if isinstance(value, list):
        return [_shallow(entry, schemas, depth) for entry in value]
    if not isinstance(value, dict):
        return value
    if name := name_of(value):
        component = schemas[name]
        if depth and "properties" in component:
            return {**_shallow(component, schemas, depth - 1), "title": name}
        if "enum" in component:
            return {**component, "title": name}
        text = f"See [{name}]({TYPES}/{name}). {component.get('description', '')}"
        return {"title": name, "description": text, "examples": component.get("examples", [])}
    return {
        key: entry if key == "examples" else _shallow(entry, schemas, depth)
        for key, entry in value.items()
        if key != "discriminator"
    }


def links(slugs: list[str]) -> Markup:
    return Markup(", ").join(Markup('<a href="{}/{}">{}</a>').format(PATH, slug, slug) for slug in slugs)
