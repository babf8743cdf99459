"""How headers stand in the contract."""

from __future__ import annotations

from typing import Any

from service.http.schemas.bounds import MAX_HEADER
from service.http.schemas.component_shapes import Schema


def request_header(name: str, description: str, **limits: Any) -> Schema:
    """A header that a call reads, of any length that is read at all unless there are other limits."""
    schema = {"type": "string", **(limits or {"maxLength": MAX_HEADER})}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def response_header(name: str, description: str, **schema: Any) -> Schema:
    """A header that an answer has: a text, unless the schema says otherwise."""
    return {name: {"description": description, "schema": schema or {"type": "string"}}}
