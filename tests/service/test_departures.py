"""Resigning, giving a seat back, and removing a game, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.store.redis import keys
from tests.service.api import HUMAN, OPEN, bearer, refused
from tests.service.bots import PACE
from tests.service.clocked import CLOCK
from tests.service.hooked import ids
from tests.service.receiver import Receiver
from tests.service.test_invitations import Hosted
from workers.player import Player


class Seated:
    """A game between people, some of whom leave."""

    def __init__(self, client: FlaskClient, seats: int = 2, **more: Any) -> None:
        self.client = client
        body = {"ruleset": "my_village", "seats": [HUMAN] * seats, "seed": "going", **more}
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.created: Doc = answer.get_json()
        self.id: str = self.created["id"]
        self.path = f"/v1/games/{self.id}"

    def token(self, seat: int) -> dict[str, str]:
        return bearer(self.created["tokens"][str(seat)])

    def resign(self, seat: int, by: int | None = None) -> Any:
        """Return the answer to a seat's resignation, by its own token or another's."""
        return self.client.post(f"{self.path}/seats/{seat}/resign", headers=self.token(seat if by is None else by))

    def look(self, seat: int | None = None) -> Doc:
        headers = {} if seat is None else self.token(seat)
        found: Doc = self.client.get(self.path, headers=headers).get_json()
        return found

    def legal(self, seat: int) -> list[Doc]:
        moves: list[Doc] = self.client.get(f"{self.path}/moves", headers=self.token(seat)).get_json()["moves"]
        return moves


def statuses(game: Doc) -> list[str]:
    return [seat["status"] for seat in game["seats"]]


@pytest.mark.parametrize("options", [{}, CLOCK])
def test_of_two_players_the_other_one_wins(client: FlaskClient, options: Doc) -> None:
    """Whoever's turn it is, and with or without a clock."""
    table = Seated(client, options=options)
    loser = 1 - table.look()["to_act"][0]
    tag = client.get(table.path).headers["ETag"]
    answer = table.resign(loser)
    told = answer.get_json()
    assert answer.status_code == 200
    assert [event["type"] for event in told["events"]] == ["seat_resigned"]
    assert told["game"] == table.look(loser)
    game = table.look()
    assert (game["status"], game["to_act"], game["deadline"], game["version"]) == ("finished", [], None, 1)
    assert game["result"] == {"winners": [1 - loser], "scores": [], "forfeited": [loser]}
    assert statuses(game)[loser] == "resigned"
    assert client.get(table.path).headers["ETag"] != tag
    assert client.get(f"{table.path}/replay").get_json()["moves"][0]["move"] is None


def test_who_has_resigned_stays_so(client: FlaskClient) -> None:
    """And gets the same answer again; nobody else can resign for a seat."""
    table = Seated(client, 3)
    refused(table.resign(1, by=0), 403, "forbidden")
    refused(client.post(f"{table.path}/seats/1/resign", headers=Seated(client, 3).token(1)), 403, "forbidden")
    refused(client.post(f"{table.path}/seats/1/resign", headers=bearer(table.created["host_token"])), 403, "forbidden")
    refused(client.post(f"{table.path}/seats/1/resign"), 401, "unauthorized")
    assert table.look()["version"] == 0
    seat = table.look()["to_act"][0]
    move = {"move": table.legal(seat)[0]["move"]}
    first, again = table.resign(seat).get_json(), table.resign(seat).get_json()
    assert again == {**first, "events": []}
    refused(client.post(f"{table.path}/moves", json=move, headers=table.token(seat)), 409, "seat-resigned")
    refused(client.post(f"{table.path}/seats/{seat}", headers=table.token(seat)), 409, "seat-resigned")
    assert table.look()["version"] == 1
    assert statuses(table.look()).count("resigned") == 1


def played_on(app: Flask, table: Seated) -> Doc:
    """Return the game at its end: AIs move, and people always make the first legal move."""
    worker = Player(app.extensions["games"], LEVELS, 60, 0, PACE)
    while (game := table.look())["status"] != "finished":
        seat = game["to_act"][0]
        if game["seats"][seat]["status"] == "resigned":
            assert worker.play_due_turns(table.id) > 0
        else:
            move = {"move_id": table.legal(seat)[-1]["id"]}
            assert client_of(table).post(f"{table.path}/moves", json=move, headers=table.token(seat)).status_code == 200
    return game


def client_of(table: Seated) -> FlaskClient:
    return table.client


def test_of_three_the_others_finish_and_the_seat_cannot_win(app: Flask, client: FlaskClient, redis: Redis) -> None:
    table = Seated(client, 3)
    seat = table.look()["to_act"][0]
    table.resign(seat)
    assert redis.zscore(keys.due(keys.bucket_of(table.id)), table.id) is not None
    result = played_on(app, table)["result"]
    assert result["forfeited"] == [seat]
    assert len(result["scores"]) == 3
    assert seat not in result["winners"]


