"""Lists of games: what they show, page by page, and what a page costs."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from engine.ruleset import Doc
from service.store import SideEffects, Store
from service.store.games.records import Seat, Setup
from service.store.games.visibility import PUBLIC, Visibility
from service.store.lists.game_lists import Lists, Wanted
from service.store.redis import keys
from tests.service.api import HUMAN, OPEN, refused
from tests.service.api import Table as Played
from tests.service.api_keys import key_of, line
from tests.service.conftest import ON_CLUSTER, Opener

AI = {"type": "ai", "level": "random"}


def created(client: FlaskClient, *seats: Doc, **more: Any) -> Doc:
    body = {"ruleset": "villagers", "seats": list(seats or (HUMAN, OPEN)), "public": True, **more}
    headers = body.pop("headers", {})
    answer = client.post("/v1/games", json=body, headers=headers)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    doc: Doc = answer.get_json()
    return doc


def listed(client: FlaskClient, headers: dict[str, str] | None = None, **query: Any) -> list[str]:
    """Return the ids of the whole list, gathered page by page."""
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = client.get("/v1/games", query_string={**query, **cursor}, headers=headers or {})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        page = answer.get_json()
        assert len(page["games"]) <= query.get("limit", 20)
        found += [game["id"] for game in page["games"]]
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


def test_public_games_are_listed_and_others_are_not(client: FlaskClient) -> None:
    created(client, public=False)
    doc = created(client, host_name="Hedwig")
    (game,) = client.get("/v1/games").get_json()["games"]
    shared = {name: doc[name] for name in game}
    assert game == shared
    assert (game["status"], game["host_name"]) == ("waiting", "Hedwig")
    assert not {"view", "tokens", "host_token", "seed"} & set(game)


def test_lists_by_status_and_ruleset(client: FlaskClient) -> None:
    waiting = created(client)["id"]
    active = created(client, HUMAN, HUMAN)["id"]
    other = created(client, ruleset="my_village")["id"]
    assert set(listed(client)) == {waiting, active, other}
    assert set(listed(client, status="waiting")) == {waiting, other}
    assert listed(client, status="active") == [active]
    assert listed(client, status="waiting", ruleset="villagers") == [waiting]
    assert client.post(f"/v1/games/{waiting}/seats/1").status_code == 201
    assert listed(client, status="waiting") == [other]
    assert set(listed(client, status="active")) == {waiting, active}
    assert listed(client, status="finished") == []


def test_a_finished_game_is_listed_as_such(client: FlaskClient) -> None:
    table = Played(client, HUMAN, OPEN)
    table.tokens |= client.post(f"{table.path}/seats/1").get_json()["tokens"]
    table.finish()
    (game,) = client.get("/v1/games?status=finished").get_json()["games"]
    assert (game["id"], game["status"]) == (table.created["id"], "finished")
    assert game["version"] == table.look()["version"]
    assert listed(client, status="active") == []


def test_pages_have_every_game_once_while_others_come_and_go(client: FlaskClient, redis: Redis) -> None:
    """The newest come first. A game that begins meanwhile stays in the list, one that expires vanishes."""
    ids = [created(client, ruleset="my_village" if number % 3 else "villagers")["id"] for number in range(25)]
    for limit in (1, 7, 25, 100):
        found = listed(client, limit=limit)
        assert sorted(found) == sorted(ids)
        assert listed(client, limit=limit) == found
    newest_first = listed(client)
    first = client.get("/v1/games?limit=10").get_json()
    new, begun, gone = created(client)["id"], newest_first[15], newest_first[12]
    assert client.post(f"/v1/games/{begun}/seats/1").status_code == 201
    redis.delete(keys.game(gone, "head"))
    rest = listed(client, limit=10, cursor=first["next_cursor"])
    assert rest == [one for one in newest_first[10:] if one != gone]
    assert listed(client)[0] == new


def test_expired_games_leave_the_lists(client: FlaskClient, redis: Redis) -> None:
    game = created(client)["id"]
    bucket = keys.bucket_of(game)
    (entry,) = redis.zrange(keys.listed(bucket), 0, -1)
    redis.zadd(keys.listed(bucket), {entry: 1})
    assert listed(client) == []
    assert redis.exists(keys.listed(bucket), keys.listed(bucket, PUBLIC, "villagers", "waiting")) == 0


def test_a_move_makes_a_listed_game_stay_longer(client: FlaskClient, redis: Redis) -> None:
    table = Played(client)
    public = created(client, HUMAN, HUMAN)
    table.path, table.tokens = f"/v1/games/{public['id']}", public["tokens"]
    registry = keys.listed(keys.bucket_of(public["id"]))
    (entry,) = redis.zrange(registry, 0, -1)
    redis.zadd(registry, {entry: 10**13})
    table.step()
    assert 10**12 < (redis.zscore(registry, entry) or 0) < 10**13
    assert listed(client, status="active") == [public["id"]]


@pytest.mark.parametrize("forged", ["x", "AAAA", "%00", "\u00e4", "=" * 9, "A" * 64, "A" * 65])
def test_cursors_that_are_none(client: FlaskClient, forged: str) -> None:
    created(client)
    refused(client.get("/v1/games", query_string={"cursor": forged}), 422, "invalid-request")


def test_cursors_are_for_their_own_list(client: FlaskClient) -> None:
    for _ in range(3):
        created(client)
    cursor = client.get("/v1/games?limit=1").get_json()["next_cursor"]
    assert client.get("/v1/games", query_string={"cursor": cursor}).status_code == 200
    refused(client.get("/v1/games", query_string={"cursor": cursor, "status": "active"}), 422, "invalid-request")
    text = bytearray(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    for at in range(len(text)):
        changed = bytearray(text)
        changed[at] ^= 1
        sent = base64.urlsafe_b64encode(bytes(changed)).decode().rstrip("=")
        refused(client.get("/v1/games", query_string={"cursor": sent}), 422, "invalid-request")


def test_queries_that_cannot_be(client: FlaskClient) -> None:
    for query in ("limit=0", "limit=101", "status=over", "ruleset=chess", "mine=perhaps", "page=2"):
        refused(client.get(f"/v1/games?{query}"), 422, "invalid-request")


def test_my_games_are_those_of_my_key(opened: Opener) -> None:
    client, one, two = opened(line("one") + line("two")), key_of("one"), key_of("two")
    mine, yours = {"Hamlet-Api-Key": one}, {"Hamlet-Api-Key": two}
    private = created(client, public=False, headers=mine)["id"]
    public = created(client, headers=mine)["id"]
    other = created(client, public=False, headers=yours)["id"]
    assert listed(client, mine, mine="true") == [public, private]
    assert listed(client, yours, mine="true") == [other]
    assert listed(client) == [public]
    refused(client.get("/v1/games?mine=true"), 401, "api-key-needed")
    refused(client.get("/v1/games?mine=true", headers={"Hamlet-Api-Key": "nobody's"}), 401, "api-key-needed")
    cursor = client.get("/v1/games?mine=true&limit=1", headers=mine).get_json()["next_cursor"]
    refused(client.get(f"/v1/games?mine=true&cursor={cursor}", headers=yours), 422, "invalid-request")


@pytest.mark.skipif(ON_CLUSTER, reason="one server counts its calls")
def test_a_page_costs_the_same_however_many_games_there_are(redis: Redis) -> None:
    """Commands in Redis for a page: a bounded number for each bucket, and some for each game on the page."""
    buckets, limit = 16, 20
    store = Store(redis, buckets=buckets)
    wanted = Wanted(PUBLIC, ("nim",), ("waiting", "active"))
    costs = {}
    made = 0
    for total in (200, 2000):
        while made < total:
            seats = (Seat("human"), Seat("open")) if made % 2 else (Seat("human"), Seat("human"))
            setup = Setup("nim", 1, {}, seats, b"", b"", 1_790_000_000_000 + made, table=Visibility(public=True))
            store.insert_game(store.new_id(), setup, b"x", {}, SideEffects())
            made += 1
        behind = None
        costs[total] = []
        for _ in range(5):
            before = redis.info("stats")["total_commands_processed"]
            page = Lists(store).list_page(wanted, behind, limit)
            costs[total].append(redis.info("stats")["total_commands_processed"] - before)
            behind = page.last
            assert len(page.games) == limit
        stamps = [listed.head.setup.created_ms for listed in page.games]
        assert stamps == sorted(stamps, reverse=True)
    assert max(costs[2000]) <= 2 * (buckets + 5) * (2 + 2) + limit + 2
