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

T = TypeVar("T")

_PATIENCE_SECONDS = 3.0
_PR_SET_PDEATHSIG = 1


class CannotStart(Exception):
    """The stack cannot run here; the text says why, for people."""


def patiently(attempt: Callable[[], T], refusal: Callable[[OSError], str]) -> T:
    """What the attempt returns. It may fail with `OSError` for a while: what a killed stack held is not free at once.

    Raises `CannotStart` with the refusal's text when the patience is over.
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
    """What to run.

    `ready` tells whether it does its work now, `obstacle` what keeps it from running now, `complaint` why it may have
    ended. `inherits` are file descriptors it keeps open. `overlaps`: what takes its place starts before it ends.
    `umask`: what its files are closed to; -1: as for ours.
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
    """A running program: the leader of its own session, so that Ctrl-C reaches only us and its children are known."""

    def __init__(self, program: Program, output: IO[bytes] | None = None) -> None:
        """`output`: where it prints; without one, where we do."""
        self.program = program
        libc = ctypes.CDLL(None) if sys.platform == "linux" else None
        parent = os.getpid()
        # Words of ours, no shell.
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
        """`None` while it runs; minus the signal's number when a signal ended it."""
        return self._popen.poll()

    def ask_to_stop(self) -> None:
        """Tell the leader to finish what it does and end."""
        if self._popen.poll() is None:
            self._popen.terminate()

    def sweep(self) -> None:
        """Kill whatever is left of its session, such as the children of a leader that crashed."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return
        finally:
            self._popen.wait()


def _end_with(parent: int, libc: ctypes.CDLL) -> None:
    """Runs in the new process: when its parent dies, it is killed. All programs of ours have to bear that anyway."""
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
