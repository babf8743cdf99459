"""API keys from the command line: secrets, scopes, expiry; what they have used."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from service.backend import open_queues
from service.config import metrics
from service.config.settings import load_settings
from service.http.metrics_port import Stored
from service.http.middleware.access import api_keys
from service.store import Store
from service.store.games.records import now_ms
from service.store.lists import key_registry
from service.store.lists.key_registry import KeyStore
from service.tools.cli import main
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.api_keys import shown
from tests.service.conftest import UNLIMITED, Opener, RedisServer

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}
DECISION = {"ruleset": "villagers", "seat": 0, "level": "random"}

Cli = Callable[..., str]


@pytest.fixture
def hamlet(redis_server: RedisServer, redis: Redis) -> Cli:
    """`hamlet keys` with these arguments: what it prints last. Fails if it does, unless `fails`."""

    def run(*arguments: str, fails: bool = False) -> str:
        environ = {"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED}
        told = CliRunner().invoke(main, ["keys", *arguments], env=environ)
        assert (told.exit_code != 0) == fails, told.output
        return (told.output.splitlines() or [""])[-1]

    return run


@pytest.fixture
def client(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client of a server that requires keys, and reads them again with every request."""
    monkeypatch.setattr(api_keys, "_FRESH_SECONDS", 0.0)
    return opened(HAMLET_API_KEYS="required")


def create(client: FlaskClient, key: str) -> int:
    return client.post("/v1/games", json=NEW_GAME, headers=shown(key)).status_code


# --- keys ------------------------------------------------------------------------------------


def test_a_key_from_the_command_line(client: FlaskClient, hamlet: Cli, redis: Redis) -> None:
    key = hamlet("new", "shop")
    assert re.fullmatch(r"hamlet_shop\.[\w-]{43}", key)
    assert create(client, key) == 201
    for wrong in (key[:-1], key + "x", key.replace("shop", "club"), key.swapcase(), "hamlet_shop.", "", "shop"):
        assert create(client, wrong) == 401
    secret = key.partition(".")[2].encode()
    assert not [
        name
        for name in redis.scan_iter()
        if redis.type(name) == b"hash" and secret in str(redis.hgetall(name)).encode()
    ]
    for arguments in (
        ("new", "the shop"),
        ("new", "shop"),
        ("rotate", "club"),
        ("set", "a b"),
        ("expire", "shop", "soon"),
    ):
        hamlet(*arguments, fails=True)
    assert create(client, key) == 201


