"""What happened, and who may know it. The one place where an event is redacted is `Event.seen_by`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

EVERYONE: Final = -1
"""Audience mask of an event without a secret: all seats and spectators."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a game.

    `public` is what everybody sees. `private` holds the fields that replace those of `public` for the
    seats of `audience`, a bit mask of seats. The audience has no default: whoever makes an event
    says who may know it, and forgetting it is a type error instead of a leak.
    """

    type: str
    audience: int
    public: dict[str, Any]
    private: dict[str, Any]

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as a seat (`None`: a spectator) may see it, as a plain dict with its `type`."""
        knows = self.audience == EVERYONE or (seat is not None and bool(self.audience >> seat & 1))
        return {"type": self.type, **self.public, **(self.private if knows else {})}

    def reveal(self) -> dict[str, Any]:
        """The event with all its secrets, for replays and positions, which hide nothing."""
        return {"type": self.type, **self.public, **self.private}


EventLog = list[Event] | None
"""Where events are collected; `None` when nobody will read them."""


def move_undone(seat: int, undone: int) -> Event:
    """A seat has taken back its last move, the one that led to version `undone`: the same in every ruleset."""
    return open_event("move_undone", seat=seat, undone=undone)


NOTES: Final = ("seat_away", "seat_returned", "seat_forfeited", "seat_resigned")
"""What may be noted of a seat in the log of a game besides its moves: the types of these events. No rule knows them."""
ALIKE: Final = ("move_undone", *NOTES)
"""Types of events that every ruleset has, and none declares."""


def note(kind: str, seat: int) -> Event:
    """What the log notes of a seat, one of `NOTES`: the same in every ruleset. Nothing of the game changes by it."""
    return open_event(kind, seat=seat)


def open_event(kind: str, **facts: Any) -> Event:
    """An event that holds nothing secret: its whole content goes to everyone."""
    return Event(kind, EVERYONE, facts, {})
