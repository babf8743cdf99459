"""The rule indexes as data: made from the pages, and with all that a refusal can name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.registry import RULESETS
from engine.wording.rules import rules_of
from tools import rules as rules_tool

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"[A-Z]+-\d+")


def named(ruleset: str) -> set[str]:
    """The rules that the engine's sources name, so all that it can refuse a move by."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "engine" / ruleset).rglob("*.py")]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if RULE_ID.fullmatch(text)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_files_say_what_the_pages_say(ruleset: str) -> None:
    """If not: `python tools/rules.py`."""
    assert rules_tool.target(ruleset).read_text(encoding="utf-8") == rules_tool.written(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_that_a_refusal_can_name_is_told_in_every_language(ruleset: str, lang: str) -> None:
    told = {rule["id"]: rule for rule in RULESETS[ruleset].rules(lang)}
    refusing = named(ruleset)
    assert len(refusing) > 50
    assert sorted(rule for rule in refusing if rule not in told or told[rule]["lang"] != lang) == []


def test_a_rule_without_words_in_a_language_is_told_in_english() -> None:
    german = {rule["id"]: rule for rule in rules_of("villagers", "de")}
    english = {rule["id"]: rule for rule in rules_of("villagers", "en")}
    assert german["DRAFT-1"] == english["DRAFT-1"]
    assert german["DRAFT-1"]["lang"] == "en"
    assert english["DRAFT-5"] == {
        "id": "DRAFT-5",
        "text": "Any face-up villager of the road may be drafted.",
        "lang": "en",
    }
    assert german.keys() == english.keys()
    assert german["DRAFT-5"]["text"] == "Jede offene Person der Auslage darf gedraftet werden."
