"""What can be played, over HTTP."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Response

from engine.ruleset import Doc, Ruleset
from service.api import problems
from service.api.contract import Operations
from service.api.http import games, reply
from service.api.schemas import rulesets as schemas
from service.games import clocks
from service.games.errors import NoSuchRuleset

blueprint = Operations("rulesets", __name__, url_prefix="/v1/rulesets", description="What can be played.")
PUBLIC = {"Cache-Control": "public, max-age=300"}


def describe(ruleset: Ruleset[Any, Any], levels: Collection[str]) -> Doc:
    """What a client must know to create a game (schema `RulesetInfo`)."""
    options = [
        {"name": option.name, "summary": option.summary, "default": option.default, "values": list(option.values)}
        for option in ruleset.options
    ]
    return {
        "key": ruleset.key,
        "name": ruleset.name,
        "seats": list(ruleset.seats),
        "options": [*options, *clocks.described(levels)],
        "levels": list(levels),
    }


@blueprint.operation("")
@blueprint.response(200, schemas.RulesetList, description="All rulesets.")
def list_rulesets() -> Response:
    """List the rulesets

    With the seats allowed, the options and their defaults, and the levels of AI seats.
    """
    known = games()
    infos = [describe(ruleset, known.levels) for ruleset in known.rulesets.values()]
    return reply({"rulesets": infos}, headers=PUBLIC)


@blueprint.operation("/<ruleset>/cards", fails=(problems.NOT_FOUND,))
@blueprint.arguments(schemas.CardsQuery, location="query")
@blueprint.response(200, schemas.Cards, description="The catalogue.")
def list_cards(query: dict[str, Any], ruleset: str) -> Response:
    """List a ruleset's cards

    Facts as data, names in a language, and for every fact where it is from.
    """
    found = games().rulesets.get(ruleset)
    if found is None:
        raise NoSuchRuleset(f"there is no ruleset {problems.cut(ruleset)!r}")
    return reply({"ruleset": ruleset, "lang": query["lang"], "cards": found.cards(query["lang"])}, headers=PUBLIC)
