"""How a process ends that is told to stop: soon and with 0, whatever it is doing, also as a container's first process.

The kernel drops a signal that the first process of a container has no handler for. So the handler comes before all that
takes time: `at_once` stands above the imports. The image's entry point has the kernel keep the signal until then.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS = 2.5
"""For what has been begun."""


class Stopped(BaseException):
    """This process is told to stop: what is being done here is given back, for another one to do."""


_requested = threading.Event()
_handled = False
"""A second signal may come while the first one's handler holds the event's lock."""


def at_once() -> None:
    """From now on, until other handlers are set, a signal ends this process: nothing has begun yet."""
    for number in SIGNALS:
        signal.signal(number, lambda number, frame: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def in_time() -> None:
    """For handlers: this process has been told to stop. If it has not ended in `SECONDS`, it does so then."""
    global _handled
    if _handled:
        return
    _handled = True
    _requested.set()
    last = threading.Timer(SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()


def leave() -> None:
    """Ends this process here if it has been told to stop: Python's own end takes its time."""
    if _requested.is_set():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def check() -> None:
    """Raises `Stopped` once this process has been told to stop."""
    if _requested.is_set():
        raise Stopped
