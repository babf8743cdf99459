"""The words of every ruleset that has its own: complete, unambiguous, and the same in all languages."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, get_args, is_typeddict

import pytest

from engine.errors import IllegalMove
from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.shapes import OneOf, fields_of, unwrap
from engine.wording import LANGUAGES, Names, Words, plain
from tests.engine.tables import TABLES, Table, every_table, walk

WORDED = {key: rules for key, rules in RULESETS.items() if type(rules.words("en")) is not Words}
"""The rulesets that have words of their own."""
OTHERS = LANGUAGES[1:]
NAMES: Names = ["Ada", "Ben", None, "{seat} <b>", "Ada"]
EXPANSIONS = {"saints", "scoundrels", "profiteers", "developments"}
worded = pytest.mark.parametrize("key", sorted(WORDED))


def chosen() -> list[Table]:
    """The tables of these rulesets that are played: every expansion alone, and all together."""
    found = []
    for table in TABLES:
        expansions = set(table.options.get("expansions", ()))
        usual = table.plain or len(expansions) <= 1 or expansions == EXPANSIONS
        if usual and table.ruleset.key in WORDED and table.options.get("first_player", "random") == "random":
            found.append(table)
    return found


def long(table: Table) -> bool:
    """Whether only `.ci/run` plays at it."""
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
    assert one.vocabulary.keys() == other.vocabulary.keys()
    for kind, names in one.vocabulary.items():
        assert names.keys() == other.vocabulary[kind].keys(), kind
        assert all(names.values())
        assert all(other.vocabulary[kind].values())


ALIKE = {"origin", "pile", "slot"}
"""Blanks that one language may leave out: where something comes from is in another part of its sentence."""


@worded
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_has_words(key: str, language: str) -> None:
    rules = WORDED[key]
    words = rules.words(language)
    for known, types in ((words.moves, rules.shapes.moves), (words.events, rules.shapes.events)):
        # Where a type has several sentences, the rest of their names tells them apart.
        assert [one for one in types if not any(re.match(rf"{one}([ _]|$)", name) for name in known)] == []


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


def values_of(rules: Any) -> dict[str, tuple[str, ...]]:
    """The closed lists of values in a ruleset's documents, by their names in the contract."""
    shapes = rules.shapes
    found = [shapes.options, shapes.position, shapes.view, shapes.score, shapes.card]
    found += [*shapes.moves.values(), *shapes.events.values()]
    seen: set[Any] = set()
    values: dict[str, tuple[str, ...]] = {}
    while found:
        bare, marks = unwrap(found.pop())
        values |= {mark.name: mark.values for mark in marks if isinstance(mark, OneOf)}
        if is_typeddict(bare):
            found += [] if bare in seen else fields_of(bare).values()
            seen.add(bare)
        else:
            found += [one for one in get_args(bare) if not isinstance(one, str)]
    return values


NAMELESS = {"VillagersEffect", "MyVillageEffect", "MyVillageLetter", "SourceKind"}
"""A card's text says what it does, letters are letters, and only developers need a fact's origin."""


@worded
def test_every_value_of_a_document_has_a_name(key: str) -> None:
    rules = WORDED[key]
    words = rules.words("en")
    known = [set(names) for names in words.vocabulary.values()]
    cards = {card["key"] for card in rules.cards("en")}
    nameless = {
        name
        for name, values in values_of(rules).items()
        if not any(set(values) <= names | cards for names in (set(), *known))
    }
    assert nameless <= NAMELESS


@worded
@pytest.mark.parametrize("language", OTHERS)
def test_options_are_told_in_every_language(key: str, language: str) -> None:
    words = WORDED[key].words(language)
    for option in WORDED[key].options:
        assert option.summary in words.texts, option.name
        assert option.name in words.vocabulary["options"]


# --- refusals ------------------------------------------------------------------------------------


def refusals(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Every refusal in the sources of a ruleset: its sentence, and the names of its facts."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                reason = ast.literal_eval(node.args[1])
                yield reason, {str(fact.arg) for fact in node.keywords}


@worded
def test_every_refusal_has_its_facts_and_words_in_every_language(key: str) -> None:
    found = dict(refusals(Path(__file__).parents[2] / "engine" / key))
    assert len(found) > 50
    assert [reason for reason, facts in found.items() if blanks(reason) != facts] == []
    for language in OTHERS:
        texts = WORDED[key].words(language).texts
        assert [reason for reason, facts in found.items() if blanks(texts.get(reason, "{}")) != facts] == []


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
