"""A level and its budget of time in one object, `{"name": "expert", "milliseconds": 800}`.

Requests may have it wherever they have a level. The contract has two fields side by side, `level` and `milliseconds`
(docs/ai.md says why), so an object is taken apart before anything else is done with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
import orjson

from service.http.api import messages

LEVEL = "level"
TIME = "milliseconds"
NAME = "name"
IN_WORDS = 'Or an object with its name and its budget of time: `{"name": "expert", "milliseconds": 800}`.'


def apart(body: Any) -> Any:
    """The body with two fields for each such object. Raises `ValidationError` for other objects in their places."""
    if not isinstance(body, Mapping):
        return body
    objects = {field: value for field, value in body.items() if _is_level(field) and isinstance(value, Mapping)}
    wrong = {field: faults for field, value in objects.items() if (faults := _faults(value, _beside(field) in body))}
    if wrong:
        raise ma.ValidationError(wrong)
    times = {_beside(field): value[TIME] for field, value in objects.items() if TIME in value}
    return {**body, **{field: value[NAME] for field, value in objects.items()}, **times}


def _faults(value: Mapping[str, Any], given: bool) -> dict[str, list[str]]:
    """What is wrong with the fields of an object; `given`: whether there is a time beside it."""
    found = {str(field): [messages.UNKNOWN] for field in value if field not in (NAME, TIME)}
    if NAME not in value:
        found[NAME] = [messages.MISSING]
    elif isinstance(value[NAME], Mapping):
        found[NAME] = ["must be a string"]
    if given and TIME in value:
        found[TIME] = ["is given twice: here, and beside the level"]
    return found


def as_sent(errors: Mapping[str, list[str]], body: bytes) -> dict[str, list[str]]:
    """Errors with the paths of the body as it was sent."""
    if not body or not any(path.endswith((LEVEL, TIME)) for path in errors):
        return dict(errors)
    document = orjson.loads(body)
    return {_path_in(document, path): messages for path, messages in errors.items()}


def _path_in(document: Any, path: str) -> str:
    *steps, field = path.split(".")
    for step in steps:
        document = _member(document, step)
    if _is_level(field) and NAME in _object(document, field):
        return f"{path}.{NAME}"
    beside = field.removesuffix(TIME) + LEVEL
    if field.endswith(TIME) and TIME in _object(document, beside):
        return ".".join([*steps, beside, TIME])
    return path


def _object(document: Any, field: str) -> Mapping[str, Any]:
    found = _member(document, field)
    return found if isinstance(found, Mapping) else {}


def _member(document: Any, step: str) -> Any:
    """What stands there, or `None`."""
    if isinstance(document, list):
        return document[int(step)] if step.isdecimal() and int(step) < len(document) else None
    return document.get(step) if isinstance(document, Mapping) else None


def _is_level(field: str) -> bool:
    return field == LEVEL or field.endswith(f"_{LEVEL}")


def _beside(field: str) -> str:
    return field.removesuffix(LEVEL) + TIME
