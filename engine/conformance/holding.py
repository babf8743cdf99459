"""How a check says that something does not hold."""

from __future__ import annotations

import json
from typing import Any

from engine.shapes import faults


class Broken(Exception):
    """Something does not hold. The text says what, in a sentence."""


def hold(true: object, sentence: str) -> None:
    """Raises `Broken` unless it is true."""
    if not true:
        raise Broken(sentence)


def hold_shape(doc: object, shape: Any, what: str) -> None:
    """Raises `Broken` unless the document has the shape; `what` it is."""
    wrong = faults(doc, shape)
    hold(not wrong, f"{what} is not of its shape: {wrong}")


def text(doc: object) -> str:
    """A document as text: equal texts, equal documents."""
    return json.dumps(doc)
