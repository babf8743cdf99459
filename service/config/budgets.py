"""Thinking time that a client may set in place of a level's own, within the operator's limit."""

from __future__ import annotations

from engine.errors import Fault

MIN_MILLISECONDS = 10
MAX_MILLISECONDS = 60_000
"""Milliseconds; the operator may allow less (`HAMLET_THINKING_MS`)."""


def faults(path: str, milliseconds: int | None, limit: int) -> list[Fault]:
    """The faults of a thinking time at this path of a request. `limit`: the operator's limit; 0 allows none."""
    if milliseconds is None or MIN_MILLISECONDS <= milliseconds <= limit:
        return []
    if limit < MIN_MILLISECONDS:
        return [Fault(path, "this server allows no budget of time; leave it out")]
    return [Fault(path, f"must be {MIN_MILLISECONDS} to {limit} on this server")]
