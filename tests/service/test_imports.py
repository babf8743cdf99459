"""Finished games that come as documents: stored once if they are valid, and read like any other."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from service.store.redis import keys
from tests.service.api import HUMAN, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.clocked import FORFEIT
from tests.service.conftest import Opener
from tests.service.test_game_lists import listed
from tests.service.test_replay_archive import change, replay_of

Doc = dict[str, Any]
IMPORT = "/v1/games/import"


def over(client: FlaskClient, *more: Doc, **order: Any) -> Doc:
    """Return the replay of a game of My Village in which a move was made and then all but the last seat resigned."""
    seats = [{**HUMAN, "name": "Ada"}, {**HUMAN, "name": "Bea"}, *more]
    made = client.post("/v1/games", json={"ruleset": "my_village", "seats": seats, **order}).get_json()
    path, tokens = f"/v1/games/{made['id']}", {int(seat): bearer(token) for seat, token in made["tokens"].items()}
    seat = made["to_act"][0]
    if seat in tokens:
        move = client.get(f"{path}/moves", headers=tokens[seat]).get_json()["moves"][0]["move"]
        assert client.post(f"{path}/moves", json={"move": move}, headers=tokens[seat]).status_code == 200
    for seat in range(len(seats) - 1):
        assert client.post(f"{path}/seats/{seat}/resign", headers=tokens[seat]).status_code == 200
    doc: Doc = client.get(f"{path}/replay").get_json()
    return doc


def imported(client: FlaskClient, doc: Doc, status: int = 201, **headers: str) -> Doc:
    answer = client.post(IMPORT, json=doc, headers=headers)
    assert answer.status_code == status, answer.get_data(as_text=True)
    game: Doc = answer.get_json()
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    return game


def test_names_are_taken_on_trust(client: FlaskClient) -> None:
    doc = over(client)
    names = ["Ada", "A" + "\N{COMBINING ACUTE ACCENT}" * 9]
    for seat, name in zip(doc["seats"], names, strict=True):
        seat["name"] = name
    assert [seat["name"] for seat in imported(client, doc)["seats"]] == names
    for seat in doc["seats"]:
        seat["name"] = "Ada"
    assert [seat["name"] for seat in imported(client, doc)["seats"]] == ["Ada", "Ada"]


@pytest.mark.parametrize("key", ["villagers", "my_village"])
def test_an_imported_game_is_read_like_the_one_that_it_was(client: FlaskClient, key: str) -> None:
    doc = replay_of(client, key)
    before, game = f"/v1/games/{doc['id']}", imported(client, doc)
    path = f"/v1/games/{game['id']}"
    assert (game["imported"], game["rated"], game["status"], game["viewer"]) == (True, False, "finished", None)
    assert game["result"] == doc["result"]
    assert game["id"] != doc["id"]
    assert client.get(path).get_json() == game
    own = {"id", "imported"}
    replay = client.get(f"{path}/replay").get_json()
    assert {name: told for name, told in replay.items() if name not in own} == {
        name: told for name, told in doc.items() if name not in own
    }
    last = len(doc["moves"])
    for version, eyes in ((0, "0"), (last // 2, "1"), (last - 1, "spectator"), (last, "all")):
        query = f"?version={version}&view={eyes}&include=events"
        shown, was = client.get(path + query).get_json(), client.get(before + query).get_json()
        assert {name: told for name, told in shown.items() if name not in own} == {
            name: told for name, told in was.items() if name not in own
        }
    assert client.get(f"{path}/events").get_json() == client.get(f"{before}/events").get_json()
    assert client.post(f"{path}/review", json={}).status_code == 202


def test_the_same_document_is_the_same_game(client: FlaskClient, redis: Redis) -> None:
    doc = over(client)
    game = imported(client, doc)
    stored = len(redis.keys("*"))
    redis.expire(keys.game(game["id"], "head"), 100)
    assert imported(client, doc, 200) == game
    assert len(redis.keys("*")) == stored
    days = redis.ttl(keys.game(game["id"], "head")) / 86400, redis.ttl(keys.game(game["id"], "log")) / 86400
    assert [round(left) for left in days] == [30, 30]
    # Its own replay, and fields that are no part of the game, change nothing.
    again = client.get(f"/v1/games/{game['id']}/replay?lang=de").get_json()
    assert imported(client, {**again, "more": 1}, 200)["id"] == game["id"]
    other = copy.deepcopy(doc)
    other["seats"][0]["name"] = "Eve"
    assert imported(client, other)["id"] != game["id"]


def test_nobody_gets_in(client: FlaskClient) -> None:
    doc = over(client)
    path = f"/v1/games/{imported(client, doc)['id']}"
    refused(client.post(f"{path}/seats/0", json={"name": "Eve"}), 409, "seat-taken")
    for what in ("/moves", "/undo", "/rematch", "/seats/0/resign", "/hint", "/invitations"):
        assert client.post(path + what, json={} if what in ("/hint", "/invitations") else None).status_code == 401
    assert client.delete(path).status_code == 401


def test_clocks_bots_and_who_lost_are_kept(client: FlaskClient) -> None:
    doc = over(client, options=FORFEIT)
    assert doc["result"]["forfeited"] == [0]
    game = imported(client, doc)
    assert game["options"] == doc["options"]
    assert [seat["status"] for seat in game["seats"]] == ["resigned", "taken"]
    assert (game["deadline"], game["result"]) == (None, doc["result"])
    bot = {"type": "bot", "name": "Deep", "bot": "deep-thought", "level": "easy", "seat": 1, "status": "taken"}
    doc["seats"][1] = bot
    assert imported(client, doc)["seats"][1] == bot


def test_the_key_by_which_it_came_lists_it(opened: Opener) -> None:
    client, one, two = opened(line("one") + line("two")), key_of("one"), key_of("two")
    ada, bea = {"Hamlet-Api-Key": one}, {"Hamlet-Api-Key": two}
    refused(client.post(IMPORT, json={}), 401, "api-key-needed")
    body = {"ruleset": "villagers", "seats": [HUMAN, HUMAN], "public": True}
    made = client.post("/v1/games", json=body, headers=ada).get_json()
    path = f"/v1/games/{made['id']}"
    assert client.post(f"{path}/seats/0/resign", headers=bearer(made["tokens"]["0"])).status_code == 200
    replay = client.get(f"{path}/replay").get_json()
    first, second = imported(client, replay, **ada)["id"], imported(client, replay, **bea)["id"]
    assert imported(client, replay, 200, **ada)["id"] == first
    assert listed(client, bea, mine="true", status="finished") == [second]
    assert set(listed(client, ada, mine="true")) == {first, made["id"]}
    assert listed(client) == [made["id"]]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (change("secret", to="00"), "does not match the hash"),
        (change("seed", to="00"), "does not follow"),
        (change("format", to=99), "newer version"),
        (change("format", to=0), "no format 0"),
        (change("moves", 0, "seat", to=9), "no seat 10"),
        (change("moves", 0, "move", to={"type": "nonsense"}), "is not a valid move"),
        (change("moves", 0, "at", to="yesterday"), "not a valid time"),
        (change("created_at", to="2026-09-21T14:13:20"), "not a valid time"),
        (change("created_at", to="9999-12-31T23:59:59-23:59"), "not a valid time"),
        (change("created_at", to="9999-12-31T23:59:59.9999999Z"), "not a valid time"),
        (change("created_at", to="1969-12-31T23:59:59Z"), "not a valid time"),
        (change("created_at", to="0001-01-01T00:00:00+23:59"), "not a valid time"),
        (change("moves", -1, "at", to="9999-12-31T23:59:59-23:59"), "not a valid time"),
        (change("moves", -1, "at", to="9999-12-31T23:59:59.9999999Z"), "not a valid time"),
        (change("moves", 1, "events", 0, "type", to="seat_returned"), "is not possible for seat"),
        (change("moves", 1, "events", 0, "type", to="seat_away"), "is not possible for seat"),
        (change("result", "winners", to=[0]), "another result"),
        (change("result", "scores", to=[{"seat": 1, "total": 99, "lines": []}]), "another result"),
        (change("options", "resign_level", to="easy"), "not over"),
        (change("seats", 0, to={"type": "open"}), "still open"),
        (change("seats", 1, to={"type": "ai", "level": None}), "seats.1.level"),
        (lambda doc: doc["moves"].pop(), "not over"),
        (lambda doc: doc["moves"].append(doc["moves"][0]), "after the end"),
        (lambda doc: doc["moves"][0].update(move=None, events=[{"type": "move_undone"}]), "did not make the last move"),
    ],
)
def test_what_is_not_true(client: FlaskClient, redis: Redis, spoil: Callable[[Doc], Any], says: str) -> None:
    doc = over(client, seed="spoilt")
    stored = set(redis.keys("*"))
    spoil(doc)
    problem = refused(client.post(IMPORT, json=doc), 422, "invalid-replay")
    assert says in problem["detail"]
    german = client.post(f"{IMPORT}?lang=de", json=doc).get_json()
    assert german["detail"] != problem["detail"]
    assert set(redis.keys("*")) == stored


def test_the_first_and_the_last_moment_that_can_be_told(opened: Opener) -> None:
    """A game may have such a date, and its owner's list still shows it."""
    client, key = opened(line("one")), shown(key_of("one"))
    seats = [HUMAN, HUMAN]
    made = client.post("/v1/games", json={"ruleset": "my_village", "seats": seats}, headers=key).get_json()
    path = f"/v1/games/{made['id']}"
    assert client.post(f"{path}/seats/0/resign", headers=bearer(made["tokens"]["0"])).status_code == 200
    doc = client.get(f"{path}/replay").get_json()
    found = []
    for when in ("1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"):
        doc["created_at"] = doc["moves"][-1]["at"] = when
        game = imported(client, doc, **key)
        assert client.get(f"/v1/games/{game['id']}/replay").get_json()["moves"][-1]["at"] >= when
        assert game["created_at"] == when
        found.append(game["id"])
    assert set(found) < set(listed(client, key, mine="true"))
    assert client.post("/v1/reviews", json={"replay": doc}, headers=key).status_code == 202


