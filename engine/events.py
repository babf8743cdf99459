"""What happened, and who may know it. Only `Event.seen_by` redacts an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

EVERYONE: Final = -1
"""The audience mask for all seats and spectators."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a game.

    All viewers see the fields of `public`. The seats in `audience` (a bit mask) also see the fields of `private`, which
    replace public fields of the same name. The audience has no default, so that forgetting it is a type error instead
    of a leak.
    """

    type: str
    audience: int
    public: dict[str, Any]
    private: dict[str, Any]

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """Return the event as a seat (`None`: a spectator) may see it: a dict that includes its `type`."""
        knows = self.audience == EVERYONE or (seat is not None and bool(self.audience >> seat & 1))
        return {"type": self.type, **self.public, **(self.private if knows else {})}

    def reveal(self) -> dict[str, Any]:
        """Return the event with its private fields, for replays and positions, which hide nothing."""
        return {"type": self.type, **self.public, **self.private}


EventLog = list[Event] | None
"""A list that collects events; `None` in searches, which need no events."""


def move_undone(seat: int, undone: int) -> Event:
    """Return the event `move_undone`: a seat has taken back its last move, which led to version `undone`."""
    return open_event("move_undone", seat=seat, undone=undone)


NOTES: Final = ("seat_away", "seat_returned", "seat_forfeited", "seat_resigned")
"""The types of events that stand in the log without a move. They happen to a seat; no rule mentions them."""
ALIKE: Final = ("move_undone", *NOTES)
"""Types of events that every ruleset has without declaring them."""


def note(kind: str, seat: int) -> Event:
    """Return an event about a seat, of a type in `NOTES`. It does not change the state."""
    return open_event(kind, seat=seat)


def open_event(kind: str, **facts: Any) -> Event:
    """Return an event without secrets."""
    return Event(kind, EVERYONE, facts, {})
