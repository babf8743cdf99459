"""Outages of a process's dependencies. One log line reports the beginning of each outage, another its end."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection

log = logging.getLogger(__name__)

_lock = threading.Lock()
_lasting: dict[str, tuple[float, str]] = {}
"""The current outages, with their beginning and cause."""


def begin_outage(what: str, cause: object) -> None:
    """Report an outage. Does nothing if the outage was already reported."""
    with _lock:
        if what in _lasting:
            return
        _lasting[what] = time.monotonic(), str(cause)
    log.warning("cannot reach %s: %s", what, cause)


def end_outage(what: str, how: str = "can be reached again") -> None:
    """Report the end of an outage. Does nothing if there is none."""
    if what not in _lasting:
        return
    with _lock:
        since, cause = _lasting.pop(what, (None, ""))
    if since is not None:
        log.info("%s %s, after %.1f s (%s)", what, how, time.monotonic() - since, cause)


def replace(kind: str, there: Collection[str]) -> None:
    """End the outages of replaced things. `kind`: how their names begin. `there`: the names of those not replaced."""
    for what in list(_lasting):
        if what.startswith(kind) and what not in there:
            end_outage(what, "has been replaced")
