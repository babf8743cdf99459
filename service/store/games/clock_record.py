"""The clock of a game's turns: what is stored of it. Deadlines are set by Redis, as the scripts write a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson


@dataclass(frozen=True, slots=True)
class Clock:
    """The option of a new game: `turn_seconds` for each turn of a person; then `takeover_level` plays the seat, or,
    without one, the seat has lost. `takeover_milliseconds`: as `Seat.milliseconds`.
    """

    turn_seconds: int
    takeover_level: str | None
    takeover_milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """How the clock of a game stands. `turn`: the seat whose time runs, then `Ruleset.turn_of`; empty for none.

    `away`: the seats that the server plays until they return; `forfeited`: those that have lost; `resigned`: those
    whose players have given up, in a game without a clock too; `deadline_ms`: when
    the time of the turn is up, since 1970, UTC, by the server's clock.
    """

    turn: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    deadline_ms: int | None = None
    resigned: frozenset[int] = frozenset()

    def dump(self) -> bytes:
        """As stored, without the deadline; `load` is its inverse."""
        return orjson.dumps([self.turn, sorted(self.away), sorted(self.forfeited), sorted(self.resigned)])

    @staticmethod
    def load(fields: Mapping[bytes, bytes]) -> Timing:
        turn, *seats = orjson.loads(fields[b"clock"])
        away, forfeited, resigned = map(frozenset, seats)
        return Timing(tuple(turn), away, forfeited, int(fields[b"deadline"]) or None, resigned)


@dataclass(frozen=True, slots=True)
class Tick:
    """What a change does to the clock: `timing` as it then is, but for the deadline if `seconds` begin with it.

    Otherwise the deadline stays, as long as there is a `turn`.
    """

    timing: Timing
    seconds: int | None = None

    def args(self) -> dict[str, Any]:
        """As `change.lua` takes it."""
        if self.seconds is not None:
            return {"state": self.timing.dump(), "ms": self.seconds * 1000}
        return {"state": self.timing.dump(), "runs": bool(self.timing.turn)}
