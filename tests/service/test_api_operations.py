"""Calls other than those of games: rulesets and cards, health, metrics, logs."""

from __future__ import annotations

import io
import json
import logging
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.bots import LEVELS
from engine.build import COMPILED
from engine.registry import RULESETS
from tests.service.api import Table, exposed


def test_rulesets(client: FlaskClient) -> None:
    rulesets = {info["key"]: info for info in client.get("/v1/rulesets").get_json()["rulesets"]}
    assert list(rulesets) == list(RULESETS)
    info = rulesets["villagers"]
    assert (info["seats"], info["levels"]) == ([1, 2, 3, 4, 5], list(LEVELS))
    options = {option["name"]: option for option in info["options"]}
    assert options["first_player"]["default"] == "random"
    assert "random" in options["first_player"]["values"]
    assert options["solo"]["default"] is None
    assert options["solo"]["values"] == [None, "beginner", "normal", "hard"]
    assert options["expansions"]["values"] == ["saints", "scoundrels", "profiteers", "developments"]


def test_the_defaults_told_are_the_defaults_taken(client: FlaskClient) -> None:
    info = next(info for info in client.get("/v1/rulesets").get_json()["rulesets"] if info["key"] == "villagers")
    assert Table(client).created["options"] == {option["name"]: option["default"] for option in info["options"]}


@pytest.mark.parametrize(("query", "name"), [("", "Log Rafter"), ("?lang=en", "Log Rafter"), ("?lang=de", "Flößerin")])
def test_cards(client: FlaskClient, query: str, name: str) -> None:
    answer = client.get(f"/v1/rulesets/villagers/cards{query}")
    cards = {card["key"]: card for card in answer.get_json()["cards"]}
    assert cards["log_rafter"]["name"] == name
    assert "public" in answer.headers["Cache-Control"]


def test_health_and_readiness(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json() == {
        "status": "ok",
        "engine": "compiled" if COMPILED else "python",
        "refused": [],
    }


def test_metrics_count_requests_by_route(app: Flask, client: FlaskClient) -> None:
    def counted(labels: str) -> float:
        found = re.search(rf"^hamlet_http_requests_total{{{re.escape(labels)}}} ([0-9.]+)$", exposed(app), re.M)
        return float(found[1]) if found else 0.0

    labels = 'method="GET",route="/v1/games/<game>",status="404"'
    before = counted(labels)
    client.get("/v1/games/one")
    client.get("/v1/games/two")
    assert counted(labels) == before + 2
    unknown = counted('method="other",route="other",status="404"')
    client.open("/nowhere", method="GET")
    client.get("/elsewhere")
    assert counted('method="other",route="other",status="404"') == unknown + 2


def test_metrics_are_not_on_the_port_of_players(client: FlaskClient) -> None:
    answer = client.get("/metrics", headers={"Host": "127.0.0.1:9464"})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


# --- request ids and logs ------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/healthz", "/v1/games/nope", "/nowhere", "/docs"])
def test_every_answer_names_its_request(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"X-Request-Id": "order-7.1_a"}).headers["X-Request-Id"] == "order-7.1_a"
    for sent in ({}, {"X-Request-Id": "no spaces, please"}, {"X-Request-Id": "x" * 65}):
        made = [client.get(path, headers=sent).headers["X-Request-Id"] for _ in range(2)]
        assert made[0] != made[1]
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in made)


def test_logs_are_json_and_hold_no_secret(app: Flask, client: FlaskClient, logged: io.StringIO) -> None:
    table = Table(client, seed="my secret seed")
    seat = table.to_act()
    table.post(seat, {"move": {"type": "draft_reserve"}})
    table.post(seat, {"moves": [7]})
    answer = table.get(seat=seat, after=0)
    table.step()
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    ours = [
        line for line in lines if line.get("request_id") == answer.headers["X-Request-Id"] and line["level"] == "info"
    ]
    assert [(line["event"], line["method"], line["route"], line["status"]) for line in ours] == [
        ("request", "GET", "/v1/games/<game>", 200)
    ]
    state = app.extensions["games"].queries.load_game(table.created["id"]).state
    hidden = {card for pile in RULESETS["villagers"].write_position(state)["stacks"] for card in pile}
    for secret in (*table.tokens.values(), "my secret seed", b"my secret seed".hex(), *hidden):
        assert secret not in logged.getvalue()


def test_only_a_game_is_logged_as_one(client: FlaskClient, logged: io.StringIO) -> None:
    """A token in place of the game's id does not reach the log."""
    table = Table(client)
    client.get(f"/v1/games/{table.tokens['0']}")
    client.get(table.path)
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert [line["game"] for line in lines if line["event"] == "request"] == [None, None, table.created["id"]]
    assert table.tokens["0"] not in logged.getvalue()


def test_libraries_log_as_we_do(logged: io.StringIO) -> None:
    logging.getLogger("some.library").warning("lost %s of %d", "one", 3, extra={"where": "here"})
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("some.library").exception("failed")
    first, second = (json.loads(line) for line in logged.getvalue().splitlines())
    assert (first["event"], first["level"], first["logger"]) == ("lost one of 3", "warning", "some.library")
    assert first["where"] == "here"
    assert "ValueError: odd" in second["exception"]
