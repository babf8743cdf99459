"""The stored form of a game's turn clock. Redis sets the deadlines as scripts write a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

MAX_BANK_MS = 30 * 24 * 3600 * 1000
"""A bank does not grow beyond this."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock option: after `turn_seconds` of a person's turn, `takeover_level` plays the seat; without one the seat
    has lost. `takeover_milliseconds`: as `Seat.milliseconds`. `bank_seconds`: what each seat has besides for the whole
    game; `increment_seconds` are added to it after each turn that ends in time. 0 and 0: there are no banks.
    """

    turn_seconds: int
    takeover_level: str | None
    takeover_milliseconds: int | None = None
    bank_seconds: int = 0
    increment_seconds: int = 0

    def bank(self, seats: int) -> dict[str, Any] | None:
        """What `change.lua` has to know of the banks; `None` if there are none."""
        if not self.bank_seconds and not self.increment_seconds:
            return None
        first = orjson.dumps([self.bank_seconds * 1000] * seats)
        return {"first": first, "increment": self.increment_seconds * 1000, "most": MAX_BANK_MS}


@dataclass(frozen=True, slots=True)
class Timing:
    """The state of a game's clock. `turn`: the seat whose time runs, then `Ruleset.turn_of`; empty for none.

    `away`: seats that an AI plays until their players return; `forfeited`: seats that have lost; `resigned`: seats
    whose players have resigned (in games without a clock too); `deadline_ms`: end of the turn, since 1970, UTC, by the
    server's clock; `banks`: what every seat has left in its bank, in ms, without what the running turn takes of it;
    empty if there are none.
    """

    turn: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()
    forfeited: frozenset[int] = frozenset()
    deadline_ms: int | None = None
    resigned: frozenset[int] = frozenset()
    banks: tuple[int, ...] = ()

    def dump_timing(self) -> bytes:
        """The stored form, without deadline and banks; `load_timing` is its inverse."""
        return orjson.dumps([self.turn, sorted(self.away), sorted(self.forfeited), sorted(self.resigned)])

    @staticmethod
    def load_timing(fields: Mapping[bytes, bytes]) -> Timing:
        turn, *seats = orjson.loads(fields[b"clock"])
        away, forfeited, resigned = map(frozenset, seats)
        banks = tuple(orjson.loads(fields.get(b"banks", b"[]")))
        return Timing(tuple(turn), away, forfeited, int(fields[b"deadline"]) or None, resigned, banks)


@dataclass(frozen=True, slots=True)
class Tick:
    """The effect of a change on the clock: the new `timing`; its deadline starts anew if `seconds` are given, and
    otherwise stays as long as there is a `turn`. `bank`: as `Clock.bank` says; `ended`: the seat whose turn ends.
    """

    timing: Timing
    seconds: int | None = None
    bank: dict[str, Any] | None = None
    ended: int | None = None

    def args(self) -> dict[str, Any]:
        """The arguments of `change.lua`, which counts seats from 1."""
        args: dict[str, Any] = {"state": self.timing.dump_timing()}
        if self.bank is not None:
            args["bank"] = self.bank
            args |= {"seat": self.timing.turn[0] + 1} if self.timing.turn else {}
            args |= {} if self.ended is None else {"ended": self.ended + 1}
        if self.seconds is not None:
            return {**args, "ms": self.seconds * 1000}
        return {**args, "runs": bool(self.timing.turn)}
