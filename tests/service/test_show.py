"""`hamlet show`: a picture of a position or a view, and its text form."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from engine.registry import RULESETS
from service.tools.cli import main

VILLAGE = "villagers phase=build seats=[(hand=[cooper] village=[1.founders:gold 2.miner 3.hayer]) (hand=[wheeler])]"


def show(*arguments: str, typed: str = "") -> Result:
    """The command's answer."""
    return CliRunner().invoke(main, ["show", *arguments], input=typed, env={"COLUMNS": "200"})


def test_a_position_is_drawn_as_the_seat_to_act_sees_it() -> None:
    done = show(VILLAGE)
    assert done.exit_code == 0, done.output
    assert "3 Hayer" in done.output
    assert "Cooper" in done.output
    assert "Wheeler" not in done.output
    assert "To act: seat 1" in done.output


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
    assert "1 Founders" in show(text).output


def test_what_is_no_position_is_refused() -> None:
    for text in ("", "chess", "{", '{"ruleset": "chess"}', '{"ruleset": "villagers"}', "villagers seats=[(gold=-1)]"):
        done = show(text)
        assert done.exit_code == 1
        assert done.output.startswith("Error: This is not a position:")
    assert "there is no seat 2" in show(VILLAGE, "--seat", "2").output
