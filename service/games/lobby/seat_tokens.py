"""Seat tokens: 256 bits, shown once, stored only as SHA-256.

A token is `<game>.<secret>`, so the server can distinguish another game's token from an invalid one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping


def derive(game_id: str, seat: int, nonce: bytes, key: str) -> str:
    """Return a seat's token. It is derived from a random nonce of 32 bytes and the request's idempotency key (""
    without one).

    A repeated request must get the same token. The server derives it again from the stored nonce and the key that the
    client repeats. The key is not stored, so stored data alone gives away no token.
    """
    return _token(game_id, nonce, f"{seat}:{key}")


def of_host(game_id: str, nonce: bytes, key: str) -> str:
    """Return the host's token, derived as in `derive`."""
    return _token(game_id, nonce, f"host:{key}")


def following(token: str, game_id: str, what: str) -> str:
    """Return a token for the rematch `game_id`, derived from a player's `token` in the previous game.

    `what`: the number of the seat, or `host`. Only that player can get the new token, a repeated request gets the same
    token, and the server need not store it.
    """
    return _token(game_id, token.encode(), f"rematch:{what}")


def _token(game_id: str, secret: bytes, what: str) -> str:
    mac = hmac.new(secret, what.encode(), hashlib.sha256).digest()
    return f"{game_id}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def digest(token: str) -> bytes:
    """Return the stored hash of a token: 32 bytes."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def game_of(token: str) -> str | None:
    game_id, dot, _ = token.partition(".")
    return game_id if dot else None


def opens(token: str | None, known: bytes | None) -> bool:
    """Compare a token with a hash, in constant time. Returns whether the token has this hash."""
    return token is not None and known is not None and hmac.compare_digest(digest(token), known)


def seat_of(token: str, digests: Mapping[int, bytes]) -> int | None:
    """Return the seat to which the token belongs, or `None`, in constant time."""
    given = digest(token)
    seats = [seat for seat, known in digests.items() if hmac.compare_digest(given, known)]
    return seats[0] if seats else None
