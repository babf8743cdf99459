"""The text form of positions and views: one line that a person can read, write and paste, like FEN in chess.

A line is the ruleset, then the fields of the document. A view adds its seat to the ruleset: `villagers:0`, or
`villagers:-` for a spectator. Lists are in square brackets, objects in parentheses; null, true and false are `-`,
`yes` and `no`. Each ruleset writes frequent objects as single words (`Word`). Omitted fields have their defaults in
a position, and are 0, null, no or empty in a view.

>>> from engine.registry import RULESETS
>>> parsed = parse("villagers phase=build seats=[(hand=[cooper]) ()] round=1", RULESETS)
>>> parsed.doc["seats"][0]["hand"]
['cooper']
>>> parsed.text()
'villagers phase=build seats=[(hand=[cooper]) ()]'
>>> parse("villagers phase=build", RULESETS)
Traceback (most recent call last):
engine.errors.InvalidPosition: seats: is missing
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc, Ruleset
from engine.shapes import fill
from engine.word_forms import Word

MAX_DEPTH: Final = 12
"""The deepest nesting of brackets, far more than any document has."""
MAX_VALUES: Final = 1000
"""The maximum number of values in a text: three times the number in the longest real position."""
SPECTATOR: Final = "-"

_PLAIN: Final = re.compile("[a-z_][a-z0-9_]*")
_HEAD: Final = re.compile(r"\s*([a-z][a-z0-9_]*)(?::(\d|-))?(?=\s|$)")
_NAME: Final = re.compile(r"\s*([a-z_]+)=")
_ATOM: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s()\[\]"]+)')
_OPEN: Final = re.compile(r"\s*([(\[])")
_CLOSE: Final = {bracket: re.compile(rf"\s*({re.escape(bracket)})") for bracket in ")]"}
_END: Final = re.compile(r"\s*$")
_FIXED: Final[Mapping[str, Any]] = {"-": None, "yes": True, "no": False}


# --- writing -------------------------------------------------------------------------------------


def position_text(ruleset: Ruleset[Any, Any], doc: Doc) -> str:
    """Return the shortest text of a position. Raises `InvalidPosition`."""

    def again(short: Doc) -> Doc:
        return ruleset.write_position(ruleset.read_position(short))

    return _line(ruleset.key, _shortened(again(doc), again, ruleset.word_forms), ruleset.word_forms)


def view_text(ruleset: Ruleset[Any, Any], doc: Doc, viewer: int | None) -> str:
    """Return the shortest text of a seat's view (`None`: of a spectator's view). Raises `InvalidPosition`."""

    def again(short: Doc) -> Doc:
        return ruleset.write_view(ruleset.read_view(fill(short, ruleset.shapes.view), viewer))

    head = f"{ruleset.key}:{SPECTATOR if viewer is None else viewer}"
    return _line(head, _shortened(again(doc), again, ruleset.word_forms), ruleset.word_forms)


def _line(head: str, doc: Doc, words: Sequence[Word]) -> str:
    return " ".join([head, *_fields(doc, words)])


def _fields(doc: Doc, words: Sequence[Word]) -> list[str]:
    return [f"{name}={_text(value, words)}" for name, value in doc.items() if name != "ruleset"]


def _text(value: Any, words: Sequence[Word]) -> str:
    if isinstance(value, dict):
        word = _word_of(value, words)
        return f"({' '.join(_fields(value, words))})" if word is None else word.write_word(value)
    if isinstance(value, list):
        return f"[{' '.join(_text(one, words) for one in value)}]"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and value not in _FIXED else json.dumps(value)
    return "-" if value is None else str(value) if type(value) is int else "yes" if value else "no"


def _word_of(doc: Doc, words: Sequence[Word]) -> Word | None:
    return next((word for word in words if word.fits(doc)), None)


_GONE: Final = object()


def _shortened(whole: Doc, again: Callable[[Doc], Doc], words: Sequence[Word]) -> Doc:
    """Return the document without the fields whose values are filled in again when it is read."""
    short: Doc = _copy(whole)

    def drop(node: Doc, names: Sequence[str]) -> None:
        """Drop these fields if reading the document fills in the same values. Otherwise try each half of the fields
        separately.
        """
        values = [(name, node[name]) for name in names]
        node.update(dict.fromkeys(names, _GONE))
        try:
            same = again(_copy(short)) == whole
        except InvalidPosition:
            same = False
        if not same:
            node.update(values)
            for half in (names[: len(names) // 2], names[len(names) // 2 :]) if len(names) > 1 else ():
                drop(node, half)

    def shorten(node: Any) -> None:
        if isinstance(node, dict):
            # Most empty fields can be dropped, so try all of them together first.
            empty = [name for name, value in node.items() if not value]
            for names in (empty, *([name] for name, value in node.items() if value)):
                drop(node, names)
        for part in node.values() if isinstance(node, dict) else node:
            if isinstance(part, list) or (isinstance(part, dict) and _word_of(part, words) is None):
                shorten(part)

    shorten(short)
    shortened: Doc = _copy(short)
    return shortened


def _copy(value: Any) -> Any:
    """Return a deep copy without dropped fields."""
    if isinstance(value, dict):
        return {name: _copy(part) for name, part in value.items() if part is not _GONE}
    return [_copy(part) for part in value] if isinstance(value, list) else value


# --- reading -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parsed:
    """The content of a text: its ruleset, the complete document, and the viewer if it is a view."""

    ruleset: Ruleset[Any, Any]
    doc: Doc
    is_view: bool
    viewer: int | None

    def view_for(self, seat: int | None) -> Doc:
        """Return the parsed view, or the seat's view of the parsed position."""
        if self.is_view:
            return self.doc
        return self.ruleset.write_view(self.ruleset.view(self.ruleset.read_position(self.doc), seat))

    def text(self) -> str:
        if self.is_view:
            return view_text(self.ruleset, self.doc, self.viewer)
        return position_text(self.ruleset, self.doc)


