"""What all schemas of the API share.

Requests are loaded with their schemas; replies leave as bytes and are held to theirs by the tests.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

import marshmallow as ma
from marshmallow import fields, validate

from engine.shapes import Between, Matches, Size
from service.config import budgets
from service.games.errors import NoSuchRuleset
from service.http.api.fields import BoundedList, Document, Union, without_empty
from service.store.keys import BOT_PATTERN

TEXT = Annotated[str, Size(1, 40), Matches(r"[^\x00-\x1f\x7f]+")]
"""A short text of one line."""
MILLISECONDS = Annotated[int, Between(budgets.MIN_MILLISECONDS, budgets.MAX_MILLISECONDS)]


BOT_NAME = Annotated[str, Size(1, 32), Matches(BOT_PATTERN)]
"""The name of an external bot."""


def about(text: str, **more: Any) -> dict[str, Any]:
    """A field's description for the contract."""
    return {"description": text, **more}


class Request(ma.Schema):
    """Unknown fields are refused, and an empty list for an optional one with a minimum counts as not given."""

    class Meta:
        unknown = ma.RAISE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        lists = ((name, field) for name, field in self.fields.items() if isinstance(field, BoundedList))
        self._never_empty = frozenset(name for name, field in lists if field.low and not field.required)

    @ma.pre_load
    def drop_empty_lists(self, data: Any, **_: Any) -> Any:
        """What was sent, as the class says."""
        return without_empty(data, self._never_empty)


class Reply(ma.Schema):
    """Open: later versions may add fields."""

    class Meta:
        unknown = ma.EXCLUDE


class ByRuleset(Union):
    """Told apart by the ruleset's key."""

    tag = "ruleset"

    def unknown_tag(self, value: str) -> type[ma.Schema]:
        raise NoSuchRuleset("there is no such ruleset")


def tag(value: str) -> fields.String:
    """The field that tells a union's member apart: always this value."""
    return fields.String(required=True, validate=validate.OneOf([value]), metadata=about(f"Always `{value}`."))


def name_field(what: str = "A name to show to the others") -> Document:
    """A name given by a client."""
    text = f"{what.rstrip('.')}: not only spaces, and without control, format and separator characters."
    return Document(TEXT, validate=_check_name, metadata=about(text))


def nullable_name_field() -> Document:
    """A name in a document of ours."""
    return Document(TEXT | None, validate=_check_name, metadata=about("A name, or null."))


def _check_name(name: str) -> None:
    # Patterns of JSON Schema know no categories of characters that all their readers share.
    kinds = {unicodedata.category(character) for character in name}
    if name.isspace() or any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds):
        raise ma.ValidationError("must not be only spaces, nor have control, format or separator characters")


def milliseconds_field(text: str) -> Document:
    """A budget of time in a request, of which the operator may allow less."""
    text = f"{text} Decisions by time are not repeatable. At most what the operator allows (5000 by default)."
    return Document(MILLISECONDS, metadata=about(text))


def seat_field(text: str = "A seat, from 0.") -> fields.Integer:
    """A seat's number in a reply."""
    return fields.Integer(required=True, validate=validate.Range(0), metadata=about(text))


def version_field() -> fields.Integer:
    """A game's version in a reply."""
    return fields.Integer(
        required=True, validate=validate.Range(0), metadata=about("How many moves have been made in the game.")
    )


def whole(text: str) -> fields.Integer:
    """A whole number in a reply."""
    return fields.Integer(required=True, metadata=about(text))
