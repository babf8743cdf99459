"""Numbers in sentences."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """A number with its noun, whose plural ends in s: "1 coin", "2 coins"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are_there(number: int) -> str:
    """How many of something there are: "1 is there", "2 are there"."""
    return f"{number} {'is' if number == 1 else 'are'} there"
