"""Seat tokens: 256 bits, shown once, kept only as SHA-256.

A token is `<game>.<secret>`: so a token of another game can be told from one that opens nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping


def derive(game_id: str, seat: int, nonce: bytes, key: str) -> str:
    """The token of a seat, made from a random nonce of 32 bytes and the request's idempotency key ("" without one).

    A repeated creation or claim must show the same tokens again: from the stored nonce and the key, which the client
    sends and nobody stores, they can be made again, but not from what is stored alone.
    """
    return _token(game_id, nonce, f"{seat}:{key}")


def of_host(game_id: str, nonce: bytes, key: str) -> str:
    """The token of the host, in the same way."""
    return _token(game_id, nonce, f"host:{key}")


def following(token: str, game_id: str, what: str) -> str:
    """The token of a seat (or the host's) in the game that follows, made from its player's in the game before.

    So only he can ask for it, and gets the same again, and the server need not keep it.
    """
    return _token(game_id, token.encode(), f"rematch:{what}")


def _token(game_id: str, secret: bytes, what: str) -> str:
    mac = hmac.new(secret, what.encode(), hashlib.sha256).digest()
    return f"{game_id}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def digest(token: str) -> bytes:
    """What is stored of a token: 32 bytes."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def game_of(token: str) -> str | None:
    game_id, dot, _ = token.partition(".")
    return game_id if dot else None


def opens(token: str | None, known: bytes | None) -> bool:
    """Whether this is the token that is known by its hash, found in constant time."""
    return token is not None and known is not None and hmac.compare_digest(digest(token), known)


def seat_of(token: str, digests: Mapping[int, bytes]) -> int | None:
    """The seat that the token opens, found in constant time, or `None`."""
    given = digest(token)
    seats = [seat for seat, known in digests.items() if hmac.compare_digest(given, known)]
    return seats[0] if seats else None
