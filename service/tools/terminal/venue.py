"""Where a person's game is played: what the terminal needs of it, be it in this process or on a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.ruleset import Doc, Ruleset

MAX_PROSPECTS = 5
"""Of the moves that advice considers, how many are shown."""


def player_names(levels: Sequence[str | None]) -> list[str]:
    """What sentences call the players: an AI by its level and its seat. `None`: the player."""
    return ["Player" if level is None else f"{level.capitalize()} {seat}" for seat, level in enumerate(levels, 1)]


class Refused(Exception):
    """The game goes on, but not by this move, or without this answer; the message is for the player."""


class Lost(Exception):
    """The game cannot go on here; the message is for the player."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: its document, its label, and what the venue knows it by."""

    move: Doc
    label: str
    handle: Any


@dataclass(frozen=True, slots=True)
class Now:
    """The game when the player may decide, or at its end.

    `must`: the game waits for the player, who else may only react. `events`: what happened since the last time.
    """

    view: Doc
    choices: Sequence[Choice]
    must: bool
    events: Sequence[Doc]
    result: Doc | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """A move that was thought about: the probability to win with it, and what the seat will have at the end."""

    label: str
    value: float
    gold: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The move that a level would play (`None`: it would not react), and the best prospects that it saw."""

    level: str
    move: Doc | None
    prospects: Sequence[Prospect] = field(default_factory=tuple)


class Venue(ABC):
    """A game with one seat for the player. `ruleset`: the rules, `None` if this process does not have them."""

    ruleset: Ruleset[Any, Any] | None
    key: str
    viewer: int
    names: Sequence[str]

    @abstractmethod
    def cards(self) -> list[Doc]:
        """The catalogue in English, as `Ruleset.cards` gives it."""

    @abstractmethod
    def wait(self) -> Now:
        """Let the others play until the player may decide or the game is over. Raises `Lost`."""

    @abstractmethod
    def play(self, choice: Choice) -> None:
        """Make a move. Raises `Refused` if it cannot be made any more, and `Lost`."""

    @abstractmethod
    def decline(self) -> None:
        """Do not react: the next `wait` is for something new."""

    @abstractmethod
    def hint(self) -> Advice:
        """What a strong level would do now. Raises `Refused` and `Lost`."""

    @abstractmethod
    def goodbye(self) -> str:
        """What to tell a player who leaves before the end."""


def printable(value: Any) -> Any:
    """A document in which no text can do to a terminal what only a program should."""
    if isinstance(value, str):
        return "".join(character if character.isprintable() else " " for character in value)
    if isinstance(value, list):
        return [printable(one) for one in value]
    if isinstance(value, dict):
        return {printable(name): printable(one) for name, one in value.items()}
    return value
