"""Names of players: two at one table must not look alike.

What looks alike follows from UTS 39, Unicode Security Mechanisms: names with the same skeleton, such as "Ada" in Latin
and in Cyrillic letters. Upper and lower case differ, as they do to the eye.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from service.store.games.records import Seat

MAX_MARKS: Final = 2
"""Combining marks on one letter, as many as Vietnamese needs."""


@cache
def _skeleton_of() -> Callable[[str], str]:
    # Not before: only who lets people in needs its tables.
    from icu import SpoofChecker

    checker = SpoofChecker()
    return lambda text: str(checker.getSkeleton(0, text))


def skeleton(name: str) -> str:
    """What the name has in common with all that look like it: for comparing only."""
    return _skeleton_of()(" ".join(name.split()))


def is_taken(name: str, seats: Iterable[Seat]) -> bool:
    """Whether one of the seats is shown by a name that looks like this one."""
    shown = [seat.name or seat.bot for seat in seats]
    return skeleton(name) in {skeleton(other) for other in shown if other is not None}


def alike(seats: Sequence[Seat]) -> Iterator[int]:
    """The seats with names that look like one before, or like that of a bot which is given no other."""
    for number, seat in enumerate(seats):
        others = (other for at, other in enumerate(seats) if at < number or other.name is None)
        if seat.name is not None and is_taken(seat.name, others):
            yield number


def is_level(name: str, levels: Iterable[str]) -> bool:
    """Whether a bot of this name could be taken for one of the AI levels."""
    plain = name.replace("-", "").replace("_", "")
    return skeleton(plain) in {skeleton(level) for level in levels}


def too_many_marks(name: str) -> bool:
    """Whether a letter has more marks above, below or around it than `MAX_MARKS`."""
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            return True
    return False
