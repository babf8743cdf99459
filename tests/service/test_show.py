"""`hamlet show`: a position or a view as a tree, and its text form."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from engine.errors import InvalidPosition
from engine.notation import Parsed
from engine.registry import RULESETS
from service.tools.cli import main
from service.tools.terminal.position_view import show as print_tree
from service.tools.terminal.words import printable
from tests.service.toy import NIM

VILLAGE = "villagers phase=build seats=[(hand=[cooper] village=[1.founders:gold 2.miner 3.hayer]) (hand=[wheeler])]"


def show(*arguments: str, typed: str = "") -> Result:
    """Return the command's output."""
    return CliRunner().invoke(main, ["show", *arguments], input=typed, env={"COLUMNS": "200"})


def test_a_position_is_shown_as_the_seat_to_act_sees_it() -> None:
    done = show(VILLAGE)
    assert done.exit_code == 0, done.output
    assert "card Hayer" in done.output
    assert "Cooper" in done.output
    assert "Wheeler" not in done.output
    assert "to act: 1" in done.output


def test_another_seat_sees_its_own_hand() -> None:
    done = show(VILLAGE, "--seat", "1")
    assert "Wheeler" in done.output
    assert "Cooper" not in done.output


def test_documents_become_text_and_text_stays() -> None:
    ruleset = RULESETS["villagers"]
    state = ruleset.setup(ruleset.read_options({}, 2), 2, b"a seed")
    view = json.dumps(ruleset.write_view(ruleset.view(state, 1)))
    text = show("--text", "--seat", "1", "-", typed=view).output.strip()
    assert text.startswith("villagers:1 ")
    assert show("--text", text).output.strip() == text
    assert show("--text", VILLAGE).output.strip() == VILLAGE
    assert "card Founders" in show(text).output


def test_what_is_no_position_is_refused() -> None:
    for text in ("", "chess", "{", '{"ruleset": "chess"}', '{"ruleset": "villagers"}', "villagers seats=[(gold=-1)]"):
        done = show(text)
        assert done.exit_code == 1
        assert done.output.startswith("Error: This is not a position:")
    assert "there is no seat 2" in show(VILLAGE, "--seat", "2").output


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), NIM], ids=lambda ruleset: ruleset.key)
def test_every_ruleset_is_shown_to_every_seat_and_to_no_others(ruleset: Any) -> None:
    seats = ruleset.seats[-1]
    state = ruleset.setup(ruleset.read_options({}, seats), seats, b"s")
    position = Parsed(ruleset, ruleset.write_position(state), False, None)
    for seat in (None, *range(seats)):
        seen = io.StringIO()
        print_tree(position, seat, Console(file=seen))
        assert ruleset.key.replace("_", " ") in seen.getvalue()
    with pytest.raises(InvalidPosition):
        print_tree(position, seats, Console())


def test_a_text_cannot_control_the_terminal() -> None:
    assert printable("\x1b[2Jgone\na \u202eevil") == " [2Jgone a  evil"
