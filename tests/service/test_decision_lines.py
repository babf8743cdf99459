"""Many decisions in one call: `POST /v1/decisions` with a body of lines."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.games.ai.decision_batches import WINDOW, DecisionBatches
from service.http.schemas.bounds import MAX_BODY_BYTES, MAX_LINES, MAX_LINES_BYTES
from service.store.outbox.decision_queue import Question
from service.store.redis import keys
from service.store.redis.store_errors import StoreUnavailable
from tests.service.api import Table, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.bots import PACE
from tests.service.conforming import faults_of
from tests.service.conftest import Opener
from tests.service.test_api_decisions import QUICK, accepted, limited, question
from workers.decider import Decider

__all__ = ["limited"]

TYPE = "application/x-ndjson"
POSITION = "villagers phase=build seats=[(hand=[cooper] gold=3) ()]"
REASONED = "villagers phase=build seats=[(hand=[cooper] gold=3 village=[1.founders 2.lumberjack]) ()]"


@pytest.fixture
def decider(app: Flask) -> Decider:
    return Decider(app.extensions["decisions"].store, app.extensions["games"].rulesets, LEVELS, PACE)


@pytest.fixture
def worker(decider: Decider) -> Iterator[None]:
    with working(decider):
        yield


@contextmanager
def working(decider: Decider, begin: threading.Event | None = None) -> Iterator[None]:
    """Let a worker make decisions, from the event `begin` on."""
    done = threading.Event()

    def work() -> None:
        if begin:
            begin.wait(60)
        while not done.wait(0.002):
            decider.decide_next()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def send(client: FlaskClient, *lines: bytes | Doc, query: str = "", **how: Any) -> TestResponse:
    body = b"\n".join(line if isinstance(line, bytes) else orjson.dumps(line) for line in lines)
    return client.post(f"/v1/decisions{query}", data=body, content_type=TYPE, **how)


def answers(response: TestResponse) -> list[Doc]:
    assert (response.status_code, response.mimetype) == (200, TYPE), response.get_data(as_text=True)
    found = [orjson.loads(line) for line in response.get_data().splitlines()]
    # As the web server does.
    response.close()
    for answer in found:
        part, schema = (answer["problem"], "Problem") if "problem" in answer else (answer, "Decision")
        assert faults_of(part, {"$ref": schema}) == []
    return found


def left(redis: Redis) -> set[bytes]:
    """Return the keys of pending and remembered decisions."""
    return {key for key in redis.scan_iter("{decisions}:*") if key != keys.DECISIONS_SERVED.encode()}


@pytest.mark.usefixtures("worker")
def test_each_line_has_its_answer_in_order(client: FlaskClient, redis: Redis) -> None:
    view = question()
    lines: list[bytes | Doc] = [
        view,
        b'{"ruleset": "villagers", "view": {}, "seat": 0}',
        {"ruleset": "villagers", "position": POSITION, "seat": 0, "level": QUICK},
        b"not JSON",
        b"",
        {"ruleset": "villagers", "seat": 0},
        {**view, "position": POSITION},
        {"ruleset": "my_village", "position": POSITION, "seat": 0},
        {"ruleset": "villagers", "position": POSITION, "seat": 1},
        {**question("my_village"), "milliseconds": 1001},
        b" " * MAX_BODY_BYTES["create_decision"] + b"{}",
        b'{"x": "' + b"y" * MAX_BODY_BYTES["create_decision"] + b'"}',
        {**question("my_village"), "include": ["words"]},
        {"ruleset": "villagers", "position": REASONED, "seat": 0, "level": "greedy", "include": ["reasons"]},
        {"ruleset": "villagers", "position": REASONED, "seat": 0, "level": "greedy"},
        question("my_village"),
    ]
    found = answers(send(client, *lines))
    kinds = [
        answer["problem"]["type"].rpartition("/")[2] if "problem" in answer else answer["given"] for answer in found
    ]
    assert kinds == [
        *("view", "invalid-position", "position", "bad-json", "invalid-request", "invalid-request", "invalid-position"),
        *("not-your-turn", "invalid-request", "invalid-request", "too-large"),
        *("invalid-request", "position", "position", "view"),
    ]
    done = [answer for answer in found if "given" in answer]
    assert {answer["status"] for answer in done} == {"done"}
    assert all(answer["move"] == answer["candidates"][0]["move"] for answer in done)
    assert all(answer["cost_ms"] >= 0 for answer in done)
    assert [bool(answer["reasons"]) for answer in done] == [False, False, True, False, False]
    # As asked for one by one.
    assert set(done[0]) == set(accepted(client.post("/v1/decisions", json=view)))


@pytest.mark.usefixtures("worker")
def test_quick_lines_travel_in_batches_with_their_faults(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, batches = app.extensions["decisions"].store, list[str]()
    add = store.add_batch

    def note(*given: Any) -> str:
        batches.append(add(*given))
        return batches[-1]

    monkeypatch.setattr(store, "add_batch", note)
    good = [question()] * 9
    found = answers(send(client, *[one for line in good * 10 for one in (line, b"{}")]))
    assert ["problem" in answer for answer in found] == [False, True] * 90
    assert len(batches) < WINDOW + 90 / 4
    # The id of a batch is no id of a decision.
    refused(client.get(f"/v1/decisions/{batches[0]}"), 404, "not-found")


@pytest.mark.usefixtures("worker")
def test_more_lines_than_wait_at_a_time(client: FlaskClient, redis: Redis) -> None:
    lines = [question(key) for _ in range(WINDOW) for key in ("villagers", "my_village")]
    found = answers(send(client, *lines, query="?lang=de"))
    assert [answer["ruleset"] for answer in found] == [line["ruleset"] for line in lines]
    assert {answer["status"] for answer in found} == {"done"}
    assert len({answer["id"] for answer in found}) == len(found)
    assert left(redis) == set()


def test_a_position_alone(app: Flask, client: FlaskClient, decider: Decider) -> None:
    """The bot gets the view of it only; the answer says that the client gave everything."""
    body = {"ruleset": "villagers", "position": POSITION, "seat": 0, "level": QUICK}
    asked = accepted(client.post("/v1/decisions", json=body))
    assert asked["given"] == "position"
    stored = app.extensions["decisions"].store.begin_decision(asked["id"], 60).questions[0].view
    assert stored == client.post("/v1/positions/view", json={"position": POSITION, "seat": 0}).get_json()


@contextmanager
def begun(client: FlaskClient, decider: Decider, **how: Any) -> Iterator[None]:
    """A client that sends more lines than wait at a time, reads the first answer, and then hangs up."""
    answered, done = threading.Event(), threading.Event()

    def look() -> None:
        # The test client reads the first part of a stream before it returns.
        response = send(client, *[question()] * (2 * WINDOW), buffered=False, **how)
        answered.set()
        done.wait(60)
        response.close()

    thread = threading.Thread(target=look)
    thread.start()
    while not decider.decide_next():
        assert not answered.is_set(), "the lines were refused"
        time.sleep(0.01)
    answered.wait()
    yield
    done.set()
    thread.join()


@pytest.mark.usefixtures("worker")
def test_hidden_cards_of_a_position_change_nothing(client: FlaskClient) -> None:
    """Two positions that look the same to the seat get the same answer."""
    hands = ("hand=[seeker]", "hand=[mason]")
    lines = [
        {"ruleset": "villagers", "position": f"{POSITION[:-4]} ({hand})]", "seat": 0, "level": "greedy"}
        for hand in hands
    ]
    drawn = {"id", "created_at", "started_at", "ended_at", "cost_ms"}
    one, other = (
        {name: value for name, value in answer.items() if name not in drawn} for answer in answers(send(client, *lines))
    )
    assert one == other
    assert one["move"] is not None


def test_a_client_that_leaves(client: FlaskClient, decider: Decider, redis: Redis) -> None:
    with begun(client, decider):
        assert redis.zcard(keys.DECISIONS_DUE) == WINDOW - 1
    assert left(redis) == set()
    assert not decider.decide_next()


def test_a_client_that_leaves_while_the_store_is_away(
    app: Flask, client: FlaskClient, decider: Decider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place is free again, however often that happens."""

    def away(*_: Any) -> None:
        raise StoreUnavailable("it is away")

    for _ in range(4):
        with monkeypatch.context() as patched, begun(client, decider):
            patched.setattr(app.extensions["decisions"].store, "forget", away)
        while decider.decide_next():
            pass
    assert "problem" in answers(send(client, b"{}"))[0]


