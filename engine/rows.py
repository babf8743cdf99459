"""Rows of catalogues: small ints inside the engine, keys in documents."""

from __future__ import annotations

from collections.abc import Sequence


def codes_of(keys: Sequence[str], source: str) -> dict[str, int]:
    """Return the number of each key. Raises `ValueError` if `source` has a key twice."""
    codes = {key: code for code, key in enumerate(keys)}
    if len(codes) < len(keys):
        twice = sorted(key for key in codes if keys.count(key) > 1)
        raise ValueError(f"{source} has more than one row for {', '.join(twice)}.")
    return codes
