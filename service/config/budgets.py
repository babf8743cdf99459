"""How long a client may let a bot think, instead of its level's own budget, within what the operator allows."""

from __future__ import annotations

from engine.errors import Fault

MIN_MILLISECONDS = 10
MAX_MILLISECONDS = 60_000
"""In milliseconds; what the operator allows may be less (`HAMLET_THINKING_MS`)."""


def faults(path: str, milliseconds: int | None, most: int) -> list[Fault]:
    """What is wrong with a budget at this place of a request; `most`: what is allowed here, 0 for none at all."""
    if milliseconds is None or MIN_MILLISECONDS <= milliseconds <= most:
        return []
    if most < MIN_MILLISECONDS:
        return [Fault(path, "this server allows no budget of time; leave it out")]
    return [Fault(path, f"must be {MIN_MILLISECONDS} to {most} on this server")]
