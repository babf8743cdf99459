"""Headers in the contract."""

from __future__ import annotations

from typing import Any

from service.http.schemas.bounds import MAX_HEADER
from service.http.schemas.component_shapes import Schema


def request_header(name: str, description: str, **limits: Any) -> Schema:
    """Return a request header for the contract. `limits`: by default, a length of at most `MAX_HEADER`."""
    schema = {"type": "string", **(limits or {"maxLength": MAX_HEADER})}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def response_header(name: str, description: str, **schema: Any) -> Schema:
    """Return a response header for the contract. It is text, unless `schema` says otherwise."""
    return {name: {"description": description, "schema": schema or {"type": "string"}}}