def test_with_a_level_an_ai_plays_on(app: Flask, client: FlaskClient) -> None:
    table = Seated(client, 2, options={"resign_level": "random"})
    assert table.look()["options"]["resign_level"] == "random"
    for seat in (0, 1):
        assert table.resign(seat).status_code == 200
        assert table.look()["status"] == "active"
    result = played_on(app, table)["result"]
    assert "forfeited" not in result
    assert len(result["scores"]) == 2


def test_when_nobody_can_resign(client: FlaskClient) -> None:
    waiting = Hosted(client)
    problem = refused(client.post(f"{waiting.path}/seats/0/resign", headers=waiting.player), 409, "game-waiting")
    assert problem["detail"] == "The game has not begun."  # this seat was never open
    table = Seated(client)
    table.resign(0)
    refused(table.resign(1), 409, "game-over")
    assert table.resign(0).status_code == 200
    for level in ("nobody", 3):
        body = {"ruleset": "villagers", "seats": [HUMAN, HUMAN], "options": {"resign_level": level}}
        refused(client.post("/v1/games", json=body), 422, "invalid-request")


def test_webhooks_and_streams_tell_of_it(client: FlaskClient, app: Flask, redis: Redis, receiver: Receiver) -> None:
    games = app.extensions["games"]
    guard, games.guard = games.guard, receiver.guard
    try:
        table = Seated(client, webhook={"url": receiver.url()})
        before = ids(redis)
        table.resign(0)
        (told,) = [name for name in ids(redis) if name not in before]
        assert told.partition("_")[2] == "1_end_game"
    finally:
        games.guard = guard
    stream = client.get(f"{table.path}/events", headers={"Accept": "text/event-stream"}).get_data(as_text=True)
    assert '"type":"seat_resigned"' in stream
    assert "event: game_over" in stream


# --- before the game begins ------------------------------------------------------------------------


def test_a_seat_that_is_given_back_is_open_again(client: FlaskClient) -> None:
    """Its token is void, and the game's document changes each time."""
    game = Hosted(client, HUMAN, OPEN, OPEN)
    tags = {client.get(game.path).headers["ETag"]}
    for name in ("Carla", "Dora"):
        joined = client.post(f"/v1/invitations/{game.code(seat=2)}", json={"name": name}).get_json()
        tags.add(client.get(game.path).headers["ETag"])
        mine = bearer(joined["tokens"]["2"])
        refused(client.post(f"{game.path}/seats/1/leave", headers=mine), 403, "forbidden")
        answer = client.post(f"{game.path}/seats/2/leave", headers=mine)
        left = answer.get_json()
        assert (answer.status_code, left["viewer"], left["status"]) == (200, None, "waiting")
        assert (left["seats"][2]["status"], left["seats"][2]["name"]) == ("open", None)
        assert left == client.get(game.path).get_json()
        tags.add(answer.headers["ETag"])
        refused(client.get(game.path, headers=mine), 401, "unauthorized")
        refused(client.post(f"{game.path}/seats/2/leave", headers=mine), 401, "unauthorized")
    assert len(tags) == 5


def test_who_may_not_give_a_seat_back(client: FlaskClient) -> None:
    game = Hosted(client, HUMAN, OPEN)
    refused(client.post(f"{game.path}/seats/0/leave", headers=game.player), 409, "cannot-leave")
    joined = client.post(f"/v1/invitations/{game.code()}").get_json()
    mine = bearer(joined["tokens"]["1"])
    refused(client.post(f"{game.path}/seats/1/leave", headers=mine), 409, "game-begun")
    assert client.get(game.path, headers=mine).get_json()["status"] == "active"


def test_the_host_removes_a_game_that_has_not_begun(client: FlaskClient, redis: Redis) -> None:
    game, other = Hosted(client, public=True), Hosted(client)
    code = game.code()
    for headers, status, slug in (
        ({}, 401, "unauthorized"),
        (game.player, 403, "forbidden"),
        (other.host, 403, "forbidden"),
    ):
        refused(client.delete(game.path, headers=headers), status, slug)
    assert client.delete(game.path, headers=game.host).status_code == 204
    refused(client.get(game.path), 404, "not-found")
    refused(client.get(f"/v1/invitations/{code}"), 404, "not-found")
    assert client.get("/v1/games").get_json()["games"] == []
    assert not [key for key in redis.scan_iter() if game.created["id"].encode() in key]
    begun = Hosted(client, HUMAN, HUMAN)
    refused(client.delete(begun.path, headers=begun.host), 409, "game-begun")
