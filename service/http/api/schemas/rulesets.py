"""The bodies of the calls about the rulesets."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.http.api import documents as docs
from service.http.api.fields import CommaList, Document, Map, Variants
from service.http.api.schemas.base import ByRuleset, Reply, about, tag


class RulesetOption(Reply):
    """An option of a new game."""

    name = fields.String(required=True, metadata=about("Its field in `options`."))
    summary = fields.String(
        required=True, metadata=about("What it does, in a few words, in the language of the answer.")
    )
    default = fields.Raw(required=True, allow_none=True, metadata=about("The value when it is left out."))
    values = fields.List(fields.Raw(), required=True, metadata=about("The allowed values; for a list, of its items."))
    minimum = fields.Integer(metadata=about("Any integer from this one up is allowed too; left out if none is."))
    maximum = fields.Integer(metadata=about("The greatest of these numbers."))


class RulesetInfo(Reply):
    """What can be played."""

    key = Document(docs.RULESET, required=True, metadata=about("Identifies the ruleset in requests and paths."))
    name = fields.String(required=True, metadata=about("The game's name, for people."))
    summary = fields.String(
        required=True,
        metadata=about("What the game is about, in a sentence in the language of the answer; may be empty."),
    )
    seats = fields.List(fields.Integer(), required=True, metadata=about("The numbers of seats allowed."))
    options = fields.List(fields.Nested(RulesetOption), required=True, metadata=about("What may be chosen."))
    levels = fields.List(Document(docs.LEVEL), required=True, metadata=about("How AI seats can play."))


NAMES = Map("Names", fields.String(), metadata=about("Value, as in documents -> its name."))


class RulesetDetails(RulesetInfo):
    """What can be played, and the names of everything."""

    lang = Document(docs.LANGUAGE, required=True, metadata=about("The language of the names."))
    vocabulary = Map(
        "Vocabulary",
        NAMES,
        required=True,
        metadata=about(
            "Names of the values in documents, by kind, such as `suits` -> `hay` -> `Hay`. Cards are in the catalogue."
        ),
    )


class RulesetList(Reply):
    """All rulesets."""

    rulesets = fields.List(fields.Nested(RulesetInfo), required=True, metadata=about("One entry per ruleset."))


def _cards(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"The cards of {ruleset.name}.",
        "ruleset": tag(ruleset.key),
        "lang": Document(docs.LANGUAGE, required=True, metadata=about("The language of the names.")),
        "cards": fields.List(Document(ruleset.shapes.card), required=True, metadata=about("All there are.")),
    }
    return type(f"{docs.title(ruleset)}Cards", (Reply,), members)


class Cards(ByRuleset):
    """A ruleset's card catalogue."""

    variants: ClassVar[Variants] = {key: _cards(ruleset) for key, ruleset in RULESETS.items()}


class CardsQuery(ma.Schema):
    """How to tell about the cards."""

    include = CommaList(
        Document(docs.CARD_PART),
        validate=validate.Length(max=1),
        metadata=about("What else to tell. `provenance`: the source of each fact, which more than doubles the answer."),
    )
    catalogue = fields.String(
        validate=validate.Length(max=40),
        metadata=about("Whose numbers: a value of the ruleset's option `catalogue`. Left out: the ruleset's own."),
    )


class Rule(Reply):
    """A rule in the project's own words."""

    id = fields.String(required=True, metadata=about("As refusals name it."))
    text = fields.String(required=True, metadata=about("The rule in a sentence or two."))
    lang = Document(docs.LANGUAGE, required=True, metadata=about("The language of the text."))


class RuleIndex(Reply):
    """The rule index of a ruleset."""

    ruleset = Document(docs.RULESET, required=True, metadata=about("Whose rules they are."))
    lang = Document(docs.LANGUAGE, required=True, metadata=about("The language of the answer."))
    rules = fields.List(fields.Nested(Rule), required=True, metadata=about("In the order of the index."))
