"""The event stream of a game, version by version."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import NewerFormat
from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.games.core import projection
from service.games.core.change_feed import Watch
from service.games.core.queries import GameQueries
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable

log = logging.getLogger(__name__)

MAX_PORTION = 64
"""The number of versions per read. It limits the memory for a stream, even if its listener is far behind."""


@dataclass(frozen=True, slots=True)
class News:
    """One message of the stream.

    `document`: `{"version", "events"}`. The last message, marked with `over`, has `{"version", "result"}` instead.
    """

    document: Doc
    over: bool = False


def follow_events(
    queries: GameQueries,
    game_id: str,
    viewer: int | None,
    after: int,
    pause: float,
    language: str = LANGUAGES[0],
    digest: bytes | None = None,
) -> Iterator[News | None]:
    """Yield all events after version `after` as the viewer sees them; `None` after every `pause` seconds of silence.

    `digest`: the hash of the viewer's token. The stream ends when the game is over or removed, when the token becomes
    void, or when the process releases all waiters (`Changes.release_waiters`). During outages of the store the stream
    waits. There is no queue: slow readers get their events from the log.
    """
    with queries.changes.watch(game_id, pause) as watch:
        listener = _Listener(queries, game_id, viewer, after, language)
        while not (watch.ended or listener.done):
            watch.take()
            try:
                sent = False
                for news in listener.news():
                    sent = True
                    yield news
                    if watch.ended:
                        return
                # A change without events may be a new token.
                if digest is not None and not sent and digest not in queries.load_game(game_id).digests.values():
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
    """A listener's position in the stream. `done`: whether the end of the game was sent."""

    def __init__(self, queries: GameQueries, game_id: str, viewer: int | None, after: int, language: str) -> None:
        self.done = False
        self._queries = queries
        self._game_id = game_id
        self._viewer = viewer
        self._after = after
        self._language = language
        self._tell: projection.Tell | None = None

    def news(self) -> Iterator[News]:
        """Yield the messages that were not sent yet. May be called again after `NoSuchGame` or `StoreUnavailable`."""
        while not self.done:
            read = self._queries.progress(self._game_id, self._after, MAX_PORTION)
            for entry in read.entries:
                self._after += 1
                events = projection.entry_seen(entry, self._viewer, self._teller())
                yield News({"version": self._after, "events": events})
            if self._after < read.version:
                continue
            if not read.finished:
                return
            ended = projection.end_document(self._queries.load_game(self._game_id))
            # While a cluster moves the slot, the read may not be atomic. If `ended` has a later version, the game has
            # ended during the read, and more entries follow.
            if ended["version"] <= self._after:
                self.done = True
                yield News(ended, over=True)

    def _teller(self) -> projection.Tell:
        """Return the function that adds texts to events. It is created at the first event, when all names are known."""
        if self._tell is None:
            game = self._queries.load_game(self._game_id)
            self._tell = projection.teller(game.ruleset, projection.names_of(game), self._language)
        return self._tell
