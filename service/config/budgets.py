"""The thinking time that a client may choose instead of a level's default, within the operator's limit."""

from __future__ import annotations

from engine.errors import Fault

MIN_MILLISECONDS = 10
MAX_MILLISECONDS = 60_000
"""The longest thinking time in milliseconds. The operator may set a lower limit (`HAMLET_THINKING_MS`)."""


def faults(path: str, milliseconds: int | None, limit: int) -> list[Fault]:
    """Return the faults of a thinking time.

    `path`: the place of the thinking time in the request. `limit`: the operator's limit; 0 forbids clients to set a
    thinking time.
    """
    if milliseconds is None or MIN_MILLISECONDS <= milliseconds <= limit:
        return []
    if limit < MIN_MILLISECONDS:
        return [Fault(path, "this server allows no budget of time; leave it out")]
    return [Fault(path, f"must be {MIN_MILLISECONDS} to {limit} here")]
