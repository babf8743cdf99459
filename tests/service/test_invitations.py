"""Invitations over HTTP: who may take an open seat, who may invite, and what guessing reveals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.ruleset import Doc
from service.store.redis import keys
from tests.service.api import HUMAN, OPEN, bearer, refused
from tests.service.conftest import Opener


class Hosted:
    """A game with open seats, as its host knows it."""

    def __init__(self, client: FlaskClient, *seats: Doc, **more: Any) -> None:
        self.client = client
        body = {"ruleset": "villagers", "seats": list(seats or (HUMAN, OPEN)), **more}
        self.created: Doc = client.post("/v1/games", json=body).get_json()
        self.path = f"/v1/games/{self.created['id']}"
        self.host = bearer(self.created["host_token"])
        self.player = bearer(self.created["tokens"]["0"]) if self.created["tokens"] else {}

    def invite(self, who: dict[str, str] | None = None, **body: Any) -> TestResponse:
        """Return the answer to an invitation by the host, or by another caller."""
        return self.client.post(f"{self.path}/invitations", json=body, headers=self.host if who is None else who)

    def code(self, **body: Any) -> str:
        """Return the code of a new invitation by the host."""
        code: str = self.invite(**body).get_json()["code"]
        return code

    def listed(self, who: dict[str, str] | None = None) -> list[Doc]:
        """Return the invitations that a caller is shown, by default the host."""
        answer = self.client.get(f"{self.path}/invitations", headers=self.host if who is None else who)
        found: list[Doc] = answer.get_json()["invitations"]
        return found


def joined(client: FlaskClient, code: str, name: str = "Carla", **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(f"/v1/invitations/{code}", json={"name": name}, headers=sent)


def test_whoever_knows_a_private_games_id_takes_no_seat(client: FlaskClient) -> None:
    game = Hosted(client)
    before = client.get(game.path).get_json()
    for headers in ({}, game.player):
        refused(client.post(f"{game.path}/seats/1", headers=headers), 403, "invitation-needed")
    assert client.get(game.path).get_json() == before


def test_a_public_game_is_open_to_all_and_the_host_may_sit_anywhere(client: FlaskClient) -> None:
    assert client.post(f"{Hosted(client, public=True).path}/seats/1").status_code == 201
    game = Hosted(client, OPEN, OPEN)
    answer = client.post(f"{game.path}/seats/1", json={"name": "Ada"}, headers=game.host)
    assert (answer.status_code, list(answer.get_json()["tokens"])) == (201, ["1"])
    assert "host_token" not in answer.get_json()


def test_an_invitation_opens_a_seat(client: FlaskClient) -> None:
    """However its code is typed."""
    game = Hosted(client, HUMAN, OPEN, OPEN, host_name="Hedwig")
    made = game.invite(seat=2).get_json()
    assert (made["seat"], made["invited_by"], made["game"]) == (2, None, game.created["id"])
    code = made["code"]
    offer = client.get(f"/v1/invitations/{code.lower()}").get_json()
    assert offer["seat"] == 2
    assert offer["game"]["host_name"] == "Hedwig"
    assert [seat["status"] for seat in offer["game"]["seats"]] == ["taken", "open", "open"]
    answer = joined(client, code.replace("-", " "))
    doc = answer.get_json()
    assert (answer.status_code, answer.headers["Location"], doc["viewer"]) == (201, game.path, 2)
    assert client.get(game.path, headers=bearer(doc["tokens"]["2"])).get_json()["viewer"] == 2
    refused(joined(client, code), 409, "seat-taken")


def test_one_code_serves_the_whole_table(client: FlaskClient) -> None:
    game = Hosted(client, OPEN, OPEN, OPEN)
    code = game.code()
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda name: joined(client.application.test_client(), code, name), "ABCDEF"))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 409, 409, 409]
    taken = [seat for answer in answers if answer.status_code == 201 for seat in answer.get_json()["tokens"]]
    assert sorted(taken) == ["0", "1", "2"]
    assert client.get(game.path).get_json()["status"] == "active"


def test_a_repeated_acceptance_gets_the_first_answer(client: FlaskClient) -> None:
    code = Hosted(client, OPEN, OPEN).code()
    first, again = (joined(client, code, Idempotency_Key="k" * 16) for _ in range(2))
    assert again.get_json() == first.get_json()
    assert again.headers["Idempotency-Replayed"] == "true"
    refused(joined(client, code, "Somebody else", Idempotency_Key="k" * 16), 422, "idempotency-key-reused")


def test_codes_that_are_no_good_are_told_alike(client: FlaskClient, redis: Redis) -> None:
    game = Hosted(client)
    revoked, expired, gone = (game.invite().get_json() for _ in range(3))
    assert client.delete(f"{game.path}/invitations/{revoked['id']}", headers=game.host).status_code == 204
    record = keys.game(game.created["id"], "invitations")
    stored = redis.hget(record, expired["id"])
    assert stored is not None
    redis.hset(record, expired["id"], stored.replace(b'"expires":', b'"expires":1,"was":'))
    redis.delete(keys.invitation(gone["code"].replace("-", "")))
    codes = [revoked["code"], expired["code"], gone["code"], "0000-0000", "short", "\u0661" * 8, "x" * 60]
    told = {str(refused(client.get(f"/v1/invitations/{code}"), 404, "not-found")) for code in codes}
    told |= {str(refused(joined(client, code), 404, "not-found")) for code in codes}
    assert len(told) == 1
    assert [one["id"] for one in game.listed()] == [gone["id"]]


def test_a_revoked_invitation_admits_nobody_who_is_already_at_the_door(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script that gives the seat away checks again."""
    game = Hosted(client)
    made = game.invite().get_json()
    store = app.extensions["games"].store
    claim = store.fill_seat

    def late(*args: Any) -> Any:
        monkeypatch.undo()
        assert client.delete(f"{game.path}/invitations/{made['id']}", headers=game.host).status_code == 204
        return claim(*args)

    monkeypatch.setattr(store, "fill_seat", late)
    refused(joined(client, made["code"]), 404, "not-found")
    assert client.get(game.path).get_json()["status"] == "waiting"


