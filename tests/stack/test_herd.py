"""When a game changes, all of the many requests that wait for it are answered."""

from __future__ import annotations

import pytest

from tests.stack.playing import HUMAN, Table
from tools.testbed.herd import herd
from tools.testbed.stack import Stack

POLLS = 400


@pytest.mark.long
def test_one_move_answers_all_long_polls(stack: Stack) -> None:
    table = Table(stack, "herd", HUMAN, HUMAN)

    def move() -> None:
        table.play(until=lambda: bool(table.accepted))

    assert table.game["to_act"] == [0]
    answers, _ = herd(stack.port, table.path, POLLS, move)
    assert answers == {"200": POLLS}
