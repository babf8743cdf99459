"""Base classes of the schemas.

Requests are loaded with their schemas. Replies are not dumped with schemas; the tests check that replies conform.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import marshmallow as ma

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.games.core.game_errors import NoSuchRuleset
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.field_types import Union, Variants


class Request(ma.Schema):
    """A request. Unknown fields are refused."""

    error_messages = validation_messages.OF_SCHEMA

    class Meta:
        unknown = ma.RAISE


class Timed(Request):
    """A request with a level and its thinking time."""

    milliseconds = common_fields.milliseconds(
        "How long it thinks about each decision, instead of the level's own budget. Default: the level's budget."
    )


class Leveled(Timed):
    """A request with a level or a rating. A rating is loaded as a level whose name is the number."""

    rating = common_fields.integer(
        "How strong it is, instead of a `level`: `GET /v1/levels` lists the ratings.",
        optional=True,
        strict=True,
        validate=validation_messages.within(0, 9999),
    )
    needs_one: ClassVar[bool] = False

    @ma.validates_schema
    def check_strength(self, data: dict[str, Any], **_: Any) -> None:
        if "level" in data and "rating" in data:
            raise ma.ValidationError("send either a level or a rating", "rating")
        if self.needs_one and not ("level" in data or "rating" in data):
            raise ma.ValidationError("is missing", "level")

    @ma.post_load
    def put_in_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        rating = data.pop("rating", None)
        return data if rating is None else {**data, "level": str(rating)}


class Reply(ma.Schema):
    """A reply. Later versions may add fields."""

    class Meta:
        unknown = ma.EXCLUDE


class ByRuleset(Union):
    """A union with one member for each ruleset, distinguished by the ruleset's key."""

    tag = "ruleset"

    def unknown_tag(self, value: str) -> type[ma.Schema]:
        raise NoSuchRuleset("the server does not know this ruleset")


def by_ruleset(
    name: str, base: type[ma.Schema], text: str, members: Callable[[Ruleset[Any, Any]], dict[str, Any]]
) -> Variants:
    """Return a schema for each ruleset, by the ruleset's key. `{}` in `name` and `text` stands for the ruleset's
    name.
    """
    return {
        key: type(
            name.format(ruleset_documents.title(ruleset)),
            (base,),
            {"__doc__": text.format(ruleset.name), "ruleset": common_fields.tag(key), **members(ruleset)},
        )
        for key, ruleset in RULESETS.items()
    }
