"""Everything in one answer: the game with legal moves and events, and a move answered when the next turn comes."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.games import Games
from service.store.games.records import now_ms
from tests.service.api import HUMAN, OPEN, Table, bearer, refused
from tests.service.clocked import run_out
from workers.turn_timeouts import enforce_deadline

BOTH = "moves,events"


def test_a_look_has_the_moves_and_the_events_since(client: FlaskClient) -> None:
    table = Table(client)
    for _ in range(3):
        table.step()
    for viewer in (0, 1, None):
        plain = table.look(viewer)
        moves = table.listed(viewer) if viewer is not None else {"moves": [], "prompt": None, "undo": None}
        for after in (0, 2, 9):
            events = table.get("/events", viewer, after=after).get_json()["events"]
            seen = table.look(viewer, include=BOTH, after=after)
            assert seen == {**plain, **moves, "events": events}
    whole = table.get("/events", 0).get_json()["events"]
    assert table.look(0, include="events") == {**table.look(0), "events": whole}
    assert table.look(0, include="moves") == {**table.look(0), **table.listed(0)}
    assert table.look(0, include="") == table.look(0)


@pytest.mark.parametrize("ruleset", ["villagers", "my_village"])
def test_the_score_as_of_now_is_that_of_the_truth(app: Flask, client: FlaskClient, ruleset: str) -> None:
    made = client.post(
        "/v1/games?include=score", json={"ruleset": ruleset, "seats": [HUMAN, HUMAN], "seed": "a seed"}
    ).get_json()
    path = f"/v1/games/{made['id']}"
    for step in range(24):
        seat = client.get(path).get_json()["to_act"][0]
        token = bearer(made["tokens"][str(seat)])
        moves = client.get(f"{path}/moves", headers=token).get_json()["moves"]
        body = {"move_id": moves[step % len(moves)]["id"]}
        played = client.post(f"{path}/moves?include=score", json=body, headers=token).get_json()
    games: Games = app.extensions["games"]
    game = games.queries.load_game(made["id"])
    truth = game.ruleset.score_now(game.state)
    assert truth != made["score"]
    assert played["game"]["score"] == truth
    for headers in ({}, *(bearer(token) for token in made["tokens"].values())):
        assert client.get(f"{path}?include=score", headers=headers).get_json()["score"] == truth
    assert "score" not in client.get(f"{path}?include=moves").get_json()


@pytest.mark.parametrize("query", ["include=seeds", "include=moves,view", "include=moves%00", "includes=moves"])
def test_what_cannot_be_included(client: FlaskClient, query: str) -> None:
    table = Table(client)
    for path, method in (("", "GET"), ("/moves", "POST"), ("/undo", "POST"), ("/seats/0", "POST")):
        headers = bearer(table.tokens["0"])
        answer = client.open(f"{table.path}{path}?{query}", method=method, headers=headers, json={} if path else None)
        refused(answer, 422, "invalid-request")


def test_who_begins_is_told_what_he_may_do(client: FlaskClient) -> None:
    table = Table(client)
    body = {"ruleset": "villagers", "seats": [HUMAN, HUMAN], "seed": "a seed"}
    made = client.post(f"/v1/games?include={BOTH}", json=body).get_json()
    assert [move["move"] for move in made["moves"]] == [move["move"] for move in table.legal(0)]
    assert made["events"] == []


def test_who_claims_a_seat_is_told_what_it_may_do(client: FlaskClient) -> None:
    table = Table(client, OPEN, HUMAN)
    joined = client.post(f"{table.path}/seats/0?include={BOTH}").get_json()
    table.tokens |= joined["tokens"]
    assert joined["events"] == []
    assert joined["moves"] == table.legal(0)
    assert bool(joined["moves"]) == (0 in joined["to_act"])


def test_who_comes_back_is_told_what_it_may_do(app: Flask, client: FlaskClient) -> None:
    body = {"ruleset": "villagers", "seats": [HUMAN, HUMAN], "options": {"turn_seconds": 60}}
    made = client.post("/v1/games", json=body).get_json()
    seat, path, games = made["to_act"][0], f"/v1/games/{made['id']}", app.extensions["games"]
    run_out(games.store.redis, made["id"])
    enforce_deadline(games, games.queries.load_game(made["id"]), now_ms())
    headers = bearer(made["tokens"][str(seat)])
    back = client.post(f"{path}/seats/{seat}?include={BOTH}", headers=headers).get_json()
    assert [event["type"] for event in back["events"]] == ["seat_returned"]
    assert back["moves"] == client.get(f"{path}/moves", headers=headers).get_json()["moves"]
    again = client.post(f"{path}/seats/{seat}?include={BOTH}&after=0", headers=headers).get_json()
    assert [event["type"] for event in again["events"]] == ["seat_away", "seat_returned"]


def test_a_move_and_its_undo_bring_the_next_moves(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "my_village", "seats": [HUMAN, HUMAN], "seed": "s"}).get_json()
    path, seat = f"/v1/games/{made['id']}", made["to_act"][0]
    headers = bearer(made["tokens"][str(seat)])

    def listed() -> Any:
        return client.get(f"{path}/moves", headers=headers).get_json()["moves"]

    played = client.post(f"{path}/moves?include=moves", json={"move_id": listed()[0]["id"]}, headers=headers).get_json()
    assert played["game"]["moves"] == listed()
    assert "events" not in played["game"]
    undone = client.post(f"{path}/undo?include={BOTH}&after=0", headers=headers).get_json()
    assert undone["game"]["moves"] == listed()
    # With `after` also those of the previous move.
    events = client.get(f"{path}/events", headers=headers).get_json()["events"]
    assert undone["events"] == events
    types = [event["type"] for event in played["events"]]
    assert [event["type"] for event in events] == [*types, "move_undone"]


def test_a_repeated_move_brings_what_the_first_one_did(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    headers = bearer(table.tokens[str(seat)]) | {"Idempotency-Key": "a key"}
    body = {"move": table.legal(seat)[0]["move"]}
    first = client.post(f"{table.path}/moves?include=moves", json=body, headers=headers)
    again = client.post(f"{table.path}/moves", json=body, headers=headers)
    assert again.get_data() == first.get_data()


def test_a_move_is_answered_when_it_is_the_seats_turn_again(app: Flask, client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    body = {"move": table.legal(seat)[0]["move"]}
    headers = bearer(table.tokens[str(seat)]) | {"Idempotency-Key": "a key"}
    answers: list[Any] = []

    def play() -> None:
        with app.test_client() as other:
            answers.append(other.post(f"{table.path}/moves?include=moves&wait=30", json=body, headers=headers))

    playing = threading.Thread(target=play)
    playing.start()
    # The other seats then move, until the seat is to act again.
    while table.look()["version"] == 0:
        pass
    while table.to_act() != seat:
        table.step()
    playing.join()
    (answer,) = answers
    game = table.look(seat)
    told = answer.get_json()
    assert answer.headers["ETag"] == table.get(seat=seat).headers["ETag"]
    assert told["version"] == game["version"] > 1
    assert told["game"] == {**game, **table.listed(seat)}
    assert told["events"] == table.get("/events", seat).get_json()["events"]
    # A repeated request need not wait.
    again = client.post(f"{table.path}/moves?include=moves&wait=30", json=body, headers=headers)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == told


def test_ids_of_moves(client: FlaskClient) -> None:
    """An id is valid for one version. In another version or game it names nothing, nor does an invented id."""
    table = Table(client)
    seat, before = table.to_act(), None
    for _ in range(3):
        listed = table.legal(seat)
        assert [move["id"].split("-")[:2] for move in listed] == [
            [str(table.look()["version"]), str(number)] for number in range(len(listed))
        ]
        assert all(len(move["id"].split("-")[2]) == 4 for move in listed)
        number, check = listed[-1]["id"].split("-")[1:]
        version = table.look()["version"]
        wrong = [f"{version}-{int(number) + 1}-{check}", f"{version}-0{number}-{check}", f"{version}--{check}", "x"]
        wrong += [f"{version}-{'9' * 40}-{check}", f"{version}-²-{check}", f"{version + 1}-{number}-{check}"]
        for move_id in [*wrong, *([before] if before else [])]:
            refused(table.post(seat, {"move_id": move_id}), 409, "conflict")
        before = listed[-1]["id"]
        table.step()
        seat = table.to_act()
