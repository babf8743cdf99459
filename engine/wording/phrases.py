"""Sentences of the program in another language, found by their English: the message ids are the English patterns.

The program says its refusals in English, where they belong to the code that knows the reason. A language has a table of
the same sentences with named blanks, ``"Stack {stack} is empty."``, and what stands in a blank is found by reading the
English sentence against the pattern. Tests take all sentences out of the sources and hold that none is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Final

_MAX_LENGTH: Final = 1000
"""Longer texts, in characters, are none of ours."""


class Phrases:
    """A table from English patterns to patterns with the same blanks. `value` translates what fills a blank."""

    def __init__(self, table: Mapping[str, str], value: Callable[[str], str] = str) -> None:
        self._fixed = {english: other for english, other in table.items() if "{" not in english}
        # What is said with the most words of its own comes first: another pattern could take them for a blank's.
        patterns = sorted((english for english in table if "{" in english), key=_fixed, reverse=True)
        self._patterns = [(_compiled(english), table[english]) for english in patterns]
        self._value = value

    def of(self, english: str) -> str:
        """The sentence in the table's language; as it is where the table does not have it."""
        sentence = self.find(english)
        return english if sentence is None else sentence

    def find(self, english: str) -> str | None:
        """The same; `None` where the table does not have it."""
        if english in self._fixed:
            return self._fixed[english]
        for pattern, other in self._patterns if len(english) <= _MAX_LENGTH else ():
            if match := pattern.fullmatch(english):
                return other.format(**{name: self._value(text) for name, text in match.groupdict().items()})
        return None


def _fixed(pattern: str) -> int:
    """How many characters of a pattern are not in blanks."""
    return sum(len(text) for text, *_ in Formatter().parse(pattern))


def _compiled(pattern: str) -> re.Pattern[str]:
    parts = [
        re.escape(text) + (f"(?P<{name}>.+?)" if name is not None else "")
        for text, name, *_ in Formatter().parse(pattern)
    ]
    return re.compile("".join(parts), re.DOTALL)
