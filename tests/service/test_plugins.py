"""Rulesets and AI levels of other packages: found by their entry points, and refused with a sentence."""

from __future__ import annotations

import types
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from click.testing import CliRunner

from engine import plugins, registry
from engine.bots.greedy import Greedy
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, tables_of
from engine.registry import LEVELS, RULESETS
from service.config import catalogues
from service.config.settings import InvalidSettings, load_settings
from service.tools.cli import main
from tests.service.bots import Plain
from tests.service.toy import NIM, Nim

HERE = "tests.service.test_plugins"


class Twin(Nim):
    """A ruleset whose moves are called like those of another one."""

    key = "twin"
    shapes = replace(NIM.shapes, moves={"pass": NIM.shapes.moves["bid"]}, events={})


class Telling(Nim):
    """Who may not bid what another one has bid in secret learns what that was."""

    def legal_moves(self, state: Any, seat: int) -> list[Any]:
        moves = super().legal_moves(state, seat)
        return [move for move in moves if state.turn is not None or move[1] not in state.bids]


class Cheat(Plain):
    """Makes a move that is not legal."""

    def choose(self, *args: Any, **more: Any) -> Any:
        return (99, 99)


class Moody(Plain):
    """Decides by something else than its view and its chance."""

    asked = 0

    def choose(self, ruleset: Any, view: Any, rng: Any, session: Any = None) -> Any:
        Moody.asked += 1
        moves = ruleset.view_moves(view)
        return moves[Moody.asked % len(moves)]


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, "a group")


def test_what_is_in_order_is_there() -> None:
    faults: list[str] = []
    found = plugins.with_rulesets(RULESETS, faults, [entry("nim", "tests.service.toy:Nim")])
    assert list(found) == [*RULESETS, "nim"]
    levels = plugins.with_levels(LEVELS, faults, [entry("plain", "tests.service.bots:Plain")])
    assert list(levels) == [*LEVELS, "plain"]
    assert faults == []


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("villagers", "tests.service.toy:Nim", "the ruleset 'villagers' is there already"),
        ("other", "tests.service.toy:Nim", "the ruleset 'other' calls itself 'nim'"),
        ("Nim", "tests.service.toy:Nim", "'Nim' cannot be a ruleset's name"),
        ("nim", "tests.service.toy:Nimm", "the ruleset 'nim' cannot be loaded: AttributeError"),
        ("nim", "no_such_module:Nim", "the ruleset 'nim' cannot be loaded: ModuleNotFoundError"),
        ("nim", "tests.service.bots:Plain", "is no ruleset: it must be a engine.ruleset.Ruleset"),
        ("twin", f"{HERE}:Twin", "has a type of moves that 'villagers' has already: pass"),
    ],
)
def test_what_is_not_is_left_out_with_a_sentence(name: str, value: str, told: str) -> None:
    faults: list[str] = []
    assert plugins.with_rulesets(RULESETS, faults, [entry(name, value)]) == RULESETS
    (sentence,) = faults
    assert told in sentence
    assert sentence.startswith(f"entry point {value}: ")


def test_levels_are_refused_in_the_same_way() -> None:
    faults: list[str] = []
    wrong = [entry("expert", "tests.service.bots:Plain"), entry("nim", "tests.service.toy:Nim")]
    assert plugins.with_levels(LEVELS, faults, wrong) == LEVELS
    assert faults == [
        "entry point tests.service.bots:Plain: there is an AI level 'expert' already.",
        "entry point tests.service.toy:Nim: tests.service.toy:Nim is no AI level: it must be a engine.bots.base.Bot.",
    ]


def test_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    dist = types.SimpleNamespace(name="somebodys-games", version="1.2")
    found = entry("villagers", "tests.service.toy:Nim")
    vars(found)["dist"] = dist
    faults: list[str] = []
    plugins.with_rulesets(RULESETS, faults, [found])
    assert faults == ["package somebodys-games 1.2: the ruleset 'villagers' is there already."]


def test_no_process_starts_with_a_faulty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "FAULTS", ["package x 1: is wrong."])
    with pytest.raises(InvalidSettings, match="package x 1: is wrong"):
        catalogues.rulesets_of(load_settings({}))
    assert registry.FAULTS == []


# --- the conformance suite --------------------------------------------------------------------


def test_the_toy_conforms() -> None:
    for table in (table for table in tables_of(NIM) if table.options["stones"] in (7, 12)):
        for check in RULESET_CHECKS.values():
            check(table)
        for bot_check in BOT_CHECKS.values():
            bot_check(table, Greedy())


def test_what_is_broken_is_found() -> None:
    table = next(tables_of(NIM))
    with pytest.raises(Broken, match="not legal"):
        BOT_CHECKS["bots_play_whole_games"](table, Cheat())
    with pytest.raises(Broken, match="equal views"):
        BOT_CHECKS["equal_views_get_equal_decisions"](table, Moody())

    with pytest.raises(Broken, match="depends on what it may not know"):
        RULESET_CHECKS["hidden_things_change_no_byte"](next(tables_of(Telling())))


def test_the_commands_name_what_there_is() -> None:
    for command, known in (("check-ruleset", "villagers"), ("check-bot", "greedy")):
        result = CliRunner().invoke(main, [command, "nonsense"])
        assert result.exit_code == 2
        assert known in result.output
