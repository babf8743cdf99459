"""AI players by rating over HTTP: seats, decisions, hints, replays, and the list of levels."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.bots import LEVELS
from engine.bots.ratings import span
from engine.registry import RULESETS
from engine.ruleset import Doc
from tests.service.api import HUMAN, bearer, refused
from tests.service.bots import PACE
from workers.decider import Decider
from workers.player import Player

SPAN = span("villagers", 2)
assert SPAN is not None
RATING = SPAN[0] + 100
AI: Doc = {"type": "ai", "rating": RATING}


def create(client: FlaskClient, *seats: Doc, **more: Any) -> Any:
    return client.post("/v1/games", json={"ruleset": "villagers", "seats": list(seats), **more})


def question(**more: Any) -> Doc:
    return {"ruleset": "villagers", "seat": 0, "position": "villagers phase=build seats=[(hand=[cooper]) ()]", **more}


def made(app: Flask, client: FlaskClient, decision: str) -> Any:
    store, rulesets = app.extensions["decisions"].store, app.extensions["games"].rulesets
    assert Decider(store, rulesets, LEVELS, PACE).answer_request(decision)
    return client.get(f"/v1/decisions/{decision}").get_json()


def test_a_game_with_a_rating_is_played(app: Flask, client: FlaskClient) -> None:
    answer = create(client, AI, AI)
    assert answer.status_code == 201
    doc, games = answer.get_json(), app.extensions["games"]
    assert [(seat["level"], seat["rating"]) for seat in doc["seats"]] == [(None, RATING)] * 2
    player = Player(games, LEVELS, seconds=60, reaction_seconds=0, pace=PACE)
    while client.get(f"/v1/games/{doc['id']}").get_json()["status"] != "finished":
        assert player.play_due_turns(doc["id"])
    replay = client.get(f"/v1/games/{doc['id']}/replay").get_json()
    assert [seat["rating"] for seat in replay["seats"]] == [RATING] * 2
    again = client.post("/v1/games/import", json=replay)
    assert again.status_code == 201
    assert [seat["rating"] for seat in again.get_json()["seats"]] == [RATING] * 2


@pytest.mark.parametrize(
    ("seats", "path"),
    [
        ([HUMAN, {"type": "ai"}], "seats.1.level"),
        ([HUMAN, {**AI, "level": "easy"}], "seats.1.rating"),
        ([HUMAN, {**AI, "rating": SPAN[1] + 1}], "seats.1.rating"),
        ([HUMAN, {**AI, "rating": -1}], "seats.1.rating"),
        ([HUMAN, {**AI, "rating": "1400"}], "seats.1.rating"),
        ([AI], "seats.0.rating"),
    ],
)
def test_a_seat_has_one_strength_that_there_is(client: FlaskClient, seats: list[Doc], path: str) -> None:
    assert path in refused(create(client, *seats), 422, "invalid-request")["errors"]


def test_a_bots_stand_in_has_a_level_unless_it_has_a_rating(client: FlaskClient) -> None:
    both = {"type": "bot", "bot": "nobody", "level": "easy", "rating": RATING}
    assert "seats.1.rating" in refused(create(client, HUMAN, both), 422, "invalid-request")["errors"]


def test_decisions_by_rating(app: Flask, client: FlaskClient) -> None:
    asked = client.post("/v1/decisions", json=question(rating=RATING))
    assert asked.status_code == 202
    found = made(app, client, asked.get_json()["id"])
    assert (found["level"], found["rating"], found["status"]) == (None, RATING, "done")
    again = client.post("/v1/decisions", json=question(rating=RATING)).get_json()["id"]
    assert made(app, client, again)["move"] == found["move"]
    for wrong in ({"rating": SPAN[1] + 1}, {"rating": RATING, "level": "easy"}):
        answer = client.post("/v1/decisions", json=question(**wrong))
        assert list(refused(answer, 422, "invalid-request")["errors"]) == ["rating"]


def test_hints_by_rating(app: Flask, client: FlaskClient) -> None:
    doc = create(client, HUMAN, AI, options={"first_player": "0"}).get_json()
    path, token = f"/v1/games/{doc['id']}/hint", bearer(doc["tokens"]["0"])
    found = made(app, client, client.post(path, json={"rating": RATING}, headers=token).get_json()["id"])
    assert (found["rating"], found["status"]) == (RATING, "done")
    answer = client.post(path, json={"rating": SPAN[1] + 1}, headers=token)
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["rating"]


def test_the_list_of_levels(client: FlaskClient) -> None:
    doc = client.get("/v1/levels").get_json()
    tables = {(one["ruleset"], one["seats"]): one for one in doc["tables"]}
    assert {key for key, _ in tables} <= set(RULESETS)
    table = tables["villagers", 2]
    assert (table["lowest"], table["highest"]) == SPAN
    of_table = {level["name"]: level["rating"] for level in table["levels"]}
    assert list(of_table) == [name for name in LEVELS if name in of_table]
    assert of_table["medium"] == 1500
    assert of_table["beginner"] < of_table["easy"] < of_table["greedy"] < 1500 < of_table["hard"]