def test_what_has_not_the_form(client: FlaskClient) -> None:
    doc = over(client)
    assert refused(client.post(IMPORT, json={**doc, "ruleset": "chess"}), 404, "not-found")
    for name in ("format", "created_at", "seats", "options", "seed", "secret", "salt", "commitment", "moves", "result"):
        less = {key: value for key, value in doc.items() if key != name}
        assert list(refused(client.post(IMPORT, json=less), 422, "invalid-request")["errors"]) == [name]
    for spoil, where in (
        (change("seats", 0, "name", to="\u202edrow"), "seats.0.name"),
        (change("seats", 0, "name", to="x" * 41), "seats.0.name"),
        (change("moves", to=[{"seat": 0, "at": "", "move": None}] * 5001), "moves"),
        (change("moves", 0, "seat", to=True), "moves.0.seat"),
        (change("seed", to="AB"), "seed"),
        (change("result", to=None), "result"),
    ):
        spoilt = copy.deepcopy(doc)
        spoil(spoilt)
        assert list(refused(client.post(IMPORT, json=spoilt), 422, "invalid-request")["errors"]) == [where]


def test_it_is_computed_apart(app: Flask, client: FlaskClient) -> None:
    """A computing process does it, within its budget."""
    from service.http.middleware import computed_calls

    assert "import_game" in computed_calls.operations()
    doc = over(client)
    computed_calls.open_pool(app, 1, 30.0)
    try:
        assert imported(client, doc)["imported"]
        refused(client.post(IMPORT, json={**doc, "seed": "00"}), 422, "invalid-replay")
    finally:
        computed_calls.close_pool(app)
