"""Webhooks over HTTP: how a client gets one, what is refused, and the webhook of an API key."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis
from standardwebhooks import Webhook

from tests.service.api import ADA, HUMAN, OPEN, Table, bearer, refused
from tests.service.conforming import faults_of
from tests.service.conftest import Opener
from tests.service.hooked import send_all
from tests.service.receiver import Receiver

NEW_GAME = {"ruleset": "villagers", "seats": [ADA, HUMAN], "options": {"first_player": "0"}}


@pytest.fixture
def opened(opened: Opener, receiver: Receiver) -> Opener:
    """Opens an app whose webhooks may lead to the receiver."""
    return partial(opened, **letting(receiver))


def letting(receiver: Receiver) -> dict[str, str]:
    return {
        "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
        "HAMLET_WEBHOOK_SCHEMES": "https,http",
        "HAMLET_WEBHOOK_PORTS": f"443,{receiver.port}",
    }


def games(client: FlaskClient) -> Any:
    return client.application.extensions["games"]


def test_a_client_is_told_and_can_check_it(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    answer = client.post("/v1/games", json={**NEW_GAME, "webhook": {"url": receiver.url()}})
    assert answer.status_code == 201
    doc = answer.get_json()
    assert doc["webhook"]["url"] == receiver.url()
    assert send_all(games(client), receiver) == ["sent"] * 2
    _, got = receiver.got
    body = Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers)
    assert body["data"] == {"game": doc["id"], "version": 0, "seat": 0, "name": "Ada", "deadline": None}
    assert faults_of(body, {"$ref": "#/components/schemas/TurnStartedNotice"}) == []
    # The secret is shown only here.
    path = f"/v1/games/{doc['id']}"
    shown = [client.get(path + more, headers=bearer(doc["tokens"]["0"])).text for more in ("", "/events", "/moves")]
    assert not [text for text in shown if "whsec_" in text or "/hook" in text]


def test_a_repeated_creation_shows_the_secret_again(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    body, key = {**NEW_GAME, "webhook": {"url": receiver.url()}}, {"Idempotency-Key": "k" * 16}
    first, again = (client.post("/v1/games", json=body, headers=key) for _ in range(2))
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.get_json() == again.get_json()
    assert send_all(games(client), receiver) == ["sent"] * 2


def test_who_claims_a_seat_learns_nothing_of_the_webhook(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    body = {**NEW_GAME, "seats": [HUMAN, OPEN], "public": True, "webhook": {"url": receiver.url()}}
    doc = client.post("/v1/games", json=body).get_json()
    claimed = client.post(f"/v1/games/{doc['id']}/seats/1", json={"name": "Bo"})
    assert claimed.status_code == 201
    assert "webhook" not in claimed.get_json()
    assert send_all(games(client), receiver) == ["sent"] * 3
    assert {doc["type"] for doc in receiver.docs} == {"seat.joined", "game.started", "turn.started"}


@pytest.mark.parametrize(
    "url",
    [
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/",
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "http://127.0.0.1:6379/",
        "https://ada:secret@play.example/",
        "gopher://127.0.0.1/",
        "nonsense",
    ],
)
def test_a_refused_url_makes_no_game(opened: Opener, redis: Redis, url: str) -> None:
    answer = opened().post("/v1/games", json={**NEW_GAME, "webhook": {"url": url}})
    errors = refused(answer, 422, "invalid-request")["errors"]
    assert list(errors) == ["webhook.url"]
    assert not list(redis.scan_iter("*:game:*"))


@pytest.mark.parametrize("webhook", [None, "https://play.example/", {}, {"url": 7}, {"url": ""}, {"to": "x"}])
def test_a_webhook_of_another_form(opened: Opener, webhook: object) -> None:
    answer = opened().post("/v1/games", json={**NEW_GAME, "webhook": webhook})
    errors = refused(answer, 422, "invalid-request")["errors"]
    assert {path.partition(".")[0] for path in errors} == {"webhook"}


def test_webhooks_can_be_switched_off(opened: Opener, receiver: Receiver) -> None:
    client = opened(HAMLET_WEBHOOKS="off")
    answer = client.post("/v1/games", json={**NEW_GAME, "webhook": {"url": receiver.url()}})
    assert "not in use" in str(refused(answer, 422, "invalid-request")["errors"]["webhook.url"])
    assert Table(client).step()["version"] == 1
