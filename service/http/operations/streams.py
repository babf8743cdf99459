"""Server-sent events: streams of games and of bots' turns.

A stream costs a greenlet and a connection, so the number of streams is limited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Semaphore
from typing import TypeVar

import orjson
from flask import Response, current_app, request

from engine.ruleset import Doc
from service.games import Game
from service.games.bots import external_bots
from service.games.history.event_stream import News, follow_events
from service.http.middleware.http_helpers import games, header, queries, streamed
from service.http.problems.problem_details import GAME_OVER, INVALID_REQUEST, TOO_MANY_STREAMS, Refused, respond
from service.http.schemas.component_shapes import Schema
from service.http.schemas.header_shapes import request_header
from service.http.schemas.languages import language

T = TypeVar("T")

MEDIA_TYPE = "text/event-stream"
RETRY_MS = 2000
"""How long a client waits, in milliseconds, before it reconnects to a broken stream."""
OVER = "over"
"""The id of a stream's last message. A client that reconnects with this id has seen everything."""


def _content(example: str) -> Schema:
    """Describe a stream in the contract, as a plain string. `example`: the stream's first messages.

    Generated clients cannot use streams, because they read every answer to its end. They request JSON instead.
    """
    return {MEDIA_TYPE: {"schema": {"type": "string"}, "example": f"retry: {RETRY_MS}\n\n{example}"}}


CONTENT = _content('event: events\nid: 1\ndata: {"version":1,"events":[]}\n\n:\n\n')
BOT_CONTENT = _content(':\n\nevent: turn\nid: 0012abcdefghijklmnop.7.0\ndata: {"seat":0}\n\n')
LAST_EVENT_ID = request_header(
    "Last-Event-ID",
    "Only for a stream: the id of the last message received, which is a version or `over`. Browsers send it when they "
    "come back. It goes before `after`.",
)


class Streams:
    """The places for open streams in a process. `heartbeat`: the longest silence of a stream, in seconds."""

    def __init__(self, heartbeat: float, limit: int) -> None:
        self.heartbeat = heartbeat
        self.places = Semaphore(limit)


def is_preferred() -> bool:
    """Return whether the request prefers a stream to JSON. Refuse a request whose `Accept` is too long to be parsed."""
    header("Accept")
    preferences = request.accept_mimetypes
    return preferences.quality(MEDIA_TYPE) > preferences.quality("application/json")


def stream(game: Game, viewer: int | None, after: int) -> Response:
    """Return the game's stream from version `after`, or from the client's `Last-Event-ID`.

    If that id is `over` and the game is over, refuse the request: the client has seen everything.
    """
    last = (header("Last-Event-ID") or "").strip()
    if last == OVER and game.status == "finished":
        # Any status but 200 keeps a browser from reconnecting.
        raise Refused(GAME_OVER, "The game is over, and its end was already reported.")
    if last and last != OVER:
        after = _version(last)
    return _open(lambda heartbeat: _follow(game, viewer, after, heartbeat), _write_news)


def _follow(game: Game, viewer: int | None, after: int, heartbeat: float) -> Iterator[News | None]:
    digest = None if viewer is None else game.digests.get(viewer)
    return follow_events(queries(), game.id, viewer, after, heartbeat, language(), digest)


def bot_stream(bot: str, allowed: Callable[[], bool]) -> Response:
    """Return a bot's stream of turns, beginning with the turns that are due."""
    return _open(
        lambda heartbeat: external_bots.follow_bot_turns(games(), bot, heartbeat, allowed, language()), _write_turn
    )


def _open(begin: Callable[[float], Iterator[T | None]], write: Callable[[T], bytes]) -> Response:
    """Return the response with a stream. Refuse the request if too many are open. `begin` takes the heartbeat."""
    streams: Streams = current_app.extensions["streams"]
    if not streams.places.acquire(blocking=False):
        return respond(Refused(TOO_MANY_STREAMS, "Too many streams are open here; try again, or request JSON."))
    try:
        response = Response(_write(begin(streams.heartbeat), write), content_type=MEDIA_TYPE)
    except BaseException:
        streams.places.release()
        raise
    # Do this here: an iterator's `finally` does not run if the iterator never starts.
    response.call_on_close(streams.places.release)
    return streamed(response)


def _version(last: str) -> int:
    if not (last.isascii() and last.isdecimal() and len(last) < 10):
        wrong = f"must be the id of a message of a stream: a version, or {OVER}"
        raise Refused(INVALID_REQUEST, "A header is not valid.", errors={"Last-Event-ID": [wrong]})
    return int(last)


def _write(messages: Iterator[T | None], write: Callable[[T], bytes]) -> Iterator[bytes]:
    """Encode messages as server-sent events; `None` becomes a comment."""
    yield b"retry: %d\n\n" % RETRY_MS
    for message in messages:
        yield b":\n\n" if message is None else write(message)


def _write_turn(turn: Doc) -> bytes:
    return _message("turn", turn["id"], turn)


def _write_news(news: News) -> bytes:
    kind, name = ("game_over", OVER) if news.over else ("events", news.document["version"])
    return _message(kind, name, news.document)


def _message(kind: str, name: object, document: Doc) -> bytes:
    # JSON text has no line breaks, so it fits one line of data.
    return f"event: {kind}\nid: {name}\ndata: ".encode() + orjson.dumps(document) + b"\n\n"
