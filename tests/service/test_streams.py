"""Streams of events: the same as the JSON answer for every viewer, resumable anywhere, and ended when they
should be.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.replay import replay
from engine.ruleset import Doc
from service.games import Games
from service.games.history import event_stream
from service.games.history.event_stream import News, follow_events
from service.http.operations.streams import MEDIA_TYPE, Streams
from service.store.games.records import Progress
from service.store.redis.store_errors import StoreUnavailable
from tests.bare import bare
from tests.service.api import Table, bearer, refused
from tests.service.conftest import RedisServer, free_port
from tests.service.nim import HUMANS, begun, bid, created, finished, played, take
from tests.service.toy import NIM
from tests.stack.test_web import environ, listens
from tools.testbed.processes import eventually

STREAM = {"Accept": MEDIA_TYPE}


def heard(news: Iterator[News | None]) -> list[Doc]:
    """Return the documents until the stream is silent, including the end."""
    return [one.document for one in iter(lambda: next(news, None), None)]


def messages(text: str) -> list[dict[str, str]]:
    """Return the messages of a stream: field -> value, without comments and blocks without data."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if "data" in fields:
            found.append(fields)
    return found


# --- following a stored game ---------------------------------------------------------------------


@pytest.mark.parametrize("portion", [1, 3, 64])
def test_everything_once_and_then_the_end(games: Games, monkeypatch: pytest.MonkeyPatch, portion: int) -> None:
    monkeypatch.setattr(event_stream, "MAX_PORTION", portion)
    game = games.queries.load_game(finished(games))
    for viewer in (None, 0, 1):
        for after in range(game.version + 2):
            *told, end = follow_events(games.queries, game.id, viewer, after, 60)
            assert end is not None
            assert end.over
            assert end.document == {"version": game.version, "result": games.queries.document_for(game, None)["result"]}
            assert [news.document["version"] for news in told if news] == list(range(after + 1, game.version + 1))
            events = [event for news in told if news for event in news.document["events"]]
            assert events == games.queries.events_for(game, viewer, after)["events"]


def test_it_goes_on_with_the_game(games: Games) -> None:
    game_id = created(games)["id"]
    news = follow_events(games.queries, game_id, None, 0, 0)
    assert next(news) is None
    played(games, game_id, 0, bid(1))
    played(games, game_id, 1, bid(2))
    assert [doc["version"] for doc in heard(news)] == [1, 2]


def test_a_listener_that_comes_too_early_still_hears_the_end(games: Games) -> None:
    game_id, seat = begun(games, HUMANS, options={"stones": 1})
    news = follow_events(games.queries, game_id, None, 99, 0)
    assert next(news) is None
    played(games, game_id, seat, take(1))
    assert heard(news) == [{"version": 3, "result": result(games, game_id)}]


