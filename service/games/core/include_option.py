"""The parts that a client may request together with a game, instead of making further calls."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.wording import LANGUAGES

PARTS = ("moves", "events", "score")


@dataclass(frozen=True, slots=True)
class Include:
    """The parts that a client asks for (`include`): the legal moves of the viewer's seat, the events after version
    `after`, the current score.

    With `after=None`, the events are those that the call itself causes; for a call that changes nothing, all events.
    `language`: the language of the reply's texts.
    """

    moves: bool = False
    events: bool = False
    score: bool = False
    after: int | None = None
    language: str = LANGUAGES[0]

    @staticmethod
    def from_parts(parts: Collection[str], after: int | None, language: str) -> Include:
        """Build the option from `parts` (names from `PARTS`)."""
        return Include("moves" in parts, "events" in parts, "score" in parts, after, language)


NOTHING = Include()
