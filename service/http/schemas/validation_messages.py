"""Messages of marshmallow about invalid requests, in the wording of `engine.shapes`."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from marshmallow import validate

MISSING: Final = "is missing"
UNKNOWN: Final = "unknown field"
NO_OBJECT: Final = "must be an object"
OF_SCHEMA: Final = {"unknown": UNKNOWN, "type": NO_OBJECT}


def of_field(kind: str) -> dict[str, Any]:
    """Return the messages of a field whose values are of this type, such as `a string`."""
    wrong = ("null", "validator_failed", "invalid", "type", "invalid_utf8", "special")
    return {"required": MISSING, **dict.fromkeys(wrong, f"must be {kind}"), "too_large": "is too large"}


def within(low: int, high: int | None = None) -> validate.Range:
    return validate.Range(low, high, error="must be at least {min}" if high is None else "must be {min} to {max}")


def _length(low: int | None, high: int, of: str) -> validate.Length:
    return validate.Length(low, high, error=f"must have {'at most' if low is None else '{min} to'} {{max}} {of}")


characters = partial(_length, of="characters")
entries = partial(_length, of="entries")
