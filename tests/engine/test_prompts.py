"""What a list of moves asks of a player: for every decision, in every language, by what the seat may know."""

from __future__ import annotations

import random

import pytest

from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.wording import LANGUAGES, Words
from tests.engine.tables import TABLES, Table, every_table, walk
from tests.engine.test_rendered_words import faults

STEPS = 300


@every_table(TABLES)
def test_every_decision_has_a_prompt_that_only_the_view_shapes(table: Table) -> None:
    """The same for every deal that agrees with the view."""
    rng, rules = random.Random(1), table.ruleset
    for number, (state, seat, moves) in enumerate(walk(table, seed=7)):
        if number >= STEPS:
            break
        view = rules.view(state, seat)
        docs, doc = [rules.write_move(move) for move in moves], rules.write_view(view)
        other = rules.sample(view, rng) if number % 10 == 0 else state
        same = [rules.write_move(move) for move in rules.legal_moves(other, seat)]
        for language in LANGUAGES:
            words = rules.words(language)
            text = words.prompt(docs, doc, [None] * table.seats)
            assert faults(language, text) == [], text
            assert words.asked(docs, doc, [None] * table.seats)[0] in words.prompts, text
            assert words.prompt(same, rules.write_view(rules.view(other, seat)), [None] * table.seats) == text
        assert text != rules.words("en").prompt(docs, doc, [None] * table.seats), text


@pytest.mark.parametrize("key", RULESETS)
def test_languages_have_the_same_prompts(key: str) -> None:
    tables = [RULESETS[key].words(language).prompts for language in LANGUAGES]
    assert tables[0].keys() == tables[1].keys()


def test_a_draft_is_counted() -> None:
    rules = RULESETS["villagers"]
    state = rules.setup(rules.read_options({}, 2), 2, bytes(32))
    seat = rules.to_act(state)[0]
    docs = [rules.write_move(move) for move in rules.legal_moves(state, seat)]
    view = rules.write_view(rules.view(state, seat))
    words = rules.words("en")
    assert words.prompt(docs, view, ()) == "Draft a villager: take one from the road or from a stack (1 of 2)"
    view["seats"][seat]["square"] = ["nun"]
    docs = [{"type": "draft_road", "slot": 0}, {"type": "draft_reserve"}]
    assert words.prompt(docs, view, ()) == "Draft a villager: take one from the road or from the reserve (2 of 2)"


def test_a_reaction_names_the_cards_that_can_be_played() -> None:
    view = {"phase": "draft", "pending": None}
    docs: list[Doc] = [{"type": "play", "card": "courier", "slot": slot} for slot in range(3)]
    prompts = [RULESETS["villagers"].words(language).prompt(docs, view, ()) for language in LANGUAGES]
    assert prompts == ["You may react: Courier", "Du darfst reagieren: Kurier"]


def test_a_ruleset_without_prompts_names_the_kinds_of_moves() -> None:
    moves: list[Doc] = [{"type": "draft_card"}, {"type": "draft_card", "slot": 1}, {"type": "pass"}]
    assert Words("en").prompt(moves, {}, ()) == "Choose a move: draft card or pass"
    assert Words("de").prompt(moves, {"phase": "x"}, ()) == "Wähle einen Zug: draft card oder pass"
