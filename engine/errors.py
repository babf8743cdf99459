"""The engine's refusals. They know nothing of HTTP: the service maps them to responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final


class Refusal:
    """The reason why a move is illegal: a rule id, an English sentence with blanks, and the facts that fill them.

    Facts are numbers and keys, such as the key of a card. `engine.wording.Words.ruleset_text` makes the text for
    people.
    """

    def __init__(self, rule: str, reason: str, **facts: Any) -> None:
        self.rule: Final = rule
        self.reason: Final = reason
        self.facts: Final[Mapping[str, Any]] = facts


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a document: its `path`, such as `seats.0.gold` ("" is the whole document), and a `message`."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class Explained(Exception):
    """An error shown to people. Its English sentence has blanks for the facts, and is translated when it is shown.

    `where`: the place of the faulty move in a request of several moves.
    """

    def __init__(self, reason: str = "", **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts: Mapping[str, Any] = facts
        self.where = ""

    def in_english(self) -> str:
        return self.reason.format(**self.facts) if self.facts else self.reason

    def __str__(self) -> str:
        return f"{self.where}: {self.in_english()}" if self.where else self.in_english()


class EngineError(Explained):
    """The base class of the engine's errors."""


class IllegalMove(EngineError):
    """A well-formed move that the rules forbid now. It has not changed the state.

    `rule` is an id from the ruleset's rule index; `words` is `Ruleset.words`.
    """

    def __init__(self, refusal: Refusal, words: Callable[[str], Any]) -> None:
        super().__init__(refusal.reason, **refusal.facts)
        self.rule = refusal.rule
        self.words = words

    def in_english(self) -> str:
        return f"{self.words('en').ruleset_text(self.reason, self.facts)} ({self.rule})"


class NewerFormat(EngineError):
    """A stored position in the format of a later version of the program."""


class NotYourTurn(EngineError):
    """The seat may not move now."""


class GameOver(EngineError):
    """The game has ended."""


class FaultyDocument(EngineError):
    """A document that cannot be read; `faults` lists all its errors, not only the first."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults

    @classmethod
    def raise_for(cls, faults: list[Fault]) -> None:
        """Raise this error if there are faults."""
        if faults:
            raise cls(faults)


class MalformedMove(FaultyDocument):
    """Not a move of this ruleset: its type is unknown, or a field is missing, unknown or of the wrong type."""


class InvalidOptions(FaultyDocument):
    """Unknown or contradictory options of a new game."""


class InvalidPosition(FaultyDocument):
    """An impossible position or view."""
