"""How much processor time a request takes, also where requests take turns within a thread."""

from __future__ import annotations

import time

from greenlet import getcurrent, greenlet, settrace


class Meter:
    """Counts the thread's processor time from now on, without what it spends on others in between."""

    __slots__ = ("_away", "_began", "_left")

    def __init__(self) -> None:
        self._away = self._left = 0.0
        self._began = time.thread_time()

    @property
    def seconds(self) -> float:
        return time.thread_time() - self._began - self._away

    def leave(self, now: float) -> None:
        """From now on the thread works for others."""
        self._left = now

    def resume(self, now: float) -> None:
        """It is back."""
        self._away += now - self._left


class _Switches:
    """Follows a thread's greenlets. To read the clock takes longer than all else, so it is read only when others work.

    `hub`: the greenlet that only finds out whose turn it is.
    """

    def __init__(self, hub: greenlet) -> None:
        self._hub = hub
        self._waiting: Meter | None = None
        """Of the last one that has a meter, as long as nobody else has had a turn."""

    def __call__(self, event: str, pair: tuple[greenlet, greenlet]) -> None:
        origin, target = pair
        if (meter := _meters.get(origin)) is not None:
            self._waiting = meter
        if target is self._hub:
            return
        meter, waiting = _meters.get(target), self._waiting
        if waiting is not meter:
            now = time.thread_time()
            if waiting is not None:
                waiting.leave(now)
            if meter is not None:
                meter.resume(now)
        self._waiting = None


_meters: dict[greenlet, Meter] = {}
"""Of the greenlets of this process that are at a request."""


def begin() -> None:
    """A request begins here, in this greenlet; without gevent each thread is one."""
    _meters[getcurrent()] = Meter()


def seconds() -> float:
    meter = _meters.get(getcurrent())
    return 0.0 if meter is None else meter.seconds


def end() -> None:
    _meters.pop(getcurrent(), None)


def follow_switches(hub: greenlet) -> None:
    """Let meters know when greenlets take turns, in this thread."""
    settrace(_Switches(hub))
