"""A forked process that computes: bytes in, bytes out, within a budget of processor time and memory.

Because it is forked, it shares its parent's memory, is small and starts immediately. It uses only system calls that
gevent has not patched, because the parent's event loop must not run in a second process.
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
"""A function that does a job. It takes the job's name and document, and returns the document of the answer. Must not
raise.
"""

NICE = 5
"""The process's niceness. On busy machines, processes that answer requests come first."""
_JOB = struct.Struct("!HI")
_DONE = struct.Struct("!I")
_NO_MEMORY = 3
_KEPT_FILES = 3
"""Standard input, output and error."""
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1
_MAX_FILES = 1 << 20
"""The number of file descriptors to assume if the system has no limit."""


class TooCostly(Exception):
    """The job exceeded its budget and was ended."""


class Lost(Exception):
    """The process ended for a reason other than its budget, or got too little processor time."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a job.

    `seconds`: processor time. `patience`: wall-clock time in seconds, with a reserve for a busy machine. `memory`: the
    bytes that the process may allocate after its start; 0: no limit.
    """

    seconds: float
    patience: float
    memory: int = 0


class Child:
    """The parent's handle for the process. It runs one job at a time; do not use it concurrently."""

    def __init__(self, work: Work, budget: Budget) -> None:
        self._budget = budget
        self._ended = False
        # Under gevent the parent's end of the connection yields while it waits. The child's end blocks.
        ours, theirs = socket.socketpair()
        ours.settimeout(budget.patience)
        self._file = ours.makefile("rwb")
        # Only the main thread may tie the child to the life of the parent process. In another thread, the child would
        # end with the thread.
        bound = _original("_thread", "get_native_id")() == os.getpid()
        self.pid = _original("os", "fork")()
        if self.pid == 0:
            _serve(theirs.detach(), work, budget, bound)
        ours.close()  # the file keeps it open
        theirs.close()

    def run(self, name: str, document: bytes) -> bytes:
        """Run a job and return its answer. Raises `TooCostly` or `Lost`; after either, the process is gone."""
        try:
            label = name.encode()
            self._file.write(_JOB.pack(len(label), len(document)) + label + document)
            self._file.flush()
            return _read(self._file, *_DONE.unpack(_read(self._file, _DONE.size)))
        except TimeoutError as late:
            self.close()
            raise Lost(f"a computing process did not answer within {self._budget.patience} s") from late
        except (OSError, ValueError) as gone:  # `ValueError`: it was already gone
            # The connection closes shortly before the process can be waited for.
            status = self._end()
            if status in (signal.SIGPROF, _NO_MEMORY << 8):
                raise TooCostly("a computing process has used up its budget") from gone
            raise Lost(f"a computing process has ended with status {status}") from gone

    def close(self) -> None:
        """Kill the process, even in the middle of a job."""
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
            # Already reaped elsewhere.
            return 0
        return status


def _original(module: str, name: str) -> Any:
    """Return the original of a function that gevent has replaced. gevent's function would involve the event loop."""
    if "gevent.monkey" not in sys.modules:
        return getattr(importlib.import_module(module), name)
    from gevent.monkey import get_original

    return get_original(module, name)


def _serve(connection: int, work: Work, budget: Budget, bound: bool) -> NoReturn:
    """Run the main loop of the process, until the parent closes the connection.

    `bound`: whether the kernel kills the process when the parent dies.
    """
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
        # Skip the parent's exit handlers.
        os._exit(code)


def _settle(connection: int, budget: Budget) -> None:
    """Drop inherited resources, such as client connections and signal handlers, and set the limits."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2):
        # A terminal's signal reaches the whole process group, but only the parent decides when this process ends.
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
    # Keep the garbage collector from touching objects whose memory is shared with the parent.
    gc.freeze()


def _work(connection: int, work: Work, seconds: float) -> NoReturn:
    jobs, answers = os.fdopen(connection, "rb"), os.fdopen(os.dup(connection), "wb")
    while True:
        label, length = _JOB.unpack(_read(jobs, _JOB.size))
        name, document = _read(jobs, label).decode(), _read(jobs, length)
        # The kernel's timer ends the process even while no Python code runs.
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
