"""What can be played, over HTTP."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Response

from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.games import clocks
from service.games.errors import NoSuchRuleset
from service.http.api import problems
from service.http.api.contract import Operations
from service.http.api.exchange import IF_NOT_HELD, TAG, games
from service.http.api.fixed import fixed
from service.http.api.languages import language
from service.http.api.schemas import rulesets as schemas

blueprint = Operations("rulesets", __name__, url_prefix="/v1/rulesets", description="What can be played.")
AGE_OF_OPTIONS, AGE_OF_CARDS = 300, 3600
"""Seconds for which a client need not ask again: options change with the server's settings, cards with its version."""
UNCHANGED = "Unchanged."


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
        "summary": words.text(ruleset.summary),
        "seats": list(ruleset.seats),
        "options": [
            {**option, "summary": words.text(option["summary"])} for option in (*options, *clocks.described(levels))
        ],
        "levels": list(levels),
    }


def details(ruleset: Ruleset[Any, Any], levels: Collection[str], lang: str = LANGUAGES[0]) -> Doc:
    """The same with the names of all values (schema `RulesetDetails`)."""
    return {**describe(ruleset, levels, lang), "lang": lang, "vocabulary": ruleset.words(lang).vocabulary}


@blueprint.operation("", headers=(IF_NOT_HELD,))
@blueprint.response(200, schemas.RulesetList, description="All rulesets.", headers=TAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=TAG)
def list_rulesets() -> Response:
    """List the rulesets

    With the seats allowed, the options and their defaults, and the levels of AI seats.
    """
    known = games()

    def make() -> Doc:
        return {"rulesets": [describe(ruleset, known.levels, language()) for ruleset in known.rulesets.values()]}

    return fixed(f"rulesets {language()}", make, AGE_OF_OPTIONS)


@blueprint.operation("/<ruleset>", fails=(problems.NOT_FOUND,), headers=(IF_NOT_HELD,))
@blueprint.response(200, schemas.RulesetDetails, description="The ruleset.", headers=TAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=TAG)
def get_ruleset(ruleset: str) -> Response:
    """Look at a ruleset

    With the names of all that its documents name by keys, in the language of the answer: suits, phases, what scores
    come from, options and their values. So a client needs no words of its own.
    """
    found, levels, lang = _found(ruleset), games().levels, language()
    return fixed(f"ruleset {ruleset} {lang}", lambda: details(found, levels, lang), AGE_OF_OPTIONS)


@blueprint.operation("/<ruleset>/cards", fails=(problems.NOT_FOUND,), headers=(IF_NOT_HELD,))
@blueprint.arguments(schemas.CardsQuery, location="query")
@blueprint.response(200, schemas.Cards, description="The catalogue.", headers=TAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=TAG)
def list_cards(query: dict[str, Any], ruleset: str) -> Response:
    """List a ruleset's cards

    Facts as data, names in the language of the answer, and with `include=provenance` the source of every fact.
    With `catalogue` the numbers are those of games with this value of the option `catalogue`.
    """
    found, lang, whole, chosen = _found(ruleset), language(), bool(query.get("include")), query.get("catalogue")
    known = next((option.values for option in found.options if option.name == "catalogue"), ())
    if chosen is not None and chosen not in known:
        raise problems.Refused(problems.NOT_FOUND, f"There is no catalogue {problems.cut(chosen)!r}.")
    return fixed(
        f"cards {ruleset} {lang} {whole} {chosen}",
        lambda: listed_cards(found, lang, whole=whole, catalogue=chosen),
        AGE_OF_CARDS if chosen is None else AGE_OF_OPTIONS,
    )


@blueprint.operation("/<ruleset>/rules", fails=(problems.NOT_FOUND,), headers=(IF_NOT_HELD,))
@blueprint.response(200, schemas.RuleIndex, description="The rule index.", headers=TAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=TAG)
def list_rules(ruleset: str) -> Response:
    """List a ruleset's rules

    Each in a sentence or two, in its own words. Refusals name them by `rule`. German texts exist for the rules that
    refusals name; `lang` gives the language of each rule.
    """
    found, lang = _found(ruleset), language()
    return fixed(
        f"rules {ruleset} {lang}",
        lambda: {"ruleset": ruleset, "lang": lang, "rules": found.rules(lang)},
        AGE_OF_CARDS,
    )


@blueprint.operation("/<ruleset>/rules/<rule>", fails=(problems.NOT_FOUND,), headers=(IF_NOT_HELD,))
@blueprint.response(200, schemas.Rule, description="The rule.", headers=TAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=TAG)
def get_rule(ruleset: str, rule: str) -> Response:
    """Look up a rule

    By the id that a refusal names, such as `DRAFT-5`.
    """
    told = next((one for one in _found(ruleset).rules(language()) if one["id"] == rule), None)
    if told is None:
        raise problems.Refused(problems.NOT_FOUND, f"There is no rule {problems.cut(rule)!r}.")
    return fixed(f"rule {ruleset} {told['id']} {language()}", lambda: told, AGE_OF_CARDS)


def _found(key: str) -> Ruleset[Any, Any]:
    found = games().rulesets.get(key)
    if found is None:
        raise NoSuchRuleset(f"there is no ruleset {problems.cut(key)!r}")
    return found


def listed_cards(ruleset: Ruleset[Any, Any], lang: str, *, whole: bool = False, catalogue: str | None = None) -> Doc:
    """The catalogue (schema `Cards`), `whole` with the provenance of the facts."""
    left_out = () if whole else ("provenance",)
    told = ruleset.cards(lang) if catalogue is None else ruleset.cards_of(catalogue, lang)
    cards = [{name: fact for name, fact in card.items() if name not in left_out} for card in told]
    return {"ruleset": ruleset.key, "lang": lang, "cards": cards}
