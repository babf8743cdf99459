"""The text form of positions and views: written texts read back, and other texts are refused with a reason."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidPosition
from engine.notation import parse, position_text, view_text
from engine.registry import RULESETS
from examples.orchard.orchard import Orchard
from tests.engine.tables import TABLES, Table

ALL = {**RULESETS, Orchard.key: Orchard()}
CHAPTER = Path(__file__).parents[2] / "docs" / "positions.md"
EXAMPLES = re.findall(r"^```text\n(.*?)\n```", CHAPTER.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
BUILDING = EXAMPLES[0]


def test_the_defaults_are_those_of_the_chapter() -> None:
    text = CHAPTER.read_text(encoding="utf-8").partition("## The document")[2].partition("## ")[0]
    least = {
        "Villagers": "villagers stacks=[[vintner] [] [] [] [] []] seats=[() ()]",
        "My Village": "my_village pool=(white=[1 2 3 4 5 6] black=[1 2]) seats=[() ()]",
    }
    documents = {name: parse(position, ALL).doc for name, position in least.items()}
    told = 0
    for name, field, default in re.findall(r"^\| (.+) \| `([\w.]+)` \| `(.+)` \|$", text, re.MULTILINE):
        for document in documents.values() if name == "both" else (documents[name],):
            value: Any = document
            for step in field.split("."):
                value = value[int(step) if step.isdecimal() else step]
            assert value == json.loads(default), (name, field)
            told += 1
    assert told >= 12


def after(table: Table, seed: int, moves: int) -> Any:
    """Return a state from a random game."""
    rules, rng, state = table.ruleset, random.Random(seed), table.deal(seed)
    for _ in range(moves):
        if not (seats := rules.to_act(state)):
            break
        seat = rng.choice(seats)
        rules.advance(state, seat, rng.choice(list(rules.legal_moves(state, seat))))
    return state


CASES = (st.sampled_from(TABLES), st.integers(0, 1 << 30), st.integers(0, 150), st.integers(-1, 4))


@settings(max_examples=4, deadline=None, derandomize=True)
@given(*CASES)
def test_what_is_written_is_read_again(table: Table, seed: int, moves: int, looking: int) -> None:
    there_and_back(table, seed, moves, looking)


@pytest.mark.long
@settings(max_examples=60, deadline=None, derandomize=True)
@given(*CASES)
def test_so_are_many_more(table: Table, seed: int, moves: int, looking: int) -> None:
    there_and_back(table, seed, moves, looking)


def there_and_back(table: Table, seed: int, moves: int, looking: int) -> None:
    """Write a position and a view of it, and read both again."""
    rules, state = table.ruleset, after(table, seed, moves)
    position = rules.write_position(state)
    text = position_text(rules, position)
    assert "\n" not in text
    again = parse(text, ALL)
    assert (again.doc, again.is_view) == (position, False)
    viewer = None if looking < 0 else looking % table.seats
    view = rules.write_view(rules.view(state, viewer))
    assert again.view_for(viewer) == view
    of_view = parse(view_text(rules, view, viewer), ALL)
    assert (of_view.doc, of_view.is_view, of_view.viewer) == (view, True, viewer)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(EXAMPLES),
    st.integers(0, 400),
    st.integers(0, 6),
    st.text('villagers:0-=[]() "@+.~yes12', max_size=4),
)
def test_any_other_text_is_read_or_refused(text: str, at: int, cut: int, new: str) -> None:
    with suppress(InvalidPosition):
        assert parse(text[:at] + new + text[at + cut :], ALL).doc["ruleset"] in ALL


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_chapter_are_right(text: str) -> None:
    first = parse(text, ALL)
    again = parse(first.text(), ALL)
    assert (again.doc, again.viewer) == (first.doc, first.viewer)
    assert len(first.text()) <= len(text) + 20


def test_the_words_of_a_village() -> None:
    seat = parse(BUILDING, ALL).doc["seats"][0]
    assert (seat["gold"], seat["hand"]) == (12, ["cooper", "wheeler"])
    assert seat["village"][3] == {"id": 4, "card": "blacksmith", "on": 3, "gold": 2, "as": None, "side": None}


def test_a_ruleset_without_words_has_a_text_too() -> None:
    orchard = ALL["orchard"]
    state = orchard.setup({"rounds": 6}, 2, b"a seed")
    text = view_text(orchard, orchard.write_view(orchard.view(state, 1)), 1)
    assert text.startswith("orchard:1 rounds=6 stack=[back back ")
    assert parse(text, ALL).text() == text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the text must begin with one of: villagers, my_village, orchard"),
        ("chess", "the text must begin with one of: villagers, my_village, orchard"),
        ("villagers seats=[(hand=[cooper)]", "character 31 of the text: ')]' is not a value, or ]"),
        ("villagers round", "character 10 of the text: 'round' is not a field, such as round=2"),
        ("villagers round=", "character 17 of the text: 'the end' is not a value"),
        ("villagers round=2 round=3", "character 25 of the text: round is given twice"),
        ("villagers seats=[4.miner.3]", "character 18 of the text: '4.miner.3]' is not a value"),
        ('villagers seed="\\ud800"', "character 16 of the text: '\"\\\\ud800\"' is not a value"),
        ("villagers seats=" + "[" * 9999, "brackets stand too deep in each other"),
        ("villagers seats=[(gold=-1) ()]", "seats.0.gold: must be at least 0"),
        ("villagers:7 seats=[() ()]", "phase: is missing"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        parse(text, ALL)
    assert fault in [str(one) for one in refused.value.faults]
