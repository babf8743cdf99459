"""Requests that violate the contract: bodies and queries, and how much of them is sent back."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import EnvironBuilder, FlaskClient
from werkzeug.test import TestResponse, run_wsgi_app

from engine.ruleset import Doc
from service.http.schemas.bounds import MAX_BODY_BYTES
from tests.service.api import HUMAN, Table, bearer, refused

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}


def post_text(client: FlaskClient, text: str | bytes, path: str = "/v1/games") -> TestResponse:
    return client.post(path, data=text, content_type="application/json")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"a": }',
        b'{"a": "\xff"}',
        '{"a": "\\ud800"}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": 123456789012345678901234567890}',
        '{"a": ' + "9" * 5000 + "}",
        '{"a": 1, "a": 2}',
        '{"a": ' + "[" * 1500 + "]" * 1500 + "}",
        '\ufeff{"a": 1}',
    ],
)
def test_a_body_that_is_not_usable_json(client: FlaskClient, text: str | bytes) -> None:
    refused(post_text(client, text), 400, "bad-json")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"a": "\xff"}', "byte 8 is not UTF-8"),
        ('{"a": ' + "9" * 5000 + "}", "an integer has more than 4300 digits"),
        ('{"a": 1, "a": 2}', "a field is given twice"),
        ('{"a": 123456789012345678901234567890}', "an integer has more than 64 bits"),
        ('{"a": "\\ud800"}', "a text has a lone surrogate"),
        ('\ufeff{"a": 1}', "it begins with a byte order mark"),
        ("{", "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
    ],
)
def test_why_a_body_is_not_usable_is_said_in_our_words(client: FlaskClient, text: str | bytes, why: str) -> None:
    assert refused(post_text(client, text), 400, "bad-json")["detail"] == f"The body is not valid JSON: {why}."


@pytest.mark.parametrize("text", ["[]", '"villagers"', "1", "null", ""])
def test_a_body_that_is_no_object(client: FlaskClient, text: str) -> None:
    assert refused(post_text(client, text), 422, "invalid-request")["errors"]


def test_a_body_that_is_not_sent_as_json(client: FlaskClient) -> None:
    answer = client.post("/v1/games", data=json.dumps(NEW_GAME), content_type="text/plain")
    refused(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/positions/score"])
@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "gzip, identity", "x"])
def test_a_body_is_not_compressed(client: FlaskClient, path: str, coding: str) -> None:
    """The answer distinguishes it from a wrong type, as RFC 9110 demands (12.5.3)."""
    body = gzip.compress(json.dumps(NEW_GAME).encode())
    answer = client.post(path, data=body, content_type="application/json", headers={"Content-Encoding": coding})
    assert refused(answer, 415, "unsupported-media-type")["detail"].startswith("The body must be sent uncompressed")
    assert answer.headers["Accept-Encoding"] == "identity"


def test_identity_is_no_coding(client: FlaskClient) -> None:
    answer = client.post("/v1/games", json=NEW_GAME, headers={"Content-Encoding": "Identity"})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("charset", "status"),
    [("utf-8", 201), ("UTF-8", 201), ('"utf-8"', 201), ("utf8", 201), ("utf-16", 415), ("latin-1", 415), ("x", 415)],
)
def test_json_is_utf_8(client: FlaskClient, charset: str, status: int) -> None:
    kind = f"application/json; charset={charset}"
    answer = client.post("/v1/games", data=json.dumps(NEW_GAME), content_type=kind)
    assert answer.status_code == status
    if status == 415:
        refused(answer, 415, "unsupported-media-type")
        assert "Accept-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"colour": "red"}, "colour"),
        ({"ruleset": 7}, "ruleset"),
        ({"seats": "two"}, "seats"),
        ({"seats": []}, "seats"),
        ({"seats": [HUMAN] * 6}, "seats"),
        ({"seats": [HUMAN, {"type": "cat"}]}, "seats.1.type"),
        ({"seats": [HUMAN, {"type": "ai"}]}, "seats.1.level"),
        ({"seats": [HUMAN, {"type": "ai", "level": "godlike"}]}, "seats.1.level"),
        ({"seats": [HUMAN, {"type": "human", "level": "greedy"}]}, "seats.1.level"),
        ({"seats": [HUMAN, {"type": "ai", "level": "hard", "milliseconds": 5001}]}, "seats.1.milliseconds"),
        ({"seats": [HUMAN, {"type": "ai", "level": "hard", "milliseconds": 0}]}, "seats.1.milliseconds"),
        ({"seats": [HUMAN, {"type": "ai", "level": "hard", "milliseconds": 2**53}]}, "seats.1.milliseconds"),
        ({"seats": [HUMAN, {"type": "ai", "milliseconds": 800}]}, "seats.1.level"),
        ({"seats": [HUMAN, {"type": "human", "milliseconds": 800}]}, "seats.1.milliseconds"),
        ({"options": {"turn_seconds": 60, "takeover_milliseconds": 5001}}, "options.takeover_milliseconds"),
        ({"seats": [HUMAN, {"type": "human", "name": "a\nb"}]}, "seats.1.name"),
        ({"seats": [HUMAN, {"type": "human", "name": ""}]}, "seats.1.name"),
        *(
            ({"seats": [HUMAN, {"type": "human", "name": name}]}, "seats.1.name")
            for name in ("   ", "\u3000\u00a0", "a\u202eb", "\u200b", "a\x85", "a\u2028b", "a\u2029b", "\ue000")
        ),
        ({"seats": [HUMAN, 3]}, "seats.1"),
        ({"seed": ""}, "seed"),
        ({"seed": "é" * 100}, "seed"),
        ({"options": {"first_player": 1}}, "options.first_player"),
        ({"options": {"first_player": "4"}}, "options.first_player"),
        ({"options": {"speed": "fast"}}, "options.speed"),
        ({"options": {"solo": "hard"}}, "options.solo"),
        ({"seats": [HUMAN], "options": {"solo": "fearless"}}, "options.solo"),
        ({"options": []}, "options"),
        ({"options": {"starting_road": None}}, "options.starting_road"),
    ],
)
def test_wrong_types_and_unknown_fields_are_told_by_path(client: FlaskClient, change: dict, path: str) -> None:
    problem = refused(client.post("/v1/games", json=NEW_GAME | change), 422, "invalid-request")
    assert list(problem["errors"]) == [path]
    assert all(problem["errors"][path])


def test_all_faults_are_told_at_once(client: FlaskClient) -> None:
    body = {"ruleset": "villagers", "seats": [{"type": "cat"}, {"type": "ai"}], "options": {"speed": 1}, "x": 1}
    problem = refused(client.post("/v1/games", json=body), 422, "invalid-request")
    assert set(problem["errors"]) == {"seats.0.type", "seats.1.level", "options.speed", "x"}


@pytest.mark.parametrize(
    ("body", "path"),
    [({"seats": [HUMAN]}, "ruleset"), ({"ruleset": "villagers", "seats": [{"kind": "human"}]}, "seats.0.type")],
)
def test_a_missing_tag_is_called_missing(client: FlaskClient, body: Doc, path: str) -> None:
    problem = refused(client.post("/v1/games", json=body), 422, "invalid-request")
    assert problem["errors"][path] == ["is missing"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, ""),
        ({"move_id": "0-1", "move": {"type": "draft_stack", "stack": 0}}, ""),
        ({"moves": []}, ""),
        ({"move": {"type": "fly"}}, "move.type"),
        ({"move": {"type": "draft_stack"}}, "move.stack"),
        ({"move": {"type": "draft_stack", "stack": 0, "x": 1}}, "move.x"),
        ({"move": {"type": "draft_stack", "stack": 0.5}}, "move.stack"),
        ({"move": {"type": "draft_stack", "stack": "0"}}, "move.stack"),
        ({"moves": [{"type": "draft_stack", "stack": 0}, {"type": "draft_stack", "stack": 9}]}, "moves.1.stack"),
        ({"move_id": 7}, "move_id"),
    ],
)
def test_malformed_moves(client: FlaskClient, body: dict, path: str) -> None:
    table = Table(client)
    problem = refused(table.post(table.to_act(), body), 422, "invalid-request")
    assert list(problem["errors"]) == [path]
    assert table.look()["version"] == 0


def test_a_whole_float_is_an_integer(client: FlaskClient) -> None:
    """To JSON Schema, and so to the contract, 4.0 is an integer."""
    table = Table(client)
    headers = bearer(table.tokens[str(table.to_act())])
    text = '{"move": {"type": "draft_stack", "stack": 4.0}}'
    answer = client.post(f"{table.path}/moves", data=text, content_type="application/json", headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "query", ["wait=31", "wait=-1", "wait=soon", "after=-1&wait=1", "after=1e3", "after=" + "9" * 30]
)
def test_a_query_out_of_bounds(client: FlaskClient, query: str) -> None:
    table = Table(client)
    for path in (table.path, f"{table.path}/events"):
        problem = refused(client.get(f"{path}?{query}"), 422, "invalid-request")
        assert list(problem["errors"]) == [query.partition("=")[0]]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        *((f"limit={value}", "must be a whole number") for value in ("1_0", "%2B5", "%205", "%D9%A5", "5.0", "")),
        *((f"mine={value}", "must be true or false") for value in ("t", "on", "yes", "n", "1", "True", "")),
        ("limit=5&limit=6", "is given twice"),
        ("lang=de&lang=de", "is given twice"),
    ],
)
def test_a_query_is_read_as_in_the_contract(client: FlaskClient, query: str, message: str) -> None:
    problem = refused(client.get(f"/v1/games?{query}"), 422, "invalid-request")
    assert problem["errors"] == {query.partition("=")[0]: [message]}


@pytest.mark.parametrize("path", ["", "/moves", "/events", "/replay", "/v1/rulesets", "/v1/rulesets/villagers/cards"])
def test_an_unknown_query_parameter(client: FlaskClient, path: str) -> None:
    table = Table(client)
    path = path if path.startswith("/v1") else table.path + path
    problem = refused(client.get(f"{path}?x=1", headers=bearer(table.tokens["0"])), 422, "invalid-request")
    assert list(problem["errors"]) == ["x"]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/nope/seats/0", "/v1/positions/score"])
def test_an_unknown_query_parameter_beside_a_body(client: FlaskClient, path: str) -> None:
    assert list(refused(client.post(f"{path}?x=1", json={}), 422, "invalid-request")["errors"]) == ["x"]


CALLS = {
    "create_game": "/v1/games",
    "claim_seat": "{game}/seats/0",
    "accept_invitation": "/v1/invitations/AAAAA-BBBBB",
    "rematch": "{game}/rematch",
    "create_invitation": "{game}/invitations",
    "subscribe_push": "{game}/seats/0/push",
    "play_moves": "{game}/moves",
    "play_turn": "{game}/turn",
    "list_position_moves": "/v1/positions/moves",
    "score_position": "/v1/positions/score",
    "view_position": "/v1/positions/view",
    "apply_position_moves": "/v1/positions/apply",
    "create_decision": "/v1/decisions",
    "create_hint": "{game}/hint",
    "create_review": "{game}/review",
    "import_game": "/v1/games/import",
    "create_replay_review": "/v1/reviews",
}


WITH_API_KEY = {"register_bot", "play_bot_moves", "create_webhook", "change_webhook", "resend_notices"}


def test_a_body_over_the_limit_of_its_call(client: FlaskClient) -> None:
    table = Table(client)
    headers = bearer(table.tokens["0"])
    assert set(CALLS) == set(MAX_BODY_BYTES) - WITH_API_KEY
    for call, path in CALLS.items():
        where, most = path.format(game=table.path), MAX_BODY_BYTES[call]
        send = {"content_type": "application/json", "headers": {} if call == "claim_seat" else headers}
        send["method"] = "PUT" if call == "subscribe_push" else "POST"
        refused(client.open(where, data=" " * (most + 1), **send), 413, "too-large")
        refused(client.open(where, data=" " * most, **send), 400, "bad-json")


class Endless(io.RawIOBase):
    """A body without an end that begins like a valid one."""

    def __init__(self, start: bytes) -> None:
        self.start = start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        sent = self.start.ljust(len(buffer))[: len(buffer)]
        self.start = self.start[len(buffer) :]
        buffer[:] = sent
        return len(sent)


def test_a_chunked_body_over_the_limit(app: Flask, client: FlaskClient) -> None:
    """It does not state its length, so the server has to stop reading by itself."""

    def status(stream: io.IOBase) -> str:
        environ = EnvironBuilder(app, "/v1/games", method="POST", content_type="application/json").get_environ()
        environ |= {"wsgi.input": stream, "wsgi.input_terminated": True}
        return run_wsgi_app(app, environ, buffered=True)[1]

    text = json.dumps(NEW_GAME).encode()
    assert status(Endless(text)).startswith("413 ")
    most = MAX_BODY_BYTES["create_game"]
    assert status(io.BytesIO(text.ljust(most + 1))).startswith("413 ")
    assert status(io.BytesIO(text.ljust(most))).startswith("201 ")


LONG = "9" * 16_000


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/v1/games", f'{{"a": {LONG}}}'),
        ("/v1/games", f'{{"a": {LONG[:9000]}.5e{LONG[:5000]}}}'),
        ("/v1/games", f'{{"{LONG}": 1}}'),
        ("/v1/games", f'{{"ruleset": "{LONG}"}}'),
        ("/v1/games", f'{{"ruleset": "villagers", "seats": [{{"type": "{LONG}"}}]}}'),
        ("/v1/games", f'{{"ruleset": "villagers", "seats": [{{"type": "human"}}], "{LONG}": 1}}'),
        ("/v1/positions/score", f'{{"position": {{"ruleset": "{LONG}"}}}}'),
        ("/v1/positions/score", f'{{"position": {{"ruleset": "villagers", "seats": [{{"{LONG}": 1}}]}}}}'),
    ],
)
def test_a_long_text_is_not_sent_back(client: FlaskClient, path: str, text: str) -> None:
    answer = post_text(client, text, path)
    assert answer.status_code in (400, 404, 422)
    assert len(answer.get_data()) < 1500
    assert "9" * 100 not in answer.get_data(as_text=True)


def test_many_faults_are_told_in_part(client: FlaskClient) -> None:
    moves = [{f"field{number}": 1 for number in range(50)} for _ in range(10)]
    body = {"position": {"ruleset": "villagers", "seats": [{}, {}]}, "moves": moves}
    problem = refused(client.post("/v1/positions/apply", json=body), 422, "invalid-request")
    assert len(problem["errors"]) == 101
    assert problem["errors"][""] == ["and more"]
    position = {"ruleset": "villagers", "seats": [{}, {}], "reserve": ["nobody"] * 200, "discard": ["nobody"] * 200}
    problem = refused(client.post("/v1/positions/score", json={"position": position}), 422, "invalid-position")
    assert len(problem["errors"]) == 101
    assert problem["errors"][""] == ["and more"]


def test_an_object_with_too_many_fields(client: FlaskClient) -> None:
    fields = {f"field{number}": 1 for number in range(62)}
    refused(client.post("/v1/games", json=NEW_GAME | fields), 422, "invalid-request")
    refused(client.post("/v1/games", json=NEW_GAME | fields | {"another": 1}), 400, "bad-json")
