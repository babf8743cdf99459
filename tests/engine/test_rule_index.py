"""The rule indexes as data: made from the pages, and with everything that a refusal can name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.registry import RULESETS
from engine.wording.rules import rules_of
from tools import rules as rules_tool

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r'"([A-Z]+-\d+)"')


def named(ruleset: str) -> set[str]:
    """Return the rules that the engine's sources name. These are all rules that a refusal can name."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "engine" / ruleset).rglob("*.py"))
    return {rule for source in sources for rule in RULE_ID.findall(source)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_files_say_what_the_pages_say(ruleset: str) -> None:
    """If not: `python tools/rules.py`."""
    assert rules_tool.target(ruleset).read_text(encoding="utf-8") == rules_tool.data_of(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_is_told_in_every_language(ruleset: str, lang: str) -> None:
    told = {rule["id"]: rule for rule in RULESETS[ruleset].rules(lang)}
    refusing = named(ruleset)
    assert len(refusing) > 50
    assert sorted(refusing - told.keys()) == []
    assert sorted(rule for rule in told if told[rule]["lang"] != lang) == []


def numbers(text: str) -> list[int]:
    """Return the numbers above five in a text. Smaller ones may be numbers of players, which are words in German. Ids
    of rules do not count.
    """
    return sorted(int(found) for found in re.findall(r"(?<![-0-9])[0-9]+", text) if int(found) > 5)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_translation_is_of_its_rule(ruleset: str) -> None:
    english, german = ({rule["id"]: rule["text"] for rule in rules_of(ruleset, lang)} for lang in ("en", "de"))
    assert [rule for rule in english if english[rule] == german[rule]] == []
    assert len(set(german.values())) == len(set(english.values()))
    assert [rule for rule in english if numbers(english[rule]) != numbers(german[rule])] == []


def test_a_rule_without_words_in_a_language_is_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"A-1": {"en": "One.", "de": "Eins."}, "A-2": {"en": "Two."}}
    monkeypatch.setattr("engine.wording.rules._index", lambda ruleset: known)
    assert rules_of("any", "de") == [
        {"id": "A-1", "text": "Eins.", "lang": "de"},
        {"id": "A-2", "text": "Two.", "lang": "en"},
    ]
