"""The rules without a stored game, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from engine.notation import parse
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.http.schemas.bounds import MAX_TEXT
from tests.service.api import Table, refused

VILLAGERS = RULESETS["villagers"]


def new_position(seats: int = 2) -> Doc:
    return VILLAGERS.write_position(VILLAGERS.setup(VILLAGERS.read_options({}, seats), seats, b"a seed"))


def ask(client: FlaskClient, call: str, **body: Any) -> Doc:
    answer = client.post(f"/v1/positions/{call}", json=body)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    document: Doc = answer.get_json()
    return document


def test_a_whole_game_without_a_store(client: FlaskClient, redis: Redis) -> None:
    """It lists moves and applies them, again and again; the server stores nothing."""
    position, counted = new_position(), 0
    while position["to_act"]:
        seat = position["to_act"][0]
        (*_, last) = ask(client, "moves", position=position, seat=seat)["moves"]
        assert last["label"]
        applied = ask(client, "apply", position=position, moves=[{"seat": seat, "move": last["move"]}])
        position, counted = applied["position"], counted + 1
    assert counted > 20
    assert applied["events"][-1]["type"] == "game_ended"
    assert redis.dbsize() == 0


def test_the_answers_are_those_of_a_stored_game(client: FlaskClient) -> None:
    table, position = Table(client, seed="a seed"), new_position()
    seat = table.to_act()
    for viewer in (None, 0, 1):
        assert ask(client, "view", position=position, seat=viewer) == table.look(viewer)["view"]
    assert ask(client, "moves", position=position, seat=seat)["moves"] == table.legal(seat)
    assert ask(client, "moves", position=position, seat=1 - seat) == {"moves": [], "prompt": None}
    move = table.legal(seat)[0]["move"]
    applied = ask(client, "apply", position=position, moves=[{"seat": seat, "move": move}])
    played = table.post(seat, {"move": move}).get_json()["events"]
    # In a stored game players have names.
    assert applied["events"] == [
        {**event, "text": told["text"]} for event, told in zip(played, applied["events"], strict=True)
    ]


def test_no_moves_complete_the_position(client: FlaskClient) -> None:
    small = {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}
    applied = ask(client, "apply", position=small, moves=[])
    assert applied["events"] == []
    assert applied["position"]["seats"][0]["village"][0]["card"] == "founders"
    assert ask(client, "apply", position=applied["position"], moves=[]) == applied


def test_events_have_everything_open(client: FlaskClient) -> None:
    """A position is the whole truth, so its events are, too."""
    seats = [{"hand": ["mason"]}, {}]
    position = {"ruleset": "villagers", "seats": seats, "phase": "build"}
    move = {"type": "trade", "basic": "miner", "card": "mason"}
    (event,) = ask(client, "apply", position=position, moves=[{"seat": 0, "move": move}])["events"]
    assert event["card"]["card"] == "mason"


def test_a_score_now(client: FlaskClient) -> None:
    """Rows of both markets and the standing: Founders' gold side earns 2 in each market (FOUNDERS)."""
    score = ask(client, "score", position={"ruleset": "villagers", "seats": [{}, {}], "phase": "build"})
    for market in ("first_market", "second_market"):
        assert score[market] == [
            {"seat": seat, "total": 2, "lines": [{"villager": 1, "card": "founders", "item": "gold", "gold": 2}]}
            for seat in (0, 1)
        ]
    assert [row["place"] for row in score["standing"]] == [1, 1]


def test_dice_score_nothing(client: FlaskClient) -> None:
    """A village on a real table is scored without its dice; dice that are given must be possible."""
    played = {"church": "cloister_church", "fields": [{}, {}], "saved": 3}
    position = {"ruleset": "my_village", "seats": [played, {}]}
    for phase in ("dice", "banners"):
        rows = ask(client, "score", position={**position, "phase": phase})["rows"]
        assert [row["total"] for row in rows] == [4 + 2 + 2 + 3 + 1, 0]
    for call, body in (("moves", {"seat": 0}), ("view", {"seat": 0}), ("apply", {"moves": []})):
        answer = client.post(f"/v1/positions/{call}", json={"position": position, **body})
        assert "position.pool" in answer.get_json()["errors"], "to play on, dice are needed"
    few = client.post("/v1/positions/score", json={"position": {**position, "pool": {"white": [1]}}})
    assert "position.pool" in few.get_json()["errors"]


@pytest.mark.parametrize("call", ["moves", "apply", "score", "view"])
def test_a_whole_float_is_an_integer(client: FlaskClient, call: str) -> None:
    rest = {"moves": {"seat": 0}, "apply": {"moves": []}, "score": {}, "view": {"seat": 1}}[call]
    seats = [{"gold": 8}, {"gold": 3}]
    whole = ask(client, call, position={"ruleset": "villagers", "seats": seats, "phase": "build"}, **rest)
    floats = [{"gold": 8.0}, {"gold": 3.0}]
    assert ask(client, call, position={"ruleset": "villagers", "seats": floats, "phase": "build"}, **rest) == whole


TEXT = (
    "villagers phase=build seats=[(hand=[cooper wheeler] gold=12 "
    "village=[1.founders 2.lumberjack 3.miner 4.blacksmith@3+2]) ()]"
)


def test_a_text_is_as_good_as_a_document(client: FlaskClient) -> None:
    document = parse(TEXT, RULESETS).doc
    (seat,) = document["to_act"]
    (first, *_) = ask(client, "moves", position=TEXT, seat=seat)["moves"]
    for call, more in (
        ("moves", {"seat": seat}),
        ("view", {"seat": None}),
        ("score", {}),
        ("apply", {"moves": [{"seat": seat, "move": first["move"]}]}),
    ):
        assert ask(client, call, position=TEXT, **more) == ask(client, call, position=document, **more)


@pytest.mark.parametrize("call", ["moves", "view", "apply", "score"])
@pytest.mark.parametrize(
    ("position", "path", "told"),
    [
        ("chess", "position", "the text must begin with one of: villagers, my_village"),
        ("villagers:0 round=2", "position", "is the text of a view: a position has no seat behind the ruleset"),
        ("villagers round", "position", "character 10 of the text: 'round' is not a field, such as round=2"),
        ("villagers seats=[(gold=x!) ()]", "position", "character 24 of the text: 'x!) ()]' is not a value"),
        ('villagers seed="\\ud800"', "position", "character 16 of the text: '\"\\\\ud800\"' is not a value"),
        ("villagers seats=" + "[" * 99, "position", "brackets stand too deep in each other"),
        ("villagers seats=[(gold=-1) ()]", "position.seats.0.gold", "must be at least 0"),
        ("villagers seats=[() ()] level=1", "position.level", "unknown field"),
        (7, "position", "must be an object or a text"),
    ],
)
def test_what_is_wrong_with_a_text_has_its_place(
    client: FlaskClient, call: str, position: Any, path: str, told: str
) -> None:
    more = {"moves": {"seat": 0}, "view": {"seat": 0}, "apply": {"moves": []}, "score": {}}[call]
    answer = client.post(f"/v1/positions/{call}", json={"position": position, **more})
    assert told in refused(answer, 422, "invalid-position")["errors"][path]


def test_a_text_has_an_end(client: FlaskClient) -> None:
    for text in ("", "villagers ".ljust(MAX_TEXT + 1)):
        problem = refused(client.post("/v1/positions/score", json={"position": text}), 422, "invalid-request")
        assert problem["errors"] == {"position": [f"must have 1 to {MAX_TEXT} characters"]}
