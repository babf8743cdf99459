"""What can be played, over HTTP."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Response

from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.api import problems
from service.api.contract import Operations
from service.api.http import games, reply
from service.api.languages import language
from service.api.schemas import rulesets as schemas
from service.games import clocks
from service.games.errors import NoSuchRuleset

blueprint = Operations("rulesets", __name__, url_prefix="/v1/rulesets", description="What can be played.")
PUBLIC = {"Cache-Control": "public, max-age=300"}


def describe(ruleset: Ruleset[Any, Any], levels: Collection[str], lang: str = LANGUAGES[0]) -> Doc:
    """What a client must know to create a game (schema `RulesetInfo`)."""
    words = ruleset.words(lang)
    options = [
        {"name": option.name, "summary": option.summary, "default": option.default, "values": list(option.values)}
        for option in ruleset.options
    ]
    return {
        "key": ruleset.key,
        "name": words.text(ruleset.name),
        "seats": list(ruleset.seats),
        "options": [
            {**option, "summary": words.text(option["summary"])} for option in (*options, *clocks.described(levels))
        ],
        "levels": list(levels),
    }


def details(ruleset: Ruleset[Any, Any], levels: Collection[str], lang: str = LANGUAGES[0]) -> Doc:
    """The same with the names of all values (schema `RulesetDetails`)."""
    return {**describe(ruleset, levels, lang), "lang": lang, "vocabulary": ruleset.words(lang).vocabulary}


@blueprint.operation("")
@blueprint.response(200, schemas.RulesetList, description="All rulesets.")
def list_rulesets() -> Response:
    """List the rulesets

    With the seats allowed, the options and their defaults, and the levels of AI seats.
    """
    known = games()
    infos = [describe(ruleset, known.levels, language()) for ruleset in known.rulesets.values()]
    return reply({"rulesets": infos}, headers=PUBLIC)


@blueprint.operation("/<ruleset>", fails=(problems.NOT_FOUND,))
@blueprint.response(200, schemas.RulesetDetails, description="The ruleset.")
def get_ruleset(ruleset: str) -> Response:
    """Look at a ruleset

    With the names of all that its documents name by keys, in the language of the answer: suits, phases, what scores
    come from, options and their values. So a client needs no words of its own.
    """
    return reply(details(_found(ruleset), games().levels, language()), headers=PUBLIC)


@blueprint.operation("/<ruleset>/cards", fails=(problems.NOT_FOUND,))
@blueprint.response(200, schemas.Cards, description="The catalogue.")
def list_cards(ruleset: str) -> Response:
    """List a ruleset's cards

    Facts as data, names in a language, and for every fact where it is from.
    """
    cards = _found(ruleset).cards(language())
    return reply({"ruleset": ruleset, "lang": language(), "cards": cards}, headers=PUBLIC)


def _found(key: str) -> Ruleset[Any, Any]:
    found = games().rulesets.get(key)
    if found is None:
        raise NoSuchRuleset(f"there is no ruleset {problems.cut(key)!r}")
    return found
