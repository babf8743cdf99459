"""Cursors of paged lists. A cursor is an opaque text that says where a page ended."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from service.http.problems.problem_details import INVALID_REQUEST, Refused
from service.store.redis import keys

_SUM_BYTES = 6
MAX_LENGTH = 64
"""Limit for a cursor in characters."""


def seal(place: str, query: str) -> str:
    return base64.urlsafe_b64encode(_sum(place, query) + place.encode()).decode().rstrip("=")


def unseal(cursor: str, query: str) -> str:
    """Return the place. Refuse the cursor if it is malformed or belongs to another query.

    A forged cursor does no harm: it leads to a part of the list that the caller may read anyway.
    """
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
