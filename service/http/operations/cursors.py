"""Cursors of paged lists. A cursor is an opaque text that says where a page ended."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from typing import Any

from marshmallow import fields

from service.http.problems.problem_details import INVALID_REQUEST, Refused
from service.http.schemas import common_fields, validation_messages
from service.store.redis import keys

_SUM_BYTES = 6
_MAX_LENGTH = 64


def cursor_field() -> fields.String:
    return common_fields.text_field(
        "The `next_cursor` of the page before; the other parameters must be the same.",
        optional=True,
        validate=validation_messages.characters(1, _MAX_LENGTH),
    )


def seal(place: str | None, query: str) -> str | None:
    """Return the cursor for a place; `None` at the end of the list."""
    if place is None:
        return None
    return base64.urlsafe_b64encode(_sum(place, query) + place.encode()).decode().rstrip("=")


def unseal(parameters: Mapping[str, Any], query: str) -> str | None:
    """Return the place in the list to which the request's cursor points; `None` without a cursor.

    Refuse the request if its cursor is malformed or belongs to another query.

    A forged cursor does no harm: it leads to a part of the list that the caller may read anyway.
    """
    if (cursor := parameters.get("cursor")) is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        place = text[_SUM_BYTES:].decode("ascii")
    except (binascii.Error, ValueError):
        place, text = "", b""
    if not re.fullmatch(keys.PLACE_PATTERN, place) or text[:_SUM_BYTES] != _sum(place, query):
        wrong = "must be the `next_cursor` of the page before, with the same `status`, `ruleset` and `mine`"
        raise Refused(INVALID_REQUEST, "The cursor is not valid.", errors={"cursor": [wrong]})
    return place


def _sum(place: str, query: str) -> bytes:
    return hashlib.blake2s(f"{place} {query}".encode(), digest_size=_SUM_BYTES, person=b"cursor").digest()
