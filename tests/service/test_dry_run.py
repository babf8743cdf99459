"""Dry runs: the same refusals, nothing changed, nothing learned."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from redis import Redis

from engine.registry import RULESETS
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.conftest import everything

TRY = "?dry_run=true"


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_it_says_what_the_move_itself_would(client: FlaskClient, redis: Redis, key: str) -> None:
    made = client.post("/v1/games", json={"ruleset": key, "seats": [HUMAN, HUMAN], "seed": "a seed"}).get_json()
    path = f"/v1/games/{made['id']}/moves"
    seen: list[dict[str, object]] = []
    for _ in range(6):
        game = client.get(f"/v1/games/{made['id']}").get_json()
        if game["status"] == "finished":
            break
        seat = game["to_act"][0]
        headers = bearer(made["tokens"][str(seat)])
        listed = client.get(path, headers=headers).get_json()["moves"]
        before = everything(redis)
        for one in listed[:2]:
            for body in ({"move_id": one["id"]}, {"move": one["move"]}, {"moves": [one["move"]]}):
                answer = client.post(path + TRY, json=body, headers=headers)
                assert (answer.status_code, answer.get_data()) == (204, b"")
        impossible = [move for move in seen if move not in [one["move"] for one in listed]]
        tried = [client.post(path + TRY, json={"move": move}, headers=headers) for move in impossible]
        assert everything(redis) == before
        for move, answer in zip(impossible, tried, strict=True):
            truly = client.post(path, json={"move": move}, headers=headers)
            assert truly.status_code in (409, 422)
            assert answer.get_json() == truly.get_json()
        seen += [one["move"] for one in listed[:2]]
        assert client.post(path, json={"move": listed[-1]["move"]}, headers=headers).status_code == 200


def test_the_refusals_that_do_not_depend_on_the_move(client: FlaskClient, redis: Redis) -> None:
    table = Table(client)
    seat = table.to_act()
    body = {"move": table.legal(seat)[0]["move"]}
    path, mover, other = f"{table.path}/moves{TRY}", *(bearer(table.tokens[str(who)]) for who in (seat, 1 - seat))
    before = everything(redis)
    refused(client.post(path, json=body), 401, "unauthorized")
    refused(client.post(path, json=body, headers=other), 409, "not-your-turn")
    refused(client.post(path, json=body, headers={**mover, "If-Match": '"9"'}), 412, "version-mismatch")
    refused(client.post(path, json={"move_id": "0-9-0000"}, headers=mover), 409, "conflict")
    refused(client.post(path, json={"move": {"type": "nonsense"}}, headers=mover), 422, "invalid-request")
    for value in ("1", "yes", "", "True"):
        refused(client.post(f"{table.path}/moves?dry_run={value}", json=body, headers=mover), 422, "invalid-request")
    assert everything(redis) == before


def test_a_key_is_neither_used_nor_remembered(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    one, two = table.legal(seat)[:2]
    headers = bearer(table.tokens[str(seat)]) | {"Idempotency-Key": "a key"}
    assert client.post(f"{table.path}/moves{TRY}", json={"move": two["move"]}, headers=headers).status_code == 204
    first = client.post(f"{table.path}/moves", json={"move": one["move"]}, headers=headers)
    assert (first.status_code, first.headers.get("Idempotency-Replayed")) == (200, None)
    assert client.post(f"{table.path}/moves{TRY}", json={"move": one["move"]}, headers=headers).status_code == 409


def test_what_a_draw_turns_up_is_not_told(client: FlaskClient) -> None:
    """Alone one drafts twice in a row: a dry run must not show whether a drawn card could be built."""
    body = {"ruleset": "villagers", "seats": [HUMAN], "seed": "a seed"}
    made = client.post("/v1/games?include=moves", json=body).get_json()
    path, headers = f"/v1/games/{made['id']}/moves", bearer(made["tokens"]["0"])
    drafts = [one["move"] for one in made["moves"]]
    hidden = [move for move in drafts if move["type"] == "draft_stack"]
    assert hidden
    for move in hidden:
        for follow in drafts:
            answer = client.post(path + TRY, json={"moves": [move, follow]}, headers=headers)
            problem = refused(answer, 409, "not-foreseeable")
            assert "moves.0" in problem["detail"]
