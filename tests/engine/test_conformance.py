"""Properties of every ruleset. No line here knows a particular ruleset, and the checks are the product's."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import pytest

from engine.bots import Bot
from engine.build import COMPILED
from engine.conformance import BOT_CHECKS, RULESET_CHECKS
from engine.conformance.checks import events_tell_nothing_hidden
from engine.conformance.holding import text
from engine.errors import InvalidPosition, MalformedMove
from engine.registry import RULESETS
from tests.engine.tables import PLAIN, PLAYERS, TABLES, Table, every_table, walk

APART = ("documents_come_back", "samples_look_the_same", "events_tell_nothing_hidden", "every_level_plays")
"""Checks with a test of their own."""
DECLARED = (
    *("declarations_agree", "every_type_is_known", "fields_are_checked", "texts_come_back"),
    *("words_are_complete", "refusals_are_declared", "values_tell_who_wins", "games_end"),
)
"""Checks made at plain tables only."""


@every_table(TABLES)
def test_documents_have_their_shapes_and_come_back(table: Table) -> None:
    RULESET_CHECKS["documents_come_back"](table)


@every_table(TABLES)
def test_views_come_back_and_samples_look_the_same(table: Table) -> None:
    RULESET_CHECKS["samples_look_the_same"](table)


@every_table(TABLES)
@pytest.mark.parametrize("check", [name for name in RULESET_CHECKS if name not in (*APART, *DECLARED)])
def test_every_ruleset_conforms(table: Table, check: str) -> None:
    RULESET_CHECKS[check](table)


@every_table(PLAIN)
@pytest.mark.parametrize("check", DECLARED)
def test_what_is_declared_holds(table: Table, check: str) -> None:
    remark = RULESET_CHECKS[check](table)
    assert not remark or (check == "refusals_are_declared" and COMPILED), "a remark"


@every_table(TABLES)
def test_what_is_told_does_not_depend_on_what_is_hidden(table: Table) -> None:
    compared = events_tell_nothing_hidden(table)
    # At other tables too few positions are tried to have something to compare everywhere.
    assert compared > 100 or not table.plain or table.seats == 1


@every_table(TABLES)
def test_equal_views_get_equal_decisions(table: Table) -> None:
    for bot in PLAYERS.values():
        BOT_CHECKS["equal_views_get_equal_decisions"](table, bot)


@pytest.mark.parametrize("table", PLAIN[:1])
@pytest.mark.parametrize("check", ["bots_give_reasons", "bots_stop_when_told"])
def test_decisions_have_reasons_and_end_when_told(table: Table, check: str) -> None:
    for bot in PLAYERS.values():
        BOT_CHECKS[check](table, bot)


@every_table(TABLES)
def test_every_level_plays_a_whole_game(table: Table) -> None:
    """All levels at a plain table; elsewhere random moves, some by the strongest level, which costs most."""
    rules, rng, levels = table.ruleset, random.Random(12), list(PLAYERS.values())

    def asked(seat: int) -> Bot:
        if table.plain:
            return levels[(seat + table.seats) % len(levels)]
        return levels[-1] if rng.random() < 0.05 else levels[0]

    state = table.deal(12)
    while seats := rules.to_act(state):
        for seat in seats[1:]:
            reaction = asked(seat).react(rules, rules.view(state, seat), rng)
            if reaction is not None:
                rules.apply(state, seat, reaction)
                break
        else:
            rules.apply(state, seats[0], asked(seats[0]).choose(rules, rules.view(state, seats[0]), rng))
    assert rules.result(state) is not None


GAME_IN_ANOTHER_PROCESS = """
import json, sys
from tests.engine.tables import PLAIN, walk
table = PLAIN[int(sys.argv[1])]
print(json.dumps([[seat, moves, table.ruleset.write_position(state)] for state, seat, moves in walk(table, 14)][::7]))
"""


@pytest.mark.parametrize(
    "number", [pytest.param(at, marks=[pytest.mark.long] * (table.seats != 3)) for at, table in enumerate(PLAIN)]
)
def test_the_same_seed_is_the_same_game_in_another_process(number: int) -> None:
    table = PLAIN[number]
    here = [[seat, moves, table.ruleset.write_position(state)] for state, seat, moves in walk(table, 14)][::7]
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", GAME_IN_ANOTHER_PROCESS, str(number)]
    there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert json.loads(there) == json.loads(text(here))


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
def test_where_numbers_come_from_and_names_in_both_languages(rules: Any) -> None:
    for card in rules.cards("en"):
        assert {entry["source"] for entry in card["provenance"]} <= {"rulebook", "public", "reconstructed"}
    assert [card["name"] for card in rules.cards("de")] != [card["name"] for card in rules.cards("en")]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
@pytest.mark.parametrize("doc", [None, [], 3, "end", {}, {"type": None}, {"type": "nonsense"}, {"type": ["end"]}])
def test_what_is_no_move_is_named_so(rules: Any, doc: Any) -> None:
    state = rules.setup(rules.read_options({}, rules.seats[0]), rules.seats[0], b"x")
    with pytest.raises(MalformedMove) as refused:
        rules.read_move(state, 0, doc)
    assert refused.value.faults
    with pytest.raises(InvalidPosition):
        rules.read_position(doc)
    with pytest.raises(InvalidPosition):
        rules.read_view(doc, 0)