def test_a_game_that_ends_while_it_is_read_is_told_to_its_end(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster the status may be read again after the entries."""
    game_id, seat = begun(games, HUMANS, options={"stones": 1})
    read = games.store.progress

    def in_pieces(*args: Any) -> Progress:
        progress = read(*args)
        monkeypatch.setattr(games.store, "progress", read)
        played(games, game_id, seat, take(1))
        return replace(progress, finished=True)

    monkeypatch.setattr(games.store, "progress", in_pieces)
    assert [doc["version"] for doc in heard(follow_events(games.queries, game_id, None, 0, 0))] == [1, 2, 3, 3]


def result(games: Games, game_id: str) -> Doc:
    found: Doc = games.queries.document_for(games.queries.load_game(game_id), None)["result"]
    return found


def test_what_comes_while_the_store_is_away_is_told_later(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = created(games)["id"]
    news = follow_events(games.queries, game_id, None, 0, 0)
    assert next(news) is None
    read = games.store.progress

    def away(*args: object) -> None:
        raise StoreUnavailable("away")

    played(games, game_id, 0, bid(1))
    monkeypatch.setattr(games.store, "progress", away)
    assert next(news) is None
    monkeypatch.setattr(games.store, "progress", read)
    assert [doc["version"] for doc in heard(news)] == [1]


def test_it_ends_with_a_game_that_expires(games: Games, redis: Redis) -> None:
    game_id = created(games)["id"]
    news = follow_events(games.queries, game_id, None, 0, 0)
    assert next(news) is None
    redis.flushall()
    news = follow_events(games.queries, game_id, None, 0, 0)
    assert list(news) == []


def test_closing_ends_it(games: Games) -> None:
    game_id, _ = begun(games)
    news = follow_events(games.queries, game_id, None, 0, 60)
    assert next(news) is not None
    games.queries.changes.release_waiters(timeout=10)
    assert list(news) == []
    assert list(follow_events(games.queries, game_id, None, 2, 60)) == []


def test_each_listener_hears_only_what_it_may(games: Games) -> None:
    game_id = created(games)["id"]
    listeners = {viewer: follow_events(games.queries, game_id, viewer, 0, 60) for viewer in (None, 0, 1)}
    for seat in (0, 1):
        played(games, game_id, seat, bid(seat))
    setup = games.queries.load_game(game_id).setup
    _, history = replay(NIM, setup.options, 2, setup.seed, [(seat, bid(seat)) for seat in (0, 1)])
    for version in (1, 2):
        documents = {viewer: heard_next(news) for viewer, news in listeners.items()}
        assert {document["version"] for document in documents.values()} == {version}
        told = {viewer: document["events"] for viewer, document in documents.items()}
        seen = {viewer: [event.seen_by(viewer) for event in history[version - 1]] for viewer in (None, 0, 1)}
        # The ruleset does not say what its events are about.
        assert all(event["about"] == [] for events in told.values() for event in events)
        assert {viewer: bare(events) for viewer, events in told.items()} == seen
    for news in listeners.values():
        news.close()  # type: ignore[attr-defined]


def heard_next(news: Iterator[News | None]) -> Doc:
    """Return the next document."""
    found = next(news)
    assert found is not None
    return found.document


def test_who_listens_from_elsewhere_does_not_hinder(games: Games) -> None:
    """One is far behind, one asks for a future version; and a game may end while a stream is read."""
    game_id, seat = begun(games, options={"stones": 1})
    behind, early = follow_events(games.queries, game_id, None, 0, 0), follow_events(games.queries, game_id, None, 2, 0)
    assert heard_next(behind)["version"] == 1
    assert next(early) is None
    played(games, game_id, seat, take(1))
    assert [doc["version"] for doc in heard(early)] == [3, 3]
    assert [doc["version"] for doc in heard(behind)] == [2, 3, 3]


# --- over HTTP -----------------------------------------------------------------------------------


@pytest.fixture
def listener(app: Flask, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client for streams, whose first silence is reported at once."""
    monkeypatch.setitem(app.extensions, "streams", Streams(heartbeat=0, limit=1000))
    return app.test_client()


@pytest.fixture
def nim_listener(listener: FlaskClient, app: Flask, games: Games, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """The same for games of the toy ruleset, which the contract does not have."""
    monkeypatch.setitem(app.extensions, "games", games)
    return FlaskClient(app, TestResponse)


def opened(
    listener: FlaskClient, table: Table, seat: int | None = None, query: str = "", **headers: str
) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    token = {} if seat is None else bearer(table.tokens[str(seat)])
    return listener.get(f"{table.path}/events{query}", headers={**STREAM, **token, **sent})


def told(answer: TestResponse) -> list[dict[str, str]]:
    """Return all messages of a stream, up to the first silence or the end."""
    assert (answer.status_code, answer.content_type) == (200, MEDIA_TYPE)
    text = ""
    for part in answer.iter_encoded():
        text += part.decode()
        if part == b":\n\n":
            break
    answer.close()
    return messages(text)


def test_streams_tell_every_viewer_what_the_json_tells(games: Games, nim_listener: FlaskClient) -> None:
    """In a game in which everybody has a secret."""
    doc = created(games, options={"stones": 1})
    for seat in (0, 1):
        played(games, doc["id"], seat, bid(seat))
    played(games, doc["id"], games.queries.load_game(doc["id"]).to_act[0], take(1))
    game = games.queries.load_game(doc["id"])
    path = f"/v1/games/{game.id}/events"
    found = []
    for seat in (None, 0, 1):
        headers = {} if seat is None else bearer(doc["tokens"][str(seat)])
        *events, end = told(nim_listener.get(path, headers=STREAM | headers))
        documents = [json.loads(message["data"]) for message in events]
        assert {message["event"] for message in events} == {"events"}
        assert [message["id"] for message in events] == [str(document["version"]) for document in documents]
        found.append([event for document in documents for event in document["events"]])
        assert found[-1] == nim_listener.get(path, headers=headers).get_json()["events"]
        assert (end["event"], end["id"]) == ("game_over", "over")
        assert json.loads(end["data"]) == {"version": game.version, "result": result(games, game.id)}
    amounts = [[event["amount"] for event in events if event["type"] == "bid"] for events in found]
    assert amounts == [[None, None], [0, None], [None, 1]]


def test_a_running_game(client: FlaskClient, listener: FlaskClient) -> None:
    table = Table(client)
    table.step()
    answer = opened(listener, table)
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert {"Accept", "Authorization"} <= set(answer.vary)
    assert [message["id"] for message in told(answer)] == ["1"]
    table.step()
    assert [message["id"] for message in told(opened(listener, table, query="?after=1"))] == ["2"]


def test_the_header_goes_before_the_query(client: FlaskClient, listener: FlaskClient) -> None:
    table = Table(client)
    for _ in range(3):
        table.step()
    assert [message["id"] for message in told(opened(listener, table, query="?after=0", Last_Event_ID="2"))] == ["3"]
    assert [message["id"] for message in told(opened(listener, table, query="?after=2", Last_Event_ID="0"))] == list(
        "123"
    )


@pytest.mark.parametrize("ruleset", ["villagers", "my_village"])
def test_messages_of_a_whole_game_conform(client: FlaskClient, listener: FlaskClient, ruleset: str) -> None:
    """The listener checks each message against the contract."""
    table = Table(client, ruleset=ruleset)
    table.finish()
    for seat in (None, 0, 1):
        *events, _ = told(opened(listener, table, seat))
        assert len(events) == table.look()["version"]


@pytest.mark.parametrize("last", ["-1", "1.5", "x", "²", "12345678901", "over it"])
def test_an_id_that_was_never_told(client: FlaskClient, listener: FlaskClient, last: str) -> None:
    problem = refused(opened(listener, Table(client), Last_Event_ID=last), 422, "invalid-request")
    assert list(problem["errors"]) == ["Last-Event-ID"]


def test_nobody_comes_back_after_the_end(games: Games, nim_listener: FlaskClient) -> None:
    game_id, seat = begun(games, options={"stones": 1})
    path = f"/v1/games/{game_id}/events"
    over = STREAM | {"Last-Event-ID": "over"}
    assert [message["id"] for message in told(nim_listener.get(path, headers=over))] == ["1", "2"]
    played(games, game_id, seat, take(1))
    behind = STREAM | {"Last-Event-ID": "3"}
    assert [message["id"] for message in told(nim_listener.get(path, headers=behind))] == ["over"]
    refused(nim_listener.get(path, headers=over), 409, "game-over")


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (MEDIA_TYPE, MEDIA_TYPE),
        (f"{MEDIA_TYPE}, application/json;q=0.5", MEDIA_TYPE),
        (f"application/json, {MEDIA_TYPE}", "application/json"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
        ("", "application/json"),
    ],
)
def test_who_gets_a_stream(client: FlaskClient, listener: FlaskClient, accept: str, media_type: str) -> None:
    answer = opened(listener, Table(client), Accept=accept)
    assert (answer.status_code, answer.mimetype) == (200, media_type)
    answer.close()


def test_refusals_are_those_of_the_json(client: FlaskClient, listener: FlaskClient) -> None:
    table, other = Table(client), Table(client)
    headers = STREAM | bearer(other.tokens["0"])
    refused(listener.get(f"{table.path}/events", headers=headers), 403, "forbidden")
    refused(listener.get(f"{table.path}/events", headers=STREAM | bearer("nothing")), 401, "unauthorized")
    refused(listener.get("/v1/games/nothing/events", headers=STREAM), 404, "not-found")


def test_there_is_a_most(
    app: Flask, client: FlaskClient, listener: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client)
    monkeypatch.setitem(app.extensions, "streams", Streams(heartbeat=0, limit=2))
    first, _ = opened(listener, table), opened(listener, table, 0)
    full = opened(listener, table)
    refused(full, 503, "too-many-streams")
    assert int(full.headers["Retry-After"]) > 0
    assert client.get(f"{table.path}/events").status_code == 200
    first.close()
    for _ in range(3):
        opened(listener, table).close()
        listener.head(f"{table.path}/events", headers=STREAM).close()


# --- the whole server ----------------------------------------------------------------------------


@pytest.fixture
def server(redis_server: RedisServer, redis: Redis) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The web server as in production, and its port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    server = subprocess.Popen(command, env=environ(redis_server, PORT=str(port)))
    try:
        eventually(lambda: listens(port), "the start")
        yield port, server
    finally:
        server.kill()
        server.wait()


def test_a_stream_is_told_at_once_and_ends_with_the_process(
    client: FlaskClient, server: tuple[int, subprocess.Popen[bytes]]
) -> None:
    """The last chunk comes, which would be missing if the connection were cut."""
    table, (port, process) = Table(client), server
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"{table.path}/events", headers=STREAM)
    answer = connection.getresponse()
    assert answer.headers["Content-Type"] == MEDIA_TYPE
    assert answer.readline().startswith(b"retry:")
    table.step()
    while not (line := answer.readline()).startswith(b"id:"):
        pass
    assert line == b"id: 1\n"
    process.send_signal(signal.SIGTERM)
    assert b"data: " in answer.read()
    connection.close()
    assert process.wait(30) == 0
