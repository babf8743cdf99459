"""Rulesets and AI levels of other packages: found by their entry points, or refused with a reason."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
import sys
import time
import types
from dataclasses import asdict, dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine import notation, plugins, registry
from engine.bots import Bot, Candidate, Decision
from engine.bots.greedy import Greedy
from engine.conformance import BOT_CHECKS, RULESET_CHECKS, Broken, tables_for_bots, tables_of
from engine.registry import LEVELS, RULESETS
from engine.ruleset import Forecast
from examples.orchard.orchard import Orchard
from service.config import catalogues
from service.tools import conformance
from service.tools.cli import main
from service.tools.conformance import CheckResult
from tests.service.bots import Plain
from tests.service.toy import NIM, Nim, State, View

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
HERE = "tests.service.test_plugins"


class Twin(Nim):
    """A ruleset whose moves have the names of another one's."""

    key = "twin"
    shapes = replace(NIM.shapes, moves={"pass": NIM.shapes.moves["bid"]}, events={})


class Unready(Nim):
    """A ruleset whose mandatory parts fail."""

    key = "unready"

    @property
    def shapes(self) -> Any:  # type: ignore[override]
        raise RuntimeError("not yet")


class Early(Nim):
    """A ruleset for a later interface."""

    key = "early"
    interface = 2


class Alike(Nim):
    """A ruleset whose components in the contract would have the names of My Village's."""

    key = "my__village"


class Telling(Nim):
    """It reveals a secret bid to those who may not bid the same."""

    def legal_moves(self, state: Any, seat: int) -> list[Any]:
        moves = super().legal_moves(state, seat)
        return [move for move in moves if state.turn is not None or move[1] not in state.bids]


class Cheat(Plain):
    """Makes an illegal move."""

    def choose(self, *args: Any, **more: Any) -> Any:
        return (99, 99)


class Moody(Plain):
    """Decides by more than its view and its randomness."""

    asked = 0

    def choose(self, ruleset: Any, view: Any, rng: Any, session: Any = None) -> Any:
        Moody.asked += 1
        moves = ruleset.view_moves(view)
        return moves[Moody.asked % len(moves)]


class Heap(Nim):
    """The toy without bids and without chance: nothing is hidden."""

    def setup(self, options: Any, seats: int, seed: bytes) -> State:
        return State(b"", options["stones"], [0] * seats, 0)

    def view(self, state: State, seat: int | None) -> View:
        return View(seat, state.stones, list(state.bids), [True] * len(state.bids), state.turn)

    def sample(self, view: View, rng: random.Random) -> State:
        return State(b"", view.stones, list(view.bids), view.turn)


@dataclass
class Open(View):
    truth: State | None = None


class Smuggling(Nim):
    """Views also have the truth, and samples are made from it."""

    def view(self, state: State, seat: int | None) -> View:
        return Open(**vars(super().view(state, seat)), truth=self.clone(state))

    def sample(self, view: View, rng: random.Random) -> State:
        truth = getattr(view, "truth", None)
        return super().sample(view, rng) if truth is None else self.clone(truth)


class Reasoning(Plain):
    """Decides like `Plain`, with one difference."""

    def __init__(self, **changes: Any) -> None:
        self.changes = changes

    def decide(self, *args: Any, **more: Any) -> Decision:
        decision = super().decide(*args, **more)
        of_candidates = {name: value for name, value in self.changes.items() if name in ("chance", "total", "visits")}
        changed = tuple(replace(one, **of_candidates) for one in decision.candidates)
        rest = {name: value for name, value in self.changes.items() if name not in of_candidates}
        return replace(decision, **{"candidates": changed, **rest})


class Fickle(Plain):
    """Gives different reasons each time, for the same moves."""

    asked = 0

    def decide(self, *args: Any, **more: Any) -> Decision:
        self.asked += 1
        return replace(super().decide(*args, **more), iterations=self.asked)


class Mute(Plain):
    """Gives no reasons."""

    def decide(self, *args: Any, **more: Any) -> Any:
        return None


class Careless(Plain):
    """Plays on in its view."""

    def decide(self, ruleset: Any, view: Any, *args: Any) -> Decision:
        decision = super().decide(ruleset, view, *args)
        view.stones += 1
        return decision


class Deaf(Plain):
    """Makes no legal move after its signal to stop."""

    def choose(self, ruleset: Any, view: Any, rng: Any, session: Any = None) -> Any:
        return (99, 99) if session and session.stop() else super().choose(ruleset, view, rng)


