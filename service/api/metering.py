"""How much processor time a request takes, also where requests take turns within a thread."""

from __future__ import annotations

import time
from typing import Any

from greenlet import getcurrent, greenlet, settrace


class Meter:
    """Counts the thread's processor time from now on, without what it spends on others in between."""

    __slots__ = ("_away", "_began", "_left")

    def __init__(self) -> None:
        self._away = self._left = 0.0
        self._began = time.thread_time()

    @property
    def seconds(self) -> float:
        """So far."""
        return time.thread_time() - self._began - self._away

    def leave(self) -> None:
        """From now on the thread works for others."""
        self._left = time.thread_time()

    def return_(self) -> None:
        """It is back."""
        self._away += time.thread_time() - self._left


_meters: dict[greenlet, Meter] = {}
"""Of the greenlets of this process that are at a request."""


def begin() -> None:
    """A request begins here, in this greenlet; without gevent each thread is one."""
    _meters[getcurrent()] = Meter()


def seconds() -> float:
    """What the request has taken so far."""
    meter = _meters.get(getcurrent())
    return 0.0 if meter is None else meter.seconds


def end() -> None:
    """The request is over."""
    _meters.pop(getcurrent(), None)


def follow_switches() -> None:
    """Let meters know when greenlets take turns, in this thread."""
    settrace(_switched)


def _switched(event: str, pair: Any) -> None:
    # At every switch of the process: nothing may take long here.
    origin, target = pair
    if (meter := _meters.get(origin)) is not None:
        meter.leave()
    if (meter := _meters.get(target)) is not None:
        meter.return_()
