"""Any program may be killed at any moment: every game continues, no move is lost or played twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

KILLS = 2
WEB_PROCESSES = 2


@pytest.mark.long
@pytest.mark.parametrize("victims", [("worker 1", "worker 2"), ("redis",), ("web", "dispatcher")])
def test_games_go_on_through_kills(stack: Stack, victims: tuple[str, ...]) -> None:
    """People play while games of AIs keep the workers in the middle of turns, and the victims are killed meanwhile."""
    seed = " ".join(victims)
    lives = {victim: len(stack.pids(victim)) for victim in victims}
    tables = [Table(stack, seed, HUMAN, *[AI] * ais) for ais in (1, 2, 4)]
    for kill in range(1, KILLS + 1):
        tables += [Table(stack, f"{seed} {kill} {game}", AI, AI, AI) for game in range(5)]
        play_meanwhile(tables, 4 * kill, lambda: [stack.kill(victim) for victim in victims])
    for table in tables:
        table.play()
        table.prove()
    assert all(len(stack.pids(victim)) == lives[victim] + KILLS for victim in victims)


@pytest.mark.long
def test_games_go_on_when_an_api_process_is_killed(stack: Stack) -> None:
    """Not gunicorn's first process, but those that answer: while one is replaced, the other continues."""
    tables = [Table(stack, f"api process {ais}", HUMAN, *[AI] * ais) for ais in (1, 3)]
    web = stack.pids("web")[-1]
    for kill in range(1, KILLS + 1):
        first = sorted(children(web))[0]
        play_meanwhile(tables, 4 * kill, partial(os.kill, first, signal.SIGKILL))
        eventually(lambda killed=first: len(children(web) - {killed}) == WEB_PROCESSES, "the replacement")
    for table in tables:
        table.play()
        table.prove()
    assert stack.pids("web")[-1] == web


def children(pid: int) -> set[int]:
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def play_meanwhile(tables: list[Table], upto: int, happening: Callable[[], object]) -> None:
    """Run `happening` while every person plays until this number of her moves is accepted."""
    humans = [table for table in tables if table.token is not None]
    with ThreadPoolExecutor(len(humans)) as pool:
        plays = [pool.submit(table.play, lambda table=table: len(table.accepted) >= upto) for table in humans]
        happening()
        for play in plays:
            play.result()