class Hanging(Plain):
    def choose(self, *args: Any, **more: Any) -> Any:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue


class Stubborn(Plain):
    def choose(self, *args: Any, **more: Any) -> Any:
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                continue


class Leaving(Plain):
    def choose(self, *args: Any, **more: Any) -> Any:
        sys.exit(3)


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
        ("villagers", "tests.service.toy:Nim", "the ruleset 'villagers' is there already, in Hamlet itself."),
        ("other", "tests.service.toy:Nim", "the ruleset 'other' calls itself 'nim'"),
        ("Nim", "tests.service.toy:Nim", "'Nim' cannot be the name of a ruleset: 1 to 32"),
        ("nim", "tests.service.toy:Nimm", "the ruleset 'nim' cannot be loaded: AttributeError"),
        ("nim", "no_such_module:Nim", "the ruleset 'nim' cannot be loaded: ModuleNotFoundError"),
        ("nim", "tests.service.leaving_at_import:Nim", "cannot be loaded: SystemExit: 3 (leaving_at_import.py, line "),
        ("nim", "tests.service.bots:Plain", "is no ruleset: it must be a subclass of engine.ruleset.Ruleset."),
        (
            "unready",
            f"{HERE}:Unready",
            "the ruleset 'unready' is not complete: RuntimeError: not yet (test_plugins.py, line ",
        ),
        ("my__village", f"{HERE}:Alike", "has a key too like 'my_village': both would be called 'MyVillage'"),
        ("early", f"{HERE}:Early", "the ruleset 'early' is made for the interface 2; that of this Hamlet is 1"),
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
        "entry point tests.service.bots:Plain: the AI level 'expert' is there already, in Hamlet itself.",
        "entry point tests.service.toy:Nim: tests.service.toy:Nim is no AI level: "
        "it must be a subclass of engine.bots.base.Bot.",
    ]


def packaged(package: str, name: str, value: str) -> EntryPoint:
    """Return an entry point of an installed package."""
    found = entry(name, value)
    vars(found)["dist"] = types.SimpleNamespace(name=package, version="1.2")
    return found


def test_one_class_is_not_taken_for_both() -> None:
    """Whichever is checked first, and with the compiled engine too."""
    told = []
    for provide in (plugins.with_levels, plugins.with_rulesets) * 2:
        faults: list[str] = []
        provide({}, faults, [entry("plain", "tests.service.bots:Plain")])  # type: ignore[operator]
        told.append(len(faults))
    assert told == [0, 1, 0, 1]


def test_the_packages_are_named() -> None:
    """If two have the same name, the error names both."""
    faults: list[str] = []
    mine, yours = (packaged(package, "nim", "tests.service.toy:Nim") for package in ("my-games", "your-games"))
    plugins.with_rulesets(RULESETS, faults, [yours, mine])
    mine, yours = (packaged(package, "plain", "tests.service.bots:Plain") for package in ("my-games", "your-games"))
    plugins.with_levels(LEVELS, faults, [yours, mine])
    assert faults == [
        "package your-games 1.2: the ruleset 'nim' is there already, in package my-games 1.2.",
        "package your-games 1.2: the AI level 'plain' is there already, in package my-games 1.2.",
    ]


def test_commands_say_what_is_wrong_and_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.FAULTS == []
    monkeypatch.setattr(registry, "FAULTS", ["package x 1: is wrong."])
    answer = CliRunner().invoke(main, ["check-ruleset", "x"])
    assert answer.exit_code == 2
    assert answer.output.startswith("package x 1: is wrong.\n")


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


def test_a_game_without_secrets_conforms() -> None:
    """The report says that nothing is hidden, since that may be a mistake."""
    table = next(tables_of(Heap()))
    remarks = [check(table) for check in RULESET_CHECKS.values()]
    assert "nothing is hidden: every view shows the whole truth" in remarks
    assert RULESET_CHECKS["samples_look_the_same"](next(tables_of(NIM))) == "hidden from seats: bids, seed"


