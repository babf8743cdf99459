"""A game as it goes on: what happens, version by version, for as long as somebody listens."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import NewerFormat
from engine.ruleset import Doc
from service.games import seeing
from service.games.games import Games
from service.store.errors import NoSuchGame, StoreUnavailable
from service.waiting import Watch

log = logging.getLogger(__name__)

PORTION = 64
"""How many versions are read at once: all that a listener holds, however far it is behind."""


@dataclass(frozen=True, slots=True)
class News:
    """What one listener is told: `over` at the end of the game, once and last.

    `document` is `{"version", "events"}` of one version, at the end `{"version", "result"}`.
    """

    document: Doc
    over: bool = False


def follow(games: Games, game_id: str, viewer: int | None, after: int, pause: float) -> Iterator[News | None]:
    """All that happens after version `after` as the viewer may see it; `None` whenever `pause` seconds were quiet.

    It ends with the game, or when the process lets go of all who wait (`Games.close`), or when the game is gone. While
    the store is away nothing happens. Nothing is queued: whoever takes it slowly is read to from the log.
    """
    with games.changes.watch(game_id, pause) as watch:
        listener = _Listener(games, game_id, viewer, after)
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

    def __init__(self, games: Games, game_id: str, viewer: int | None, after: int) -> None:
        self.done = False
        self._games = games
        self._game_id = game_id
        self._viewer = viewer
        self._after = after
        self._going_on_at: int | None = None
        """The last version at which the game was seen not to be over."""

    def news(self) -> Iterator[News]:
        """What has not been told yet. May raise `NoSuchGame` and `StoreUnavailable`, and can then be asked again."""
        while not self.done:
            while entries := self._games.store.log(self._game_id, self._after, self._after + PORTION):
                for entry in entries:
                    self._after += 1
                    yield News({"version": self._after, "events": seeing.events_seen([entry], self._viewer)})
            if self._going_on_at == self._after:
                return
            game = self._games.load(self._game_id)
            if game.status != "finished":
                self._going_on_at = game.version
                return
            if game.version <= self._after:
                self.done = True
                yield News(seeing.end_document(game), over=True)
