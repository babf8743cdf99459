"""Every way the engine says no. Nothing here knows of HTTP; the service maps these to answers."""

from __future__ import annotations

from dataclasses import dataclass

Refusal = tuple[str, str]
"""The id of the rule that forbids a move, and the reason as a sentence."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: `path` like `seats.0.gold` ("" is the whole), `message` for people."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class EngineError(Exception):
    """Base of all refusals of the engine."""


class IllegalMove(EngineError):
    """A well-formed move that the rules forbid now. The state is as it was.

    `rule` is an id of the ruleset's rule index, `reason` a sentence a player understands.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason


class NewerFormat(EngineError):
    """A stored position of a format that only a later version of the program knows."""


class NotYourTurn(EngineError):
    """The seat is not among those to act."""


class GameOver(EngineError):
    """Nobody can act any more."""


class FaultyDocument(EngineError):
    """A document that cannot be read; `faults` lists everything wrong with it, never only the first."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults


class MalformedMove(FaultyDocument):
    """Not a move of this ruleset at all: unknown type, missing or unknown field, wrong type of value."""


class InvalidOptions(FaultyDocument):
    """Options of a new game that do not exist or do not go together."""


class InvalidPosition(FaultyDocument):
    """A position (or view) that no game could be in."""