def test_samples_made_of_the_truth_are_found() -> None:
    with pytest.raises(Broken, match="it is not drawn anew"):
        RULESET_CHECKS["samples_look_the_same"](next(tables_of(Smuggling())))


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (Reasoning(chance=math.nan), "the chance of a candidate is nan: must be from 0 to 1"),
        (Reasoning(chance=1.5), "the chance of a candidate is 1.5: must be from 0 to 1"),
        (Reasoning(total=math.inf), "the total of a candidate is inf: must be a finite number"),
        (Reasoning(visits=-5), "the visits of a candidate are -5: must be a number from 0"),
        (Reasoning(iterations=-3), "its iterations are -3: must be a number from 0"),
        (Reasoning(move=(99, 99)), "it decides on (99, 99), which is not legal"),
        (Reasoning(candidates=(Candidate((99, 99), 0, 0.5, 0),)), "its candidates are not legal moves, each once"),
        (Reasoning(candidates=()), "4 of 4 possible moves are missing from the candidates"),
        (Mute(), "it is a NoneType and no Decision"),
        (Fickle(), "equal views and equal chance get different decisions"),
        (Careless(), "a bot has changed its view"),
    ],
)
def test_reasons_that_cannot_be_are_found(bot: Bot, told: str) -> None:
    with pytest.raises(Broken, match=re.escape(told)):
        BOT_CHECKS["bots_give_reasons"](next(tables_of(NIM)), bot)


@pytest.mark.parametrize("name", ["Contrary", "Sampler"])
def test_the_documented_levels_conform(name: str) -> None:
    (program,) = (
        text for text in re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL) if f"{name}(Bot)" in text
    )
    place: dict[str, Any] = {}
    exec(program, place)
    for rules in (NIM, Orchard()):
        assert all(not one.fault for one in conformance.of_bot(place[name](), [rules], seconds=600))


def test_who_does_not_stop_properly_is_found() -> None:
    with pytest.raises(Broken, match=r"told to stop, it makes the move \(99, 99\): not legal"):
        BOT_CHECKS["bots_stop_when_told"](next(tables_of(NIM)), Deaf())


def test_bots_are_tried_with_every_option_that_changes_the_game() -> None:
    for rules in RULESETS.values():
        tables = tables_for_bots(rules)
        assert [table for table in tables if table.plain] == [table for table in tables_of(rules) if table.plain]
        for option in (option for option in rules.options if option.default in ([], None)):
            tried = [table.options[option.name] for table in tables]
            assert {str(one) for value in tried for one in (value if isinstance(value, list) else [value])} >= {
                str(value) for value in option.values if value is not None
            }
        assert len(tables) < 15


def test_a_bot_that_hangs_is_named_and_the_command_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert not conformance.report(conformance.of_bot(Hanging(), [NIM], seconds=0.05))
    told = capsys.readouterr().out
    assert "choose() takes longer than 0.05 seconds. Nothing more is checked." in told
    assert "Tables: 1. Checks: 1. Failed: 1." in told


def test_a_bot_that_nothing_stops_ends_the_command() -> None:
    program = (
        "from service.tools import conformance as checking; from tests.service.test_plugins import NIM, Stubborn;"
        "checking.GRACE_SECONDS = 0.05; checking.report(checking.of_bot(Stubborn(), [NIM], seconds=0.05))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (
        1,
        "FAILED  choose() takes longer than 0.05 seconds, and cannot be stopped.\n",
    )


def test_a_bot_that_ends_the_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LEVELS", {"leaving": Leaving()})
    monkeypatch.setattr(catalogues, "RULESETS", {"nim": NIM})
    result = CliRunner().invoke(main, ["check-bot", "leaving"])
    assert result.exit_code == 1
    assert result.stderr == "A decision may take 60 seconds (--seconds).\n"
    assert "FAILED  nim 2 seats: bots play whole games: it ends the process: SystemExit: 3." in result.output
    assert re.search(r"\nTables: 4\. Checks: 16\. Failed: \d+\.\n", result.output)
    assert "  bots play whole games: at 4 of 4 tables\n" in result.output


def checked(monkeypatch: pytest.MonkeyPatch, rules: Nim, *options: str) -> Any:
    """Return the result of `hamlet check-ruleset` on the toy, whose contract is another test's affair."""
    monkeypatch.setattr(catalogues, "RULESETS", {"nim": rules})
    monkeypatch.setattr(Nim, "options", (replace(NIM.options[0], values=(7, 3)),))
    monkeypatch.setattr(conformance, "the_contract_is_made", lambda rules: CheckResult("nim 2 seats", "made"))
    monkeypatch.setattr(conformance.the_contract_is_made, "__name__", "the_contract_is_made")
    return CliRunner().invoke(main, ["check-ruleset", "nim", *options])


