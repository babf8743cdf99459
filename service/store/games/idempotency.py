"""The stored replies to requests with an idempotency key. A repeated request gets the same reply word for word."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import orjson

from service.store.games.packed_json import pack, unpack_first
from service.store.redis.store_errors import KeyReused

MEMO_TTL = 24 * 3600


@dataclass(frozen=True, slots=True)
class CommitResult:
    """The outcome of a write.

    `first`: the reply to an earlier request with the same memo. If it is set, nothing was written. `deadline_ms`: when
    the running turn ends, if the game has a clock. `banks`: as in `Timing`. Deadline and banks are stored beside the
    reply, because they are not known when the reply is made.
    """

    first: bytes | None = None
    deadline_ms: int | None = None
    banks: tuple[int, ...] = ()

    @staticmethod
    def load(clock: bytes, first: bytes | None = None) -> CommitResult:
        """Load the outcome. `clock`: deadline and banks as `change.lua` returns and stores them; empty without a
        clock.
        """
        deadline, _, banks = clock.partition(b" ")
        return CommitResult(first, int(deadline or 0) or None, tuple(orjson.loads(banks or b"[]")))


@dataclass(frozen=True, slots=True)
class Memo:
    """The key of a stored reply, and the hash of its request (`fingerprint`, 32 bytes).

    `ruleset`: the game's ruleset, if known beforehand.
    """

    key: str
    fingerprint: bytes
    ruleset: str = ""

    def dump_memo(self, answer: bytes) -> bytes:
        """Serialize the reply, packed.

        For a game with a clock, the script that writes the reply adds the clock.
        """
        return self.fingerprint + pack(self.ruleset, answer)

    def load_memo(self, stored: bytes) -> CommitResult:
        """Return the reply and the clock. Raises `KeyReused` if they are stored for another request."""
        if stored[:32] != self.fingerprint:
            raise KeyReused("this idempotency key was used for another request")
        answer, clock = unpack_first(self.ruleset, stored[32:])
        return CommitResult.load(clock, answer)


def fingerprint(request: Any) -> bytes:
    """Return the SHA-256 of a request, independent of the order of its fields."""
    return hashlib.sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).digest()
