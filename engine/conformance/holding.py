"""The assertions that the checks use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.shapes import faults

Path = tuple[str | int, ...]


class Broken(Exception):
    """A check has failed; the message is a sentence."""


def hold(true: object, sentence: str) -> None:
    """Raise `Broken` with this sentence unless the condition `true` holds."""
    if not true:
        raise Broken(sentence)


def hold_shape(doc: object, shape: Any, what: str) -> None:
    """Raise `Broken` unless the document has the shape. `what`: the name of the document in the message."""
    wrong = faults(doc, shape)
    hold(not wrong, f"{what} is not of its shape: {'; '.join(map(str, wrong))}")


def hold_same(one: Any, other: Any, sentence: str) -> None:
    """Raise `Broken` unless two documents have the same text. The message is the sentence, with the first
    difference.
    """
    if text(one) != text(other):
        places = (f" (at {joined(path)}: {text(a)}, not {text(b)})" for path, a, b in differences(other, one))
        raise Broken(sentence + next(places, ""))


def differences(one: Any, other: Any, path: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield each path at which two documents differ, with both values."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from differences(one[name], other[name], (*path, name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, parts in enumerate(zip(one, other, strict=True)):
            yield from differences(*parts, (*path, at))
    elif one != other:
        yield path, one, other


def joined(path: Path) -> str:
    return ".".join(map(str, path))


def text(doc: object) -> str:
    return json.dumps(doc)
