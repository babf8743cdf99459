"""AI as a service over HTTP: decisions for any view, and hints for a seat of a stored game."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer
from werkzeug.test import TestResponse

from engine.bots import LEVELS
from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.config.settings import load_settings
from service.games.ai.decision_requests import DEFAULT_LEVEL
from service.http.app import create_app
from service.store.outbox.rq_client import DECISIONS
from tests.service.api import HUMAN, OPEN, Table, bearer, refused
from tests.service.bots import PACE
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer
from workers.decider import Decider

QUICK = "random"
"""A level that decides immediately."""


@pytest.fixture
def limited(redis_server: RedisServer, redis: Redis) -> Iterator[Flask]:
    """An app with low limits."""
    environ = {"HAMLET_DECISION_RATE": "3", "HAMLET_CALLER_DECISIONS": "2", "HAMLET_DECISIONS_WAITING": "3"}
    app = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, **environ}))
    app.test_client_class = ConformingClient
    yield app
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


def question(key: str = "villagers", **more: Any) -> Doc:
    """Return a request at the start of a game: the decision of the seat that it waits for."""
    ruleset = RULESETS[key]
    state = ruleset.setup(ruleset.read_options({}, 2), 2, b"a seed")
    seat = ruleset.to_act(state)[0]
    view = ruleset.write_view(ruleset.view(state, seat))
    return {"ruleset": key, "view": view, "seat": seat, "level": QUICK, **more}


def work(app: Flask, decision_id: str) -> None:
    """Do what the worker does for the decision."""
    decisions, games = app.extensions["decisions"], app.extensions["games"]
    assert Decider(decisions.store, games.rulesets, LEVELS, PACE).answer_request(decision_id)


def accepted(answer: TestResponse) -> Doc:
    """Return the decision that an answer announces."""
    assert answer.status_code == 202, answer.get_data(as_text=True)
    decision: Doc = answer.get_json()
    assert answer.headers["Location"] == f"/v1/decisions/{decision['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    return decision


# --- decisions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_a_decision_for_a_view(app: Flask, client: FlaskClient, key: str) -> None:
    """With a view one gets a legal move for it, and the evaluation of every legal move."""
    asked = question(key)
    decision = accepted(client.post("/v1/decisions", json=asked))
    assert (decision["status"], decision["move"], decision["candidates"]) == ("queued", None, [])
    path = f"/v1/decisions/{decision['id']}"
    assert client.get(path).get_json() == decision
    work(app, decision["id"])
    done = client.get(f"{path}?wait=30").get_json()
    assert (done["status"], done["seat"], done["level"]) == ("done", asked["seat"], QUICK)
    ruleset = RULESETS[key]
    view = ruleset.read_view(asked["view"], asked["seat"])
    moves = list(ruleset.view_moves(view))
    docs = [ruleset.write_move(move) for move in moves]
    for language in LANGUAGES:
        told = client.get(f"{path}?lang={language}").get_json()["candidates"]
        legal = zip(docs, ruleset.words(language).labels(docs, asked["view"], []), strict=True)
        assert sorted(legal, key=str) == sorted(((one["move"], one["label"]) for one in told), key=str)
    assert sorted(docs, key=str) == sorted((one["move"] for one in done["candidates"]), key=str)
    assert done["move"] == done["candidates"][0]["move"]
    assert sum(one["chance"] for one in done["candidates"]) > 0


def test_reasons_come_with_hints_and_with_decisions_that_include_them(app: Flask, client: FlaskClient) -> None:
    """The decision that ends a round early: one reason, in both languages, for whoever wants it."""
    position = "villagers phase=build seats=[(hand=[cooper] gold=3 village=[1.founders 2.lumberjack]) ()]"
    asked = {"ruleset": "villagers", "seat": 0, "position": position, "level": "greedy"}
    plain, reasoned, none = (
        accepted(client.post("/v1/decisions", json=asked | more))["id"]
        for more in ({}, {"include": ["reasons"]}, {"include": []})
    )
    for one in (plain, reasoned, none):
        work(app, one)
    assert [client.get(f"/v1/decisions/{one}").get_json()["reasons"] for one in (plain, none)] == [[], []]
    told = [client.get(f"/v1/decisions/{reasoned}?lang={one}").get_json() for one in LANGUAGES]
    assert told[0]["reasons"][0]["amount"] > 0
    assert len({done["reasons"][0]["text"] for done in told}) == len(LANGUAGES)
    assert told[0]["move"] == client.get(f"/v1/decisions/{plain}").get_json()["move"]
    table = Table(client)
    found = []
    while not found:
        hint = accepted(ask_hint(table, table.to_act(), {"level": "greedy"}))["id"]
        work(app, hint)
        done = client.get(f"/v1/decisions/{hint}").get_json()
        found = done["reasons"]
        assert table.post(done["seat"], {"move": done["move"]}).status_code == 200
    assert found[0]["text"]


def test_a_decision_with_a_budget_of_time(app: Flask, client: FlaskClient) -> None:
    asked = accepted(client.post("/v1/decisions", json=question(level="hard", milliseconds=20)))
    assert (asked["level"], asked["milliseconds"], asked["iterations"]) == ("hard", 20, None)
    work(app, asked["id"])
    done = client.get(f"/v1/decisions/{asked['id']}").get_json()
    assert done["status"] == "done"
    assert done["iterations"] == sum(one["visits"] for one in done["candidates"]) >= 1
    by_iterations = accepted(client.post("/v1/decisions", json=question(level="medium")))
    work(app, by_iterations["id"])
    done = client.get(f"/v1/decisions/{by_iterations['id']}").get_json()
    assert done["milliseconds"] is None
    # The search ends early if no other move can overtake the first.
    assert 50 <= done["iterations"] <= 100


def test_an_operator_may_allow_no_budget(redis_server: RedisServer, redis: Redis) -> None:
    environ = {"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, "HAMLET_THINKING_MS": "0"}
    app = create_app(load_settings(environ))
    app.test_client_class = ConformingClient
    client = app.test_client()
    table = Table(client)
    for answer in (
        client.post("/v1/decisions", json=question(milliseconds=100)),
        ask_hint(table, table.to_act(), {"milliseconds": 100}),
    ):
        assert "no budget" in refused(answer, 422, "invalid-request")["errors"]["milliseconds"][0]
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


def test_an_id_cannot_be_guessed(client: FlaskClient) -> None:
    """At least 128 bits: 32 letters and digits of 32 kinds are 160."""
    ids = [accepted(client.post("/v1/decisions", json=question()))["id"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert all(re.fullmatch("[a-z2-7]{32}", one) for one in ids)


def test_who_names_no_level_gets_a_good_one(client: FlaskClient) -> None:
    asked = question()
    del asked["level"]
    level = accepted(client.post("/v1/decisions", json=asked))["level"]
    assert level == DEFAULT_LEVEL
    assert level == ("hard" if "hard" in LEVELS else list(LEVELS)[-1])


def test_a_decision_may_not_be_there(client: FlaskClient) -> None:
    for name in ("nope", "a" * 32):
        answer = client.get(f"/v1/decisions/{name}")
        assert name not in refused(answer, 404, "not-found")["detail"]


@pytest.mark.parametrize("wait", ["31", "-1", "x"])
def test_a_wait_has_limits(client: FlaskClient, wait: str) -> None:
    path = f"/v1/decisions/{accepted(client.post('/v1/decisions', json=question()))['id']}"
    assert list(refused(client.get(f"{path}?wait={wait}"), 422, "invalid-request")["errors"]) == ["wait"]


def test_every_fault_of_a_view_is_told(client: FlaskClient) -> None:
    asked = question()
    asked["view"]["seats"][0]["gold"] = -1
    asked["view"]["road"][0] = {"card": "dragon", "gold": 0}
    asked["view"]["colour"] = "red"
    errors = refused(client.post("/v1/decisions", json=asked), 422, "invalid-position")["errors"]
    assert {"view.seats.0.gold", "view.road.0.card", "view.colour"} <= set(errors)


@pytest.mark.parametrize("view", [None, [], "view", 7])
def test_a_view_is_an_object(client: FlaskClient, view: Any) -> None:
    answer = client.post("/v1/decisions", json=question(view=view))
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == ["view"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"level": "godlike"}, "level"),
        ({"milliseconds": 9}, "milliseconds"),
        ({"milliseconds": 5001}, "milliseconds"),
        ({"milliseconds": "800"}, "milliseconds"),
        ({"include": "reasons"}, "include"),
        ({"include": ["reasons", "reasons"]}, "include"),
        ({"seat": "one"}, "seat"),
        ({"seat": -1}, "seat"),
        ({"colour": "red"}, "colour"),
        ({"ruleset": 7}, "ruleset"),
    ],
)
def test_a_question_has_a_form(client: FlaskClient, change: Doc, path: str) -> None:
    answer = client.post("/v1/decisions", json=question(**change))
    assert list(refused(answer, 422, "invalid-request")["errors"]) == [path]


def test_the_ruleset_is_there_and_the_views_own(client: FlaskClient) -> None:
    refused(client.post("/v1/decisions", json=question(ruleset="chess")), 404, "not-found")
    answer = client.post("/v1/decisions", json=question("my_village", ruleset="villagers"))
    assert "view.ruleset" in refused(answer, 422, "invalid-position")["errors"]


def test_the_view_is_that_of_the_seat(client: FlaskClient) -> None:
    """A view shows whose it is: only its own seat knows its own hand."""
    asked = question()
    other = 1 - asked["seat"]
    assert all(card["card"] is None for card in asked["view"]["seats"][other]["hand"])
    answer = client.post("/v1/decisions", json={**asked, "seat": other})
    assert list(refused(answer, 422, "invalid-position")["errors"]) == [f"view.seats.{other}.hand"]
    answer = client.post("/v1/decisions", json={**asked, "seat": 5})
    assert "seat" in refused(answer, 422, "invalid-position")["errors"]


def test_a_seat_without_a_decision(client: FlaskClient) -> None:
    table = Table(client)
    waiting = table.waiting()
    asked = {"ruleset": "villagers", "view": table.look(waiting)["view"], "seat": waiting}
    refused(client.post("/v1/decisions", json=asked), 409, "not-your-turn")
    over = table.finish()
    asked = {"ruleset": "villagers", "view": over["view"], "seat": over["viewer"]}
    refused(client.post("/v1/decisions", json=asked), 409, "game-over")


def test_a_repeated_question_over_http(client: FlaskClient) -> None:
    key = {"Idempotency-Key": "k" * 16}
    first, again = (client.post("/v1/decisions", json=question(), headers=key) for _ in range(2))
    assert accepted(first) == accepted(again)
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    other = client.post("/v1/decisions", json=question("my_village"), headers=key)
    assert accepted(other)["id"] != accepted(first)["id"]
    short = client.post("/v1/decisions", json=question(), headers={"Idempotency-Key": "k" * 15})
    assert list(refused(short, 422, "invalid-request")["errors"]) == ["Idempotency-Key"]


# --- hints ---------------------------------------------------------------------------------------


def ask_hint(table: Table, seat: int, body: Doc | None = None, **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return table.client.post(f"{table.path}/hint", json=body, headers=bearer(table.tokens[str(seat)]) | sent)


def test_a_hint_is_a_move_that_can_be_made(app: Flask, client: FlaskClient) -> None:
    table = Table(client)
    for version in range(5):
        seat = table.to_act()
        hint = accepted(ask_hint(table, seat, {"level": QUICK}))
        assert (hint["game"], hint["version"], hint["seat"]) == (table.created["id"], version, seat)
        work(app, hint["id"])
        move = client.get(f"/v1/decisions/{hint['id']}").get_json()["move"]
        assert table.post(seat, {"move": move}).status_code == 200


def test_a_hint_needs_no_body(client: FlaskClient) -> None:
    table = Table(client)
    answer = client.post(f"{table.path}/hint", headers=bearer(table.tokens[str(table.to_act())]))
    assert accepted(answer)["level"] == DEFAULT_LEVEL
    answer = ask_hint(table, table.to_act(), {"level": "godlike"})
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["level"]


def test_who_may_ask_for_a_hint(client: FlaskClient) -> None:
    table, other, waiting = Table(client), Table(client), Table(client, HUMAN, OPEN)
    refused(client.post(f"{table.path}/hint", json={}), 401, "unauthorized")
    refused(client.post(f"{table.path}/hint", json={}, headers=bearer("x")), 401, "unauthorized")
    refused(client.post(f"{table.path}/hint", json={}, headers=bearer(other.tokens["0"])), 403, "forbidden")
    refused(client.post("/v1/games/nope/hint", json={}, headers=bearer("x")), 404, "not-found")
    refused(ask_hint(table, table.waiting(), {}), 409, "not-your-turn")
    refused(ask_hint(waiting, 0, {}), 409, "game-waiting")
    table.finish()
    refused(ask_hint(table, 0, {}), 409, "game-over")


def test_a_repeated_hint_over_http(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    first, again = (ask_hint(table, seat, {"level": QUICK}, Idempotency_Key="k") for _ in range(2))
    assert accepted(first) == accepted(again)
    assert again.headers["Idempotency-Replayed"] == "true"
    timed = ask_hint(table, seat, {"level": QUICK, "milliseconds": 100}, Idempotency_Key="k")
    refused(timed, 422, "idempotency-key-reused")
    other = ask_hint(table, seat, {"level": list(LEVELS)[-1]}, Idempotency_Key="k")
    refused(other, 422, "idempotency-key-reused")


def test_a_hint_is_the_decision_for_the_seats_view(app: Flask, client: FlaskClient) -> None:
    """It is the same in any truth that agrees with the view: here the stored one, and one of many samples."""
    table = Table(client)
    for _ in range(7):
        table.step()
    seat = table.to_act()
    hint = accepted(ask_hint(table, seat, {"level": QUICK}))["id"]
    ruleset = RULESETS["villagers"]
    seen = ruleset.read_view(table.look(seat)["view"], seat)
    other = ruleset.sample(seen, random.Random(1))
    assert ruleset.write_position(other) != ruleset.write_position(
        app.extensions["games"].queries.load_game(table.path[10:]).state
    )
    view = ruleset.write_view(ruleset.view(other, seat))
    asked = accepted(client.post("/v1/decisions", json=question(view=view, seat=seat)))["id"]
    answers = []
    for one in (hint, asked):
        work(app, one)
        answers.append(client.get(f"/v1/decisions/{one}").get_json())
    assert [answers[0][name] for name in ("move", "candidates")] == [
        answers[1][name] for name in ("move", "candidates")
    ]


def test_nothing_hidden_goes_to_the_workers(app: Flask, client: FlaskClient, redis: Redis) -> None:
    """A hint writes the seat's view and nothing else; the message is an id."""
    table = Table(client)
    seat = table.to_act()
    before = set(redis.keys())
    hint = accepted(ask_hint(table, seat))["id"]
    new = set(redis.keys()) - before
    texts = [b" ".join(redis.hgetall(key).values()) for key in new if redis.type(key) == b"hash"]
    games = app.extensions["games"]
    view = games.queries.document_for(games.queries.load_game(table.created["id"]), seat)["view"]
    assert redis.hget(f"{{decisions}}:decision:{hint}", "view") == orjson.dumps(view)
    position = RULESETS["villagers"].write_position(games.queries.load_game(table.created["id"]).state)
    hidden = {card for pile in position["stacks"] for card in pile} | set(position["seats"][1 - seat]["hand"])
    (message,) = Queue(DECISIONS, connection=redis, serializer=JSONSerializer).jobs
    assert (message.args, message.kwargs) == ([hint], {})
    secret = {f'"{card}"' for card in hidden} - {f'"{card}"' for card in _texts(view)}
    assert secret
    for text in texts:
        assert not [card for card in secret if card.encode() in text]
        assert position["seed"].encode() not in text


