"""One forked process that computes: bytes in, bytes out, within a budget of processor time and memory.

It shares the memory of the process that it is forked from, so that it is small and there at once. It uses system calls
only where the parent may run on gevent, whose event loop must not go on in a second process.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedIOBase
from typing import Any, NoReturn

Work = Callable[[str, bytes], bytes]
"""What is computed: the name of a job and its document, to the document of its answer. It must not raise."""

NICE = 5
"""How much the process gives way to those that answer, on a machine whose processors are all busy."""
_JOB = struct.Struct("!HI")
_DONE = struct.Struct("!I")
_NO_MEMORY = 3
_KEPT_FILES = 3
"""Standard input, output and error."""
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1
_MAX_FILES = 1 << 20
"""Where the system knows no limit."""


class TooCostly(Exception):
    """The budget is used up, and the work was ended."""


class Lost(Exception):
    """The process has ended for another reason than its budget, or did not get its processor time."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Of one job: `seconds` of processor time; `patience` is how long it may last on the clock, on a busy machine.

    `memory`: bytes that the process may take beyond what it has at its start; 0 is no limit.
    """

    seconds: float
    patience: float
    memory: int = 0


class Child:
    """The process, as its parent sees it: one job at a time. Only whoever holds it may call it."""

    def __init__(self, work: Work, budget: Budget) -> None:
        self._budget = budget
        self._ended = False
        # Under gevent ours does not block; theirs does.
        ours, theirs = socket.socketpair()
        ours.settimeout(budget.patience)
        self._file = ours.makefile("rwb")
        # Else it would end with this thread.
        bound = _original("_thread", "get_native_id")() == os.getpid()
        self.pid = _original("os", "fork")()
        if self.pid == 0:
            _serve(theirs.detach(), work, budget, bound)
        ours.close()  # the file keeps it open
        theirs.close()

    def run(self, name: str, document: bytes) -> bytes:
        """The answer. After `TooCostly` and `Lost` the process is gone."""
        try:
            label = name.encode()
            self._file.write(_JOB.pack(len(label), len(document)) + label + document)
            self._file.flush()
            return _read(self._file, *_DONE.unpack(_read(self._file, _DONE.size)))
        except TimeoutError as late:
            self.close()
            raise Lost(f"a computing process did not answer within {self._budget.patience} s") from late
        except (OSError, ValueError) as gone:  # `ValueError`: it was gone before
            # Its end closes the connection a moment before it can be waited for.
            status = self._end()
            if status in (signal.SIGPROF, _NO_MEMORY << 8):
                raise TooCostly("a computing process has used up its budget") from gone
            raise Lost(f"a computing process has ended with status {status}") from gone

    def close(self) -> None:
        """End the process, whatever it does."""
        if not self._ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._end()

    def _end(self) -> int:
        self._ended = True
        with suppress(OSError):
            self._file.close()
        try:
            status: int = _original("os", "waitpid")(self.pid, 0)[1]
        except ChildProcessError:
            # Somebody has collected it already.
            return 0
        return status


def _original(module: str, name: str) -> Any:
    """A function as it was before gevent replaced it: its own would take the event loop along."""
    if "gevent.monkey" not in sys.modules:
        return getattr(importlib.import_module(module), name)
    from gevent.monkey import get_original

    return get_original(module, name)


def _serve(connection: int, work: Work, budget: Budget, bound: bool) -> NoReturn:
    """The life of the process: until the parent closes the connection; `bound`: at most as long as the parent's."""
    code = 1
    try:
        if bound and _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        _settle(connection, budget)
        _work(_KEPT_FILES, work, budget.seconds)
    except MemoryError:
        code = _NO_MEMORY
    except OSError:
        code = 0  # the parent is gone
    finally:
        # Without whatever the parent's code wants to do at an end.
        os._exit(code)


def _settle(connection: int, budget: Budget) -> None:
    """Keep nothing of the parent's: no connection of its clients, no signal's handler."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2):
        # A terminal sends some to all processes: when to end is the parent's word.
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    os.dup2(connection, _KEPT_FILES)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    os.closerange(_KEPT_FILES + 1, _MAX_FILES if files == resource.RLIM_INFINITY else files)
    os.set_blocking(_KEPT_FILES, True)
    os.nice(NICE)
    if budget.memory and sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as statm:
            pages = int(statm.read().split()[0])
        most = pages * resource.getpagesize() + budget.memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    # What is there now is shared with the parent for as long as nobody touches it.
    gc.freeze()


def _work(connection: int, work: Work, seconds: float) -> NoReturn:
    jobs, answers = os.fdopen(connection, "rb"), os.fdopen(os.dup(connection), "wb")
    while True:
        label, length = _JOB.unpack(_read(jobs, _JOB.size))
        name, document = _read(jobs, label).decode(), _read(jobs, length)
        # Kept by the kernel, which ends the process also where no Python runs.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = work(name, document)
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(_DONE.pack(len(answer)) + answer)
        answers.flush()


def _read(file: BufferedIOBase, size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise ConnectionError("the other process has closed its end")
    return data
