"""How a process stops on a signal: promptly and with exit code 0, even as the first process of a container.

The kernel ignores signals to a container's first process unless it has a handler for them. So call
`exit_immediately_on_signal` before all slow imports. Until then, the image's entry point blocks the signals, and the
kernel keeps them pending.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

SIGNALS = (signal.SIGINT, signal.SIGTERM)
SECONDS = 2.5
"""Seconds to finish work in progress."""


class Stopped(BaseException):
    """This process must stop, and return its work in progress so that another process can take it."""


_requested = threading.Event()
_handled = False
"""Whether a signal was handled. The handler checks this first, because a second signal may arrive while the handler of
the first one holds the lock of `_requested`.
"""


def exit_immediately_on_signal() -> None:
    """Make a signal end the process immediately until other handlers are set. Call this before any work begins."""
    for number in SIGNALS:
        signal.signal(number, lambda number, frame: os._exit(0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def exit_within_grace() -> None:
    """Request a stop, and end the process after `SECONDS` if it is still running. Call this in signal handlers."""
    global _handled
    if _handled:
        return
    _handled = True
    _requested.set()
    last = threading.Timer(SECONDS, os._exit, (0,))
    last.daemon = True
    last.start()


def exit_if_stopping() -> None:
    """End the process immediately if a stop was requested."""
    if _requested.is_set():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def raise_if_stopping() -> None:
    """Raise `Stopped` if a stop was requested."""
    if _requested.is_set():
        raise Stopped
