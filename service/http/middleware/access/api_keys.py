"""API keys: who may create games and ask for decisions, and how many of them a day.

The operator's file is TOML with a line for each key, as `hamlet keys new` prints it:

    shop = {sha256 = "9f86...", games_per_day = 1000, decisions_per_day = 5000}

Whoever reads the file learns no key: it has hashes only, of random texts that nobody can guess. A line may name the
webhook of all games that are created with the key; its secret follows from the key, and is in no file.
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
from service.store.outbox.notice_queue import Hook
from service.webhooks import signatures
from service.webhooks.guard import Guard, RefusedUrl

log = logging.getLogger(__name__)

VARIABLE = "HAMLET_API_KEYS_FILE"
HEADER = "Hamlet-Api-Key"
"""Of requests: the key itself."""

NAME_PATTERN = "[A-Za-z0-9_-]{1,40}"
_PREFIX = "hamlet_"
"""So that a key which got into a repository is found there."""
_LOOK_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key by its name, which may be logged, and what it may do; `None` is no limit of its own."""

    name: str
    games_per_day: int | None = None
    decisions_per_day: int | None = None
    calls_per_minute: int | None = None
    decisions_per_minute: int | None = None
    webhook: str | None = None

    def hook(self, key: str) -> Hook | None:
        """What is told of games that are created with this key; `key` is the key itself."""
        return None if self.webhook is None else Hook("key", self.webhook, signatures.of_api_key(key))


class _Line(Schema):
    """What the file says of a key."""

    sha256 = fields.String(
        required=True, validate=validate.Regexp("[0-9a-f]{64}$", error="Must be 64 hexadecimal digits.")
    )
    games_per_day = fields.Integer(strict=True, validate=validate.Range(0))
    decisions_per_day = fields.Integer(strict=True, validate=validate.Range(0))
    calls_per_minute = fields.Integer(strict=True, validate=validate.Range(1))
    decisions_per_minute = fields.Integer(strict=True, validate=validate.Range(1))
    webhook = fields.String()


def new_key(name: str, webhook: str | None = None) -> tuple[str, str]:
    """A fresh key, to be shown once, and the line of the file that lets it in, with the URL of its webhook."""
    key = _PREFIX + secrets.token_urlsafe(32)
    more = f', webhook = "{webhook}"' if webhook else ""
    return key, f'{name} = {{sha256 = "{_hash(key)}"{more}}}'


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


class ApiKeys:
    """The keys of a file, which is read again when it has changed: so a key can be withdrawn while the service runs."""

    def __init__(self, file: Path, guard: Guard) -> None:
        """Raises `InvalidSettings` with every fault of the file; `guard` says where webhooks may lead."""
        self._file = file
        self._guard = guard
        self._last_signature = self._signature()
        self._keys = read(file, guard)
        self._last_look = time.monotonic()

    def find(self, key: str) -> ApiKey | None:
        if time.monotonic() - self._last_look > _LOOK_SECONDS:
            self._last_look = time.monotonic()
            self.refresh()
        return self._keys.get(_hash(key))

    def refresh(self) -> None:
        """Read the file, if it has changed. A faulty one is told in the log, and changes nothing."""
        signature = self._signature()
        if signature == self._last_signature:
            return
        self._last_signature = signature
        try:
            self._keys = read(self._file, self._guard)
        except InvalidSettings as error:
            log.error("the file of API keys cannot be used; those read before still hold: %s", error)
        else:
            log.info("the file of API keys was read again: %d keys", len(self._keys))

    def _signature(self) -> tuple[int, ...]:
        try:
            status = self._file.stat()
        except OSError:
            return ()
        return (status.st_ino, status.st_mtime_ns, status.st_size)


def read(file: Path, guard: Guard) -> Mapping[str, ApiKey]:
    """The keys of the file by their hashes. Raises `InvalidSettings` with every fault.

    Of a webhook only the form of its URL is judged here: no start shall depend on a name server.
    """
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
            if "webhook" in quotas:
                guard.read(quotas["webhook"])
        except ValidationError as error:
            faults.append(f"{name}: {error.normalized_messages()}")
            continue
        except RefusedUrl as refusal:
            faults.append(f"{name}: webhook {refusal}.")
            continue
        if digest in keys:
            faults.append(f"{name}: is the same key as {keys[digest].name}.")
        keys[digest] = ApiKey(name, **quotas)
    if faults:
        raise InvalidSettings({VARIABLE: faults})
    return keys
