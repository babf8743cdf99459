"""How a process stops on a signal: soon and with exit code 0, even as the first process of a container.

The kernel drops signals without a handler for a container's first process. So call `exit_immediately_on_signal` above
all slow imports; until then the image's entry point blocks the signals, and the kernel keeps them.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS = 2.5
"""Time to finish work in progress."""


class Stopped(BaseException):
    """This process must stop: the work in progress is given back for another process."""


_requested = threading.Event()
_handled = False
"""A second signal may arrive while the handler of the first one holds the event's lock."""


def exit_immediately_on_signal() -> None:
    """For the time before any work has begun: a signal ends the process, until other handlers are set."""
    for number in SIGNALS:
        signal.signal(number, lambda number, frame: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def exit_within_grace() -> None:
    """For signal handlers: request the stop, and end the process in `SECONDS` if it is still running then."""
    global _handled
    if _handled:
        return
    _handled = True
    _requested.set()
    last = threading.Timer(SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()


def exit_if_stopping() -> None:
    """End the process now if a stop was requested: Python's own exit is slow."""
    if _requested.is_set():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def raise_if_stopping() -> None:
    """Raises `Stopped` if a stop was requested."""
    if _requested.is_set():
        raise Stopped
