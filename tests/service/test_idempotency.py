"""Repeated requests over HTTP: idempotency keys, and the answers when the outcome is unknown."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis.exceptions import TimeoutError

from tests.service.api import HUMAN, OPEN, Table, refused
from tests.service.conforming import paths

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}


@pytest.mark.parametrize("key", ["k" * 15, "k" * 256])
def test_a_key_that_opens_tokens_is_hard_to_guess(client: FlaskClient, key: str) -> None:
    answer = client.post("/v1/games", json=NEW_GAME, headers={"Idempotency-Key": key})
    assert refused(answer, 422, "invalid-request")["errors"] == {"Idempotency-Key": ["must have 16 to 255 characters"]}


def test_what_the_contract_says_of_keys() -> None:
    """Keys whose answers have tokens are long. A creation has no client that could own a key."""
    told = {}
    for operation in (operation for path in paths().values() for operation in path.values()):
        for header in operation.get("parameters", []) if isinstance(operation, dict) else []:
            if header.get("name") == "Idempotency-Key":
                reused = "idempotency-key-reused" in str(operation["responses"])
                told[operation["operationId"]] = (header["schema"]["minLength"], reused)
    assert told == {
        "createGame": (16, False),
        "claimSeat": (16, True),
        "acceptInvitation": (16, True),
        "playMoves": (1, True),
        "playBotMoves": (1, True),
        "playTurn": (1, True),
        "undoMove": (1, True),
        "createDecision": (16, False),
        "createHint": (1, True),
    }


def test_a_repeated_claim_gets_the_first_answer(client: FlaskClient) -> None:
    table = Table(client, HUMAN, OPEN)
    key = {"Idempotency-Key": "k" * 16}
    first, again = (client.post(f"{table.path}/seats/1", json={"name": "Bea"}, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.get_json() == first.get_json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    other = client.post(f"{table.path}/seats/1", json={"name": "Bo"}, headers=key)
    refused(other, 422, "idempotency-key-reused")
    refused(client.post(f"{table.path}/seats/1", json={"name": "Bea"}), 409, "seat-taken")


def test_a_write_without_an_answer_is_not_said_to_have_changed_nothing(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is made when Redis wakes, and the repeated request gets the lost answer."""
    table = Table(client)
    seat = table.to_act()
    body = {"move_id": table.legal(seat)[0]["id"]}
    store = app.extensions["games"].store
    commit = store._commit

    def late(*args: object) -> object:
        commit(*args)
        raise TimeoutError

    with monkeypatch.context() as patched:
        patched.setattr(store, "_commit", late)
        answer = table.post(seat, body, Idempotency_Key="k")
    told = refused(answer, 503, "unavailable")
    assert told["detail"].startswith("It is not known whether")
    assert answer.headers["Retry-After"]
    again = table.post(seat, body, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert table.look()["version"] == again.get_json()["version"] == 1
