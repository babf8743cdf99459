"""Every way the engine says no. Nothing here knows of HTTP; the service maps these to answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final


class Refusal:
    """Why a move is not legal: the id of a rule, and an English sentence with blanks, which the facts fill.

    The facts are numbers, and keys of cards and the like: see `engine.wording.Words.text`, which words it last.
    """

    def __init__(self, rule: str, reason: str, **facts: Any) -> None:
        self.rule: Final = rule
        self.reason: Final = reason
        self.facts: Final[Mapping[str, Any]] = facts


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: `path` like `seats.0.gold` ("" is the whole), `message` for people."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class Explained(Exception):
    """An error that people are told of: the reason as a sentence in English, whose blanks the facts fill.

    It is worded last, in the language of the reader. `where`: its place in a request of several moves.
    """

    def __init__(self, reason: str = "", **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, Any] = facts
        self.where = ""

    def in_english(self) -> str:
        """The sentence, for developers."""
        return self.reason.format(**self.facts) if self.facts else self.reason

    def __str__(self) -> str:
        return f"{self.where}: {self.in_english()}" if self.where else self.in_english()


class EngineError(Explained):
    """Base of all refusals of the engine."""


class IllegalMove(EngineError):
    """A well-formed move that the rules forbid now. The state is as it was.

    `rule` is an id of the ruleset's rule index, `words` has the ruleset's words in a language (`Ruleset.words`).
    """

    def __init__(self, refusal: Refusal, words: Callable[[str], Any]) -> None:
        super().__init__(refusal.reason, **refusal.facts)
        self.rule = refusal.rule
        self.words = words

    def in_english(self) -> str:
        return f"{self.words('en').text(self.reason, self.facts)} ({self.rule})"


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
