"""A game in progress: what happens, version by version, for as long as somebody listens."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import NewerFormat
from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.games.core import projection
from service.games.core.change_feed import Watch
from service.games.core.game_service import Games
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable

log = logging.getLogger(__name__)

MAX_PORTION = 64
"""How many versions are read at once: all that is held of a game, however far a listener is behind."""


@dataclass(frozen=True, slots=True)
class News:
    """What one listener is told: `over` at the end of the game, once and last.

    `document` is `{"version", "events"}` of one version, at the end `{"version", "result"}`.
    """

    document: Doc
    over: bool = False


def follow(
    games: Games, game_id: str, viewer: int | None, after: int, pause: float, language: str = LANGUAGES[0]
) -> Iterator[News | None]:
    """All that happens after version `after` as the viewer may see it; `None` whenever `pause` seconds were quiet.

    It ends with the game, or when the process lets go of all who wait (`Games.close`), or when the game is gone. While
    the store is away nothing happens. Nothing is queued: whoever takes it slowly is read to from the log.
    """
    with games.changes.watch(game_id, pause) as watch:
        listener = _Listener(games, game_id, viewer, after, language)
        while not (watch.ended or listener.done):
            try:
                for news in listener.news():
                    yield news
                    if watch.ended:
                        return
            except NoSuchGame:
                return
            except (StoreUnavailable, NewerFormat) as failure:
                log.debug("a stream waits for the store: %s", failure)
            if not listener.done and _quiet(watch, pause):
                yield None


def _quiet(watch: Watch, pause: float) -> bool:
    watch.renew(pause)
    return not (watch.changed() or watch.ended)


class _Listener:
    """How far somebody has listened. `done`: the end of the game was told."""

    def __init__(self, games: Games, game_id: str, viewer: int | None, after: int, language: str) -> None:
        self.done = False
        self._games = games
        self._game_id = game_id
        self._viewer = viewer
        self._after = after
        self._language = language
        self._tell: projection.Tell | None = None

    def news(self) -> Iterator[News]:
        """What has not been told yet. May raise `NoSuchGame` and `StoreUnavailable`, and can then be asked again."""
        while not self.done:
            read = self._games.progress(self._game_id, self._after, MAX_PORTION)
            for entry in read.entries:
                self._after += 1
                events = projection.entry_seen(entry, self._viewer, self._teller())
                yield News({"version": self._after, "events": events})
            if self._after < read.version:
                continue
            if not read.finished:
                return
            ended = projection.end_document(self._games.load(self._game_id))
            # Else it ended while it was read: on a cluster, while its slot is moved, perhaps not in one go.
            if ended["version"] <= self._after:
                self.done = True
                yield News(ended, over=True)

    def _teller(self) -> projection.Tell:
        """Made when there is something to tell: by then the last seat is taken, and all names are known."""
        if self._tell is None:
            game = self._games.load(self._game_id)
            self._tell = projection.teller(game.ruleset, projection.names_of(game), self._language)
        return self._tell
