"""The embedded Redis' file is damaged: `hamlet serve` names the command that repairs it, and that command works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.registry import RULESETS
from service.games import Games, Seat
from service.store import Store, connect
from tests.stack.test_redis_server import running
from tools.testbed.stack import Stack

HUMANS = [Seat("human", "Ada"), Seat("human", "Bo")]
ZEROS, GARBAGE = bytes(4096), bytes(range(255, -1, -1)) * 16
HAMLET = Path(sys.executable).parent / "hamlet"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    stack = Stack(tmp_path)
    yield stack
    stack.close()


def games_in(data: Path, create: int = 0) -> set[str]:
    """Return the games that the embedded Redis has there, and as many new ones."""
    # The length of a socket's path is limited.
    with running(data, data.parent / "s") as url, connect(url) as redis:
        games = Games(Store(redis, 1), RULESETS, ())
        for _ in range(create):
            games.create_game("villagers", HUMANS)
        return {key.decode() for key in redis.scan_iter("*")}


def last_file(data: Path) -> Path:
    (file,) = (data / "appendonlydir").glob("*.incr.aof")
    return file


def repair(data: Path, answer: str) -> subprocess.CompletedProcess[str]:
    environ = {"HAMLET_DATA_DIR": str(data)}
    return subprocess.run([HAMLET, "repair"], env=environ, input=answer, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(ZEROS, id="zeros"),
        pytest.param(GARBAGE, id="garbage", marks=pytest.mark.long),
        pytest.param(b"garbage", id="a word", marks=pytest.mark.long),
    ],
)
def test_what_is_behind_the_last_move_is_cut_off(data: Path, stack: Stack, damage: bytes) -> None:
    before = games_in(data, create=2)
    file = last_file(data)
    sound = file.read_bytes()
    with file.open("ab") as end:
        end.write(damage)

    code, said = stack.run_in_vain()
    assert code == 1
    assert f"{file} is damaged" in said
    command = re.search(r"^  (HAMLET_DATA_DIR=.* repair)$", said, re.MULTILINE)
    assert command is not None, said
    assert shlex.split(command[1]) == [f"HAMLET_DATA_DIR={data}", "hamlet", "repair"]
    assert file.read_bytes() == sound + damage

    # Not without a confirmation.
    assert repair(data, "n\n").returncode == 1
    assert file.read_bytes() == sound + damage
    assert not list(data.glob("damaged-*"))

    done = repair(data, "y\n")
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == sound
    (copy,) = data.glob("damaged-*")
    assert str(copy) in done.stdout
    assert copy.read_bytes() == sound + damage
    assert copy.stat().st_mode & 0o077 == 0
    assert games_in(data) == before


def test_what_comes_behind_the_first_damage_is_lost_and_the_rest_is_there(data: Path) -> None:
    first = games_in(data, create=3)
    file = last_file(data)
    size = file.stat().st_size
    whole = games_in(data, create=3)
    text = file.read_bytes()
    with file.open("r+b") as middle:
        # At the start of a command: within a value the damage would not be noticed.
        middle.seek(text.index(b"\r\n*", (size + len(text)) // 2) + 2)
        middle.write(bytes(100))
    assert repair(data, "y\n").returncode == 0
    assert first <= games_in(data) < whole


def test_what_cannot_be_cut_off_is_said(data: Path) -> None:
    games_in(data, create=1)
    done = repair(data, "y\n")
    assert done.returncode == 1
    assert "can be read to its end" in done.stderr
    nowhere = repair(data / "none", "y\n")
    assert nowhere.returncode == 1
    assert "There is no data folder" in nowhere.stderr


def test_a_running_stack_is_not_repaired(data: Path) -> None:
    with running(data, data.parent / "s"):
        with last_file(data).open("ab") as end:
            end.write(ZEROS)
        refused = repair(data, "y\n")
    assert refused.returncode == 1
    assert "Another Hamlet is running" in refused.stderr
