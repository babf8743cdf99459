"""API keys, with their daily quotas of games and decisions.

The operator's file is TOML with a line per key, as printed by `hamlet keys new`:

    shop = {sha256 = "9f86...", games_per_day = 1000, decisions_per_day = 5000}

It contains only hashes of random keys, which cannot be guessed.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from service.config.settings import InvalidSettings

log = logging.getLogger(__name__)

VARIABLE = "HAMLET_API_KEYS_FILE"
HEADER = "Hamlet-Api-Key"
"""The request header with the key."""

NAME_PATTERN = "[A-Za-z0-9_-]{1,40}"
_PREFIX = "hamlet_"
"""Lets scanners find keys that were committed to a repository by mistake."""
_LOOK_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The name of a key, which may be logged, and its limits; `None`: the server's defaults."""

    name: str
    games_per_day: int | None = None
    decisions_per_day: int | None = None
    calls_per_minute: int | None = None
    decisions_per_minute: int | None = None


class _Line(Schema):
    """A key's entry in the file."""

    sha256 = fields.String(
        required=True, validate=validate.Regexp("[0-9a-f]{64}$", error="Must be 64 hexadecimal digits.")
    )
    games_per_day = fields.Integer(strict=True, validate=validate.Range(0))
    decisions_per_day = fields.Integer(strict=True, validate=validate.Range(0))
    calls_per_minute = fields.Integer(strict=True, validate=validate.Range(1))
    decisions_per_minute = fields.Integer(strict=True, validate=validate.Range(1))


def new_key(name: str) -> tuple[str, str]:
    """A fresh key, to be shown once, and its line for the file."""
    key = _PREFIX + secrets.token_urlsafe(32)
    return key, f'{name} = {{sha256 = "{_hash(key)}"}}'


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


class ApiKeys:
    """The keys of a file. It is read again when it changes, so that a key can be revoked in a running service."""

    def __init__(self, file: Path) -> None:
        """Raises `InvalidSettings` with every fault of the file."""
        self._file = file
        self._last_signature = self._signature()
        self._keys = read(file)
        self._last_look = time.monotonic()

    def find(self, key: str) -> ApiKey | None:
        if time.monotonic() - self._last_look > _LOOK_SECONDS:
            self._last_look = time.monotonic()
            self.refresh()
        return self._keys.get(_hash(key))

    def refresh(self) -> None:
        """Read the file if it has changed. If it is faulty that is logged, and the previous keys stay."""
        signature = self._signature()
        if signature == self._last_signature:
            return
        self._last_signature = signature
        try:
            self._keys = read(self._file)
        except InvalidSettings as error:
            log.error("the API keys file is invalid, the previous keys stay: %s", error)
        else:
            log.info("the API keys file was reloaded: %d keys", len(self._keys))

    def _signature(self) -> tuple[int, ...]:
        try:
            status = self._file.stat()
        except OSError:
            return ()
        return (status.st_ino, status.st_mtime_ns, status.st_size)


def read(file: Path) -> Mapping[str, ApiKey]:
    """The keys of the file by hash. Raises `InvalidSettings` with every fault."""
    try:
        lines = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidSettings({VARIABLE: [f"{file}: cannot be read: {error.strerror}."]}) from error
    except ValueError as error:
        raise InvalidSettings({VARIABLE: [f"{file}: is not TOML: {error}."]}) from error
    faults: list[str] = []
    keys: dict[str, ApiKey] = {}
    for name, line in lines.items():
        try:
            validate.Regexp(f"{NAME_PATTERN}$", error="Must be called by 1 to 40 letters, digits, _ and -.")(name)
            quotas: dict[str, Any] = _Line().load(line)
            digest = quotas.pop("sha256")
        except ValidationError as error:
            faults.append(f"{name}: {error.normalized_messages()}")
            continue
        if digest in keys:
            faults.append(f"{name}: is the same key as {keys[digest].name}.")
        keys[digest] = ApiKey(name, **quotas)
    if faults:
        raise InvalidSettings({VARIABLE: faults})
    return keys
