"""Documents that caches may keep. Those that never change are serialized, tagged and compressed once per process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Response, current_app

from service.http.middleware import compression
from service.http.middleware.http_helpers import FOR_ONE, not_modified, reply, tag_of_client


def fixed(name: str, make: Callable[[], Any], max_age: int) -> Response:
    """Return the JSON document with this name, or 304. The first request calls `make`.

    Use this only for a small, fixed set of names. Caches may keep the document for `max_age` seconds.
    """
    return fixed_text(name, lambda: orjson.dumps(make()), max_age, "application/json")


def fixed_text(name: str, make: Callable[[], bytes], max_age: int, content_type: str) -> Response:
    """Return the text with this name, or 304, as `fixed` does for JSON documents."""
    documents: dict[str, tuple[bytes, str]] = current_app.extensions.setdefault("fixed", {})
    if name not in documents:
        body = make()
        documents[name] = body, _tag(body)
    body, tag = documents[name]
    answer = _unless_there(body, tag, {"Cache-Control": f"public, max-age={max_age}"})
    if answer.status_code == 200:
        compression.keep(tag)
        answer.content_type = content_type
    return answer


def lasting(document: Any, max_age: int) -> Response:
    """Return a document that will not change within `max_age` seconds, or 304.

    Use this for any number of documents: it keeps none in memory.
    """
    body = orjson.dumps(document)
    return _unless_there(body, _tag(body), {"Cache-Control": f"public, max-age={max_age}, immutable"})


def for_one(document: Any) -> Response:
    """Return a document for one client, with an ETag, or 304."""
    body = orjson.dumps(document)
    return _unless_there(body, _tag(body), FOR_ONE)


def _tag(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=8).hexdigest()


def _unless_there(body: bytes, tag: str, headers: Mapping[str, str]) -> Response:
    """Return the body, or 304 if the client already has it."""
    if (client_tag := tag_of_client(tag)) is not None:
        return not_modified(client_tag, headers)
    return reply(body, headers={"ETag": f'"{tag}"', **headers})
