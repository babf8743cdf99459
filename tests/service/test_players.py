"""Players of an API key: their games, history, export and erasure; tokens made anew; games for players only."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis
from redis.exceptions import ResponseError

from engine.ruleset import Doc
from service.games.history.game_import import verify
from service.store.games import player_index
from service.store.games.packed_json import unpack_first
from service.store.games.player_index import HISTORY, UNFINISHED
from service.store.games.records import now_ms
from service.store.redis import keys
from service.store.redis.store_errors import StoreUnavailable
from tests.service.api import bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.conftest import ON_CLUSTER, Opener
from tests.service.receiver import Receiver

SHOP, CLUB = shown(key_of("shop")), shown(key_of("club"))
ADA = {"type": "human", "name": "Ada Byron", "player": "u_ada_1815", "metadata": {"elo": "ada is 1400"}}
BEA = {"type": "human", "name": "Bea Arthur", "player": "u_bea_1922"}
TRACES = (b"Ada Byron", b"u_ada_1815", b"ada is 1400", b"of ada's club")


@pytest.fixture
def client(opened: Opener) -> FlaskClient:
    return opened(line("shop") + line("club"))


def create(client: FlaskClient, *seats: Doc, headers: dict[str, str] = SHOP, **more: Any) -> Doc:
    body = {"ruleset": "my_village", "seats": seats or (ADA, BEA), **more}
    answer = client.post("/v1/games", json=body, headers=headers)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    game: Doc = answer.get_json()
    return game


def finish(client: FlaskClient, game: Doc) -> None:
    answer = client.post(f"/v1/games/{game['id']}/seats/0/resign", headers=bearer(game["tokens"]["0"]))
    assert answer.status_code == 200


def listed(client: FlaskClient, player: str = "u_ada_1815", headers: dict[str, str] = SHOP, **query: Any) -> list[Doc]:
    found: list[Doc] = []
    cursor: dict[str, str] = {}
    while True:
        answer = client.get(f"/v1/players/{player}/games", query_string={**query, **cursor}, headers=headers)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        page = answer.get_json()
        found += page["games"]
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


def exported(client: FlaskClient, player: str = "u_ada_1815") -> Doc:
    answer = client.get(f"/v1/players/{player}/export", headers=SHOP)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    found: Doc = answer.get_json()
    return found


# --- lists -----------------------------------------------------------------------------------


def test_my_turns_and_my_history(client: FlaskClient) -> None:
    games = [create(client) for _ in range(5)]
    finish(client, games[1])
    finish(client, games[3])
    found = listed(client)
    assert [one["id"] for one in found[:2]] == [games[3]["id"], games[1]["id"]]
    assert {one["id"] for one in found[2:]} == {games[at]["id"] for at in (0, 2, 4)}
    assert [one["status"] for one in found] == ["finished"] * 2 + ["active"] * 3
    row = found[0]
    assert (row["seat"], row["ruleset"], row["result"]["winners"]) == (0, "my_village", [1])
    assert [seat["type"] for seat in row["seats"]] == ["human", "human"]
    waiting = listed(client, waits_for_player="true")
    assert all(one["waits_for_player"] for one in waiting)
    others = listed(client, "u_bea_1922", waits_for_player="true")
    assert {one["id"] for one in (*waiting, *others)} == {games[at]["id"] for at in (0, 2, 4)}
    assert [one["id"] for one in listed(client, limit=2)] == [one["id"] for one in found]
    assert listed(client, since="2999-01-01T00:00:00Z") == []
    assert listed(client, headers=CLUB) == listed(client, "nobody") == []
    refused(client.get("/v1/players/u_ada_1815/games"), 401, "api-key-needed")


def test_history_outlives_the_game(client: FlaskClient, redis: Redis) -> None:
    game = create(client)
    finish(client, game)
    redis.delete(keys.game(game["id"], "head"), keys.game(game["id"], "log"))
    [row] = listed(client)
    assert (row["id"], row["status"]) == (game["id"], "finished")
    export = exported(client)
    assert (export["games"], [one["id"] for one in export["history"]]) == ([], [game["id"]])


def test_a_game_that_never_came_about_is_not_listed(client: FlaskClient, redis: Redis) -> None:
    store = client.application.extensions["games"].store
    game = create(client)
    store.players.enter("shop", ["u_ada_1815"], store.new_id(), 1)
    # A row whose end did not come about: its process died before the commit.
    with suppress(StoreUnavailable), store.players.ending("shop", [("u_ada_1815", {"seat": 0})], game["id"]):
        raise StoreUnavailable
    assert [(one["id"], one["status"]) for one in listed(client)] == [(game["id"], "active")]
    finish(client, game)
    assert [(one["id"], one["status"]) for one in listed(client)] == [(game["id"], "finished")]


def test_a_game_that_is_being_stored_stays_in_the_list(client: FlaskClient) -> None:
    """It is listed first. Otherwise whoever reads the list at that moment would hide the game from its erasure."""
    store = client.application.extensions["games"].store
    game_id = store.new_id()
    store.players.enter("shop", ["u_ada_1815"], game_id, now_ms())
    assert listed(client) == []
    assert [one.game_id for one in store.players.entries("shop", "u_ada_1815", UNFINISHED, now_ms())] == [game_id]


def test_a_claim_that_has_read_the_game_does_not_undo_an_erasure(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last claim writes the setup, with the names in it."""
    game = create(client, ADA, {"type": "open"}, host_name="Ada Byron")
    store = client.application.extensions["games"].store
    fill, filled = store.fill_seat, []

    def slow(*claim: Any) -> Any:
        if not filled:
            store.players.erase("shop", "u_ada_1815")
        filled.append(claim)
        return fill(*claim)

    monkeypatch.setattr(store, "fill_seat", slow)
    path = f"/v1/games/{game['id']}"
    assert client.post(f"{path}/seats/1", json={}, headers=SHOP).status_code == 201
    now = client.get(path).get_json()
    assert (now["status"], now["host_name"], now["seats"][0]["name"]) == ("active", None, None)
    assert len(filled) == 2
    assert b"Ada Byron" not in b"".join(redis.hgetall(keys.game(game["id"], "head")).values())


