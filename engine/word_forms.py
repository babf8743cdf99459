"""Objects as single words of the text form (`engine.notation`), such as `3.miner@2+4`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final

Doc = dict[str, Any]

_FORMS: Final[Mapping[str, tuple[str, Callable[[Any], str], Callable[[str], Any]]]] = {
    "number": (r"\d{1,9}", str, int),
    "key": (r"[a-z0-9_]+|\?", lambda key: "?" if key is None else key, lambda text: None if text == "?" else text),
    "seats": (r"\d+", lambda seats: "".join(map(str, seats)), lambda text: [int(seat) for seat in text]),
    "flag": ("", lambda flag: "", lambda text: True),
}
"""Each form's pattern, writer and reader. A question mark stands for a null key."""


class Part:
    """A field in a word: the mark before it, and the form of its value (`number`, `key`, `seats` or `flag`).

    A word leaves out a field that has its `default`.
    """

    def __init__(self, name: str, mark: str, form: str, *default: Any) -> None:
        self.name = name
        self.mark = mark
        self.form = form
        self.default = default


class Word:
    """The text form of objects that have exactly the fields of `parts`.

    At least one part must have a mark. The mark distinguishes the word from a plain value.
    """

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self.names: frozenset[str] = frozenset(part.name for part in parts)
        pattern = ""
        for number, part in enumerate(parts):
            one = f"{re.escape(part.mark)}(?P<f{number}>{_FORMS[part.form][0]})"
            pattern += f"(?:{one})?" if part.default else one
        self.pattern: re.Pattern[str] = re.compile(pattern, re.ASCII)

    def fits(self, doc: Doc) -> bool:
        return doc.keys() == self.names

    def write_word(self, doc: Doc) -> str:
        parts = [part for part in self.parts if not part.default or doc[part.name] != part.default[0]]
        return "".join([part.mark + _FORMS[part.form][1](doc[part.name]) for part in parts])

    def parse_word(self, text: str) -> Doc | None:
        """Return the object, or `None` if the text is not such a word."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        doc: Doc = {}
        for number, part in enumerate(self.parts):
            value = match[f"f{number}"]
            doc[part.name] = copy(part.default[0]) if value is None else _FORMS[part.form][2](value)
        return doc
