"""Constructors of schema fields, each with a description for the contract.

By default a field is required and never null. `optional=True`: it may be omitted; `null=True`: it may be null.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

import marshmallow as ma
from marshmallow import fields, validate

from engine.shapes import Between, Matches, Size
from service.config import budgets
from service.games.lobby import player_names
from service.games.lobby.game_request import MAX_SEED_BYTES
from service.http.schemas import validation_messages
from service.http.schemas.field_types import BoundedList, Document, DocumentOrText, Map, WholeNumber
from service.store.redis.keys import BOT_PATTERN, PLAYER_PATTERN

TEXT = Annotated[str, Size(1, 40), Matches(r"[^\x00-\x1f\x7f]+")]
"""A short text on one line."""
MILLISECONDS = Annotated[int, Between(budgets.MIN_MILLISECONDS, budgets.MAX_MILLISECONDS)]
BOT_NAME = Annotated[str, Size(1, 32), Matches(BOT_PATTERN)]
"""The name of an external bot."""

Kind = type[ma.Schema] | fields.Field[Any]


def about(description: str, **more: Any) -> dict[str, Any]:
    return {"description": description, **more}


def _options(
    description: str, kind: str | None = None, *, null: bool = False, optional: bool = False, **more: Any
) -> dict[str, Any]:
    """Return the options of a field. `kind`: the type of its values, for messages; `None` for a `Document`."""
    how: dict[str, Any] = {"required": not optional and "load_default" not in more, "metadata": about(description)}
    if kind is not None:
        how["error_messages"] = validation_messages.of_field(kind)
    return {**how, **({"allow_none": True} if null else {}), **more}


def text_field(description: str, **more: Any) -> fields.String:
    return fields.String(**_options(description, "a string", **more))


def integer(description: str, **more: Any) -> WholeNumber:
    return WholeNumber(**_options(description, "a whole number", **more))


def number(description: str, **more: Any) -> fields.Float:
    return fields.Float(**_options(description, "a number", **more))


def probability(description: str) -> fields.Float:
    return number(description, validate=validation_messages.within(0, 1))


def flag(description: str, **more: Any) -> fields.Boolean:
    options = _options(description, "true or false", **more)
    return fields.Boolean(**options, truthy={"true", True}, falsy={"false", False})  # the texts are for queries


def past_time(description: str, **more: Any) -> fields.DateTime:
    """Return a field for a time in a request, with a limit on the length of the text."""
    return moment(description, metadata=about(description, maxLength=40), **more)


def moment(description: str, **more: Any) -> fields.DateTime:
    return fields.DateTime(format="iso", **_options(description, "a time", **more))


def document_field(shape: Any, description: str, **more: Any) -> Document:
    """Return a field for a document of this shape. The shape also determines whether the document may be null."""
    return Document(shape, **_options(description, **more))


def document_or_text(name: str, shape: Any, longest: int, description: str, **more: Any) -> DocumentOrText:
    return DocumentOrText(name, shape, longest, **_options(description, **more))


def one(kind: type[ma.Schema], description: str, **more: Any) -> fields.Nested:
    return fields.Nested(kind, **_options(description, "an object", **more))


def many(kind: Kind, description: str, **more: Any) -> fields.List[Any]:
    return fields.List(_field(kind), **_options(description, "a list", **more))


def several(kind: Kind, low: int, high: int, description: str, **more: Any) -> BoundedList:
    return BoundedList(_field(kind), low, high, **_options(description, "a list", **more))


def _field(kind: Kind) -> fields.Field[Any]:
    return (
        kind
        if isinstance(kind, fields.Field)
        else fields.Nested(kind, error_messages=validation_messages.of_field("an object"))
    )


def tag(value: str) -> fields.String:
    """Return a union's discriminator, which always has this value."""
    return text_field(f"Always `{value}`.", validate=validate.OneOf([value], error="must be {choices}"))


def name(what: str = "A name to show to the others, which looks like no other name at the table (UTS 39)") -> Document:
    description = (
        f"{what.rstrip('.')}: not only spaces, without control, format and separator characters, and with at most "
        f"{player_names.MAX_MARKS} combining marks on one letter."
    )
    return document_field(TEXT, description, optional=True, validate=[_check_name, _check_marks])


PLAYER = Annotated[str, Size(1, 64), Matches(PLAYER_PATTERN)]
"""The opaque id of a player, assigned by the owner of an API key."""
MAX_METADATA = 16
MAX_METADATA_NAME = 40
MAX_METADATA_TEXT = 100


def metadata() -> Map:
    return Map(
        "Metadata",
        fields.String(validate=validation_messages.characters(0, MAX_METADATA_TEXT)),
        keys=fields.String(validate=validation_messages.characters(1, MAX_METADATA_NAME)),
        validate=validation_messages.entries(0, MAX_METADATA),
        **_options(
            f"Short texts that only your API key gets to see, by names of 1 to {MAX_METADATA_NAME} characters.",
            "an object",
            optional=True,
        ),
    )


def player() -> Document:
    return document_field(
        PLAYER,
        "Your own id of the player, which only your API key gets to see. Not for names: it is opaque.",
        optional=True,
    )


CONTRIBUTION = Annotated[str, Size(1, MAX_SEED_BYTES)]
"""A player's contribution. Its length in bytes is checked separately."""


def contribution() -> Document:
    description = (
        "A text of at most 128 bytes in UTF-8 that the player adds to the game's secret, so that the server alone "
        "cannot choose the deal. It is hidden until the game begins, and then public. Default: none."
    )
    return document_field(CONTRIBUTION, description, optional=True)


def nullable_name() -> Document:
    """Return a field for a name that may be null. Replays have such names."""
    return document_field(TEXT | None, "A name, or null.", optional=True, validate=_check_name)


def _check_name(value: str) -> None:
    # Not a JSON Schema pattern, because validators disagree on Unicode categories.
    kinds = {unicodedata.category(character) for character in value}
    if value.isspace() or any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds):
        raise ma.ValidationError("must not be only spaces, nor have control, format or separator characters")


def _check_marks(value: str) -> None:
    # Not used for replays: their names are not verified.
    if player_names.too_many_marks(value):
        raise ma.ValidationError(f"must not have more than {player_names.MAX_MARKS} combining marks on one letter")


def milliseconds(description: str) -> Document:
    """Return a field for a thinking time in a request. The operator may lower its limit."""
    bounds = "Decisions by time are not repeatable. At most what the operator allows (5000 by default)."
    return document_field(MILLISECONDS, f"{description} {bounds}", optional=True)


def seat(description: str = "A seat, from 0.") -> fields.Integer:
    return integer(description, validate=validation_messages.within(0))


def version() -> fields.Integer:
    return integer("How many moves have been made in the game.", validate=validation_messages.within(0))
