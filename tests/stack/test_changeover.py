"""The stack changes to the compiled engine during play, and every request is answered and every game kept."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import engine
from service.tools.stack.changeover import replace_all
from service.tools.stack.programs import Program
from service.tools.stack.supervised_process import Post
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import alive, eventually
from tools.testbed.stack import Stack, Unreachable


class Compiling(Stack):
    """A stack with a compiler beside it that compiles nothing: its build of the engine claims to be compiled."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, HAMLET_WORKERS="1", HAMLET_ENGINE="")
        self._build = folder / "build"
        source = Path(engine.__file__).parent
        shutil.copytree(source, self._build / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        with (self._build / "engine" / "build.py").open("a") as file:
            file.write("\nCOMPILED = True\n")

    def command(self) -> list[str]:
        return [*super().command(), "--compile", f"echo {self._build}"]

    def says(self, text: str) -> bool:
        return text in self.log.read_text()


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Compiling]:
    stack = Compiling(tmp_path)
    yield stack
    stack.close()


@pytest.mark.long
def test_all_programs_change_over_without_a_lost_request(stack: Compiling) -> None:
    stack.start()
    table = Table(stack, "changing over", HUMAN, AI)
    calls = []

    def changed() -> bool:
        # While the only worker of a kind restarts, the stack says so.
        with suppress(Unreachable):
            calls.append(stack.call("GET", "/readyz")[1]["engine"])
        return stack.says("All processes play with the compiled engine")

    # One try each: a refused connection or a missing answer fails here.
    stack.patiently = stack.call  # type: ignore[method-assign]
    table.play(until=changed)
    eventually(changed, "the end of the change")
    eventually(lambda: stack.call("GET", "/healthz")[0] == 200 and changed() and calls[-1] == "compiled", "an answer")
    table.play()
    table.prove()
    assert calls[-1] == "compiled"
    programs = ("web", "dispatcher", "worker 1", "decision worker 1", "webhook worker 1")
    assert [len(stack.pids(program)) for program in programs] == [2] * 5
    assert len(stack.pids("redis")) == 1
    assert not [line for line in stack.log_lines() if line["level"] in ("warning", "error", "critical")]


# --- with small programs in place of ours ------------------------------------------------------

LIVE = (sys.executable, "-c", "import time; time.sleep(600)")
DIE = (sys.executable, "-c", "raise SystemExit(3)")


@pytest.fixture
def post() -> Iterator[Post]:
    """A running program, which another one can overlap."""
    post = Post(Program("web", LIVE, overlaps=True))
    post.start()
    yield post
    for process in post.processes:
        process.sweep()


def finish(steps: Iterator[None], post: Post) -> None:
    deadline = time.monotonic() + 60
    for _ in steps:
        post.look_after()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def printing(*lines: str) -> Program:
    return Program("compiler", (sys.executable, "-c", "\n".join(lines)))


@pytest.mark.parametrize(
    ("compiler", "successor", "said"),
    [
        (printing("raise SystemExit(3)"), LIVE, "The compiler has failed (exit code 3)"),
        (printing("print('build')"), DIE, "The compiled engine does not start"),
        (printing(), LIVE, ""),
    ],
)
def test_it_goes_on_in_python_if_nothing_comes_of_it(
    compiler: Program, successor: tuple[str, ...], said: str, post: Post, capsys: pytest.CaptureFixture[str]
) -> None:
    [process] = post.processes

    def programs(build: Path) -> list[Program]:
        return [Program("web", successor, ready=lambda: False, overlaps=True)]

    finish(replace_all([post], compiler, programs), post)
    messages = capsys.readouterr().out
    assert said in messages
    assert bool(said) == bool(messages)
    assert post.processes == [process]
    assert process.exit_code() is None


@pytest.mark.parametrize("overlaps", [True, False])
def test_the_old_program_ends_when_the_new_one_can_begin(overlaps: bool, post: Post, tmp_path: Path) -> None:
    [old] = post.processes
    mark = tmp_path / "ready"
    new = Program("web", LIVE, ready=mark.exists, overlaps=overlaps)
    steps = replace_all([post], printing("print('build')"), lambda build: [new])
    if overlaps:
        while len(post.processes) < 2:
            next(steps)
        assert old.exit_code() is None
        mark.touch()
    finish(steps, post)
    [process] = post.processes
    assert (process.program, process.exit_code()) == (new, None)
    assert not alive(old.pid)


@pytest.mark.parametrize("stops", [True, False])
def test_a_running_compiler_ends_with_the_rest(stops: bool, post: Post, tmp_path: Path) -> None:
    started = tmp_path / "started"
    compiler = printing(
        "import os, signal, time",
        f"signal.signal(signal.SIGTERM, signal.{'SIG_DFL' if stops else 'SIG_IGN'})",
        "child = os.fork()",
        f"if child: open({str(started)!r} + '.part', 'w').write(f'{{os.getpid()}} {{child}}')",
        f"if child: os.rename({str(started)!r} + '.part', {str(started)!r})",
        "time.sleep(600)",
    )
    steps = replace_all([post], compiler, lambda build: [])
    next(steps)
    eventually(started.exists, "the compiler")
    pids = [int(pid) for pid in started.read_text().split()]
    assert all(alive(pid) for pid in pids)
    steps.close()
    eventually(lambda: not any(alive(pid) for pid in pids), "its end")
