"""A budget of time beside a level, wherever a request has a level."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.bots.base import Session
from engine.ruleset import Doc, Ruleset
from service.games import Games
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.bots import Plain
from tests.service.test_api_decisions import accepted, ask_hint, question, work
from tests.service.test_reviews import finished, shallow, worker

__all__ = ["finished", "shallow"]

TIMED = {"level": "expert", "milliseconds": 20}


def ordered(client: FlaskClient, seats: list[Doc], **more: Any) -> Any:
    return client.post("/v1/games", json={"ruleset": "villagers", "seats": seats, **more})


def test_a_decision(app: Flask, client: FlaskClient) -> None:
    asked = accepted(client.post("/v1/decisions", json=question(level="hard", milliseconds=20)))
    assert (asked["level"], asked["milliseconds"]) == ("hard", 20)
    work(app, asked["id"])
    done = client.get(f"/v1/decisions/{asked['id']}").get_json()
    assert done["status"] == "done"
    assert done["iterations"] > 0
    plain = accepted(client.post("/v1/decisions", json=question(level="hard")))
    assert (plain["level"], plain["milliseconds"]) == ("hard", None)


def test_a_hint(client: FlaskClient) -> None:
    table = Table(client)
    asked = accepted(ask_hint(table, table.to_act(), TIMED))
    assert (asked["level"], asked["milliseconds"]) == ("expert", 20)


def test_the_seats_and_options_of_a_game(client: FlaskClient) -> None:
    options = {
        "turn_seconds": 60,
        "takeover_level": "hard",
        "takeover_milliseconds": 30,
        "resign_level": "medium",
        "resign_milliseconds": 40,
    }
    answer = ordered(client, [HUMAN, {"type": "ai", **TIMED}], options=options)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    game = answer.get_json()
    assert (game["seats"][1]["level"], game["seats"][1]["milliseconds"]) == ("expert", 20)
    told = {name: value for name, value in game["options"].items() if name.startswith(("takeover", "resign"))}
    assert told == {name: value for name, value in options.items() if name != "turn_seconds"}
    again = ordered(client, [HUMAN, HUMAN], options=game["options"])
    assert again.get_json()["options"] == game["options"], "what is told can be ordered"


def test_who_stands_in_has_the_time_that_was_ordered(app: Flask, client: FlaskClient) -> None:
    """For a person who has resigned, and in a rematch too; a stored game keeps it."""
    games: Games = app.extensions["games"]
    options = {"resign_level": "random", "resign_milliseconds": 40}
    game = ordered(client, [HUMAN, HUMAN, HUMAN], options=options).get_json()
    client.post(f"/v1/games/{game['id']}/seats/1/resign", headers=bearer(game["tokens"]["1"]))
    loaded = games.queries.load_game(game["id"])
    assert [(loaded.level_of(seat), loaded.milliseconds_of(seat)) for seat in (0, 1)] == [(None, None), ("random", 40)]


@pytest.mark.usefixtures("shallow")
def test_a_review(
    app: Flask, client: FlaskClient, redis: Redis, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It differs from one without a time or with another time; the judge thinks by the clock."""
    asked: list[bool] = []

    class Timed(Plain):
        def timed(self) -> Plain:
            return Asked()

    class Asked(Plain):
        def decide(self, ruleset: Ruleset[Any, Any], view: Any, rng: Any, session: Session | None = None) -> Any:
            assert session is not None
            while not session.stop():
                pass
            asked.append(True)
            return super().decide(ruleset, view, rng, session)

    monkeypatch.setattr("service.games.ai.reviews.move_analysis.LEVELS", {"medium": Timed(), "hard": Timed()})
    path = f"/v1/games/{finished}/review"
    answer = client.post(path, json={"level": "hard", "milliseconds": 10})
    assert answer.headers["Location"] == f"{path}?level=hard&milliseconds=10"
    review = answer.get_json()
    assert (review["level"], review["milliseconds"]) == ("hard", 10)
    assert client.post(path, json={"level": "hard", "milliseconds": 10}).get_json()["id"] == review["id"]
    while client.get(answer.headers["Location"]).get_json()["status"] != "done":
        assert worker(app, [], seconds=3600).step(review["id"])
    done = client.get(answer.headers["Location"]).get_json()
    assert len(asked) == done["decisions"]
    refused(client.get(path, query_string={"level": "hard"}), 404, "not-found")
    others = [
        client.post(path, json=body).get_json() for body in ({"level": "hard"}, {"level": "hard", "milliseconds": 11})
    ]
    assert len({review["id"], *(one["id"] for one in others)}) == 3
    assert [one["milliseconds"] for one in others] == [None, 11]


def test_a_review_may_not_take_longer_than_the_operator_allows(client: FlaskClient, finished: str) -> None:
    answer = client.post(f"/v1/games/{finished}/review", json={"level": "hard", "milliseconds": 5001})
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["milliseconds"]


@pytest.mark.parametrize(
    ("level", "path"),
    [
        ({"level": "godlike", "milliseconds": 20}, "level"),
        ({"level": 7, "milliseconds": 20}, "level"),
        ({"level": None}, "level"),
        ({"level": {"name": "expert", "milliseconds": 20}}, "level"),
        ({"level": []}, "level"),
        ({"level": "expert", "milliseconds": 9}, "milliseconds"),
        ({"level": "expert", "milliseconds": 5001}, "milliseconds"),
        ({"level": "expert", "milliseconds": "20"}, "milliseconds"),
        ({"level": "expert", "milliseconds": None}, "milliseconds"),
        ({"level": "expert", "seconds": 1}, "seconds"),
    ],
)
def test_faults_are_told_where_they_are(client: FlaskClient, level: Doc, path: str) -> None:
    """By their paths in the request, whatever part finds them; and nothing is created."""
    table = Table(client)
    answers = {
        "": client.post("/v1/decisions", json=question(**level)),
        "hint": ask_hint(table, table.to_act(), level),
        "seats.1.": ordered(client, [HUMAN, {"type": "ai", **level}]),
    }
    for where, answer in answers.items():
        assert list(refused(answer, 422, "invalid-request")["errors"]) == [where.replace("hint", "") + path]


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"resign_level": "godlike", "resign_milliseconds": 20}, "resign_level"),
        ({"resign_milliseconds": 20}, "resign_milliseconds"),
        ({"resign_level": "hard", "resign_milliseconds": 5001}, "resign_milliseconds"),
        ({"resign_level": "hard", "resign_milliseconds": True}, "resign_milliseconds"),
        ({"turn_seconds": 60, "takeover_level": "hard", "takeover_milliseconds": 9}, "takeover_milliseconds"),
        ({"takeover_level": "medium", "takeover_milliseconds": 20}, "takeover_milliseconds"),
        ({"turn_seconds": 60, "takeover_level": {"name": "hard"}}, "takeover_level"),
    ],
)
def test_faults_of_options(client: FlaskClient, options: Doc, path: str) -> None:
    answer = ordered(client, [HUMAN, HUMAN], options=options)
    assert list(refused(answer, 422, "invalid-request")["errors"]) == [f"options.{path}"]
