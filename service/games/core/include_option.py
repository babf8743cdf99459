"""The parts a client may request along with a game, to save further calls."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.wording import LANGUAGES

PARTS = ("moves", "events", "score")


@dataclass(frozen=True, slots=True)
class Include:
    """The legal moves of the viewer's seat, the events after version `after`, and the current score.

    `after=None`: the events of the call's own changes; if it makes none, all. Texts are in `language`, as in the whole
    reply.
    """

    moves: bool = False
    events: bool = False
    score: bool = False
    after: int | None = None
    language: str = LANGUAGES[0]

    @staticmethod
    def from_parts(parts: Collection[str], after: int | None, language: str) -> Include:
        """`parts`: names of `PARTS`."""
        return Include("moves" in parts, "events" in parts, "score" in parts, after, language)


NOTHING = Include()
