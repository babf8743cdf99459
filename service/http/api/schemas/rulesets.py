"""The bodies of the calls about the rulesets."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import fields

from engine.ruleset import Ruleset
from service.http.api import documents as docs
from service.http.api import messages
from service.http.api.fields import CommaList, Document, Map, Variants
from service.http.api.schemas import entries
from service.http.api.schemas.base import ByRuleset, Reply, Request, by_ruleset


class RulesetOption(Reply):
    """An option of a new game."""

    name = entries.text("Its field in `options`.")
    summary = entries.text("What it does, in a few words, in the language of the answer.")
    default = fields.Raw(required=True, allow_none=True, metadata=entries.about("The value when it is left out."))
    values = entries.many(fields.Raw(), "The allowed values; for a list, of its items.")
    minimum = entries.integer("Any integer from this one up is allowed too; left out if none is.", optional=True)
    maximum = entries.integer("The greatest of these numbers.", optional=True)


class RulesetInfo(Reply):
    """What can be played."""

    key = entries.document(docs.RULESET, "Identifies the ruleset in requests and paths.")
    name = entries.text("The game's name, for people.")
    summary = entries.text("What the game is about, in a sentence in the language of the answer; may be empty.")
    seats = entries.many(fields.Integer(), "The numbers of seats allowed.")
    options = entries.many(RulesetOption, "What may be chosen.")
    levels = entries.many(Document(docs.LEVEL), "How AI seats can play.")


NAMES = Map("Names", fields.String(), metadata=entries.about("Value, as in documents -> its name."))


class RulesetDetails(RulesetInfo):
    """What can be played, and the names of everything."""

    lang = entries.document(docs.LANGUAGE, "The language of the names.")
    vocabulary = Map(
        "Vocabulary",
        NAMES,
        required=True,
        metadata=entries.about(
            "Names of the values in documents, by kind, such as `suits` -> `hay` -> `Hay`. Cards are in the catalogue."
        ),
    )


class RulesetList(Reply):
    """All rulesets."""

    rulesets = entries.many(RulesetInfo, "One entry per ruleset.")


def _cards(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "lang": entries.document(docs.LANGUAGE, "The language of the names."),
        "cards": entries.many(Document(ruleset.shapes.card), "All there are."),
    }


class Cards(ByRuleset):
    """A ruleset's card catalogue."""

    variants: ClassVar[Variants] = by_ruleset("{}Cards", Reply, "The cards of {}.", _cards)


class CardsQuery(Request):
    """How to tell about the cards."""

    include = CommaList(
        Document(docs.CARD_PART),
        validate=messages.entries(None, 1),
        metadata=entries.about(
            "What else to tell. `provenance`: the source of each fact, which more than doubles the answer."
        ),
    )
    catalogue = entries.text(
        "Whose numbers: a value of the ruleset's option `catalogue`. Left out: the ruleset's own.",
        optional=True,
        validate=messages.characters(None, 40),
    )


class Rule(Reply):
    """A rule in the project's own words."""

    id = entries.text("As refusals name it.")
    text = entries.text("The rule in a sentence or two.")
    lang = entries.document(docs.LANGUAGE, "The language of the text.")


class RuleIndex(Reply):
    """The rule index of a ruleset."""

    ruleset = entries.document(docs.RULESET, "Whose rules they are.")
    lang = entries.document(docs.LANGUAGE, "The language of the answer.")
    rules = entries.many(Rule, "In the order of the index.")