def test_who_may_invite(client: FlaskClient) -> None:
    game, other = Hosted(client), Hosted(client, inviters="players")
    refused(game.invite(game.player), 403, "forbidden")
    refused(game.invite(other.host), 403, "forbidden")
    refused(game.invite({}), 401, "unauthorized")
    refused(game.invite(bearer("nonsense")), 401, "unauthorized")
    assert game.listed() == []
    by_host, by_player = other.invite().get_json(), other.invite(other.player).get_json()
    assert (by_host["invited_by"], by_player["invited_by"]) == (None, 0)
    assert [one["id"] for one in other.listed(other.player)] == [by_player["id"]]
    assert [one["id"] for one in other.listed()] == [by_host["id"], by_player["id"]]
    gone = client.delete(f"{other.path}/invitations/{by_host['id']}", headers=other.player)
    refused(gone, 404, "not-found")
    assert client.delete(f"{other.path}/invitations/{by_player['id']}", headers=other.host).status_code == 204


def test_the_hosts_token_is_no_seats(client: FlaskClient) -> None:
    game = Hosted(client)
    refused(client.get(game.path, headers=game.host), 403, "forbidden")
    refused(client.get(f"{game.path}/moves", headers=game.host), 403, "forbidden")
    refused(client.get(game.path, headers=Hosted(client).host), 403, "forbidden")


def test_invitations_that_cannot_be(client: FlaskClient) -> None:
    game = Hosted(client)
    refused(game.invite(seat=0), 409, "seat-taken")
    refused(game.invite(seat=2), 404, "not-found")
    for body in ({"seat": "1"}, {"expires_in": 59}, {"expires_in": 10**9}, {"uses": 3}):
        refused(game.invite(**body), 422, "invalid-request")
    for _ in range(50):
        assert game.invite().status_code == 201
    refused(game.invite(), 409, "too-many-invitations")
    joined(client, game.listed()[0]["code"])
    refused(game.invite(), 409, "seat-taken")


def test_guessing_is_limited_and_good_codes_cost_nothing(opened: Opener) -> None:
    client = opened(HAMLET_RATE_LIMIT="90")
    code = Hosted(client).code()
    for _ in range(9):
        assert client.get(f"/v1/invitations/{code}").status_code == 200
    for _ in range(3):
        refused(client.get("/v1/invitations/00000-00000"), 404, "not-found")
    refused(joined(client, "00000-00001"), 429, "too-many-requests")
    late = client.get("/v1/invitations/00000-00002")
    refused(late, 429, "too-many-requests")
    assert int(late.headers["Retry-After"]) > 0
    assert client.get(f"/v1/invitations/{code}").status_code == 200
    assert joined(client, code).status_code == 201


def test_lost_races_do_not_count(opened: Opener) -> None:
    """Thirty friends behind one address, one link, one seat; then another link from there."""
    client = opened(HAMLET_RATE_LIMIT="90")
    code, other = Hosted(client).code(), Hosted(client).code()
    answers = [joined(client, code, f"Guest {number}").status_code for number in range(30)]
    assert answers == [201, *[409] * 29]
    assert client.get(f"/v1/invitations/{other}").status_code == 200
    for _ in range(3):
        refused(client.get("/v1/invitations/00000-00000"), 404, "not-found")
