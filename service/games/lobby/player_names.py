"""Player names. No two names at a table may look alike.

Two names look alike if they have the same skeleton by UTS 39 (Unicode Security Mechanisms), such as "Ada" in Latin and
in Cyrillic letters. Names that differ in case do not look alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from service.store.games.records import Seat

MAX_MARKS: Final = 2
"""The highest number of combining marks per letter. Vietnamese needs this many."""


@cache
def _skeleton_of() -> Callable[[str], str]:
    # Imported late: the tables are large, and few processes need them.
    from icu import SpoofChecker

    checker = SpoofChecker()
    return lambda text: str(checker.getSkeleton(0, text))


def skeleton(name: str) -> str:
    """Return the skeleton of a name. Names that look alike have the same skeleton."""
    return _skeleton_of()(" ".join(name.split()))


def is_taken(name: str, seats: Iterable[Seat]) -> bool:
    """Return whether a seat has a name that looks like this one."""
    shown = [seat.name or seat.bot for seat in seats]
    return skeleton(name) in {skeleton(other) for other in shown if other is not None}


def alike(seats: Sequence[Seat]) -> Iterator[int]:
    """Yield each seat whose name looks like the name of an earlier seat, or of an external bot in any seat.

    A bot's name counts only if its seat has no other name.
    """
    for number, seat in enumerate(seats):
        others = (other for at, other in enumerate(seats) if at < number or other.name is None)
        if seat.name is not None and is_taken(seat.name, others):
            yield number


def is_level(name: str, levels: Iterable[str]) -> bool:
    """Return whether the name of a bot looks like an AI level."""
    plain = name.replace("-", "").replace("_", "")
    return skeleton(plain) in {skeleton(level) for level in levels}


def too_many_marks(name: str) -> bool:
    """Return whether a letter has more than `MAX_MARKS` combining marks."""
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            return True
    return False
