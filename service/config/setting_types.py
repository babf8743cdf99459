"""Field types for settings."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from marshmallow import ValidationError, fields, validate

from service.config.redis_url import SINGLE_URLS, is_cluster, is_single

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_ORIGIN = r"[a-z][a-z0-9+.-]*://[a-z0-9.-]+(:[0-9]{1,5})?"


class Duration(fields.Field[int]):
    """Seconds as a number (`90`) or with a unit (`90s`, `15m`, `12h`, `30d`)."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        match = re.fullmatch(r"([0-9]{1,12})([smhd]?)", value)
        if match is None:
            raise ValidationError("Must be seconds, or a number with a unit: 90, 90s, 15m, 12h, 30d.")
        return int(match[1]) * _SECONDS[match[2]]


class Place(fields.Field[Path]):
    """The path of a folder or file."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Path:
        return Path(value).expanduser().absolute()


class Origins(fields.Field[tuple[str, ...]]):
    """Origins as browsers send them, separated by commas, or `*`."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[str, ...]:
        origins = tuple(part.strip() for part in value.split(","))
        if origins != ("*",) and not all(re.fullmatch(_ORIGIN, origin) for origin in origins):
            raise ValidationError("Must be `*`, or like https://play.example,https://test.example:8443.")
        return origins


class CommaSeparated(fields.Field[tuple[str, ...]]):
    """A list of texts, separated by commas. A function checks each text."""

    def __init__(self, check: Callable[[str], bool], message: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._check = check
        self._message = message

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[str, ...]:
        parts = tuple(part.strip() for part in value.split(","))
        if not all(self._check(part) for part in parts):
            raise ValidationError(self._message)
        return parts


class Ports(CommaSeparated):
    def _deserialize(self, *args: Any, **kwargs: Any) -> Any:
        return tuple(int(part) for part in super()._deserialize(*args, **kwargs))


def is_allowed_form(text: str) -> bool:
    """Return whether the text is a network or a host name, possibly with `*`."""
    try:
        ip_network(text)
    except ValueError:
        return re.fullmatch(r"(?=.*[a-z*])[a-z0-9_*-]+(\.[a-z0-9_*-]+)*", text) is not None
    return True


def check_redis_url(value: str) -> None:
    """Raise `ValidationError` unless the URL names a Redis or a cluster."""
    if not is_single(value) and not is_cluster(value):
        raise ValidationError(f"Must be like {SINGLE_URLS}; a cluster's like redis+cluster://host1:6379,host2.")


def check_queue_url(value: str) -> None:
    """Raise `ValidationError` unless the URL names a single Redis."""
    if not is_single(value):
        raise ValidationError(f"Must be like {SINGLE_URLS}; a cluster cannot hold the queues.")


def is_port(text: str) -> bool:
    return re.fullmatch("[1-9][0-9]{0,4}", text) is not None and int(text) < 65536


def setting(kind: fields.Field[Any], default: str, about: str, *, empty: Any = None) -> Any:
    """Define a field that an environment variable sets.

    `default`: the variable's default, as text. `about`: the description of the variable. `empty`: the field's value if
    the variable is not set and `default` is empty.
    """
    kind.metadata = {"default": default, "about": about}
    kind.load_default = (lambda: kind.deserialize(default)) if default else empty
    return dataclasses.field(metadata={"field": kind})


def number(default: int, low: int, high: int, about: str, **more: Any) -> Any:
    return setting(fields.Integer(validate=_between(low, high), **more), str(default), about)


def duration(default: str, low: int, high: int, about: str) -> Any:
    """Define a field for a duration. `low` and `high` are in seconds."""
    return setting(Duration(validate=_between(low, high)), default, about)


def choice(default: str, choices: Sequence[str], about: str) -> Any:
    return setting(fields.String(validate=validate.OneOf(choices, error="Must be one of: {choices}.")), default, about)


def _between(low: int, high: int) -> validate.Range:
    return validate.Range(low, high, error="Must be {min} to {max}.")
