"""The stored form of a game's turn clock. Redis sets the deadlines when a script writes a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

MAX_BANK_MS = 30 * 24 * 3600 * 1000
"""The largest balance of a bank."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock option.

    A person has `turn_seconds` for a turn. After that, an AI of `takeover_level` plays the seat; without a level, the
    seat loses. `takeover_milliseconds`: the AI's time budget, as in `Seat.milliseconds`. `bank_seconds`: additional
    time of each seat for the whole game. `increment_seconds`: added to the bank after each turn that ends in time. If
    both the bank and the increment are 0, there are no banks.
    """

    turn_seconds: int
    takeover_level: str | None
    takeover_milliseconds: int | None = None
    bank_seconds: int = 0
    increment_seconds: int = 0

    def bank(self, seats: int) -> dict[str, Any] | None:
        """Return what `change.lua` needs to know about the banks; `None` if there are no banks."""
        if not self.bank_seconds and not self.increment_seconds:
            return None
        first = orjson.dumps([self.bank_seconds * 1000] * seats)
        return {"first": first, "increment": self.increment_seconds * 1000, "most": MAX_BANK_MS}


@dataclass(frozen=True, slots=True)
class Timing:
    """The state of a game's clock.

    - `turn`: the seat whose time runs, followed by the numbers of `Ruleset.turn_of`; empty if no time runs.
    - `away`: the seats that an AI plays until their players return.
    - `forfeited`: the seats that have lost.
    - `resigned`: the seats whose players have resigned, in games with or without a clock.
    - `deadline_ms`: the end of the turn, in ms since 1970, UTC, by the server's clock.
    - `banks`: the balance of each seat's bank in ms, before the running turn is deducted; empty if there are no banks.
    """

    turn: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    deadline_ms: int | None = None
    resigned: frozenset[int] = frozenset()
    banks: tuple[int, ...] = ()

    def dump_timing(self) -> bytes:
        """Serialize the clock for storage, without deadline and banks; `load_timing` is the inverse."""
        return orjson.dumps([self.turn, sorted(self.away), sorted(self.forfeited), sorted(self.resigned)])

    @staticmethod
    def load_timing(fields: Mapping[bytes, bytes]) -> Timing:
        turn, *seats = orjson.loads(fields[b"clock"])
        away, forfeited, resigned = map(frozenset, seats)
        banks = tuple(orjson.loads(fields.get(b"banks", b"[]")))
        return Timing(tuple(turn), away, forfeited, int(fields[b"deadline"]) or None, resigned, banks)


@dataclass(frozen=True, slots=True)
class Tick:
    """The effect of a change on the clock.

    - `timing`: the new state of the clock.
    - `seconds`: the time for a turn that begins now. If it is `None`, no turn begins: the deadline stays the same, or
      is removed if `timing` has no `turn`.
    - `bank`: what `change.lua` needs to know about the banks; `None` if there are no banks.
    - `ended`: the seat whose turn ends.
    """

    timing: Timing
    seconds: int | None = None
    bank: dict[str, Any] | None = None
    ended: int | None = None

    def args(self) -> dict[str, Any]:
        """Return the arguments for `change.lua`, which counts seats from 1."""
        args: dict[str, Any] = {"state": self.timing.dump_timing()}
        if self.bank is not None:
            args["bank"] = self.bank
            args |= {"seat": self.timing.turn[0] + 1} if self.timing.turn else {}
            args |= {} if self.ended is None else {"ended": self.ended + 1}
        if self.seconds is not None:
            return {**args, "ms": self.seconds * 1000}
        return {**args, "runs": bool(self.timing.turn)}
