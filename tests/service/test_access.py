"""Who may call and how often: API keys, their quotas, limits by key, token and address, addresses behind proxies."""

from __future__ import annotations

import hashlib
import re
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient
from redis import Redis

from service.http.middleware.access import counters
from service.http.middleware.access.counters import DAY, MINUTE, Charge, Counters, Limit
from service.http.schemas import bounds
from tests.service.api import HUMAN, OPEN, Table, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.conftest import Opener

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}
SCORE = {"position": {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}}
KEY, OTHER = key_of("shop"), key_of("club")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The counters' clock. It stands still at the start of a minute until `seconds` are set."""
    clock = SimpleNamespace(seconds=1_000_000_020.0)
    monkeypatch.setattr(counters, "time", SimpleNamespace(time=lambda: clock.seconds))
    return clock


@pytest.fixture
def opened(opened: Opener, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Opens an app with that clock, where each request costs the same."""
    monkeypatch.setattr(bounds, "COSTS", {})
    return opened


# --- API keys ------------------------------------------------------------------------------------


def test_games_and_decisions_need_a_key(opened: Opener) -> None:
    client = opened(line("shop"))
    for headers in ({}, shown(""), shown("hamlet_wrong"), shown(hashlib.sha256(KEY.encode()).hexdigest())):
        for path in ("/v1/games", "/v1/decisions", "/v1/games/g/review"):
            answer = client.post(path, json=NEW_GAME, headers=headers)
            refused(answer, 401, "api-key-needed")
            assert answer.headers["WWW-Authenticate"] == "ApiKey"
    assert client.post("/v1/games", json=NEW_GAME, headers=shown(KEY)).status_code == 201


def test_what_a_token_opens_needs_no_key(opened: Opener) -> None:
    client = opened(line("shop"))
    game = client.post(
        "/v1/games", json={**NEW_GAME, "seats": [HUMAN, OPEN], "public": True}, headers=shown(KEY)
    ).get_json()
    path, token = f"/v1/games/{game['id']}", bearer(game["tokens"]["0"])
    assert client.post(f"{path}/seats/1").status_code == 201
    assert client.get(f"{path}/moves", headers=token).status_code == 200
    assert client.post("/v1/positions/score", json=SCORE).status_code == 200
    # A wrong key is refused immediately, wherever it is sent.
    refused(client.get(path, headers=shown("hamlet_wrong")), 401, "api-key-needed")


def test_where_keys_are_optional_a_wrong_one_is_refused(opened: Opener) -> None:
    client = opened()
    refused(client.post("/v1/games", json=NEW_GAME, headers=shown("anything")), 401, "api-key-needed")
    assert client.post("/v1/games", json=NEW_GAME).status_code == 201


def test_a_quota_of_games_a_day(opened: Opener) -> None:
    """Only created games are counted, for each key separately."""
    client = opened(line("shop", games_per_day=2) + line("club"))
    once = shown(KEY) | {"Idempotency-Key": "one and the same key"}
    refused(client.post("/v1/games", json={}, headers=shown(KEY)), 422, "invalid-request")
    for _ in range(2):
        assert client.post("/v1/games", json=NEW_GAME, headers=once).status_code == 201
    answer = client.post("/v1/games", json=NEW_GAME, headers=shown(KEY))
    assert answer.status_code == 201
    assert answer.headers["RateLimit-Policy"] == f'"games-per-day";q=2;w={DAY}'
    assert re.fullmatch(r'"games-per-day";r=0;t=[0-9]+', answer.headers["RateLimit"])
    for _ in range(2):
        answer = client.post("/v1/games", json=NEW_GAME, headers=shown(KEY))
        refused(answer, 429, "quota-used-up")
        assert 1 <= int(answer.headers["Retry-After"]) <= DAY
    assert client.post("/v1/games", json=NEW_GAME, headers=shown(OTHER)).status_code == 201
    # Other refusals keep their own type: here the key has no games left, but decisions.
    refused(client.post("/v1/decisions", json={}, headers=shown(KEY)), 422, "invalid-request")


def test_a_quota_of_no_decisions(opened: Opener) -> None:
    client = opened(line("shop", decisions_per_day=0))
    refused(client.post("/v1/decisions", json={}, headers=shown(KEY)), 429, "quota-used-up")


def test_a_key_has_limits_of_its_own(opened: Opener) -> None:
    """Counted by key, not by address. The file may set the limit per minute."""
    keys = line("shop") + line("club", calls_per_minute=3)
    client = opened(keys, HAMLET_RATE_LIMIT="1")
    for key, most in ((KEY, 1), (OTHER, 3)):
        statuses = [
            client.post("/v1/games", json=NEW_GAME, headers=shown(key), environ_base={"REMOTE_ADDR": f"192.0.2.{n}"})
            for n in range(most + 1)
        ]
        assert [answer.status_code for answer in statuses] == [201] * most + [429]
    assert client.post("/v1/positions/score", json=SCORE).status_code == 200


# --- limits --------------------------------------------------------------------------------------


def test_a_token_has_a_limit(opened: Opener) -> None:
    """Each seat has its own limit for all calls; spectators are counted by address."""
    client = opened(HAMLET_TOKEN_RATE="3")
    table = Table(client)
    mover, other = table.to_act(), 1 - table.to_act()
    answers = [table.get("/moves", mover) for _ in range(2)]
    assert answers[0].headers["RateLimit-Policy"] == '"requests";q=3;w=60'
    assert [re.sub(";t=[0-9]+", "", answer.headers["RateLimit"]) for answer in answers] == [
        '"requests";r=2',
        '"requests";r=1',
    ]
    assert table.post(mover, {"move": answers[0].get_json()["moves"][0]["move"]}).status_code == 200
    for answer in (table.get("/moves", mover), table.get("", mover), table.post(mover, {"move_id": "0-1"})):
        refused(answer, 429, "too-many-requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= MINUTE
    assert table.get("/events", other).status_code == 200
    refused(table.get("/replay"), 409, "game-running")
    refused(table.get(""), 429, "too-many-requests")
    # Creation is counted elsewhere.
    assert client.post("/v1/games", json=NEW_GAME).status_code == 201


def test_a_hint_counts_for_its_token_and_for_its_address(opened: Opener) -> None:
    client = opened(HAMLET_TOKEN_RATE="9", HAMLET_DECISION_RATE="1")
    table = Table(client)
    token = bearer(table.tokens[str(table.to_act())])
    policies = '"decisions";q=1;w=60, "requests";q=9;w=60'
    assert client.post(f"{table.path}/hint", headers=token).headers["RateLimit-Policy"] == policies
    refused(client.post(f"{table.path}/hint", headers=token), 429, "too-many-requests")
    assert table.get("/moves", table.to_act()).status_code == 200


def test_no_limits_no_counters(opened: Opener, redis: Redis) -> None:
    client = opened()
    table = Table(client)
    assert "RateLimit" not in table.get().headers
    assert not list(redis.scan_iter("LIMITS:*"))


def test_counters_forget_and_tell_nobody(opened: Opener, redis: Redis) -> None:
    table = Table(opened(HAMLET_TOKEN_RATE="5"))
    table.get(seat=0)
    names = [name.decode() for name in redis.scan_iter("LIMITS:*")]
    assert names
    assert all(0 < redis.ttl(name) <= MINUTE for name in names)
    assert not any(table.tokens["0"] in name or "127.0.0.1" in name for name in names)


def test_a_window_ends(redis: Redis, clock: SimpleNamespace) -> None:
    limit = Limit("calls", 1, MINUTE)
    used = []
    for seconds in (0, 10.5, 30, 20):
        clock.seconds += seconds
        [use] = Counters(redis).count([Charge(limit, "somebody")])
        used.append((use.used, use.over, use.reset))
    assert used == [(1, False, 60), (2, True, 50), (3, True, 20), (1, False, 60)]


@pytest.mark.parametrize("held", [False, True])
def test_processes_share_a_limit(redis: Redis, clock: SimpleNamespace, held: bool) -> None:
    """Never more in total than the limit, and never less."""
    limit, processes = Limit("games-per-day", 60, DAY), [Counters(redis) for _ in range(3)]
    uses = [processes[number % 3].count([Charge(limit, "somebody", 7, held)])[0] for number in range(12)]
    assert [use.over for use in uses] == [False] * 8 + [True] * 4


def test_what_is_held_is_used_or_given_back(redis: Redis, clock: SimpleNamespace) -> None:
    """The reported remainder never grows, not even when something is given back."""
    counters, charge = Counters(redis), Charge(Limit("decisions", 10, MINUTE), "somebody", 4, held=True)
    one, other, third = [counters.count([charge])[0] for _ in range(3)]
    assert [(use.left, use.over) for use in (one, other, third)] == [(10, False), (10, False), (10, True)]
    told = [counters.settle([use], nothing)[0].left for use, nothing in ((third, [third]), (one, []), (other, [other]))]
    assert told == [10, 6, 6]
    [last] = counters.count([charge])
    assert (last.left, last.over) == (6, False)
    assert [use.left for use in counters.settle([last], [])] == [2]
    names = list(redis.scan_iter("LIMITS:*"))
    assert all(0 < redis.ttl(name) <= MINUTE for name in names)
    assert sorted(redis.mget(names)) == [b"0", b"8"]


def test_what_is_done_without_redis_stays_done(redis: Redis, clock: SimpleNamespace) -> None:
    [use] = Counters(redis).count([Charge(Limit("decisions", 10, MINUTE), "somebody", 4, held=True)])
    [settled] = Counters(Redis(port=1)).settle([use], [])
    assert settled.left == use.left


# --- addresses -----------------------------------------------------------------------------------


def statuses(client: FlaskClient, *clients: tuple[str, str]) -> list[int]:
    """Return the statuses that callers get, each with its connection's address and its `X-Forwarded-For`."""
    return [
        client.post(
            "/v1/positions/score",
            json=SCORE,
            environ_base={"REMOTE_ADDR": address},
            headers={"X-Forwarded-For": told} if told else {},
        ).status_code
        for address, told in clients
    ]


def test_nobody_is_believed_without_proxies(opened: Opener) -> None:
    client = opened(HAMLET_RATE_LIMIT="1")
    assert statuses(client, ("192.0.2.1", "198.51.100.1"), ("192.0.2.1", "198.51.100.2")) == [200, 429]


def test_a_trusted_proxy_tells_the_address(opened: Opener) -> None:
    """Entries that the client itself wrote before the proxy's are ignored."""
    client = opened(HAMLET_RATE_LIMIT="1", HAMLET_TRUSTED_PROXIES="1")
    callers = ["198.51.100.1", "198.51.100.2", "203.0.113.9, 198.51.100.1"]
    assert statuses(client, *(("192.0.2.1", told) for told in callers)) == [200, 200, 429]


def test_two_proxies(opened: Opener) -> None:
    client = opened(HAMLET_RATE_LIMIT="1", HAMLET_TRUSTED_PROXIES="2")
    callers = ["198.51.100.1, 192.0.2.2", "198.51.100.2, 192.0.2.2", "203.0.113.9, 198.51.100.1, 192.0.2.3"]
    assert statuses(client, *(("192.0.2.1", told) for told in callers)) == [200, 200, 429]


def test_an_ipv6_client_is_its_network(opened: Opener) -> None:
    client = opened(HAMLET_RATE_LIMIT="1")
    callers = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "192.0.2.1", "::ffff:192.0.2.1"]
    assert statuses(client, *((address, "") for address in callers)) == [200, 429, 200, 200, 429]
