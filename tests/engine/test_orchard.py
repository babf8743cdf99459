"""The small third game of `docs/adding-a-ruleset.md` conforms, and searches play it without knowing it."""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine.about import Abouts
from engine.bots import Bot
from engine.bots.search import Budget, Search
from engine.bots.uniform import Uniform
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, tables_of
from engine.errors import InvalidPosition, Refusal
from engine.ruleset import Doc, Move
from engine.word_forms import Part, Word
from engine.wording import Words
from examples.orchard.orchard import Orchard, OrchardWords, State
from tests.engine.tables import PLAYERS

ROOT = Path(__file__).parents[2]
ORCHARD = Orchard()
TABLES = list(tables_of(ORCHARD))
LAST_TURN: Doc = {
    "ruleset": "orchard",
    "turn": 11,
    "stack": ["apple", "apple", "apple", "crow", "pear"],
    "seats": [
        {"hand": ["apple", "crow", "crow", "pear"], "apples": 3, "pears": 2, "crows": 1},
        {"hand": ["apple", "crow", "pear", "pear"], "apples": 2, "pears": 2, "crows": 1},
    ],
}
"""Seat 1 makes the last move: with an apple or a crow the game is a draw, with a pear the seat wins."""


def check_everywhere(rules: Orchard, check: str) -> None:
    for table in tables_of(rules):
        RULESET_CHECKS[check](table)


@pytest.mark.parametrize("check", RULESET_CHECKS)
def test_it_conforms(check: str) -> None:
    check_everywhere(ORCHARD, check)


@pytest.mark.parametrize("level", PLAYERS)
def test_every_level_plays_it(level: str) -> None:
    for table in (table for table in TABLES if table.plain):
        for check in BOT_CHECKS.values():
            check(table, PLAYERS[level])


@pytest.mark.parametrize("level", ["greedy", "medium", "hard"])
def test_the_winning_move_is_found(level: str) -> None:
    view = ORCHARD.view(ORCHARD.read_position(LAST_TURN), 1)
    move = PLAYERS[level].choose(ORCHARD, view, random.Random(1))
    assert ORCHARD.write_move(move) == {"type": "plant", "card": "pear"}


def winner(bots: list[Bot], seed: int) -> list[int]:
    """Who wins a game; equal seeds lead to equal games."""
    state, rng = ORCHARD.setup({"rounds": 6}, len(bots), seed.to_bytes(4, "big")), random.Random(seed)
    while seats := ORCHARD.to_act(state):
        (seat,) = seats
        ORCHARD.apply(state, seat, bots[seat].choose(ORCHARD, ORCHARD.view(state, seat), rng))
    result: Any = ORCHARD.result(state)
    return result["winners"]


@pytest.mark.long
def test_searches_win_against_random_moves() -> None:
    search, deals = Search(Budget(60)), range(12)
    first = [winner([search, Uniform()], seed) for seed in deals]
    second = [winner([Uniform(), search], seed) for seed in deals]
    won, lost = first.count([0]) + second.count([1]), first.count([1]) + second.count([0])
    assert won > 2 * lost


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"turn": 13}, "turn"),
        ({"turn": 10}, "seats"),
        ({"stack": ["apple"]}, "stack"),
        ({"stack": ["pear"] * 5}, ""),
        ({"rounds": 7}, "rounds"),
        ({"seats": [{"hand": ["apple"]}] * 2}, "seats.0.hand"),
    ],
)
def test_positions_that_no_game_leads_to_are_refused(change: Doc, path: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        ORCHARD.read_position({**LAST_TURN, **change})
    assert path in {fault.path for fault in refused.value.faults}


class GermanWords(OrchardWords):
    TEXTS: ClassVar = {Orchard.rule_texts["ORCHARD-2"]: "Eine Krähe kommt in einen anderen Obstgarten."}


class InGerman(Orchard):
    def words(self, language: str) -> Words:
        return GermanWords(language) if language == "de" else super().words(language)


def test_texts_translate_the_rules() -> None:
    english, german = InGerman().rules("en"), InGerman().rules("de")
    assert english == ORCHARD.rules("en")
    assert german == [
        english[0],
        {"id": "ORCHARD-2", "text": "Eine Krähe kommt in einen anderen Obstgarten.", "lang": "de"},
    ]
    assert {rule["lang"] for rule in english} == {"en"}


class Misplaced(Orchard):
    about = Abouts({"plant": "/seats/{who}"})


class Nameless(Orchard):
    def cards(self, lang: str) -> list[Doc]:
        return [{**card, "key": "pear"} for card in super().cards(lang)]


class Lawless(Orchard):
    def rules(self, lang: str) -> list[Doc]:
        return [{"id": "ORCHARD-9", "text": "Nobody is hungry.", "lang": lang}]


class Wordless(Orchard):
    def words(self, language: str) -> Words:
        words = OrchardWords(language)
        words.events = {**words.events, "drew": ""}
        return words


class Laconic(Orchard):
    def refusal(self, state: State, seat: int, move: Move) -> Refusal | None:
        refusal = super().refusal(state, seat, move)
        return refusal and Refusal(refusal.rule, refusal.reason)


class Halting(Orchard):
    def words(self, language: str) -> Words:
        words = OrchardWords(language)
        words.texts = {**words.texts, "A crow is sent to another seat.": "Krähen gehen fort."}
        return words


class Credulous(Orchard):
    def read_position(self, doc: Any) -> State:
        return super().read_position({**doc, "rounds": 6})


class Deaf(Orchard):
    def read_move(self, state: State, seat: int, doc: Any) -> Move:
        return super().read_move(state, seat, {**doc, "to": 0} if "to" in doc else doc)


class Illegible(Orchard):
    word_forms = (Word(*(Part(name, ".", "number", 1) for name in ("apples", "pears", "crows", "hand"))),)


@pytest.mark.parametrize(
    ("faulty", "check", "sentence"),
    [
        (Misplaced, "declarations_agree", "the pattern of the move plant names no field of it: who"),
        (Nameless, "declarations_agree", "two cards have one key"),
        (Lawless, "every_type_is_known", "is refused by ORCHARD-., which is no rule"),
        (Wordless, "every_type_is_known", "an event drew has no words"),
        (Laconic, "refusals_change_nothing", "a refusal by ORCHARD-1 lacks a fact"),
        (Halting, "refusals_change_nothing", "a refusal by ORCHARD-1 has no words in"),
        (Credulous, "fields_are_checked", "any value is accepted as rounds"),
        (Deaf, "fields_are_checked", "any value is accepted as to"),
    ],
)
def test_faulty_declarations_are_found(faulty: type[Orchard], check: str, sentence: str) -> None:
    with pytest.raises(Broken, match=sentence):
        check_everywhere(faulty(), check)


def test_a_text_form_that_loses_something_is_found() -> None:
    with pytest.raises((Broken, InvalidPosition)):
        check_everywhere(Illegible(), "texts_come_back")


def test_the_chapter_quotes_it() -> None:
    source = (ROOT / "examples" / "orchard" / "orchard.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 220
    chapter = (ROOT / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    for block in blocks:
        assert any(textwrap.indent(block, depth * " ") in source for depth in (0, 4, 12)), block
    project = (ROOT / "examples" / "orchard" / "pyproject.toml").read_text(encoding="utf-8")
    assert all(block in project for block in re.findall(r"^```toml\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL))