def parse_text(text: str, rulesets: Mapping[str, Ruleset[Any, Any]]) -> tuple[Doc, str | None]:
    """Return the document and the viewer as they stand in the text. The viewer is `None` if the text is a position.

    The document is neither checked nor completed. Raises `InvalidPosition` if the syntax is wrong.
    """
    head = _HEAD.match(text)
    if head is None or head[1] not in rulesets:
        raise InvalidPosition([Fault("", f"the text must begin with one of: {', '.join(rulesets)}")])
    ruleset = rulesets[head[1]]
    reader = _Reader(text, head.end(), ruleset.word_forms)
    doc = {"ruleset": ruleset.key, **reader.fields(0)}
    if not _END.match(text, reader.at):
        raise reader.fault("a field, such as round=2")
    return doc, head[2]


def parse(text: str, rulesets: Mapping[str, Ruleset[Any, Any]]) -> Parsed:
    """Read a text. Raises `InvalidPosition` with the syntax error, or else with every fault in the content."""
    doc, seat = parse_text(text, rulesets)
    ruleset = rulesets[doc["ruleset"]]
    if seat is None:
        state = ruleset.read_position(doc)
        return Parsed(ruleset, ruleset.write_position(state), False, None)
    viewer = None if seat == SPECTATOR else int(seat)
    view = ruleset.read_view(fill(doc, ruleset.shapes.view), viewer)
    return Parsed(ruleset, ruleset.write_view(view), True, viewer)


class _Reader:
    """Reads a text from left to right; `at` is the current index."""

    def __init__(self, text: str, at: int, words: Sequence[Word]) -> None:
        self.text = text
        self.at = at
        self.words = words
        self.values = 0

    def fault(self, expected: str) -> InvalidPosition:
        """Return the error for an unexpected character at the current index."""
        there = self.text[self.at : self.at + 20].strip() or "the end"
        return InvalidPosition([Fault("", f"character {self.at + 1} of the text: {there!r} is not {expected}")])

    def fields(self, depth: int) -> Doc:
        doc: Doc = {}
        while name := self._next(_NAME):
            if name in doc:
                raise InvalidPosition([Fault("", f"character {self.at + 1} of the text: {name} is given twice")])
            doc[name] = self._value(depth)
        return doc

    def _next(self, pattern: re.Pattern[str]) -> str | None:
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match[1]

    def _value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise InvalidPosition([Fault("", "brackets stand too deep in each other")])
        self.values += 1
        if self.values > MAX_VALUES:
            raise InvalidPosition([Fault("", f"the text has more than {MAX_VALUES} values")])
        bracket = self._next(_OPEN)
        if bracket == "(":
            doc = self.fields(depth + 1)
            self._close(")", "a field, or )")
            return doc
        if bracket == "[":
            entries = []
            while _OPEN.match(self.text, self.at) or _ATOM.match(self.text, self.at):
                entries.append(self._value(depth + 1))
            self._close("]", "a value, or ]")
            return entries
        return self._atom()

    def _close(self, bracket: str, expected: str) -> None:
        if self._next(_CLOSE[bracket]) is None:
            raise self.fault(expected)

    def _atom(self) -> Any:
        before = self.at
        atom = self._next(_ATOM)
        if atom is None:
            raise self.fault("a value")
        if atom in _FIXED:
            return _FIXED[atom]
        if re.fullmatch(r"-?\d{1,9}", atom, re.ASCII):
            return int(atom)
        if _PLAIN.fullmatch(atom):
            return atom
        try:
            return self._string(atom) if atom[0] == '"' else self._word(atom)
        except ValueError:
            self.at = before
            raise self.fault("a value") from None

    def _string(self, atom: str) -> str:
        string: str = json.loads(atom)
        # Raises an error for a lone surrogate, because no response could contain one.
        string.encode()
        return string

    def _word(self, atom: str) -> Doc:
        for word in self.words:
            doc = word.parse_word(atom)
            if doc is not None:
                return doc
        raise ValueError(atom)
