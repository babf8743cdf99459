"""Compressed answers: which are, which never are, both forms' tags, and catalogues that are made once."""

from __future__ import annotations

import json
from typing import Any

import flask_compress.flask_compress as library
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.middleware.compression import MIN_BYTES
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.conforming import unpacked

CATALOGUES = [
    "/v1/rulesets",
    "/v1/rulesets/villagers?lang=de",
    *(f"/v1/rulesets/{key}/cards{more}" for key in ("villagers", "my_village") for more in ("", "?lang=de")),
]


def accepting(client: FlaskClient, path: str, coding: str, **headers: str) -> TestResponse:
    sent = {"Accept-Encoding": coding} | {name.replace("_", "-"): value for name, value in headers.items()}
    return client.get(path, headers=sent)


def document(answer: TestResponse) -> Any:
    """Return the JSON of an answer, packed or not."""
    return json.loads(unpacked(answer))


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("br", "br"),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "br"),
        ("br;q=0.1, gzip", "gzip"),
        ("zstd", None),
        ("", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("*;q=0", None),
        ("nonsense;;;q=,,,", None),
    ],
)
def test_the_client_says_what_it_can_read(client: FlaskClient, accepted: str, coding: str | None) -> None:
    table = Table(client)
    answer = accepting(client, table.path, accepted)
    assert answer.headers.get("Content-Encoding") == coding
    assert int(answer.headers["Content-Length"]) == len(answer.get_data())
    assert document(answer) == table.look()
    assert {"Accept-Encoding", "Authorization"} <= set(answer.vary.to_header().split(", "))


def test_a_game_is_a_quarter_of_its_size(client: FlaskClient) -> None:
    table = Table(client)
    plain = table.get(seat=0, include="moves,events").content_length
    packed = client.get(
        f"{table.path}?include=moves,events", headers=bearer(table.tokens["0"]) | {"Accept-Encoding": "br"}
    ).content_length
    assert plain
    assert packed
    assert plain > 3.5 * packed


def test_what_holds_tokens_is_never_compressed(client: FlaskClient) -> None:
    # A game that waits for players is too small to be compressed, unless it has many seats.
    seats = [HUMAN, *[{"type": "ai", "level": "easy"}] * 3, {"type": "open"}]
    body = {"ruleset": "villagers", "seats": seats, "seed": "s", "public": True}
    sent = {"Accept-Encoding": "br, gzip"}
    made = client.post("/v1/games", json=body, headers=sent)
    claimed = client.post(f"{made.headers['Location']}/seats/4", headers=sent)
    for answer in (made, claimed):
        assert answer.status_code == 201
        assert answer.get_json()["tokens"]
        assert len(answer.get_data()) > MIN_BYTES
        assert "Content-Encoding" not in answer.headers


def test_nor_what_is_small_or_a_problem_or_a_stream(client: FlaskClient) -> None:
    table = Table(client)
    sent = {"Accept-Encoding": "br"}
    for path in ("/healthz", f"{table.path}/events", "/v1/games/x", f"{table.path}/replay"):
        assert "Content-Encoding" not in client.get(path, headers=sent).headers
    answer = client.get(f"{table.path}/events", headers={**sent, "Accept": "text/event-stream"}, buffered=False)
    assert "Content-Encoding" not in answer.headers
    assert next(iter(answer.response)) == b"retry: 2000\n\n"
    answer.close()


def test_a_compressed_answer_has_a_tag_of_its_own(client: FlaskClient) -> None:
    """The tag is strong, so it differs from the plain answer's. Both are recognized, and both name a version."""
    table = Table(client)
    seat = table.to_act()
    headers = bearer(table.tokens[str(seat)])
    plain = client.get(table.path, headers=headers).headers["ETag"]
    for coding in ("br", "gzip"):
        packed = client.get(table.path, headers={**headers, "Accept-Encoding": coding}).headers["ETag"]
        assert packed == plain[:-1] + f':{coding}"'
        for tag in (plain, packed, f"W/{packed}"):
            for accepted in ("", coding):
                held = {**headers, "Accept-Encoding": accepted, "If-None-Match": tag}
                answer = client.get(table.path, headers=held)
                assert (answer.status_code, answer.headers["ETag"]) == (304, tag.removeprefix("W/"))
                assert "Accept-Encoding" in answer.vary
        assert client.get(table.path, headers={"If-None-Match": packed}).status_code == 200
    body = {"move": table.legal(seat)[0]["move"]}
    moved = client.post(f"{table.path}/moves", json=body, headers={**headers, "If-Match": packed, **GZIP})
    assert (moved.status_code, moved.headers["ETag"]) == (200, f'"1.{seat}.en:gzip"')
    refused(client.post(f"{table.path}/moves", json=body, headers={**headers, "If-Match": packed}), 412, MISMATCH)


GZIP, MISMATCH = {"Accept-Encoding": "gzip"}, "version-mismatch"


@pytest.mark.parametrize("path", CATALOGUES)
def test_catalogues_have_tags(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert first.headers["Cache-Control"].startswith("public, max-age=")
    for coding in ("", "br", "gzip"):
        answer = accepting(client, path, coding)
        assert document(answer) == first.get_json()
        held = answer.headers["ETag"]
        assert held == (tag[:-1] + f':{coding}"' if coding else tag)
        for known in (tag, held):
            again = accepting(client, path, coding, If_None_Match=known)
            assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", known)
            assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert accepting(client, path, coding, If_None_Match='"another"').status_code == 200


@pytest.mark.parametrize("path", CATALOGUES)
def test_catalogues_are_compressed_once(client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = accepting(client, path, "br").get_data()

    def compress(*args: Any) -> bytes:
        raise AssertionError("compressed again")

    monkeypatch.setattr(library, "_compress_data", compress)
    assert accepting(client, path, "br").get_data() == first


@pytest.mark.parametrize("key", ["villagers", "my_village"])
def test_provenance_is_told_when_it_is_asked_for(client: FlaskClient, key: str) -> None:
    path = f"/v1/rulesets/{key}/cards"
    short, whole = client.get(path).get_json(), client.get(f"{path}?include=provenance").get_json()
    assert all(card.pop("provenance") for card in whole["cards"])
    assert whole == short
    assert client.get(f"{path}?include=").get_json() == short
    refused(client.get(f"{path}?include=moves"), 422, "invalid-request")
    assert client.get(path).headers["ETag"] != client.get(f"{path}?include=provenance").headers["ETag"]
