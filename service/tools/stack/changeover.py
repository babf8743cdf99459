"""Compiles the engine beside a running stack, then switches the stack to the compiled engine."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from service.tools.stack.programs import Process, Program
from service.tools.stack.supervised_process import CannotReplace, Post

_PATIENCE_SECONDS = 0.5

Programs = Callable[[Path], Sequence[Program]]
"""A function that takes the folder of an engine build, and returns the programs that use this build. They have the
names of the running programs.
"""


def replace_all(posts: Sequence[Post], compiler: Program, programs: Programs) -> Generator[None, None, None]:
    """Run the compiler, then replace one program after the other. This is a generator; none of its steps blocks.

    The compiler prints the folder of its build. If it fails, it prints no folder, and reports the reason itself.
    Closing the generator ends the compiler.
    """
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        with _running(compiler, output) as process:
            while (code := process.exit_code()) is None:
                yield
        output.seek(0)
        folder = output.read().decode().strip()
    if code or not folder:
        if code:
            _say(f"The compiler has failed (exit code {code}): the games go on, with the engine in Python.")
        return
    _say("The engine is compiled. The processes change over to it one by one.")
    by_name = {post.program.name: post for post in posts}
    try:
        for program in programs(Path(folder)):
            yield from by_name[program.name].replace(program)
    except CannotReplace:
        _say("The compiled engine does not start; see the messages above. The games go on, with the engine in Python.")
        return
    _say(f"All processes play with the compiled engine now, {time.monotonic() - start:.0f} s after the start.")


@contextmanager
def _running(program: Program, output: IO[bytes]) -> Iterator[Process]:
    process = Process(program, output)
    try:
        yield process
    finally:
        process.ask_to_stop()
        # The compiler gets a moment to clean up. The processes that it started are killed after that.
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while process.exit_code() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        process.sweep()


def _say(text: str) -> None:
    print(text, flush=True)
