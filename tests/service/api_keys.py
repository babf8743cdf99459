"""API keys of tests, whose texts are known beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from service.store.lists.key_registry import SCOPES, KeyStore
from service.store.redis import keys
from service.store.redis.client import Client

Lines = Sequence[tuple[str, Mapping[str, int]]]
"""Names of keys with their limits."""


def key_of(name: str) -> str:
    """Return the text of a key."""
    return f"hamlet_{name}.{'k' * 43}"


def line(name: str, **limits: int) -> list[tuple[str, Mapping[str, int]]]:
    """Return a key with its limits, to be added to others."""
    return [(name, limits)]


def shown(key: str) -> dict[str, str]:
    """Return the header of an API key."""
    return {"Hamlet-Api-Key": key}


def put_keys(redis: Client, lines: Lines) -> None:
    """Store these keys, or replace their limits."""
    for name, limits in lines:
        KeyStore(redis).create(name, SCOPES, {})
        KeyStore(redis).change(name, SCOPES, limits)
        redis.hset(keys.api_key(name), "secret", hashlib.sha256(key_of(name).encode()).hexdigest())
