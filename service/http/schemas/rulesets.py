"""Bodies of the calls about rulesets."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import fields

from engine.ruleset import Ruleset
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import ByRuleset, Reply, Request, by_ruleset
from service.http.schemas.field_types import CommaList, Document, Map, Variants


class RulesetOption(Reply):
    """An option of a new game."""

    name = common_fields.text_field("Its field in `options`.")
    summary = common_fields.text_field("What it does, in a few words, in the language of the answer.")
    default = fields.Raw(required=True, allow_none=True, metadata=common_fields.about("The default value."))
    values = common_fields.many(fields.Raw(), "The allowed values; for a list, of its items.")
    minimum = common_fields.integer("Integers from this one up are also allowed; left out if none are.", optional=True)
    maximum = common_fields.integer("The greatest of these numbers.", optional=True)


class RulesetInfo(Reply):
    """A ruleset that can be played."""

    key = common_fields.document_field(ruleset_documents.RULESET, "Identifies the ruleset in requests and paths.")
    name = common_fields.text_field("The game's name, for people.")
    summary = common_fields.text_field(
        "What the game is about, in a sentence in the language of the answer; may be empty."
    )
    seats = common_fields.many(fields.Integer(), "The numbers of seats allowed.")
    options = common_fields.many(RulesetOption, "What may be chosen.")
    levels = common_fields.many(Document(ruleset_documents.LEVEL), "How AI seats can play.")


NAMES = Map("Names", fields.String(), metadata=common_fields.about("Value, as in documents -> its name."))


class RulesetDetails(RulesetInfo):
    """A ruleset that can be played, with the names of its values."""

    lang = common_fields.document_field(ruleset_documents.LANGUAGE, "The language of the names.")
    vocabulary = Map(
        "Vocabulary",
        NAMES,
        required=True,
        metadata=common_fields.about(
            "Names of the values in documents, by kind, such as `suits` -> `hay` -> `Hay`. Cards are in the catalogue."
        ),
    )


class RulesetList(Reply):
    """All rulesets."""

    rulesets = common_fields.many(RulesetInfo, "One entry per ruleset.")


def _cards(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "lang": common_fields.document_field(ruleset_documents.LANGUAGE, "The language of the names."),
        "cards": common_fields.many(Document(ruleset.shapes.card), "All there are."),
    }


class Cards(ByRuleset):
    """A ruleset's card catalogue."""

    variants: ClassVar[Variants] = by_ruleset("{}Cards", Reply, "The cards of {}.", _cards)


class CardsQuery(Request):
    """Which facts about the cards to return."""

    include = CommaList(
        Document(ruleset_documents.CARD_PART),
        validate=validation_messages.entries(None, 1),
        metadata=common_fields.about(
            "What else to return. `provenance`: the source of each fact, which more than doubles the answer."
        ),
    )
    catalogue = common_fields.text_field(
        "Which numbers: a value of the ruleset's option `catalogue`. Default: the ruleset's own.",
        optional=True,
        validate=validation_messages.characters(None, 40),
    )


class Rule(Reply):
    """A rule in the project's own words."""

    id = common_fields.text_field("As refusals name it.")
    text = common_fields.text_field("The rule in a sentence or two.")
    lang = common_fields.document_field(ruleset_documents.LANGUAGE, "The language of the text.")


class RuleIndex(Reply):
    """The rule index of a ruleset."""

    ruleset = common_fields.document_field(ruleset_documents.RULESET, "Whose rules they are.")
    lang = common_fields.document_field(ruleset_documents.LANGUAGE, "The language of the answer.")
    rules = common_fields.many(Rule, "In the order of the index.")
