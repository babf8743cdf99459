"""Types of events, each declared once: its shape in documents, and where on the table it takes place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.about import Patterns
from engine.shapes import event


class EventType:
    """A type of events: `key` in documents, `text` for the contract, `about` as `engine.about` says."""

    def __init__(self, key: str, text: str, about: Patterns = "", **fields: Any) -> None:
        self.key = key
        self.about = about
        self.shape: type = event(key, text, **fields)


class EventTypes:
    """All types of events of a ruleset."""

    def __init__(self, *types: EventType) -> None:
        self.shapes: Mapping[str, type] = {one.key: one.shape for one in types}
        self.about: Mapping[str, Patterns] = {one.key: one.about for one in types}
