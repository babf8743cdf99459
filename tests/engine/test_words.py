"""The words of every ruleset that has its own: complete, unambiguous, and the same in all languages."""

from __future__ import annotations

import random
from importlib import import_module
from string import Formatter
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.testing import words_complete
from engine.wording import LANGUAGES, Names, Words, plain
from tests.engine.tables import TABLES, Table, every_table, walk

WORDED = {key: rules for key, rules in RULESETS.items() if type(rules.words("en")) is not Words}
"""The rulesets that have words of their own."""
OTHERS = LANGUAGES[1:]
NAMES: Names = ["Ada", "Ben", None, "{seat} <b>", "Ada"]
EXPANSIONS = {"saints", "scoundrels", "profiteers", "developments"}
worded = pytest.mark.parametrize("key", sorted(WORDED))


def chosen() -> list[Table]:
    """Return the tables of these rulesets that are played: every expansion alone, and all together."""
    found = []
    for table in TABLES:
        expansions = set(table.options.get("expansions", ()))
        usual = table.plain or len(expansions) <= 1 or expansions == EXPANSIONS
        if usual and table.ruleset.key in WORDED and table.options.get("first_player", "random") == "random":
            found.append(table)
    return found


def long(table: Table) -> bool:
    """Return whether only `.ci/run` plays at it."""
    whole = set(table.options.get("expansions", ())) == EXPANSIONS and table.seats in (1, 4)
    return not table.plain and not (whole and table.options.get("solo") in (None, "normal"))


def blanks(pattern: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(pattern) if name}


# --- the tables of words -------------------------------------------------------------------------


@worded
@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_keys_and_the_same_blanks(key: str, language: str) -> None:
    one, other = (WORDED[key].words(name) for name in (LANGUAGES[0], language))
    for first, second in ((one.moves, other.moves), (one.events, other.events), (one.reasons, other.reasons)):
        assert first.keys() == second.keys()
        assert {name: set() for name in first} == {
            name: (blanks(first[name]) ^ blanks(second[name])) - ALIKE for name in first
        }


ALIKE = {"origin", "pile", "slot"}
"""Blanks that one language may leave out: where something comes from is in another part of its sentence."""


@worded
def test_the_words_are_complete(key: str) -> None:
    words_complete(WORDED[key])


@worded
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_reasons_has_words(key: str, language: str) -> None:
    topics = import_module(f"engine.{key}.heuristics.topics").TOPICS
    reasons = WORDED[key].words(language).reasons
    assert {name.removesuffix(" card").removesuffix(" less") for name in reasons} == topics | {"points", "points_one"}


def test_amounts_of_reasons_have_a_sign_and_the_right_number() -> None:
    english, german = (RULESETS["my_village"].words(language) for language in LANGUAGES)
    assert english.reason("coins", "", 1.4) == "+1 point: your coins"
    assert english.reason("rivals", "", -2.6) == "\N{MINUS SIGN}3 points: your strongest rival gets more"
    assert german.reason("rivals", "", 2.6) == "+3 Punkte: dein stärkster Gegner bekommt weniger"
    assert RULESETS["villagers"].words("de").reason("hand", "peddler", -1.2) == (
        "\N{MINUS SIGN}1 Gold: der fahrende Händler auf deiner Hand"
    )


# --- games ---------------------------------------------------------------------------------------


def check_labels(rules: Any, state: Any, seat: int, moves: list[Any], names: Names) -> None:
    docs = [rules.write_move(move) for move in moves]
    view, position = rules.write_view(rules.view(state, seat)), rules.write_position(state)
    for language in LANGUAGES:
        words = rules.words(language)
        labels = words.labels(docs, view, names)
        assert len(set(labels)) == len(docs), "two moves of one list never read alike"
        assert labels == words.labels(docs, position, names)
        assert all(label[0].isupper() or not label[0].isalpha() for label in labels)
        assert all(plain(doc) != label for doc, label in zip(docs, labels, strict=True) if len(doc) > 1)


def check_sentence(rules: Any, event: Doc, names: Names) -> None:
    told = set()
    for language in LANGUAGES:
        words = rules.words(language)
        pattern, facts = words.describe(event, names)
        text = words.sentence(event, names)
        assert text == f"{text[:1].upper()}{text[1:]}"
        assert text.lower() == words.events[pattern].format(**facts).lower()
        assert text.endswith(".")
        assert "None" not in text
        told.add(text)
    assert len(told) == len(LANGUAGES), "each language has its own"


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, marks=[pytest.mark.long] * long(table), id=f"{table.ruleset.key}-{table.seats}-{number}")
        for number, table in enumerate(chosen())
    ],
)
def test_labels_and_sentences_of_whole_games(table: Table) -> None:
    rules, rng = table.ruleset, random.Random(21)
    names = NAMES[: table.seats]
    for state, seat, moves in walk(table, seed=21):
        check_labels(rules, state, seat, list(moves), names)
        for event in rules.apply(rules.clone(state), seat, rng.choice(moves)):
            for viewer in (None, *range(table.seats)):
                check_sentence(rules, event.seen_by(viewer), names)
            check_sentence(rules, event.reveal(), names)


@every_table([table for table in chosen() if table.plain])
def test_refusals_have_words_in_every_language(table: Table) -> None:
    rules = table.ruleset
    pool = sorted({move for seed in (22, 23) for _, _, moves in walk(table, seed) for move in moves})
    rng, refused = random.Random(22), 0
    for state, seat, moves in walk(table, seed=24):
        for move in set(rng.sample(pool, min(8, len(pool)))) - set(moves):
            with pytest.raises(IllegalMove) as told:
                rules.apply(rules.clone(state), seat, move)
            refused += 1
            for language in OTHERS:
                found = rules.words(language).ruleset_text(told.value.reason, told.value.facts)
                assert found != told.value.reason
                assert "{" not in found
    assert refused > 20


def test_an_event_without_a_pattern_names_the_player() -> None:
    words = Words("en")
    event = {"type": "planted", "seat": 1, "card": "apple_tree"}
    assert words.sentence(event, ["Ada", "Ben"]) == "Planted: Ben, card apple tree"
    assert words.sentence(event, [None, None]) == "Planted: Seat 2, card apple tree"
