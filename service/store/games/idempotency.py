"""The first answer to a request with an idempotency key, kept to be given again word for word."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import orjson

from service.store.games.packed_json import pack, unpack_first
from service.store.redis.store_errors import KeyReused

MEMO_TTL = 24 * 3600
"""Seconds for which an answer is kept."""


@dataclass(frozen=True, slots=True)
class Written:
    """What has come of a write: `first`, the answer to an earlier request of the memo; then nothing was written.

    `deadline_ms`: when the time of the turn that runs then is up, if the game has a clock and one runs. It is kept
    beside the answer, which is made before it is known.
    """

    first: bytes | None = None
    deadline_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Memo:
    """Where an answer is kept (`key`), and the hash of the request it belongs to (`fingerprint`, 32 bytes).

    `ruleset`: that of the game which is answered with, if it is known before.
    """

    key: str
    fingerprint: bytes
    ruleset: str = ""

    def dump(self, answer: bytes) -> bytes:
        """The answer as stored, packed: it mostly is a view, which shrinks to a tenth if its ruleset is known.

        In a game with a clock the script that writes it stores the deadline behind it (ms, 0 for none).
        """
        return self.fingerprint + pack(self.ruleset, answer)

    def load(self, stored: bytes) -> Written:
        """Answer and deadline, of their stored form. Raises `KeyReused` when it was the answer to another request."""
        if stored[:32] != self.fingerprint:
            raise KeyReused("this idempotency key was used for another request")
        answer, deadline = unpack_first(self.ruleset, stored[32:])
        return Written(answer, int(deadline or 0) or None)


def fingerprint(request: Any) -> bytes:
    """SHA-256 of a request, whatever the order of its fields."""
    return hashlib.sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).digest()