def test_what_all_checks_of_a_ruleset_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    result = checked(monkeypatch, Heap())
    assert result.exit_code == 0
    lines, summary = result.output.split("\n\n")
    count, *remarks = summary.splitlines()
    assert count == f"Tables: 4. Checks: {len(RULESET_CHECKS) * 4 + 1}. Failed: 0."
    assert "  nothing is hidden: every view shows the whole truth: at 4 of 4 tables" in remarks
    assert "  no move and no event has words in de: they are in en: at 2 of 4 tables" in remarks
    assert remarks[-1] == "  Of the 1 rules of the index, 1 refused a move."
    assert lines.splitlines()[0] == "ok      nim 2 seats: moves are listed"
    assert any(line.startswith("ok      nim 2 seats stones=3: ") for line in lines.splitlines())


class Raising(Nim):
    """A forecast fails."""

    def forecast(self, state: State) -> Forecast:
        return Forecast([1 / len(state.bids[9:])], [], [])


def test_an_error_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author's line, the last move, and the position before it, from which the game can be continued."""
    only = ("--only", "values are in range", "--table", "nim 3 seats")
    result = checked(monkeypatch, Raising(), *only)
    assert result.exit_code == 1
    fault, line, *place, position = result.output.split("\n\n")[0].splitlines()
    assert fault == "FAILED  nim 3 seats: values are in range: ZeroDivisionError: division by zero."
    assert re.fullmatch(r" +line: test_plugins.py, line \d+", line)
    assert [one.split()[0] for one in place] in ([], ["move:"])
    text = position.split(maxsplit=1)[1]
    assert notation.parse(text, {"nim": NIM}).doc["stones"] == 7
    assert "Traceback" not in result.output
    assert "in forecast" in checked(monkeypatch, Raising(), *only, "--traceback").output


def test_checks_can_be_chosen_repeated_and_read_by_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    monkeypatch.setitem(RULESET_CHECKS, "moves_are_listed", lambda table: seeds.append(table.seed))
    options = ("--only", "moves are listed", "--table", "nim 2 seats", "--seed", "7", "--games", "3", "--json")
    (line,) = checked(monkeypatch, NIM, *options).output.splitlines()
    assert seeds == [7, 8, 9]
    assert json.loads(line) == {**asdict(CheckResult("nim 2 seats", "moves_are_listed")), "rules": []}
    for option, known in (("--only", "samples_are_fair"), ("--table", "nim 3 seats")):
        result = checked(monkeypatch, NIM, option, "nonsense")
        assert result.exit_code == 2
        assert known in result.output


def test_another_seed_is_another_game() -> None:
    table = next(tables_of(NIM))
    positions = [NIM.write_position(one.deal(1)) for one in (table, replace(table, seed=1), replace(table, seed=1))]
    assert positions[0] != positions[1] == positions[2]


def test_the_contract_is_made() -> None:
    assert conformance.the_contract_is_made(RULESETS["my_village"]).fault == ""
    assert conformance.the_contract_is_made(NIM).fault == "it has no NimView."


class Endless(Nim):
    """Nobody ever takes a stone."""

    def advance(self, state: State, seat: int, move: Any) -> None:
        super().advance(state, seat, move)
        state.stones = 7


def test_no_check_plays_on_for_ever() -> None:
    """A game of first moves that does not end is a remark; a random game that does not end is a fault."""
    table = next(tables_of(Endless()))
    assert RULESET_CHECKS["games_end"](table) == "a game of first and of last moves does not end within 5000 moves"
    for check in ("moves_are_listed", "every_level_plays", "replays_are_the_same"):
        with pytest.raises(Broken, match="does not end within 5000 moves"):
            RULESET_CHECKS[check](table)


def test_the_line_of_a_module_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "unreadable.py").write_text("one = 1\ntwo = =\n", encoding="utf-8")
    faults: list[str] = []
    plugins.with_rulesets({}, faults, [entry("nim", "unreadable:Nim")])
    assert faults[0].endswith("(unreadable.py, line 2).")


def test_the_commands_name_what_there_is() -> None:
    for command, known in (("check-ruleset", "villagers"), ("check-bot", "greedy")):
        result = CliRunner().invoke(main, [command, "nonsense"])
        assert result.exit_code == 2
        assert known in result.output