def test_both_secrets_are_valid_until_the_overlap_ends(
    client: FlaskClient, hamlet: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hamlet("new", "shop")
    second = hamlet("rotate", "shop", "--overlap", "1h")
    assert [create(client, key) for key in (first, second)] == [201, 201]
    now = now_ms()
    monkeypatch.setattr(key_registry, "now_ms", lambda: now + 3_600_000)
    assert [create(client, key) for key in (first, second)] == [401, 201]
    third = hamlet("rotate", "shop", "--overlap", "0")
    assert [create(client, key) for key in (first, second, third)] == [401, 401, 201]


def test_a_key_expires_and_is_revoked(client: FlaskClient, hamlet: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    key = hamlet("new", "shop", "--expires", "1d")
    now = now_ms()
    assert create(client, key) == 201
    monkeypatch.setattr(key_registry, "now_ms", lambda: now + 86_500_000)
    assert create(client, key) == 401
    hamlet("expire", "shop", "never")
    assert create(client, key) == 201
    rotated = hamlet("rotate", "shop")
    hamlet("revoke", "shop")
    assert [create(client, one) for one in (key, rotated)] == [401, 401]
    for command in (("rotate", "shop"), ("set", "shop"), ("revoke", "shop"), ("new", "shop")):
        hamlet(*command, fails=True)
    assert hamlet("list").split()[:2] == ["shop", "revoked"]


def test_a_known_key_costs_no_round_trip(opened: Opener, hamlet: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read once, and then again beside the counters: revoked, it is refused then."""
    client, key = opened(HAMLET_API_KEYS="required"), hamlet("new", "shop")
    reads = []
    read = KeyStore.read_key
    monkeypatch.setattr(KeyStore, "read_key", lambda self, name: reads.append(name) or read(self, name))
    assert [create(client, key) for _ in range(3)] == [201] * 3
    hamlet("revoke", "shop")
    assert reads == ["shop", "shop"], "one by the command line"
    monkeypatch.setattr(api_keys, "_FRESH_SECONDS", 0.0)
    assert create(client, key) == 401


def test_a_revoked_key_makes_no_webhook_meanwhile(opened: Opener, hamlet: Cli) -> None:
    """However lately it was read: its webhooks were deleted when it was revoked."""
    client, key = opened(HAMLET_API_KEYS="required", HAMLET_WEBHOOKS="local"), hamlet("new", "shop")
    assert create(client, key) == 201
    hamlet("revoke", "shop")
    body = {"url": "http://127.0.0.1:9/hook"}
    refused(client.post("/v1/webhooks", json=body, headers=shown(key)), 401, "api-key-needed")


def test_a_key_for_reading_names_no_player(client: FlaskClient, hamlet: Cli) -> None:
    key = hamlet("new", "shop")
    body = {**NEW_GAME, "seats": [HUMAN, {"type": "open"}], "public": True}
    game = client.post("/v1/games", json=body, headers=shown(key)).get_json()
    hamlet("set", "shop", "--scope", "read")
    path, claim = f"/v1/games/{game['id']}/seats/1", {"player": "u_1"}
    problem = refused(client.post(path, json=claim, headers=shown(key)), 403, "forbidden")
    assert "'games'" in problem["detail"]
    hamlet("set", "shop", "--scope", "games")
    assert client.post(path, json=claim, headers=shown(key)).status_code == 201


def test_a_key_does_what_its_scopes_say(client: FlaskClient, hamlet: Cli) -> None:
    calls = {
        "games": ("POST", "/v1/games"),
        "decisions": ("POST", "/v1/decisions"),
        "bot": ("PUT", "/v1/bot"),
        "read": ("GET", "/v1/usage"),
    }
    for scope in calls:
        key = hamlet("new", scope, "--scope", scope)
        for other, (method, path) in calls.items():
            answer = client.open(path, method=method, json={} if method != "GET" else None, headers=shown(key))
            if other == scope:
                assert answer.status_code in (200, 422)
            else:
                assert repr(other) in refused(answer, 403, "forbidden")["detail"]
    key = hamlet("new", "all")
    refused(client.post("/v1/reviews", json={}, headers=shown(key)), 422, "invalid-request")
    hamlet("set", "all", "--scope", "games")
    refused(client.post("/v1/reviews", json={}, headers=shown(key)), 403, "forbidden")
    assert create(client, key) == 201


def test_a_hint_counts_for_the_key_that_asks(client: FlaskClient, hamlet: Cli) -> None:
    """A seat's token is enough for it, but a key needs the scope, and its decisions of the day."""
    key = hamlet("new", "shop", "--decisions-per-day", "2")
    reader = hamlet("new", "reader", "--scope", "read")
    body = {**NEW_GAME, "options": {"first_player": "0"}}
    game = client.post("/v1/games", json=body, headers=shown(key)).get_json()
    path, token = f"/v1/games/{game['id']}/hint", bearer(game["tokens"]["0"])
    refused(client.post(path, json={}, headers={**token, **shown(reader)}), 403, "forbidden")
    once = {**token, **shown(key), "Idempotency-Key": "once"}
    assert client.post(path, json={}, headers=once).status_code == 202
    assert client.post(path, json={}, headers=once).headers["Idempotency-Replayed"] == "true"
    assert client.post(path, json={}, headers={**token, **shown(key)}).status_code == 202
    refused(client.post(path, json={}, headers={**token, **shown(key)}), 429, "quota-used-up")
    assert client.get("/v1/usage", headers=shown(key)).get_json()["days"][0]["decisions"] == 2
    assert client.post(path, json={}, headers=token).status_code == 202


def test_the_list_shows_all(client: FlaskClient, hamlet: Cli) -> None:
    key = hamlet("new", "shop", "--games-per-day", "9", "--scope", "games", "--scope", "read", "--expires", "30d")
    assert "used" not in hamlet("list")
    assert create(client, key) == 201
    assert re.fullmatch(r"shop +valid +used \S+Z  expires \S+Z  games,read  games_per_day=9", hamlet("list"))
    hamlet("set", "shop")
    assert hamlet("list").endswith("  games,decisions,bot,read")


def test_the_last_use_is_written_once_a_minute(
    client: FlaskClient, hamlet: Cli, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, used = hamlet("new", "shop"), []
    now = now_ms()
    for seconds in (0, 30, 59, 61):
        monkeypatch.setattr(key_registry, "now_ms", lambda at=now + 1000 * seconds: at)
        assert create(client, key) == 201
        found = KeyStore(redis).read_key("shop")
        assert found is not None
        used.append(found.used_ms - now)
    assert used == [0, 0, 0, 61_000]


def test_a_key_has_its_own_limit_of_pending_decisions(opened: Opener, hamlet: Cli) -> None:
    client = opened(HAMLET_CALLER_DECISIONS="1")
    table = Table(client)
    view = table.get(seat=table.to_act()).get_json()["view"]
    body = {**DECISION, "seat": table.to_act(), "view": view}
    for name, most in (("one", 1), ("three", 3)):
        key = hamlet("new", name, *(("--pending-decisions", "3") if most == 3 else ()))
        codes = [client.post("/v1/decisions", json=body, headers=shown(key)).status_code for _ in range(most + 1)]
        assert codes == [202] * most + [429]


# --- usage -----------------------------------------------------------------------------------


def usage(client: FlaskClient, key: str) -> Any:
    answer = client.get("/v1/usage", headers=shown(key))
    assert answer.status_code == 200
    return answer.get_json()


def test_usage_by_day(client: FlaskClient, hamlet: Cli, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(seconds=1_795_000_000.0)
    monkeypatch.setattr(key_registry, "time", SimpleNamespace(time=lambda: clock.seconds))
    refused(client.get("/v1/usage"), 401, "api-key-needed")
    key = hamlet("new", "shop", "--games-per-day", "2", "--seconds-per-day", "3")
    assert [create(client, key) for _ in range(3)] == [201, 201, 429]
    refused(client.post("/v1/games", json={}, headers=shown(key)), 429, "quota-used-up")
    refused(client.post("/v1/decisions", json={}, headers=shown(key)), 422, "invalid-request")
    KeyStore(redis).count_use("shop", microseconds=2_500_000)
    day = {"date": "2026-11-18", "calls": 6, "games": 2, "decisions": 0, "refused": 2, "processor_seconds": 2.5}
    left = {"games": 0, "decisions": None, "processor_seconds": 0.5}
    assert usage(client, key) == {"key": "shop", "days": [day], "left": left}
    clock.seconds += 30 * 86400
    assert usage(client, key)["days"] == [
        {"date": "2026-12-18", "calls": 1, "games": 0, "decisions": 0, "refused": 0, "processor_seconds": 0.0},
        day,
    ]
    clock.seconds += 86400
    assert [one["date"] for one in usage(client, key)["days"]] == ["2026-12-19", "2026-12-18"]
    assert all(0 < redis.ttl(name) <= 32 * 86400 for name in redis.scan_iter("usage:*"))
    assert usage(client, hamlet("new", "club"))["left"] == dict.fromkeys(left)


def test_used_up_processor_time_ends_new_games(client: FlaskClient, hamlet: Cli, redis: Redis) -> None:
    key = hamlet("new", "shop", "--seconds-per-day", "3")
    KeyStore(redis).count_use("shop", microseconds=2_999_999)
    assert create(client, key) == 201
    KeyStore(redis).count_use("shop", microseconds=1)
    answer = client.post("/v1/games", json=NEW_GAME, headers=shown(key))
    problem = refused(answer, 429, "quota-used-up")
    assert "3 s" in problem["detail"]
    assert 1 <= int(answer.headers["Retry-After"]) <= 86400
    assert client.get("/v1/games?mine=true", headers=shown(key)).status_code == 200


def test_a_repeated_creation_is_one_game(client: FlaskClient, hamlet: Cli) -> None:
    key = hamlet("new", "shop")
    again = shown(key) | {"Idempotency-Key": "one and the same key"}
    assert {client.post("/v1/games", json=NEW_GAME, headers=again).get_json()["id"] for _ in range(3)}
    [day] = usage(client, key)["days"]
    assert (day["calls"], day["games"]) == (4, 1)


def test_the_metrics_agree(client: FlaskClient, hamlet: Cli, redis_server: RedisServer, redis: Redis) -> None:
    key = hamlet("new", "shop")
    hamlet("new", "idle")
    assert create(client, key) == 201
    KeyStore(redis).count_use("shop", microseconds=1_250_000)
    [day] = usage(client, key)["days"]
    stored = Stored(Store(redis), open_queues(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED})))
    text = metrics.exposition(stored).decode()
    samples = [one for family in text_string_to_metric_families(text) for one in family.samples]
    shown_calls = {one.labels["what"]: one.value for one in samples if one.name == "hamlet_key_usage_total"}
    assert shown_calls == {what: day[what] for what in ("calls", "games", "decisions", "refused")}
    seconds = {one.labels["key"]: one.value for one in samples if one.name == "hamlet_key_processor_seconds_total"}
    assert seconds == {"shop": 1.25}