def _texts(document: Any) -> set[str]:
    """Return every text in a document, including field names."""
    if isinstance(document, dict):
        return set(document).union(*map(_texts, document.values()))
    if isinstance(document, list):
        return set[str]().union(*map(_texts, document))
    return {document} if isinstance(document, str) else set()


# --- limits --------------------------------------------------------------------------------------


def test_asking_is_limited_per_address_and_apart_from_the_rest(limited: Flask) -> None:
    client = limited.test_client()
    table = Table(client)
    client.post("/v1/decisions", json={})
    client.post("/v1/decisions", json={})
    assert ask_hint(table, table.to_act()).status_code == 202
    for answer in (client.post("/v1/decisions", json=question()), ask_hint(table, table.to_act())):
        refused(answer, 429, "too-many-requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 61
    elsewhere = client.post("/v1/decisions", json=question(), environ_base={"REMOTE_ADDR": "192.0.2.7"})
    decision = accepted(elsewhere)
    assert client.get(f"/v1/decisions/{decision['id']}").status_code == 200
    assert client.post("/v1/games", json={"ruleset": "villagers", "seats": [HUMAN] * 2}).status_code == 201


def test_waiting_is_limited_per_caller_and_in_all(limited: Flask) -> None:
    client = limited.test_client()
    first, _ = (accepted(client.post("/v1/decisions", json=question())) for _ in range(2))
    answer = client.post("/v1/decisions", json=question())
    refused(answer, 429, "too-many-decisions")
    assert int(answer.headers["Retry-After"]) > 0
    others = {"REMOTE_ADDR": "192.0.2.7"}
    accepted(client.post("/v1/decisions", json=question(), environ_base=others))
    answer = client.post("/v1/decisions", json=question(), environ_base=others)
    refused(answer, 503, "busy")
    assert int(answer.headers["Retry-After"]) > 0
    work(limited, first["id"])
    accepted(client.post("/v1/decisions", json=question(), environ_base=others))


# --- logs ----------------------------------------------------------------------------------------


def test_no_id_is_logged(app: Flask, client: FlaskClient, logged: io.StringIO) -> None:
    """Whoever has the id can read the decision."""
    table = Table(client)
    hint = accepted(ask_hint(table, table.to_act(), {"level": QUICK}))["id"]
    client.get(f"/v1/decisions/{hint}")
    work(app, hint)
    client.get(f"/v1/decisions/{hint}?wait=1")
    client.get(f"/v1/decisions/{hint}?wait=99")
    assert '"/v1/decisions/<decision>"' in logged.getvalue()
    assert hint not in logged.getvalue()
