"""Shows any document as a tree in words, and makes text safe for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text
from rich.tree import Tree

from engine.ruleset import Doc

SEAT_FIELDS = frozenset({"seat", "from_seat", "first_player", "holder", "owner", "to_act", "known"})
"""Fields whose value is the number of a seat."""


class Words:
    """The English names of a ruleset's cards."""

    def __init__(self, cards: Iterable[Doc]) -> None:
        self._names: dict[str, str] = {card["key"]: card["name"] for card in cards}

    def tree(self, label: str, doc: Doc) -> Tree:
        """Return a document as a tree: a line for each field and each object in a list. Empty fields are left out."""
        tree = Tree(label)
        for name, value in doc.items():
            title = name.replace("_", " ")
            if isinstance(value, list) and any(isinstance(one, dict) for one in value):
                branch = tree.add(title)
                for number, one in enumerate(value, 1):
                    self._add(branch, str(number), "", one)
            elif not _is_empty(value):
                self._add(tree, title, name, value)
        return tree

    def _add(self, tree: Tree, title: str, field: str, value: Any) -> None:
        if isinstance(value, dict) and any(isinstance(one, dict | list) and one for one in value.values()):
            tree.add(self.tree(title, value))
        else:
            tree.add(Text(f"{title}: {self._value(field, value)}"))

    def _value(self, field: str, value: Any) -> str:
        if isinstance(value, dict):
            facts = {name: self._value(name, one) for name, one in value.items() if not _is_empty(one)}
            return ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items())
        if isinstance(value, list):
            return ", ".join(self._value(field, one) for one in value)
        if isinstance(value, str):
            return self._names.get(value, value.replace("_", " "))
        if value is None or isinstance(value, bool):
            return "yes" if value else "-"
        # A document counts seats from 0, but people count them from 1.
        return str(value + 1 if field in SEAT_FIELDS else value)


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value == [] or value == {}


def printable(value: str) -> str:
    """Return the text without control characters and the like."""
    return "".join(character if character.isprintable() else " " for character in value)
