"""What the checks say about a faulty package names the field, so that its author knows what to change."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import pytest

from engine.conformance import RULESET_CHECKS, tables_of
from service.tools.conformance import try_check

SOURCE = (Path(__file__).parents[2] / "examples" / "orchard" / "orchard.py").read_text(encoding="utf-8")
OPENING = "@mypyc_attr(native_class=False)\nclass OrchardWords(Words):\n"
WORDS = """
class InEnglish:
    EVENTS = {"planted": "Planted.", "crow_sent": "Sent.", "drew": "Drawn."}
    MOVES = {"plant": "Plant: {card}", "send": "Send a crow to {to}"}
    VOCABULARY = {"score_items": {"apples": "Apples", "pears": "Pears", "crows": "Crows"}, "options": {"rounds": "R"}}


class InGerman:
    EVENTS = {"planted": "Gepflanzt.", "crow_sent": "Geschickt.", "drew": "Gezogen."}
    MOVES = {"plant": "Pflanze: {card}", "send": "Schick eine Krähe zu {to}"}
    VOCABULARY = {"score_items": {"apples": "Äpfel", "pears": "Birnen", "crows": "Krähen"}, "options": {"rounds": "R"}}
    TEXTS = {"One.": "Eins."}


""" + OPENING.replace(
    "Words):\n",
    "Words):\n    def __init__(self, language: str) -> None:\n"
    '        super().__init__(language, {"en": InEnglish, "de": InGerman}[language])\n\n',
)
NAMELESS = '    NAMELESS = ("OrchardCard", "OrchardSeenCard", "OrchardTree")\n    SEATS ='


@pytest.mark.parametrize(
    ("changes", "check", "sentence"),
    [
        (
            {OPENING: WORDS},
            "words_are_complete",
            "some values of OrchardSeenCard (of the field OrchardView.stack) are neither in `cards` nor in one kind of "
            "VOCABULARY in en: back.",
        ),
        (
            {OPENING: WORDS, "    SEATS =": NAMELESS},
            "words_are_complete",
            "TEXTS in de lacks 'Rounds.', the summary of the option rounds.",
        ),
        (
            {"read=lambda keys: [*map(KEYS.index, keys)]": "read=list"},
            "documents_come_back",
            ", writing the field stack.",
        ),
        ({"[*map(KEYS.index, keys)]": "[*map(int, keys)]"}, "documents_come_back", ", reading the field stack."),
        (
            {"Field(TREE, KEYS.__getitem__, KEYS.index)": "Field(TREE, KEYS.__getitem__, int)"},
            "documents_come_back",
            ", reading the field card of the move plant.",
        ),
        (
            {"Field(TREE, KEYS.__getitem__, KEYS.index)": "Field(TREE, {}.__getitem__, KEYS.index)"},
            "documents_come_back",
            ", writing the field card of the move plant.",
        ),
        (
            {"Field(TREE, KEYS.__getitem__, KEYS.index)": "Field(TREE, int, KEYS.index)"},
            "documents_come_back",
            "a move plant is not of its shape: card: must be a string.",
        ),
        (
            {'open_event("planted"': 'open_event("plantd"'},
            "documents_come_back",
            "an event has the type 'plantd', which is not declared.",
        ),
        (
            {'StateField("turn", FEW, 0)': 'StateField("turn", FEW, 0, get=lambda state: state.rounds)'},
            "refusals_change_nothing",
            "'State' object has no attribute 'turn'",
        ),
        (
            {"other.hand = other.hand if at == seat else [BACK] * len(other.hand)": "other.apples += at"},
            "samples_look_the_same",
            "seats.",
        ),
    ],
)
def test_the_field_is_named(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], check: str, sentence: str
) -> None:
    source = SOURCE
    for old, new in changes.items():
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    module = types.ModuleType("faulty_orchard")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(source, "orchard.py", "exec"), module.__dict__)
    found = try_check(next(tables_of(module.Orchard())), check, RULESET_CHECKS[check])
    assert sentence in found.fault
    assert found.fault, "nothing is found"
