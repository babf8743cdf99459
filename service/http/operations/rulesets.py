"""Operations on rulesets: options, cards and rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Response

from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.config.budgets import MAX_MILLISECONDS
from service.games.clock import turn_clock
from service.games.core.game_errors import NoSuchRuleset
from service.http.middleware.cached_document import fixed
from service.http.middleware.http_helpers import ETAG, IF_NEW, games
from service.http.openapi.blueprints import Operations
from service.http.problems import problem_details
from service.http.schemas import rulesets as schemas
from service.http.schemas.languages import language

blueprint = Operations("rulesets", "What can be played.", prefix="/v1/rulesets")
AGE_OF_OPTIONS, AGE_OF_CARDS = 300, 3600
"""How long caches may keep these answers, in seconds. Options change with the server's settings, cards with its
version.
"""
UNCHANGED = "Unchanged."


def describe(
    ruleset: Ruleset[Any, Any], levels: Collection[str], lang: str = LANGUAGES[0], most_ms: int = MAX_MILLISECONDS
) -> Doc:
    """Return the data that a client needs to create a game (schema `RulesetInfo`).

    `most_ms`: the longest time budget allowed for a decision.
    """
    words = ruleset.words(lang)
    options = [
        {"name": option.name, "summary": option.summary, "default": option.default, "values": list(option.values)}
        for option in ruleset.options
    ]
    return {
        "key": ruleset.key,
        "name": words.ruleset_text(ruleset.name),
        "summary": words.ruleset_text(ruleset.summary),
        "seats": list(ruleset.seats),
        "options": [
            {**option, "summary": words.ruleset_text(option["summary"])}
            for option in (*options, *turn_clock.describe_clock_options(levels, most_ms))
        ],
        "levels": list(levels),
    }


def details(
    ruleset: Ruleset[Any, Any], levels: Collection[str], lang: str = LANGUAGES[0], most_ms: int = MAX_MILLISECONDS
) -> Doc:
    """Return the document of `describe`, with the names of all values (schema `RulesetDetails`)."""
    return {**describe(ruleset, levels, lang, most_ms), "lang": lang, "vocabulary": ruleset.words(lang).vocabulary}


@blueprint.operation("", headers=(IF_NEW,))
@blueprint.response(200, schemas.RulesetList, description="All rulesets.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def list_rulesets() -> Response:
    """List the rulesets

    Each comes with the numbers of seats allowed, the options and their defaults, and the levels of AI seats.
    """
    service, lang = games(), language()

    def make() -> Doc:
        rulesets = service.rulesets.values()
        return {"rulesets": [describe(ruleset, service.levels, lang, service.most_ms) for ruleset in rulesets]}

    return fixed(f"rulesets {lang}", make, AGE_OF_OPTIONS)


@blueprint.operation("/<ruleset>", fails="not-found", headers=(IF_NEW,))
@blueprint.response(200, schemas.RulesetDetails, description="The ruleset.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def get_ruleset(ruleset: str) -> Response:
    """Get a ruleset

    The reply includes the names of everything in the ruleset's documents (suits, phases, score items, options and their
    values), in the language of the answer. So a client needs no words of its own.
    """
    rules, service, lang = _find(ruleset), games(), language()

    def make() -> Doc:
        return details(rules, service.levels, lang, service.most_ms)

    return fixed(f"ruleset {ruleset} {lang}", make, AGE_OF_OPTIONS)


@blueprint.operation("/<ruleset>/cards", fails="not-found", headers=(IF_NEW,))
@blueprint.arguments(schemas.CardsQuery, location="query")
@blueprint.response(200, schemas.Cards, description="The catalogue.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def list_cards(query: dict[str, Any], ruleset: str) -> Response:
    """List a ruleset's cards

    Facts are the same in every language; names are in the language of the answer. `include=provenance` adds the source
    of every fact. A game's option `catalogue` can change the numbers on the cards. With the parameter `catalogue` the
    list has the numbers for this value of the option, and without it the ruleset's own numbers.
    """
    rules, lang, provenance, catalogue = _find(ruleset), language(), bool(query.get("include")), query.get("catalogue")
    catalogues = next((option.values for option in rules.options if option.name == "catalogue"), ())
    if catalogue is not None and catalogue not in catalogues:
        raise problem_details.Refused(
            problem_details.NOT_FOUND, "There is no catalogue {key!r}.", facts={"key": problem_details.cut(catalogue)}
        )
    return fixed(
        f"cards {ruleset} {lang} {provenance} {catalogue}",
        lambda: cards_document(rules, lang, provenance=provenance, catalogue=catalogue),
        AGE_OF_CARDS if catalogue is None else AGE_OF_OPTIONS,
    )


@blueprint.operation("/<ruleset>/rules", fails="not-found", headers=(IF_NEW,))
@blueprint.response(200, schemas.RuleIndex, description="The rule index.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def list_rules(ruleset: str) -> Response:
    """List a ruleset's rules

    Each rule is a sentence or two, in the project's own words. The field `rule` of a refusal contains the id of a rule.
    The `lang` of a rule is the language of its text.
    """
    rules, lang = _find(ruleset), language()
    return fixed(
        f"rules {ruleset} {lang}", lambda: {"ruleset": ruleset, "lang": lang, "rules": rules.rules(lang)}, AGE_OF_CARDS
    )


@blueprint.operation("/<ruleset>/rules/<rule>", fails="not-found", headers=(IF_NEW,))
@blueprint.response(200, schemas.Rule, description="The rule.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def get_rule(ruleset: str, rule: str) -> Response:
    """Look up a rule

    Refusals name the id, such as `DRAFT-5`.
    """
    text = next((one for one in _find(ruleset).rules(language()) if one["id"] == rule), None)
    if text is None:
        raise problem_details.Refused(
            problem_details.NOT_FOUND, "There is no rule {rule!r}.", facts={"rule": problem_details.cut(rule)}
        )
    return fixed(f"rule {ruleset} {text['id']} {language()}", lambda: text, AGE_OF_CARDS)


def _find(key: str) -> Ruleset[Any, Any]:
    ruleset = games().rulesets.get(key)
    if ruleset is None:
        raise NoSuchRuleset("there is no ruleset {key!r}", key=problem_details.cut(key))
    return ruleset


def cards_document(
    ruleset: Ruleset[Any, Any], lang: str, *, provenance: bool = False, catalogue: str | None = None
) -> Doc:
    """Return the card catalogue (schema `Cards`). `provenance`: include the sources of the facts."""
    left_out = () if provenance else ("provenance",)
    catalogue_cards = ruleset.cards(lang) if catalogue is None else ruleset.cards_of(catalogue, lang)
    cards = [{name: fact for name, fact in card.items() if name not in left_out} for card in catalogue_cards]
    return {"ruleset": ruleset.key, "lang": lang, "cards": cards}
