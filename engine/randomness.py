"""Randomness from a game's secret seed alone: unpredictable during the game, verifiable after it.

Random event `n` of a game seeds the standard library's generator with `HMAC-SHA256(seed, n)`. The seed is computed from
a secret and from the contributions of players who join. The server commits to the secret before the first player joins.
All of this is public after the game, so anyone can repeat every shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import sys
from collections.abc import Mapping, Sequence


def event_rng(seed: bytes, number: int) -> random.Random:
    """Return the generator of random event `number` (from 0) of the game with this seed."""
    digest = hmac.digest(seed, str(number).encode("ascii"), "sha256")
    return random.Random(int.from_bytes(digest, "big"))


def commitment(salt: bytes, secret: bytes) -> str:
    """Return the commitment published before the game: `SHA-256(salt + secret)`, in hex."""
    return hashlib.sha256(salt + secret).hexdigest()


def seed_of(secret: bytes, contributions: Mapping[int, str]) -> bytes:
    """Return the seed of a game: `HMAC-SHA256(secret, lines)`, 32 bytes.

    Each contribution makes a line, in the order of seats: the seat, a space, the text's UTF-8 in hex, a line feed.
    """
    lines = "".join(f"{seat} {text.encode().hex()}\n" for seat, text in sorted(contributions.items()))
    return hmac.digest(secret, lines.encode("ascii"), "sha256")


def below(bound: int, rng: random.Random) -> int:
    """Return the same as `rng.randrange(bound)`, several times faster when compiled."""
    bits = bound.bit_length()
    while True:
        number = rng.getrandbits(bits)
        if number < bound:
            return number


def shuffled(cards: Sequence[int], rng: random.Random) -> list[int]:
    """Return the same as `rng.sample(cards, len(cards))`, several times faster when compiled."""
    left = list(cards)
    order = []
    for size in range(len(left), 0, -1):
        at = below(size, rng)
        order.append(left[at])
        left[at] = left[size - 1]
    return order


def mix(cards: list[int], rng: random.Random) -> None:
    """Shuffle a short list in place, several times faster than `rng.shuffle`. For samples in searches only.

    The probability of each order is off by less than `len(cards) / 2 ** 32`.
    """
    size = 4 * len(cards)
    numbers: list[int] = memoryview(rng.getrandbits(8 * size).to_bytes(size, sys.byteorder)).cast("I").tolist()
    for last in range(len(cards) - 1, 0, -1):
        at = numbers[last] * (last + 1) >> 32
        card = cards[at]
        cards[at] = cards[last]
        cards[last] = card
