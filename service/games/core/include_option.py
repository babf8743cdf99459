"""What a client may be told together with a game, so that it need not ask for it in further calls."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.wording import LANGUAGES

PARTS = ("moves", "events", "score")


@dataclass(frozen=True, slots=True)
class Include:
    """The legal moves of the viewer's seat, the events after version `after`, and the score as of now.

    `None`: events of what the call itself does; if it does nothing, all. Told in the `language`, as all of the answer.
    """

    moves: bool = False
    events: bool = False
    score: bool = False
    after: int | None = None
    language: str = LANGUAGES[0]

    @staticmethod
    def of(parts: Collection[str], after: int | None, language: str) -> Include:
        """Those of `PARTS` that are named."""
        return Include("moves" in parts, "events" in parts, "score" in parts, after, language)


NOTHING = Include()
