"""The stored form of a game's turn clock. Redis sets the deadlines as scripts write a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock option: after `turn_seconds` of a person's turn, `takeover_level` plays the seat; without one the seat
    has lost. `takeover_milliseconds`: as `Seat.milliseconds`.
    """

    turn_seconds: int
    takeover_level: str | None
    takeover_milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """The state of a game's clock. `turn`: the seat whose time runs, then `Ruleset.turn_of`; empty for none.

    `away`: seats that an AI plays until their players return; `forfeited`: seats that have lost; `resigned`: seats
    whose players have resigned (in games without a clock too); `deadline_ms`: end of the turn, since 1970, UTC, by the
    server's clock.
    """

    turn: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    deadline_ms: int | None = None
    resigned: frozenset[int] = frozenset()

    def dump(self) -> bytes:
        """The stored form, without the deadline; `load` is its inverse."""
        return orjson.dumps([self.turn, sorted(self.away), sorted(self.forfeited), sorted(self.resigned)])

    @staticmethod
    def load(fields: Mapping[bytes, bytes]) -> Timing:
        turn, *seats = orjson.loads(fields[b"clock"])
        away, forfeited, resigned = map(frozenset, seats)
        return Timing(tuple(turn), away, forfeited, int(fields[b"deadline"]) or None, resigned)


@dataclass(frozen=True, slots=True)
class Tick:
    """The effect of a change on the clock: the new `timing`; its deadline restarts if `seconds` are given, and
    otherwise stays as long as there is a `turn`.
    """

    timing: Timing
    seconds: int | None = None

    def args(self) -> dict[str, Any]:
        """The arguments of `change.lua`."""
        if self.seconds is not None:
            return {"state": self.timing.dump(), "ms": self.seconds * 1000}
        return {"state": self.timing.dump(), "runs": bool(self.timing.turn)}
