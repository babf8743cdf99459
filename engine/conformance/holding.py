"""How a check says that something does not hold."""

from __future__ import annotations

import json


class Broken(Exception):
    """Something does not hold. The text says what, in a sentence."""


def hold(true: object, sentence: str) -> None:
    """Raises `Broken` unless it is true."""
    if not true:
        raise Broken(sentence)


def text(doc: object) -> str:
    """A document as text: equal texts, equal documents."""
    return json.dumps(doc)
