"""Programs and the processes that run them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess  # nosec B404
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, TypeVar

import click

T = TypeVar("T")

_PATIENCE_SECONDS = 3.0
_PR_SET_PDEATHSIG = 1


class CannotStart(click.ClickException):
    """The stack cannot run here. The message says why."""


def patiently(attempt: Callable[[], T], refusal: Callable[[OSError], str]) -> T:
    """Retry the attempt on `OSError` for a while, because a killed stack takes a moment to release its resources.

    If the last attempt also fails, raises `CannotStart` with the text that `refusal` returns for the error.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return attempt()
        except OSError as error:
            if time.monotonic() > deadline:
                raise CannotStart(refusal(error)) from error
            time.sleep(0.1)


@dataclass(frozen=True)
class Program:
    """A program to run.

    - `ready`: a function that returns whether the program works now.
    - `obstacle`: a function that returns what prevents a start now, if anything.
    - `complaint`: a function that returns a text for the user about why the program may have ended.
    - `inherits`: file descriptors that the program keeps open.
    - `overlaps`: whether a replacement starts before the old process ends.
    - `umask`: the umask of the program's files; -1 for the umask of this process.
    """

    name: str
    command: tuple[str, ...]
    ready: Callable[[], bool] = lambda: True
    environ: Mapping[str, str] = field(default_factory=dict)
    obstacle: Callable[[], str | None] = lambda: None
    complaint: Callable[[], str] = lambda: "See its messages above."
    inherits: tuple[int, ...] = ()
    overlaps: bool = False
    umask: int = -1


class Process:
    """A running program.

    It leads its own session. So Ctrl-C reaches only our process, and the program's children can be found.
    """

    def __init__(self, program: Program, output: IO[bytes] | None = None) -> None:
        """Start the program. `output`: where it prints; by default, where our process prints."""
        self.program = program
        libc = ctypes.CDLL(None) if sys.platform == "linux" else None
        parent = os.getpid()
        # The command consists of fixed words and uses no shell.
        self._popen = subprocess.Popen(  # nosec B603
            program.command,
            env={**os.environ, **program.environ},
            stdin=subprocess.DEVNULL,
            stdout=output,
            pass_fds=program.inherits,
            start_new_session=True,
            umask=program.umask,
            preexec_fn=(lambda: _end_with(parent, libc)) if libc else None,
        )

    @property
    def pid(self) -> int:
        return self._popen.pid

    def exit_code(self) -> int | None:
        """Return the exit code: `None` while the program runs, a negative number if a signal ended it."""
        return self._popen.poll()

    def ask_to_stop(self) -> None:
        """Ask the leader to finish its work and exit."""
        if self._popen.poll() is None:
            self._popen.terminate()

    def sweep(self) -> None:
        """Kill all processes that are left in its session, such as the children of a crashed leader."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return
        finally:
            self._popen.wait()


def _end_with(parent: int, libc: ctypes.CDLL) -> None:
    """Make the kernel kill this process when its parent dies. This runs in the new process.

    Killing a program damages no data.
    """
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
