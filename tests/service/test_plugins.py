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


class Unready(Nim):
    """A ruleset that fails when it is asked for what it has to have."""

    key = "unready"

    @property
    def shapes(self) -> Any:  # type: ignore[override]
        raise RuntimeError("not yet")


class Alike(Nim):
    """A ruleset whose components in the contract would be called like those of My Village."""

    key = "my__village"


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
        ("villagers", "tests.service.toy:Nim", "the ruleset 'villagers' is there already, of Hamlet itself."),
        ("other", "tests.service.toy:Nim", "the ruleset 'other' calls itself 'nim'"),
        ("Nim", "tests.service.toy:Nim", "'Nim' cannot be the name of a ruleset: 1 to 32"),
        ("nim", "tests.service.toy:Nimm", "the ruleset 'nim' cannot be loaded: AttributeError"),
        ("nim", "no_such_module:Nim", "the ruleset 'nim' cannot be loaded: ModuleNotFoundError"),
        ("nim", "tests.service.leaving_at_import:Nim", "the ruleset 'nim' cannot be loaded: SystemExit: 3."),
        ("nim", "tests.service.bots:Plain", "is no ruleset: it must be a subclass of engine.ruleset.Ruleset."),
        ("unready", f"{HERE}:Unready", "the ruleset 'unready' is not complete: RuntimeError: not yet."),
        ("my__village", f"{HERE}:Alike", "has a key too like 'my_village': both would be called 'MyVillage'"),
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
    wrong = [entry(name, "tests.service.bots:Plain") for name in ("expert", "Plain")]
    wrong.append(entry("nim", "tests.service.toy:Nim"))
    assert plugins.with_levels(LEVELS, faults, wrong) == LEVELS
    assert faults == [
        "entry point tests.service.bots:Plain: 'Plain' cannot be the name of an AI level: "
        "1 to 32 of a-z, 0-9 and _, a letter first.",
        "entry point tests.service.bots:Plain: there is an AI level 'expert' already, of Hamlet itself.",
        "entry point tests.service.toy:Nim: tests.service.toy:Nim is no AI level: "
        "it must be a subclass of engine.bots.Bot.",
    ]


def packaged(package: str, name: str, value: str) -> EntryPoint:
    """An entry point of an installed package."""
    found = entry(name, value)
    vars(found)["dist"] = types.SimpleNamespace(name=package, version="1.2")
    return found


def test_the_packages_are_named() -> None:
    """Of two that have the same name both."""
    faults: list[str] = []
    mine, yours = (packaged(package, "nim", "tests.service.toy:Nim") for package in ("my-games", "your-games"))
    plugins.with_rulesets(RULESETS, faults, [yours, mine])
    mine, yours = (packaged(package, "plain", "tests.service.bots:Plain") for package in ("my-games", "your-games"))
    plugins.with_levels(LEVELS, faults, [yours, mine])
    assert faults == [
        "package your-games 1.2: the ruleset 'nim' is there already, of package my-games 1.2.",
        "package your-games 1.2: there is an AI level 'plain' already, of package my-games 1.2.",
    ]


def test_no_process_starts_with_a_faulty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "FAULTS", ["package x 1: is wrong."])
    with pytest.raises(InvalidSettings, match="package x 1: is wrong") as caught:
        catalogues.rulesets_of(load_settings({}))
    assert "settings" not in str(caught.value)
    answer = CliRunner().invoke(main, ["check-bot", "greedy"])
    assert (answer.exit_code, "settings" in answer.output) == (1, False)
    assert "what these installed packages provide:\n  package x 1: is wrong." in answer.output
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
