"""`hamlet show`: a picture of a position or a view, and its text form."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from engine.notation import Parsed
from engine.registry import RULESETS
from service.tools.cli import main
from service.tools.terminal.boards import board_of
from service.tools.terminal.showing import show as draw
from service.tools.terminal.words import Words, printable
from tests.service.toy import NIM

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


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_a_picture_for_every_seat_at_every_moment(key: str) -> None:
    ruleset = RULESETS[key]
    for seats in (ruleset.seats[0], ruleset.seats[-1]):
        boxes = {option.name: list(option.values) for option in ruleset.options if option.default == []}
        state = ruleset.setup(ruleset.read_options(boxes, seats), seats, b"s")
        played = 0
        while to_act := ruleset.to_act(state):
            if played % 10 == 0:
                for seat in range(seats):
                    draw(Parsed(ruleset, ruleset.write_position(state), False, None), seat, Console(file=io.StringIO()))
            ruleset.apply(state, to_act[0], ruleset.legal_moves(state, to_act[0])[-1])
            played += 1
        draw(Parsed(ruleset, ruleset.write_position(state), False, None), None, Console(file=io.StringIO()))
        assert played > 10


def test_a_ruleset_without_a_picture_of_its_own_is_shown_as_a_tree() -> None:
    seen = io.StringIO()
    view = NIM.write_view(NIM.view(NIM.setup({"stones": 3}, 2, b"s"), 0))
    Console(file=seen).print(board_of(NIM.key)(view, 0, Words([])))
    for part in ("the game", "stones: 3"):
        assert part in seen.getvalue()


def test_a_text_cannot_control_the_terminal() -> None:
    assert printable("\x1b[2Jgone\na \u202eevil") == " [2Jgone a  evil"