@pytest.mark.parametrize("most", [2, 9])
def test_a_key_has_no_more_lines_pending_than_decisions(
    opened: Opener, redis: Redis, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    client = opened(line("shop", pending_decisions=most))
    store = client.application.extensions["decisions"].store
    decider = Decider(store, client.application.extensions["games"].rulesets, LEVELS, PACE)
    batches, pending, enough = list[int](), list[int](), threading.Event()
    add = store.add_batch

    def count(questions: Sequence[Question], *more: Any) -> str:
        name: str = add(questions, *more)
        due = [
            redis.hget(keys.AROUND_DECISION + one.decode(), "about") for one in redis.zrange(keys.DECISIONS_DUE, 0, -1)
        ]
        batches.append(len(questions))
        pending.append(sum(len(orjson.loads(one)) for one in due if one))
        if pending[-1] > most // 2:
            enough.set()
        return name

    monkeypatch.setattr(store, "add_batch", count)
    # As if decisions cost nothing: then each batch is full.
    monkeypatch.setattr(DecisionBatches, "_cost_of", lambda *_: 0.0)
    with working(decider, enough):
        assert len(answers(send(client, *[question()] * 20, headers=shown(key_of("shop"))))) == 20
    assert max(batches) == max(1, most // 4)
    assert most // 2 < max(pending) <= most


def test_a_hint_waits_for_one_decision_at_most(app: Flask, client: FlaskClient, decider: Decider) -> None:
    table, store, taken = Table(client), app.extensions["decisions"].store, []
    with begun(client, decider):
        token = bearer(table.tokens[str(table.to_act())])
        hint = client.post(f"{table.path}/hint", json={"level": QUICK}, headers=token).get_json()
        for _ in range(2):
            taken.append(store.next_decision(take=True))
            store.begin_decision(taken[-1], 60)
    assert hint["id"] in taken


def test_every_line_counts(limited: Flask, redis: Redis) -> None:
    client = limited.test_client()
    # More than ever fit into a minute.
    refused(send(client, *[question()] * 4), 413, "too-large")
    assert left(redis) == set()
    for _ in range(2):
        accepted(client.post("/v1/decisions", json=question()))
    refused(send(client, *[question()] * 2), 429, "too-many-requests")


def test_too_few_and_too_many_lines(client: FlaskClient) -> None:
    refused(send(client, b"", b" "), 422, "invalid-request")
    refused(send(client, *[b"{}"] * (MAX_LINES + 1)), 413, "too-large")


def test_a_body_beyond_all_lines(client: FlaskClient) -> None:
    refused(send(client, b" " * (MAX_LINES_BYTES + 1)), 413, "too-large")
