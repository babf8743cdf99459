"""Parses request bodies as strict JSON."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

import marshmallow as ma
import orjson
from flask import Request
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from service.http.problems.problem_details import (
    BAD_JSON,
    FORM,
    INVALID_REQUEST,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    Refused,
    cut,
)
from service.http.schemas.bounds import BYTES_PER_VALUE, MAX_BODY_BYTES, MAX_LINES, MAX_LINES_BYTES, MAX_MEMBERS


class _Unusable(ValueError):
    """Valid JSON that is refused nevertheless."""


def _number(text: str) -> int | float:
    """Parse a number. 4.0 becomes the integer 4, because JSON Schema counts it as an integer."""
    value = float(text)
    if not math.isfinite(value):
        raise _Unusable(f"{cut(text)} is too large")
    return int(value) if value.is_integer() else value


def _constant(text: str) -> NoReturn:
    raise _Unusable(f"{text} is not JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_MEMBERS:
        raise _Unusable(f"an object has more than {MAX_MEMBERS} fields")
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Unusable("a field is given twice")
    return members


def read_json(body: bytes) -> Any:
    """Return the document of a JSON text in UTF-8.

    Some texts are refused with 400 although the parser accepts them. Texts with duplicate fields, NaN, infinities,
    integers over 64 bits, lone surrogates, or nesting beyond about 250 levels are refused because they could not be
    stored and sent again. Texts with an object of more than `MAX_MEMBERS` fields are refused, too.
    """
    try:
        text = body.decode("utf-8")
        if text.startswith("\ufeff"):
            raise _Unusable("it begins with a byte order mark")
        document = json.loads(text, object_pairs_hook=_object, parse_float=_number, parse_constant=_constant)
        orjson.dumps(document)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise Refused(BAD_JSON, "The body is not valid JSON: {why}.", facts={"why": _why(error)}) from error
    return document


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, ValueError) and not isinstance(error, (_Unusable, json.JSONDecodeError)):
        return f"an integer has more than {sys.get_int_max_str_digits()} digits"
    if isinstance(error, TypeError):  # by orjson, which has no types for these two
        return "an integer has more than 64 bits" if "64-bit" in str(error) else "a text has a lone surrogate"
    return str(error)


def flatten(messages: Any, path: str = "") -> dict[str, list[str]]:
    """Return marshmallow's nested messages as a flat dictionary: path in the body -> messages."""
    if not isinstance(messages, Mapping):
        return {path: [str(message) for message in messages]}
    flat: dict[str, list[str]] = {}
    for step, inner in messages.items():
        here = path if step in ("_schema", "") else f"{path}.{step}" if path else str(step)
        for where, texts in flatten(inner, here).items():
            flat.setdefault(where, []).extend(texts)
    return flat


LINES = "application/x-ndjson"


def _check_type(req: Request, media_type: str) -> None:
    """Refuse a body unless it is uncompressed JSON (or lines of JSON) in UTF-8."""
    if req.mimetype != media_type:
        raise Refused(UNSUPPORTED_MEDIA_TYPE, "The body must be sent as application/json.")
    if req.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise Refused(UNSUPPORTED_MEDIA_TYPE, "The body must be sent in UTF-8.")
    if req.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Refused(
            UNSUPPORTED_MEDIA_TYPE,
            "The body must be sent uncompressed, without Content-Encoding.",
            headers={"Accept-Encoding": "identity"},
        )


class StrictParser(FlaskParser):
    """webargs' parser, but strict about bodies. It reports faults by raising `Refused`."""

    def raw(self, req: Request) -> bytes:
        """Return the request's body, if any. Refuse it if it is not JSON or too large."""
        call = (req.endpoint or "").rpartition(".")[2]
        body = self._body(req, MAX_BODY_BYTES[call], "application/json")
        self.check_length(call, body)
        return body

    def lines(self, req: Request) -> list[bytes]:
        """Return the non-empty lines of a body of JSON texts. Refuse the body if there are none or too many."""
        lines = list(filter(None, map(bytes.strip, self._body(req, MAX_LINES_BYTES, LINES).split(b"\n"))))
        if not 0 < len(lines) <= MAX_LINES:
            kind = TOO_LARGE if lines else INVALID_REQUEST
            raise Refused(kind, "The body must have 1 to {number} lines.", facts={"number": MAX_LINES})
        return lines

    def check_length(self, call: str, body: bytes) -> None:
        """Refuse a body that is larger than any legitimate request of this call. `body` may be one line of a body."""
        limit = MAX_BODY_BYTES[call]
        if len(body) > limit:
            raise Refused(TOO_LARGE, "It must have at most {number} bytes.", facts={"number": limit})
        if sum(map(body.count, (b",", b"[", b"{"))) > limit // BYTES_PER_VALUE:
            raise Refused(TOO_LARGE, "The body has more commas, brackets and braces than this call accepts.")

    def _body(self, req: Request, limit: int, media_type: str) -> bytes:
        # werkzeug silently truncates a chunked body at the limit; reading one more byte detects that.
        req.max_content_length = limit + (req.content_length is None)
        body = req.get_data(cache=True)
        if len(body) > limit:
            raise RequestEntityTooLarge
        if body or req.mimetype:
            _check_type(req, media_type)
        return body

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        """Return the document of a request's body; an empty object if there is no body."""
        body = self.raw(req)
        return read_json(body) if body else {}

    def read_body(self, schema: ma.Schema, body: bytes) -> Any:
        """Return the body as loaded by the schema. A refusal lists all faults of the body."""
        try:
            return schema.load(read_json(body) if body else {}, unknown=ma.RAISE)
        except ma.ValidationError as error:
            raise _refusal(error.messages) from error

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        """Return the query without `lang`, which is a parameter of every call
        (`service.http.middleware.negotiation`).
        """
        own = MultiDict((name, value) for name, value in req.args.items(multi=True) if name != "lang")
        return self._makeproxy(own, schema)

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_: Any) -> NoReturn:
        """Refuse the request, and list all its faults (422)."""
        assert isinstance(error.messages, dict)
        raise _refusal(*error.messages.values())


def _refusal(*places: Any) -> Refused:
    """Return the refusal. `places`: marshmallow's messages for each part of the request that has faults."""
    messages = {path: texts for place in places for path, texts in flatten(place).items()}
    return Refused(INVALID_REQUEST, FORM, errors=messages)
