"""Keys and seats in words, any document as a tree, and text that does nothing to a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.tree import Tree

from engine.ruleset import Doc

SEAT_FIELDS = frozenset({"seat", "from_seat", "first_player", "holder", "owner", "winner", "winners", "to_act"})
"""Fields of documents that name seats by their numbers."""


def blank_table(*headings: str) -> Table:
    return Table(*headings, box=SIMPLE_HEAD, padding=(0, 1))


class Words:
    """The names of a ruleset's cards, in English."""

    def __init__(self, cards: Iterable[Doc]) -> None:
        self.cards: Mapping[str, Doc] = {card["key"]: card for card in cards}

    def name(self, key: str) -> str:
        """A card's name; any other key with spaces for its underscores."""
        card = self.cards.get(key)
        return key.replace("_", " ") if card is None else str(card["name"])

    def names(self, keys: Iterable[str]) -> str:
        """Names, with commas; a dash for none."""
        return ", ".join(self.name(key) for key in keys) or "-"

    def seat(self, seat: int) -> str:
        """A seat by its number, counted from 1 as people do."""
        return str(seat + 1)

    def _fact(self, name: str, value: Any) -> str:
        if value is None or value is False or value == [] or value == {}:
            return ""
        words = self.value(name, value)
        if name in ("card", "cards"):
            return words
        return name.replace("_", " ") + ("" if value is True else f" {words}")

    def value(self, name: str, value: Any) -> str:
        """A value of a field in words; zeros inside of objects are left out."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, list):
            divider = "; " if any(isinstance(one, dict) for one in value) else ", "
            return divider.join(self.value(name, one) for one in value) or "-"
        if isinstance(value, dict):
            return self._object(value)
        if name in SEAT_FIELDS and type(value) is int:
            return self.seat(value)
        return "-" if value is None else str(value)

    def _object(self, value: Doc) -> str:
        if value.keys() >= {"suit", "card"}:
            return self.back(value)
        parts = [self._fact(name, one) for name, one in value.items() if one != 0 or name in SEAT_FIELDS]
        return " ".join(part for part in parts if part) or "nothing"

    def back(self, card: Doc) -> str:
        """A hidden card (`suit`, `card`): its name where it is known, else what its back shows."""
        return f"a card of {self.name(card['suit'])}" if card["card"] is None else self.name(card["card"])

    def tree(self, label: str, doc: Any) -> Tree:
        """A document, whatever it is, as a tree: what is short stands on one line."""
        tree = Tree(label)
        branches = doc.items() if isinstance(doc, dict) else enumerate(doc)
        for name, value in branches:
            title = str(name).replace("_", " ")
            if isinstance(value, dict | list) and any(isinstance(one, dict | list) for one in _members(value)):
                tree.add(self.tree(title, value))
            else:
                tree.add(f"{title}: {self.value(str(name), value)}")
        return tree


def _members(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def printable(value: str) -> str:
    """A text in which nothing can do to a terminal what only a program should."""
    return "".join(character if character.isprintable() else " " for character in value)
