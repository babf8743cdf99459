"""The assertions that the checks use."""

from __future__ import annotations

import json
from typing import Any

from engine.shapes import faults


class Broken(Exception):
    """A check has failed; the message is a sentence."""


def hold(true: object, sentence: str) -> None:
    """Raise `Broken` with this sentence unless `true` holds."""
    if not true:
        raise Broken(sentence)


def hold_shape(doc: object, shape: Any, what: str) -> None:
    """Raise `Broken` unless the document has the shape. `what`: the name of the document in the message."""
    wrong = faults(doc, shape)
    hold(not wrong, f"{what} is not of its shape: {wrong}")


def text(doc: object) -> str:
    return json.dumps(doc)
