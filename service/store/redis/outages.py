"""Outages of what a process needs: one line in its log when one begins, and one when it is over."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection

log = logging.getLogger(__name__)

_lock = threading.Lock()
_lasting: dict[str, tuple[float, str]] = {}
"""What is away: since when, and why."""


def begin(what: str, cause: object) -> None:
    """It is away, because of this; nothing new if it was away already."""
    with _lock:
        if what in _lasting:
            return
        _lasting[what] = time.monotonic(), str(cause)
    log.warning("cannot reach %s: %s", what, cause)


def end(what: str, how: str = "can be reached again") -> None:
    """It is there, as it may have been all the time."""
    if what not in _lasting:
        return
    with _lock:
        since, cause = _lasting.pop(what, (None, ""))
    if since is not None:
        log.info("%s %s, after %.1f s (%s)", what, how, time.monotonic() - since, cause)


def replace(kind: str, there: Collection[str]) -> None:
    """Of all that is called `kind ...`, only these are needed from now on: others have taken the place of the rest."""
    for what in list(_lasting):
        if what.startswith(kind) and what not in there:
            end(what, "has been replaced")
