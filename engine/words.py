"""Numbers in sentences."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """Return a number with a noun whose plural ends in s: "1 coin", "2 coins"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
