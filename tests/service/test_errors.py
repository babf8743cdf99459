"""Every row of the table of errors in the API's description, against the running app; and errors not in it."""

from __future__ import annotations

import io
import json
import threading
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.config import logs
from service.config.settings import load_settings
from service.http.app import create_app
from service.http.middleware.access import counters
from tests.service.api import HUMAN, OPEN, Table, bearer, refused
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}
SMALL_POSITION = {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}


# --- who asks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {},
        bearer("nothing"),
        bearer("nothing.at-all"),
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic QWRhOnNlY3JldA=="},
        {"Authorization": "nonsense"},
    ],
)
def test_no_token_or_an_unknown_token(client: FlaskClient, headers: dict[str, str]) -> None:
    table = Table(client)
    answers = [
        client.get(f"{table.path}/moves", headers=headers),
        client.post(f"{table.path}/moves", headers=headers, json={"move_id": "0-1"}),
        # The body is not even checked.
        client.post(f"{table.path}/moves", headers=headers, json={"unknown": 1}),
        client.post(f"{table.path}/moves", headers=headers, data="{", content_type="application/json"),
    ]
    if headers:
        answers += [client.get(table.path, headers=headers), client.get(f"{table.path}/events", headers=headers)]
    for answer in answers:
        refused(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_of_another_game(client: FlaskClient) -> None:
    here, there = Table(client), Table(client)
    headers = bearer(there.tokens["0"])
    for answer in (
        client.get(here.path, headers=headers),
        client.get(f"{here.path}/moves", headers=headers),
        client.get(f"{here.path}/events", headers=headers),
        client.post(f"{here.path}/moves", headers=headers, json={"move_id": "0-1"}),
    ):
        refused(answer, 403, "forbidden")


def test_a_token_moves_its_own_seat_only(client: FlaskClient) -> None:
    """No field can name another seat; the other seat's moves are no moves of this one."""
    table = Table(client)
    move = {"move": table.legal(table.to_act())[0]["move"]}
    refused(table.post(table.waiting(), move), 409, "not-your-turn")
    refused(table.post(table.waiting(), move | {"seat": table.to_act()}), 422, "invalid-request")


# --- what is asked for -------------------------------------------------------------------------


def test_no_such_game_ruleset_seat(client: FlaskClient) -> None:
    table = Table(client)
    headers = bearer(table.tokens["0"])
    for answer in (
        client.get("/v1/games/nope"),
        client.get("/v1/games/nope/moves", headers=headers),
        client.post("/v1/games/nope/moves", headers=headers, json={"move_id": "0-1"}),
        client.get("/v1/games/nope/events"),
        client.get("/v1/games/nope/replay"),
        client.post("/v1/games/nope/seats/0"),
        client.post(f"{table.path}/seats/2"),
        client.post(f"{table.path}/seats/{10**30}"),
        client.post(f"{table.path}/seats/one"),
        client.post(f"{table.path}/seats/{'9' * 5000}"),
        client.post(f"{table.path}/seats/\u0661"),
        client.get("/v1/rulesets/chess/cards"),
        client.post("/v1/games", json=NEW_GAME | {"ruleset": "chess"}),
        client.post("/v1/positions/score", json={"position": {"ruleset": "chess"}}),
        client.post("/v1/positions/moves", json={"position": SMALL_POSITION, "seat": 2}),
        client.post("/v1/positions/view", json={"position": SMALL_POSITION, "seat": 2}),
        client.get("/nothing"),
        client.get("//v1/games"),
        client.get("/docs/assets/nothing.js"),
        client.get("/docs/assets/../../secret"),
    ):
        refused(answer, 404, "not-found")


@pytest.mark.parametrize("path", ["/v1/games", "/v1/positions/moves", "/v1/rulesets", "/docs"])
def test_a_method_that_is_not_there(client: FlaskClient, path: str) -> None:
    answer = client.put(path)
    refused(answer, 405, "method-not-allowed")
    assert "PUT" not in answer.headers["Allow"]


# --- the state of the game ---------------------------------------------------------------------


def test_not_this_seats_turn(client: FlaskClient) -> None:
    table = Table(client)
    answer = table.post(table.waiting(), {"move": {"type": "draft_stack", "stack": 0}})
    refused(answer, 409, "not-your-turn")
    assert table.look()["version"] == 0


def test_the_game_is_over(client: FlaskClient) -> None:
    table = Table(client)
    version = table.finish()["version"]
    refused(table.post(0, {"move": {"type": "draft_stack", "stack": 0}}), 409, "game-over")
    assert table.look()["version"] == version


def test_still_waiting_for_players(client: FlaskClient) -> None:
    table = Table(client, HUMAN, OPEN)
    refused(table.post(0, {"move": {"type": "draft_stack", "stack": 0}}), 409, "game-waiting")


def test_a_seat_that_is_taken(client: FlaskClient) -> None:
    table = Table(client, HUMAN, OPEN)
    refused(client.post(f"{table.path}/seats/0"), 409, "seat-taken")
    assert client.post(f"{table.path}/seats/1").status_code == 201
    refused(client.post(f"{table.path}/seats/1"), 409, "seat-taken")


def test_a_replay_before_the_end(client: FlaskClient) -> None:
    table = Table(client)
    problem = refused(client.get(f"{table.path}/replay"), 409, "game-running")
    assert "seed" not in problem


def test_a_move_id_of_another_version(client: FlaskClient) -> None:
    table = Table(client)
    old = table.legal(table.to_act())[0]["id"]
    table.step()
    refused(table.post(table.to_act(), {"move_id": old}), 409, "conflict")


@pytest.mark.parametrize("tag", ['"1"', '"1.0"', '"99"', '"nonsense"', '"3", "4"', "garbage", '""', '"-0"'])
def test_if_match_names_another_version(client: FlaskClient, tag: str) -> None:
    table = Table(client)
    seat = table.to_act()
    answer = table.post(seat, {"move_id": table.legal(seat)[0]["id"]}, If_Match=tag)
    refused(answer, 412, "version-mismatch")
    assert table.look()["version"] == 0


def test_against_the_rules(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    before = table.look(seat)
    problem = refused(table.post(seat, {"move": {"type": "draft_reserve"}}), 422, "illegal-move")
    assert problem["rule"] == "DRAFT-17"
    assert problem["detail"].endswith(".")
    assert table.look(seat) == before


def test_several_moves_are_made_all_or_none(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    moves = [{"type": "draft_stack", "stack": 0}, {"type": "draft_reserve"}]
    answer = table.post(seat, {"moves": moves})
    # In the draft the seats take turns, so the second move is not this seat's.
    assert answer.get_json()["detail"].startswith("moves.1: ")
    refused(answer, 409, "not-your-turn")
    assert table.look()["version"] == 0


def test_an_idempotency_key_for_another_request(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    first, second, *_ = (move["id"] for move in table.legal(seat))
    assert table.post(seat, {"move_id": first}, Idempotency_Key="k").status_code == 200
    refused(table.post(seat, {"move_id": second}, Idempotency_Key="k"), 422, "idempotency-key-reused")
    assert table.look()["version"] == 1


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_an_idempotency_key_out_of_bounds(client: FlaskClient, key: str) -> None:
    answer = client.post("/v1/games", json=NEW_GAME, headers={"Idempotency-Key": key})
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["Idempotency-Key"]


# --- positions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["moves", "apply", "score", "view"])
@pytest.mark.parametrize(
    ("position", "paths"),
    [
        ([], {"position"}),
        ({}, {"position.ruleset"}),
        ({"ruleset": 1}, {"position.ruleset"}),
        ({"ruleset": "villagers"}, {"position.seats"}),
        (SMALL_POSITION | {"draws": -1, "moon": 1}, {"position.draws", "position.moon"}),
        (
            {"ruleset": "villagers", "seats": [{"gold": -1}, {"hand": ["dragon"]}]},
            {"position.seats.0.gold", "position.seats.1.hand.0"},
        ),
    ],
)
def test_a_position_that_no_game_could_be_in(client: FlaskClient, call: str, position: object, paths: set[str]) -> None:
    rest = {"moves": {"seat": 0}, "apply": {"moves": []}, "score": {}, "view": {"seat": None}}[call]
    answer = client.post(f"/v1/positions/{call}", json={"position": position, **rest})
    assert set(refused(answer, 422, "invalid-position")["errors"]) == paths


def test_the_first_illegal_move_is_named(client: FlaskClient) -> None:
    position = SMALL_POSITION | {"phase": "draft", "road": [{"card": "mason"}, {"card": "hunter"}]}
    good, bad = {"type": "draft_road", "slot": 0}, {"type": "draft_road", "slot": 5}
    body = {"position": position, "moves": [{"seat": 0, "move": good}, {"seat": 1, "move": bad}]}
    problem = refused(client.post("/v1/positions/apply", json=body), 422, "illegal-move")
    assert problem["detail"].startswith("moves.1: ")
    assert problem["rule"] == "DRAFT-5"


# --- the server itself -------------------------------------------------------------------------


def test_redis_away(own_redis_server: RedisServer) -> None:
    """Refused with 503 while it is away, nothing half-done; afterwards everything works."""
    own_redis_server.kill()
    own_redis_server.start("--appendfsync", "always")
    app = create_app(load_settings({"HAMLET_REDIS_URL": own_redis_server.url, **UNLIMITED}))
    client = app.test_client()
    table = Table(client)
    seat = table.to_act()
    body = {"move_id": table.legal(seat)[0]["id"]}
    own_redis_server.kill()
    for answer in (
        client.get(table.path),
        table.post(seat, body),
        client.post("/v1/games", json=NEW_GAME),
    ):
        refused(answer, 503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200
    own_redis_server.start()
    assert table.look()["version"] == 0
    assert table.post(seat, body).get_json()["version"] == 1
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


def test_a_fault_of_ours(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has the lines of code, with the request's id. The exception's text could name cards, so it appears
    nowhere.
    """
    table, log = Table(client), io.StringIO()
    logs.configure("ERROR", log)

    def broken(*_: object) -> None:
        raise RuntimeError("the moon fell down")

    monkeypatch.setattr(app.extensions["games"].queries, "document_for", broken)
    answer = table.get()
    assert "moon" not in json.dumps(refused(answer, 500, "internal-error"))
    (line,) = log.getvalue().splitlines()
    logged = json.loads(line)
    assert logged["request_id"] == answer.headers["X-Request-Id"]
    assert (logged["level"], logged["logger"]) == ("error", "service.http.problems.problem_details")
    assert logged["error"] == "RuntimeError"
    assert "in broken" in logged["where"]
    assert "moon" not in logged["where"].replace('RuntimeError("the moon fell down")', "")


def test_two_requests_for_one_version(app: Flask, client: FlaskClient) -> None:
    """32 simultaneous requests: exactly one wins, the others are refused, and the game has one move more."""
    table = Table(client)
    seat = table.to_act()
    ids = [move["id"] for move in table.legal(seat)]
    gate = threading.Barrier(32)
    answers: list[TestResponse] = []

    def post(number: int) -> None:
        headers = bearer(table.tokens[str(seat)]) | ({"If-Match": '"0"'} if number % 2 else {})
        body = {"move_id": ids[number % len(ids)]}
        with app.test_client() as racer:
            gate.wait()
            answers.append(racer.post(f"{table.path}/moves", json=body, headers=headers))

    threads = [threading.Thread(target=post, args=(number,)) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted({answer.status_code for answer in answers}) in ([200, 409, 412], [200, 409], [200, 412])
    assert [answer.status_code for answer in answers].count(200) == 1
    assert table.look()["version"] == 1


LIMITED_CALLS = ["/v1/games", "/v1/games/nope/seats/0"] + [
    f"/v1/positions/{call}" for call in ("moves", "apply", "score", "view")
]


@pytest.fixture
def limited_app(own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app with as many requests as there are limited calls, in a minute that does not end."""
    monkeypatch.setattr(counters, "time", SimpleNamespace(time=lambda: 1_000_000_020.0))
    limit = {"HAMLET_RATE_LIMIT": str(len(LIMITED_CALLS))}
    app = create_app(load_settings({"HAMLET_REDIS_URL": own_redis_server.url, **UNLIMITED, **limit}))
    app.test_client_class = ConformingClient
    return app


def test_too_many_requests(limited_app: Flask) -> None:
    """Calls without a token are counted together, by address; all others are free."""
    client = limited_app.test_client()
    assert [client.post(path, json={}).status_code for path in LIMITED_CALLS] == [422, 404, 422, 422, 422, 422]
    for path in LIMITED_CALLS:
        answer = client.post(path, json={})
        refused(answer, 429, "too-many-requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 61
    assert client.get("/v1/rulesets").status_code == 200
    assert client.get("/v1/games/nope").status_code == 404
    elsewhere = client.post("/v1/games", json=NEW_GAME, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 201


def test_the_limit_of_requests_with_redis_away(limited_app: Flask, own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    for path in ("/v1/games", "/v1/positions/score"):
        answer = limited_app.test_client().post(path, json={})
        refused(answer, 503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0
