"""Turn by turn: the two calls that send nothing twice, compared with the calls that send everything."""

from __future__ import annotations

import threading
from typing import Any

from flask.testing import FlaskClient

from engine.ruleset import Doc
from tests.service.api import HUMAN, Table, bearer, refused

SAME = ("ruleset", "status", "to_act", "deadline", "view", "result")


def expected(table: Table, seat: int, after: int) -> Doc:
    """Return what a turn should contain, by the calls that send everything."""
    game = table.look(seat, include="moves,events", after=after)
    told = {name: game[name] for name in (*SAME, "version", "moves", "prompt", "undo", "events")}
    return {**told, "seat": seat}


def test_a_turn_tells_what_other_calls_tell(client: FlaskClient) -> None:
    table = Table(client)
    for _ in range(3):
        table.step()
    for seat in (0, 1):
        for after in (0, 2, 3, 9):
            answer = table.get("/turn", seat, after=after)
            assert answer.get_json() == expected(table, seat, after)
            assert answer.headers["ETag"] == table.get(seat=seat).headers["ETag"]
        assert table.get("/turn", seat).get_json()["events"] == []
    refused(table.get("/turn"), 401, "unauthorized")


def play(table: Table, seat: int, body: Doc, query: str = "", **headers: str) -> Any:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    path = f"{table.path}/turn{query}"
    return table.client.post(path, json=body, headers=bearer(table.tokens[str(seat)]) | sent)


def test_a_move_is_answered_with_a_turn(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    moves = table.legal(seat)
    answer = play(table, seat, {"move_id": moves[0]["id"]})
    assert answer.get_json() == expected(table, seat, 0)
    refused(
        play(table, seat, {"move_id": moves[1]["id"]}), 409, "conflict" if table.to_act() == seat else "not-your-turn"
    )
    refused(play(table, seat, {"move": moves[0]["move"]}, If_Match='"7"'), 412, "version-mismatch")
    other = table.to_act()
    whole = play(table, other, {"move": table.legal(other)[0]["move"]}, "?after=0").get_json()
    assert whole == expected(table, other, 0)


def test_a_repeated_move_gets_the_first_turn(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    body = {"move": table.legal(seat)[0]["move"]}
    first = play(table, seat, body, Idempotency_Key="once")
    again = play(table, seat, body, "?lang=de", Idempotency_Key="once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["version"] == first.get_json()["version"] == table.look()["version"]
    other = table.to_act()
    body = {"move": table.legal(other)[0]["move"]}
    assert table.post(other, body, Idempotency_Key="told").status_code == 200
    refused(play(table, other, body, Idempotency_Key="told"), 422, "idempotency-key-reused")


def test_a_turn_comes_when_it_is_ones_turn(client: FlaskClient) -> None:
    table = Table(client)
    acting, waiting = table.to_act(), table.waiting()
    found: list[Doc] = []
    waiter = client.application.test_client()
    path, headers = f"{table.path}/turn?after=0&wait=30", bearer(table.tokens[str(waiting)])
    thread = threading.Thread(target=lambda: found.append(waiter.get(path, headers=headers).get_json()))
    thread.start()
    while table.to_act() == acting:
        table.step()
    thread.join(60)
    assert found == [expected(table, waiting, 0)]
    assert found[0]["moves"]


def test_the_end_of_a_game_is_told(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "villagers", "seats": [HUMAN, HUMAN]}).get_json()
    path = f"/v1/games/{made['id']}"
    assert client.post(f"{path}/seats/0/resign", headers=bearer(made["tokens"]["0"])).status_code == 200
    turn = client.get(f"{path}/turn?wait=30&after=0", headers=bearer(made["tokens"]["1"])).get_json()
    assert (turn["status"], turn["result"]["winners"], turn["moves"]) == ("finished", [1], [])
    assert [event["type"] for event in turn["events"]] == ["seat_resigned"]
