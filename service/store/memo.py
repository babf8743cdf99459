"""The first answer to a request with an idempotency key, kept to be given again word for word."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any

import orjson

from service.store.clock import filled
from service.store.errors import KeyReused

MEMO_TTL = 24 * 3600
"""Seconds for which an answer is kept."""


@dataclass(frozen=True, slots=True)
class Memo:
    """Where an answer is kept (`key`), and the hash of the request it belongs to (`fingerprint`, 32 bytes)."""

    key: str
    fingerprint: bytes

    def dumped(self, answer: bytes) -> bytes:
        """The answer as stored, compressed: it mostly is a view, which shrinks to a fifth.

        In a game with a clock the deadline is stored behind it (ms, 0 for none), for its blank.
        """
        return self.fingerprint + zlib.compress(answer, 1)

    def loaded(self, stored: bytes) -> bytes:
        """The answer of its stored form. Raises `KeyReused` when it was the answer to another request."""
        if stored[:32] != self.fingerprint:
            raise KeyReused("this idempotency key was used for another request")
        compressed = zlib.decompressobj()
        answer = compressed.decompress(stored[32:])
        deadline = compressed.unused_data
        return filled(answer, int(deadline) or None) if deadline else answer


def fingerprint(request: Any) -> bytes:
    """SHA-256 of a request, whatever the order of its fields."""
    return hashlib.sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).digest()
