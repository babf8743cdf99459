"""What happens in a game as server-sent events, for clients that stay connected.

A stream costs a process a greenlet and a connection, so there is a most. It has no queue
(`service.games.history.event_stream`).
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
from service.games.history.event_stream import News, follow
from service.http.middleware.http_helpers import games, header
from service.http.problems.problem_details import GAME_OVER, INVALID_REQUEST, Kind, Refused, respond
from service.http.schemas.component_shapes import Schema
from service.http.schemas.header_shapes import request_header
from service.http.schemas.languages import language

T = TypeVar("T")

MEDIA_TYPE = "text/event-stream"
RETRY_MS = 2000
"""After which a client whose connection broke comes back."""
RETRY_SECONDS = 5
"""After which a place for one more stream may be free."""
OVER = "over"
"""The id of a stream's last message: who comes back with it has been told everything."""

TOO_MANY_STREAMS = Kind("too-many-streams", 503, "Too many streams are open", RETRY_SECONDS)


def _content(example: str) -> Schema:
    """The answer in the contract: generated clients, which would read a stream to its end, are left to ask for JSON."""
    return {MEDIA_TYPE: {"schema": {"type": "string"}, "example": f"retry: {RETRY_MS}\n\n{example}"}}


CONTENT = _content('event: events\nid: 1\ndata: {"version":1,"events":[]}\n\n:\n\n')
BOT_CONTENT = _content(':\n\nevent: turn\nid: 0012abcdefghijklmnop.7.0\ndata: {"seat":0}\n\n')
LAST_EVENT_ID = request_header(
    "Last-Event-ID",
    "Only for a stream: the id of the last message received, which is a version or `over`. Browsers send it when they "
    "come back. It goes before `after`.",
)


class Streams:
    """The open streams of a process: at most `most`; each says something every `heartbeat` seconds at the latest."""

    def __init__(self, heartbeat: float, most: int) -> None:
        self.heartbeat = heartbeat
        self.places = Semaphore(most)


def is_preferred() -> bool:
    """Whether the request prefers a stream to a JSON answer. Refused when its `Accept` is too long to be read."""
    header("Accept")
    preferences = request.accept_mimetypes
    return preferences.quality(MEDIA_TYPE) > preferences.quality("application/json")


def stream(game: Game, viewer: int | None, after: int) -> Response:
    """The stream of a game from version `after` on, or from where the client was; refused if that is the end."""
    last = (header("Last-Event-ID") or "").strip()
    if last == OVER and game.status == "finished":
        # Whatever is not 200 keeps a browser from coming back again and again.
        raise Refused(GAME_OVER, "The game is over, and its end was already reported.")
    if last and last != OVER:
        after = _version(last)
    return _open(lambda heartbeat: follow(games(), game.id, viewer, after, heartbeat, language()), _write_news)


def bot_stream(bot: str, allowed: Callable[[], bool]) -> Response:
    """The stream of an external bot: its turns, those that are due first."""
    return _open(lambda heartbeat: external_bots.follow(games(), bot, heartbeat, allowed, language()), _write_turn)


def _open(begin: Callable[[float], Iterator[T | None]], write: Callable[[T], bytes]) -> Response:
    """The answer that is a stream, if there is a place for one more; `begin` is given the heartbeat."""
    streams: Streams = current_app.extensions["streams"]
    if not streams.places.acquire(blocking=False):
        return respond(Refused(TOO_MANY_STREAMS, "Too many streams are open here; try again, or ask for JSON."))
    try:
        response = Response(_write(begin(streams.heartbeat), write), content_type=MEDIA_TYPE)
    except BaseException:
        streams.places.release()
        raise
    # Not at the end of the iterator: of one that was never begun, the end never comes.
    response.call_on_close(streams.places.release)
    # Nothing on the way may keep it back or change it.
    response.headers["Cache-Control"] = "no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _version(last: str) -> int:
    if not (last.isascii() and last.isdecimal() and len(last) < 10):
        wrong = f"must be the id of a message of a stream: a version, or {OVER}"
        raise Refused(INVALID_REQUEST, "A header is not valid.", errors={"Last-Event-ID": [wrong]})
    return int(last)


def _write(messages: Iterator[T | None], write: Callable[[T], bytes]) -> Iterator[bytes]:
    """The format of server-sent events; silence is a comment."""
    yield b"retry: %d\n\n" % RETRY_MS
    for message in messages:
        yield b":\n\n" if message is None else write(message)


def _write_turn(turn: Doc) -> bytes:
    return _message("turn", turn["id"], turn)


def _write_news(news: News) -> bytes:
    kind, name = ("game_over", OVER) if news.over else ("events", news.document["version"])
    return _message(kind, name, news.document)


def _message(kind: str, name: object, document: Doc) -> bytes:
    # JSON text has no line breaks, so it is one line of data.
    return f"event: {kind}\nid: {name}\ndata: ".encode() + orjson.dumps(document) + b"\n\n"
