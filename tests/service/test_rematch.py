"""Rematches over HTTP: who gets which seat of the next game, and that nobody gets another's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.ruleset import Doc
from service.store.redis import keys
from tests.service.api import bearer, refused
from tests.service.clocked import CLOCK

NAMES = ("Ada", "Bea", "Cleo")
AI = {"type": "ai", "name": "Bertha", "level": "greedy"}


class Over:
    """A game of people (and perhaps an AI after them) that all but the last person have resigned."""

    def __init__(self, client: FlaskClient, people: int = 2, *others: Doc, **more: Any) -> None:
        self.client = client
        seats = [*({"type": "human", "name": name} for name in NAMES[:people]), *others]
        body = {"ruleset": "my_village", "seats": seats, "seed": "a seed", **more}
        self.created: Doc = client.post("/v1/games", json=body).get_json()
        self.path = f"/v1/games/{self.created['id']}"
        assert self.ask(0).status_code == 409
        for seat in range(people - (not others)):
            assert client.post(f"{self.path}/seats/{seat}/resign", headers=self.token(seat)).status_code == 200
        assert self.look()["status"] == "finished"

    def token(self, seat: int) -> dict[str, str]:
        return bearer(self.created["tokens"][str(seat)])

    def ask(self, seat: int, client: FlaskClient | None = None) -> TestResponse:
        return (client or self.client).post(f"{self.path}/rematch", headers=self.token(seat))

    def look(self, seat: int | None = None) -> Doc:
        found: Doc = self.client.get(self.path, headers={} if seat is None else self.token(seat)).get_json()
        return found


def test_the_same_people_play_again_one_seat_further(client: FlaskClient) -> None:
    before = Over(client, 3, options={**CLOCK, "resign_level": None}, inviters="players")
    tag = client.get(before.path, headers=before.token(1)).headers["ETag"]
    answer = before.ask(1)
    first = answer.get_json()
    assert (answer.status_code, first["viewer"], list(first["tokens"])) == (201, 0, ["0"])
    assert answer.headers["Location"] == f"/v1/games/{first['id']}"
    assert first["host_token"].startswith(first["id"])
    assert (first["status"], first["rated"]) == ("waiting", True)
    assert first["commitment"] != before.created["commitment"]
    assert [seat["name"] for seat in first["seats"]] == ["Bea", "Cleo", "Ada"]
    assert [seat["status"] for seat in first["seats"]] == ["taken", "reserved", "reserved"]
    assert (before.created["host_name"], first["host_name"]) == ("Ada", "Bea")
    told = ("ruleset", "options", "inviters", "public")
    assert {name: first[name] for name in told} == {name: before.created[name] for name in told}
    assert client.get(before.path, headers=before.token(1)).headers["ETag"] != tag
    others = [before.ask(seat).get_json() for seat in (0, 2)]
    assert [(other["id"], list(other["tokens"])) for other in others] == [(first["id"], ["2"]), (first["id"], ["1"])]
    assert not any("host_token" in other for other in others)
    assert (others[1]["status"], others[1]["deadline"] is not None) == ("active", True)
    for joined in (first, *others):
        ((seat, token),) = joined["tokens"].items()
        seen = client.get(f"/v1/games/{first['id']}", headers=bearer(token)).get_json()
        assert seen["viewer"] == int(seat)


def test_who_asks_again_gets_the_same(client: FlaskClient) -> None:
    before = Over(client)
    first, again = before.ask(0).get_json(), before.ask(0).get_json()
    assert again == first


def test_two_who_ask_at_once_come_into_one_game(app: Flask, client: FlaskClient) -> None:
    before = Over(client, 3)
    asking = [0, 1, 2] * 3
    with ThreadPoolExecutor(len(asking)) as pool:
        answers = list(pool.map(lambda seat: before.ask(seat, app.test_client()), asking))
    assert {answer.status_code for answer in answers} == {201}
    docs = [answer.get_json() for answer in answers]
    assert len({doc["id"] for doc in docs}) == 1
    assert len({str(doc["tokens"]) for doc in docs}) == 3
    hosts = {doc["host_token"] for doc in docs if "host_token" in doc}
    assert len(hosts) == 1
    assert client.get(f"/v1/games/{docs[0]['id']}").get_json()["status"] == "active"


def test_ai_seats_are_as_before_and_a_person_alone_begins_at_once(client: FlaskClient, redis: Redis) -> None:
    before = Over(client, 1, AI)
    game = before.ask(0).get_json()
    assert [(seat["type"], seat["level"]) for seat in game["seats"]] == [("ai", "greedy"), ("human", None)]
    assert game["status"] == "active"
    due = redis.zscore(keys.due(keys.bucket_of(game["id"])), game["id"])
    assert (due is not None) == (game["to_act"][0] == 0)


def test_who_is_told_of_the_rematch(client: FlaskClient) -> None:
    for public in (False, True):
        before = Over(client, public=public)
        assert [before.look(seat)["rematch"] for seat in (None, 0, 1)] == [None] * 3
        game = before.ask(1).get_json()["id"]
        assert [before.look(seat)["rematch"] for seat in (None, 0, 1)] == [game if public else None, game, game]


def test_a_look_back_through_a_players_eyes_tells_nothing_of_it(client: FlaskClient) -> None:
    before = Over(client)
    game = before.ask(0).get_json()
    for query in ("view=0", "version=1&view=1", "version=1&view=all", "version=0"):
        seen = client.get(f"{before.path}?{query}")
        assert seen.status_code == 200
        assert game["id"] not in seen.get_data(as_text=True)
    past = [client.get(f"{before.path}?version={version}").get_json() for version in (0, 1)]
    assert [doc["status"] for doc in past] == ["active", "finished"]
    assert [doc["seats"][0]["status"] for doc in past] == ["taken", "resigned"]


def test_nobody_else_comes_in(client: FlaskClient) -> None:
    """Also if the game was public; the host may give a seat to another player."""
    before, other = Over(client, public=True), Over(client)
    for headers, status, slug in (
        ({}, 401, "unauthorized"),
        (bearer("nonsense"), 401, "unauthorized"),
        (other.token(0), 403, "forbidden"),
        (bearer(before.created["host_token"]), 403, "forbidden"),
    ):
        refused(client.post(f"{before.path}/rematch", headers=headers), status, slug)
    assert before.look(0)["rematch"] is None
    game = before.ask(0).get_json()
    path = f"/v1/games/{game['id']}"
    refused(client.post(f"{path}/seats/0"), 403, "invitation-needed")
    refused(client.get(path, headers=before.token(1)), 403, "forbidden")
    host = bearer(game["host_token"])
    code = client.post(f"{path}/invitations", headers=host).get_json()["code"]
    assert client.post(f"/v1/invitations/{code}", json={"name": "Eve"}).get_json()["tokens"].keys() == {"0"}
    refused(before.ask(1), 409, "seat-taken")


def test_a_seat_that_was_given_back_is_there_again(client: FlaskClient) -> None:
    before = Over(client)
    game = before.ask(0).get_json()
    mine, path = bearer(game["tokens"]["1"]), f"/v1/games/{game['id']}"
    assert client.post(f"{path}/seats/1/leave", headers=mine).status_code == 200
    refused(client.get(path, headers=mine), 401, "unauthorized")
    assert before.ask(0).get_json()["tokens"] == game["tokens"]


def test_a_rematch_that_was_removed_is_followed_by_another_one(client: FlaskClient) -> None:
    before = Over(client)
    looks = [client.get(before.path, headers=before.token(0)).headers["ETag"]]
    key = {"Idempotency-Key": "a key that nobody can guess"}
    found = []
    for _ in range(3):
        game = before.ask(0).get_json()
        path, host = f"/v1/games/{game['id']}", bearer(game["host_token"])
        assert client.post(f"{path}/seats/1/leave", headers=bearer(game["tokens"]["1"])).status_code == 200
        claim = client.post(f"{path}/seats/0", json={"name": "Eve"}, headers={**host, **key}).get_json()
        found.append((game["id"], game["tokens"]["1"], game["host_token"], claim["tokens"]["0"], game["commitment"]))
        looks.append(client.get(before.path, headers=before.token(0)).headers["ETag"])
        assert client.delete(path, headers=host).status_code == 204
        assert before.look(0)["rematch"] == game["id"], "until somebody asks again"
    for facts in zip(*found, strict=True):
        assert len(set(facts)) == 3
    assert len(set(looks)) == 4


def test_a_contribution_that_cannot_be_begins_no_rematch(client: FlaskClient) -> None:
    before = Over(client)
    answer = client.post(f"{before.path}/rematch", json={"contribution": "ü" * 65}, headers=before.token(0))
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["contribution"]
    assert before.look(0)["rematch"] is None


def test_nobody_brings_back_a_rematch_while_it_is_removed(app: Flask, client: FlaskClient) -> None:
    """Some ask while another removes it. In the end there is one game, and all who asked are in it."""
    for _ in range(10):
        before = Over(client)
        game = before.ask(0).get_json()
        path, host = f"/v1/games/{game['id']}", bearer(game["host_token"])

        def act(number: int, before: Over = before, path: str = path, host: dict[str, str] = host) -> TestResponse:
            own = app.test_client()
            return own.delete(path, headers=host) if number == 1 else before.ask(number // 2, own)

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(act, range(4)))
        assert answers[1].status_code in (204, 409)
        last = [before.ask(seat).get_json() for seat in (0, 1)]
        assert len({one["id"] for one in last}) == 1
        assert (last[1]["id"] != game["id"]) == (answers[1].status_code == 204)
        for seat, one in zip((1, 0), last, strict=True):
            mine = bearer(one["tokens"][str(seat)])
            assert client.get(f"/v1/games/{one['id']}", headers=mine).status_code == 200
