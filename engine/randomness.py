"""Randomness from a game's secret seed only: provable after the game, unpredictable before its end.

Random event `n` of a game uses `HMAC-SHA256(seed, n)` to seed the standard library's generator.
`SHA-256(seed)` is public from the start; with the seed everybody can repeat every shuffle.
"""

from __future__ import annotations

import hashlib
import hmac
import random


def event_rng(seed: bytes, number: int) -> random.Random:
    """The generator of random event `number` (from 0) of the game with this seed."""
    digest = hmac.new(seed, str(number).encode("ascii"), hashlib.sha256).digest()
    return random.Random(int.from_bytes(digest, "big"))


def seed_hash(seed: bytes) -> str:
    """The public commitment to a seed: SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()