def test_a_page_reads_a_part_of_the_lists(client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may have thousands of games; some were listed in the same millisecond."""
    store = client.application.extensions["games"].store
    games = [create(client) for _ in range(7)]
    finish(client, games[0])
    finish(client, games[1])
    at = now_ms() - 5000
    redis.zadd(keys.player("shop", "u_ada_1815", UNFINISHED), {game["id"]: at for game in games[3:]}, xx=True)
    monkeypatch.setattr(player_index, "_PART", 2)
    expected = [games[1]["id"], games[0]["id"], games[2]["id"], *sorted((one["id"] for one in games[3:]), reverse=True)]
    for limit in (1, 2, 3, 20):
        assert [one["id"] for one in listed(client, limit=limit)] == expected
    read: list[Any] = []
    execute = store.redis.execute_command

    def counted(*args: Any, **options: Any) -> Any:
        answer = execute(*args, **options)
        if args[0] == "ZREVRANGEBYSCORE":
            read.extend(answer)
        return answer

    monkeypatch.setattr(store.redis, "execute_command", counted)
    answer = client.get("/v1/players/u_ada_1815/games", query_string={"limit": 1}, headers=SHOP)
    assert len(answer.get_json()["games"]) == 1
    assert len(read) == 4


def test_the_name_of_a_reserved_seat_goes_with_its_player(client: FlaskClient, redis: Redis) -> None:
    """Ada asks for a rematch; Bea's seat is given to somebody else, or Ada leaves hers."""
    game = create(client)
    finish(client, game)
    path, host = f"/v1/games/{game['id']}/rematch", bearer(game["tokens"]["0"])
    rematch = client.post(path, headers=host).get_json()
    code = client.post(
        f"/v1/games/{rematch['id']}/invitations", json={"seat": 0}, headers=bearer(rematch["host_token"])
    ).get_json()["code"]
    joined = client.post(f"/v1/invitations/{code}", json={}).get_json()
    assert joined["seats"][0]["name"] is None, "the new player does not inherit the name"
    for player in ("u_ada_1815", "u_bea_1922"):
        assert client.delete(f"/v1/players/{player}", headers=SHOP).status_code == 204
    head = b"".join(redis.hgetall(keys.game(rematch["id"], "head")).values())
    assert b"Bea Arthur" not in head
    assert b"Ada Byron" not in head


def test_the_name_of_a_seat_that_was_left_goes(client: FlaskClient, redis: Redis) -> None:
    game = create(client)
    finish(client, game)
    rematch = client.post(f"/v1/games/{game['id']}/rematch", headers=bearer(game["tokens"]["0"])).get_json()
    [token] = rematch["tokens"].values()
    assert rematch["host_name"] == "Ada Byron"
    assert client.post(f"/v1/games/{rematch['id']}/seats/1/leave", headers=bearer(token)).status_code == 200
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204
    assert b"Ada Byron" not in b"".join(redis.hgetall(keys.game(rematch["id"], "head")).values())


def test_leaving_and_looking_name_the_same_document(client: FlaskClient) -> None:
    game = create(client, {"type": "open"}, {"type": "open"})
    path = f"/v1/games/{game['id']}"
    joined = client.post(f"{path}/seats/1", headers=bearer(game["host_token"])).get_json()
    left = client.post(f"{path}/seats/1/leave", headers=bearer(joined["tokens"]["1"]))
    assert left.headers["ETag"] == client.get(path).headers["ETag"]


def test_no_cache_keeps_an_erased_name(client: FlaskClient) -> None:
    game = create(client)
    path, seat = f"/v1/games/{game['id']}", bearer(game["tokens"]["1"])
    before = client.get(path, headers=seat)
    assert before.get_json()["seats"][0]["name"] == "Ada Byron"
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204
    after = client.get(path, headers={**seat, "If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.get_json()["seats"][0]["name"]) == (200, None)


@pytest.mark.parametrize("late", [False, True])
def test_a_rematch_does_not_undo_an_erasure(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """The names come from the finished game, read before the erasure."""
    store = client.application.extensions["games"].store
    game = create(client)
    finish(client, game)
    insert = store.insert_game

    def slow(*args: Any, **more: Any) -> Any:
        if not late:
            store.players.erase("shop", "u_ada_1815")
        written = insert(*args, **more)
        if late:
            store.players.erase("shop", "u_ada_1815")
        return written

    monkeypatch.setattr(store, "insert_game", slow)
    answer = client.post(f"/v1/games/{game['id']}/rematch", headers=bearer(game["tokens"]["1"]))
    assert answer.status_code == 201
    assert b"Ada Byron" not in b"".join(redis.hgetall(keys.game(answer.get_json()["id"], "head")).values())
    assert listed(client) == []


@pytest.mark.parametrize("late", [False, True])
def test_an_end_during_an_erasure_leaves_no_row(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    store = client.application.extensions["games"].store
    game = create(client)
    commit = store.commit

    def slow(*args: Any) -> Any:
        if not late:
            # It had read the lists before the row was in them.
            [(row, at)] = redis.zrange(keys.player("shop", "u_ada_1815", HISTORY), 0, -1, withscores=True)
            store.players.erase("shop", "u_ada_1815")
            redis.zadd(keys.player("shop", "u_ada_1815", HISTORY), {row: at})
        written = commit(*args)
        if late:
            store.players.erase("shop", "u_ada_1815")
        return written

    monkeypatch.setattr(store, "commit", slow)
    finish(client, game)
    assert listed(client) == []
    assert [one["id"] for one in listed(client, "u_bea_1922")] == [game["id"]]


def test_a_claim_of_another_player_is_another_request(client: FlaskClient) -> None:
    game = create(client, BEA, {"type": "open"})
    path, key = f"/v1/games/{game['id']}/seats/1", {**SHOP, "Idempotency-Key": "a key that nobody knows"}
    claims = [client.post(path, json={"player": player}, headers=key) for player in ("u_1", "u_1", "u_2")]
    assert [claim.status_code for claim in claims] == [201, 201, 422]
    assert claims[0].get_json()["tokens"] == claims[1].get_json()["tokens"]


def test_players_need_a_key(client: FlaskClient, opened: Opener) -> None:
    open_client = opened()
    body = {"ruleset": "my_village", "seats": [ADA, BEA]}
    refused(open_client.post("/v1/games", json=body), 401, "api-key-needed")
    for wrong in ({"player": "a b"}, {"player": "x" * 65}, {"metadata": {"a": "x" * 101}}, {"metadata": {"a": 1}}):
        body = {"ruleset": "my_village", "seats": [{**BEA, **wrong}, BEA]}
        refused(client.post("/v1/games", json=body, headers=SHOP), 422, "invalid-request")


def test_a_claim_by_the_owner_names_the_player(client: FlaskClient) -> None:
    game = create(client, BEA, {"type": "open"})
    path = f"/v1/games/{game['id']}/seats/1"
    claim = {"name": "Ada Byron", "player": "u_ada_1815", "metadata": {"elo": "1400"}}
    refused(client.post(path, json=claim), 401, "api-key-needed")
    refused(client.post(path, json=claim, headers=CLUB), 403, "forbidden")
    assert client.post(path, json=claim, headers=SHOP).status_code == 201
    assert [one["seat"] for one in listed(client)] == [1]


def test_a_rematch_keeps_its_players(client: FlaskClient) -> None:
    game = create(client, metadata={"league": "one"})
    finish(client, game)
    path = f"/v1/games/{game['id']}/rematch"
    for seat in ("0", "1"):
        assert client.post(path, headers=bearer(game["tokens"][seat])).status_code == 201
    found = listed(client)
    assert [(one["status"], one["seat"]) for one in found] == [("active", 1), ("finished", 0)]
    shown_to_owner = client.get(f"/v1/games/{found[0]['id']}", headers=SHOP).get_json()
    assert [seat["player"] for seat in shown_to_owner["seats"]] == ["u_bea_1922", "u_ada_1815"]
    assert shown_to_owner["metadata"] == {"league": "one"}


# --- owners ----------------------------------------------------------------------------------


def test_only_the_owner_sees_players_and_metadata(client: FlaskClient) -> None:
    game = create(client, metadata={"club": "of ada's club"}, public=True)
    path = f"/v1/games/{game['id']}"
    mine = client.get(path, headers=SHOP).get_json()
    assert mine["metadata"] == {"club": "of ada's club"}
    assert (mine["seats"][0]["player"], mine["seats"][0]["metadata"]) == ("u_ada_1815", {"elo": "ada is 1400"})
    [summary] = client.get("/v1/games?mine=true", headers=SHOP).get_json()["games"]
    assert summary["seats"][1]["player"] == "u_bea_1922"
    finish(client, game)
    others: list[dict[str, str]] = [{}, CLUB, *(bearer(token) for token in game["tokens"].values())]
    for part in ("", "/events", "/replay", "?version=0", "?after=0&include=events"):
        for headers in others:
            text = client.get(path + part, headers=headers).get_data()
            assert not [trace for trace in TRACES[1:] if trace in text], part
    assert not [trace for trace in TRACES[1:] if trace in client.get("/v1/games", headers=CLUB).get_data()]
    assert not [trace for trace in TRACES[1:] if trace in json.dumps(game).encode()]


def test_the_owner_removes_its_games(client: FlaskClient, redis: Redis) -> None:
    before = set(redis.scan_iter("*game:*"))
    running, over = create(client), create(client)
    finish(client, over)
    for game in (running, over):
        path = f"/v1/games/{game['id']}"
        refused(client.delete(path, headers=CLUB), 403, "forbidden")
        refused(client.delete(path, headers=bearer(game["host_token"])), 409, "game-begun")
        assert client.delete(path, headers=SHOP).status_code == 204
        refused(client.get(path), 404, "not-found")
    assert set(redis.scan_iter("*game:*")) == before
    assert client.get("/v1/games?mine=true", headers=SHOP).get_json()["games"] == []
    assert [one["id"] for one in listed(client)] == [over["id"]]


def test_a_token_is_made_anew_and_revoked(client: FlaskClient) -> None:
    game = create(client)
    path, old = f"/v1/games/{game['id']}", bearer(game["tokens"]["0"])
    refused(client.post(f"{path}/seats/0/token", headers=CLUB), 403, "forbidden")
    refused(client.post(f"{path}/seats/7/token", headers=SHOP), 404, "not-found")
    new = bearer(client.post(f"{path}/seats/0/token", headers=SHOP).get_json()["token"])
    refused(client.get(f"{path}/moves", headers=old), 401, "unauthorized")
    assert client.get(f"{path}/moves", headers=new).status_code == 200
    assert client.delete(f"{path}/seats/0/token", headers=SHOP).status_code == 204
    refused(client.get(f"{path}/moves", headers=new), 401, "unauthorized")
    again = bearer(client.post(f"{path}/seats/0/token", headers=SHOP).get_json()["token"])
    assert client.get(f"{path}/moves", headers=again).get_json()["seat"] == 0
    ai = create(client, ADA, {"type": "ai", "level": "random"})
    refused(client.post(f"/v1/games/{ai['id']}/seats/1/token", headers=SHOP), 404, "not-found")


def test_only_players_watch_a_closed_game(client: FlaskClient) -> None:
    game = create(client, watch="players")
    other = create(client)
    path = f"/v1/games/{game['id']}"
    for _ in range(2):
        for part in ("", "/events", "/replay", "?version=0", "?after=0&wait=0", "/review"):
            refused(client.get(path + part), 401, "unauthorized")
            refused(client.get(path + part, headers=CLUB), 401, "unauthorized")
            refused(client.get(path + part, headers=bearer(other["tokens"]["0"])), 403, "forbidden")
        refused(client.post(f"{path}/review", headers=CLUB), 401, "unauthorized")
        assert client.get(path, headers=bearer(game["tokens"]["1"])).status_code == 200
        assert client.get(path, headers=SHOP).get_json()["viewer"] is None
        finish(client, game)
    asked = client.post(f"{path}/review", headers=CLUB | bearer(game["tokens"]["1"]))
    assert asked.status_code == 202
    assert client.get(asked.headers["Location"], headers=bearer(game["tokens"]["1"])).status_code == 200
    assert client.get(f"{path}/replay", headers=SHOP).headers["Cache-Control"] != "public"
    body = {"ruleset": "my_village", "seats": [ADA, BEA], "watch": "players", "public": True}
    refused(client.post("/v1/games", json=body, headers=SHOP), 422, "invalid-request")


# --- erasure ---------------------------------------------------------------------------------


def values_of(redis: Redis, key: bytes) -> list[bytes]:
    """Return what a key holds."""
    kind = redis.type(key)
    if kind == b"hash":
        return [part for pair in redis.hgetall(key).items() for part in pair]
    if kind == b"list":
        return list(redis.lrange(key, 0, -1))
    if kind == b"set":
        return list(redis.smembers(key))
    return [redis.get(key) or b""] if kind == b"string" else list(redis.zrange(key, 0, -1))


def readings(value: bytes) -> Iterator[bytes]:
    """Yield a value as it is, and however it may be unpacked: a position from its beginning, a remembered answer after
    its fingerprint, a log entry after its seat and time.
    """
    yield value
    for ruleset, start in product(("my_village", "villagers"), (0, 1, 2, 3, 4, 5, 32)):
        for packed in (value[start:], b"\0" + value[start:], b"\1" + value[start:]):
            with suppress(Exception):
                yield unpack_first(ruleset, packed)[0]


def unpacked(redis: Redis, part: str = "") -> bytes:
    """Return all of Redis as text, or of the keys with this part: keys and values, and everything packed also
    unpacked.
    """
    found = {key: values_of(redis, key) for key in redis.scan_iter(f"*{part}*")}
    return b"\n".join(text for key, values in found.items() for value in (key, *values) for text in readings(value))


def found_in(text: bytes) -> set[bytes]:
    return {trace for trace in TRACES if trace in text}


@pytest.mark.skipif(ON_CLUSTER, reason="scans one server")
def test_no_trace_is_left(
    opened: Opener, redis: Redis, receiver: Receiver, logged: io.StringIO, tmp_path: Path
) -> None:
    """In positions, logs, remembered answers, decisions, notices, lists and exports, and in the log."""
    settings = {
        "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
        "HAMLET_WEBHOOK_SCHEMES": "http,https",
        "HAMLET_LOG_LEVEL": "DEBUG",
    }
    client = opened(line("shop") + line("club"), HAMLET_WEBHOOK_PORTS=str(receiver.port), **settings)
    hook = {"url": receiver.url()}
    key = {"Idempotency-Key": "a key that nobody knows"}
    body = {"ruleset": "my_village", "seats": [ADA, BEA], "metadata": {"x": "of ada's club"}, "webhook": hook}
    running = client.post("/v1/games", json=body, headers={**SHOP, **key}).get_json()
    over, waiting = create(client, metadata={"x": "of ada's club"}), create(client, ADA, {"type": "open"})
    finish(client, over)
    assert client.post(f"/v1/games/{over['id']}/rematch", headers=bearer(over["tokens"]["1"])).status_code == 201
    assert client.post(f"/v1/games/{over['id']}/review", headers=SHOP).status_code == 202
    path = f"/v1/games/{running['id']}"
    seat = client.get(path).get_json()["to_act"][0]
    token = bearer(running["tokens"][str(seat)])
    assert client.post(f"{path}/hint", headers=token).status_code == 202
    move = client.get(f"{path}/moves", headers=token).get_json()["moves"][0]["move"]
    moved = {"json": {"move": move}, "headers": {**token, "Idempotency-Key": "another key"}}
    first = client.post(f"{path}/moves", **moved).get_json()
    again = client.post(f"{path}/moves", **moved)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == first, "a remembered answer gets its names back"
    created = client.post("/v1/games", json=body, headers={**SHOP, **key})
    assert created.get_json() == running
    replay = client.get(f"/v1/games/{over['id']}/replay").get_json()

    export = json.dumps(exported(client), ensure_ascii=False).encode()
    assert found_in(export) == set(TRACES), "the export is complete"
    assert {one["id"] for one in exported(client)["games"]} >= {one["id"] for one in (running, over, waiting)}
    assert found_in(unpacked(redis)) == set(TRACES)
    beside = b"\n".join(unpacked(redis, part) for part in ("memo", "created", "notice", "decision"))
    for part in ("memo", "created"):
        assert b'"commitment"' in unpacked(redis, part), "the scan unpacks"
    assert not found_in(beside), "only games and lists have what is personal"

    assert client.delete("/v1/players/u_ada_1815", headers=CLUB).status_code == 204
    assert found_in(unpacked(redis)) == set(TRACES), "the player of another key is another"
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204
    assert found_in(unpacked(redis)) == set()
    assert found_in(logged.getvalue().encode()) == set()
    assert exported(client)["games"] == exported(client)["history"] == []
    assert b"u_bea_1922" in unpacked(redis)
    assert [seat["name"] for seat in client.get(path).get_json()["seats"]] == [None, "Bea Arthur"]
    again = client.post(f"{path}/moves", **moved).get_json()
    assert (again["version"], again["game"]["seats"][0]["name"]) == (first["version"], None)
    # The game goes on, and its replay still proves true.
    assert client.get(f"{path}/moves", headers=bearer(running["tokens"]["0"])).status_code == 200
    proof = client.get(f"/v1/games/{over['id']}/replay").get_json()
    assert (proof["commitment"], proof["moves"]) == (replay["commitment"], proof["moves"])
    games = client.application.extensions["games"]
    verify(games.rulesets, games.levels, proof)
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204


def test_the_append_only_file_is_written_anew(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = client.application.extensions["games"].store.players
    called, failures = [], [ResponseError("Background append only file rewriting already in progress")]
    execute = players._redis.execute_command

    def executed(*args: Any, **options: Any) -> Any:
        if args[0] != "BGREWRITEAOF":
            return execute(*args, **options)
        called.append(1)
        if failures:
            raise failures.pop()
        return None

    monkeypatch.setattr(players._redis, "execute_command", executed)
    create(client)
    players.rewrite()
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204
    players.rewrite()
    assert called == []
    redis.set(keys.ERASED, 1)
    # The first try comes while the file is being written already.
    for _ in range(3):
        players.rewrite()
    assert called == [1, 1]


def test_a_game_that_outlives_its_history_is_erased(client: FlaskClient, redis: Redis) -> None:
    """With `HAMLET_HISTORY_TTL` shorter than `HAMLET_FINISHED_TTL`."""
    players = client.application.extensions["games"].store.players
    finish(client, create(client))
    players._history_ttl = -1
    assert client.get("/v1/players/u_ada_1815/games", headers=SHOP).get_json()["games"] == []
    assert b"u_ada_1815" in unpacked(redis)
    assert client.delete("/v1/players/u_ada_1815", headers=SHOP).status_code == 204
    assert b"u_ada_1815" not in unpacked(redis)
