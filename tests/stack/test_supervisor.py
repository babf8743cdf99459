"""The supervisor with small programs instead of ours: order, restarts, clean ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.testbed.processes import alive, descendants, eventually

# Stages like `a,b c`: two programs together, then one. Each writes its name to the diary when it starts and when it is
# told to stop, and is ready once its start is written. `x` ends immediately; `k` has a child and ignores SIGTERM.
MAIN = """
import sys
from pathlib import Path
from service.tools.stack.programs import CannotStart, Program
from service.tools.stack.supervisor import Supervisor

PROGRAM = '''
import os, signal, sys, time
name, diary = sys.argv[1:]
def write(text):
    with open(diary, "a") as file:
        file.write(text + "\\\\n")
def stop(*_):
    write("stop " + name)
    if name != "k":
        sys.exit(0)
signal.signal(signal.SIGTERM, stop)
if name == "x":
    sys.exit(3)
if name == "k" and os.fork() == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
write(f"start {name} {os.getpid()}")
while True:
    time.sleep(0.02)
'''
diary = Path(sys.argv[1])
diary.touch()

def program(name):
    ready = lambda: f"start {name} " in diary.read_text()
    return Program(name, (sys.executable, "-c", PROGRAM, name, str(diary)), ready=ready)

try:
    Supervisor([[program(name) for name in stage.split(",")] for stage in sys.argv[2:]]).run("all is ready")
except CannotStart as error:
    sys.exit(str(error))
"""


class Supervised:
    """A supervisor in a process of its own, and the diary that its programs write."""

    def __init__(self, folder: Path, *stages: str) -> None:
        self._diary = folder / "diary"
        self._messages = (folder / "messages").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, str(self._diary), *stages],
            stdout=subprocess.PIPE,
            stderr=self._messages,
            text=True,
        )

    def wait_until_ready(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "all is ready\n"

    def diary(self) -> list[str]:
        return self._diary.read_text().splitlines() if self._diary.exists() else []

    def names(self, word: str) -> list[str]:
        return [line.split()[1] for line in self.diary() if line.startswith(word)]

    def pids(self, name: str) -> list[int]:
        return [int(line.split()[2]) for line in self.diary() if line.startswith(f"start {name} ")]

    def messages(self) -> str:
        self._messages.seek(0)
        return self._messages.read()

    def close(self) -> None:
        for pid in [*descendants(self.process.pid), self.process.pid]:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self._messages.close()


Start = Callable[..., Supervised]


@pytest.fixture
def supervise(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    def start(*stages: str) -> Supervised:
        supervised = Supervised(tmp_path, *stages)
        request.addfinalizer(supervised.close)
        return supervised

    return start


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_starts_in_order_and_stops_in_reverse(supervise: Start, number: signal.Signals) -> None:
    supervised = supervise("a", "b,c", "d")
    supervised.wait_until_ready()
    started = supervised.names("start")
    assert started[0] == "a"
    assert sorted(started[1:3]) == ["b", "c"]
    assert started[3] == "d"
    children = descendants(supervised.process.pid)
    supervised.process.send_signal(number)
    assert supervised.process.wait(60) == 0
    stopped = supervised.names("stop")
    assert stopped[0] == "d"
    assert sorted(stopped[1:3]) == ["b", "c"]
    assert stopped[3] == "a"
    assert not any(alive(child) for child in children)


def test_a_killed_program_is_started_again_every_time(supervise: Start) -> None:
    supervised = supervise("a", "b")
    supervised.wait_until_ready()
    for times in (1, 2, 3):
        os.kill(supervised.pids("b")[-1], signal.SIGKILL)
        eventually(lambda times=times: len(supervised.pids("b")) == times + 1, "the restart")
    assert len(supervised.pids("a")) == 1


def test_children_of_a_crashed_program_do_not_outlive_it(supervise: Start) -> None:
    supervised = supervise("k")
    supervised.wait_until_ready()
    leader, child = eventually(lambda: len(supervised.pids("k")) == 2 and descendants(supervised.process.pid), "two")
    os.kill(leader, signal.SIGKILL)
    eventually(lambda: not alive(leader) and not alive(child), "the end of both")


def test_a_second_request_ends_the_patience(supervise: Start) -> None:
    supervised = supervise("k")
    supervised.wait_until_ready()
    children = descendants(supervised.process.pid)
    supervised.process.terminate()
    eventually(lambda: supervised.names("stop"), "the first request")
    supervised.process.terminate()
    assert supervised.process.wait(60) == 0
    assert not any(alive(child) for child in children)


def test_nothing_outlives_a_killed_supervisor(supervise: Start) -> None:
    supervised = supervise("a", "b,c")
    supervised.wait_until_ready()
    children = descendants(supervised.process.pid)
    assert len(children) == 3
    supervised.process.kill()
    eventually(lambda: not any(alive(child) for child in children), "the end of all programs")


def test_a_program_that_cannot_start_is_a_fault_that_stops_the_rest(supervise: Start) -> None:
    supervised = supervise("a", "x")
    assert supervised.process.wait(60) == 1
    assert "x ended before it was ready" in supervised.messages()
    assert supervised.names("stop") == ["a"]
