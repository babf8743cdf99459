"""Requests are charged the declared cost of their call, to tokens, addresses and keys."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from werkzeug.test import TestResponse

from service.http.middleware.access.counters import MINUTE
from service.http.schemas import bounds
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.api_keys import line, shown
from tests.service.conftest import Opener
from tests.service.test_access import KEY, NEW_GAME, SCORE, clock

__all__ = ["clock"]


@pytest.fixture
def opened(opened: Opener, clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Opens an app with that clock, where each call costs 9 ms, except these."""
    monkeypatch.setattr(bounds, "COST", 9)
    costs = {"list_moves": 200, "create_game": 250, "?version": 40, "?after": 30}
    monkeypatch.setattr(bounds, "COSTS", costs)
    return opened


def left(answer: TestResponse) -> dict[str, int]:
    """Return what is left of each limit except processor time, by the answer's header."""
    told = {name: int(number) for name, number in re.findall(r'"([\w-]+)";r=([0-9]+);t=', answer.headers["RateLimit"])}
    told.pop("time", None)
    return told


def time_left(answer: TestResponse) -> int:
    """Return the processor time left, by the answer's header."""
    return int(re.findall(r'"time";r=([0-9]+);t=', answer.headers["RateLimit"])[0])


def test_ordinary_requests_count_once(opened: Opener) -> None:
    client = opened(HAMLET_RATE_LIMIT="10")
    answers = [client.post("/v1/positions/score", json=SCORE) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert [left(answer)["calls"] for answer in answers] == [*range(9, -1, -1), 0]
    assert [time_left(answer) for answer in answers] == [500 - 9 * number for number in range(1, 12)]


def test_one_that_costs_as_much_as_many_counts_as_many(opened: Opener) -> None:
    """Also if it is refused, since the real cost cannot be known before."""
    client = opened(HAMLET_RATE_LIMIT="60")
    assert left(client.post("/v1/games", json=NEW_GAME)) == {"calls": 35}
    answer = client.post("/v1/games", json={})
    refused(answer, 422, "invalid-request")
    assert left(answer) == {"calls": 10}
    answer = client.post("/v1/games", json=NEW_GAME)
    refused(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= MINUTE
    assert left(answer) == {"calls": 0}
    other = client.post("/v1/games", json=NEW_GAME, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert other.status_code == 201


def test_what_costs_more_than_a_minute_has_is_possible(opened: Opener) -> None:
    """But only once in that minute."""
    client = opened(HAMLET_RATE_LIMIT="3")
    answer = client.post("/v1/games", json=NEW_GAME)
    assert (answer.status_code, left(answer), time_left(answer)) == (201, {"calls": 0}, 0)
    refused(client.post("/v1/games", json=NEW_GAME), 429, "too-many-requests")


def test_what_is_asked_has_a_cost_too(opened: Opener) -> None:
    """This holds for every call."""
    table = Table(opened(HAMLET_TOKEN_RATE="60"))
    queries: list[dict[str, str]] = [{}, {"version": "0"}, {"after": "0"}, {"after": "0", "version": "0"}]
    answers = [table.client.get(table.path, query_string=query) for query in queries]
    assert [left(answer)["requests"] for answer in answers] == [59, 55, 52, 48]


def test_many_tokens_are_no_way_around(opened: Opener, clock: SimpleNamespace) -> None:
    """Calls with tokens also count for the address, up to five times what their calls cover."""
    client = opened(HAMLET_TOKEN_RATE="30", HAMLET_RATE_LIMIT="50")
    tables = [Table(opened()) for _ in range(20)]
    answers = [client.get(f"{table.path}/moves", headers=bearer(table.tokens["0"])) for table in tables]
    assert [answer.status_code for answer in answers] == [200] * 12 + [429] * 8
    assert [left(answer) for answer in answers] == [{"requests": 10}] * 20
    assert [time_left(answer) for answer in answers] == [*range(2300, 0, -200), *[0] * 8]
    refused(client.post("/v1/positions/score", json=SCORE), 429, "too-many-requests")
    token = bearer(tables[0].tokens["0"])
    elsewhere = client.get(tables[0].path, headers=token, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert (elsewhere.status_code, left(elsewhere)) == (200, {"requests": 9})
    clock.seconds += MINUTE
    assert client.get(tables[0].path, headers=token).status_code == 200


def test_a_key_pays_for_itself(opened: Opener) -> None:
    """It is charged, not its address; games per day are counted in games."""
    client = opened(line("shop", games_per_day=5), HAMLET_RATE_LIMIT="30")
    answer = client.post("/v1/games", json=NEW_GAME, headers=shown(KEY))
    assert (answer.status_code, left(answer)) == (201, {"calls": 5, "games-per-day": 4})
    refused(client.post("/v1/games", json=NEW_GAME, headers=shown(KEY)), 429, "too-many-requests")
    assert left(client.post("/v1/positions/score", json=SCORE)) == {"calls": 29}


def test_what_is_left_never_grows(opened: Opener) -> None:
    """Not by another process's answer, nor by what is given back: quotas of the day, seconds of thinking."""
    keys = line("shop", games_per_day=50, decisions_per_minute=90)
    apps = [opened(keys, HAMLET_RATE_LIMIT="6000", HAMLET_DECISION_RATE="1").application for _ in range(2)]
    seats = [HUMAN, {"type": "ai", "level": "easy", "milliseconds": 2000}]
    good = {**NEW_GAME, "seats": seats}
    bodies = [good, {**good, "options": {"expansions": ["none"]}}]

    def ask(number: int) -> list[tuple[float, float, dict[str, int]]]:
        told = []
        for turn in range(number, number + 16):
            body, client = bodies[turn // 2 % 2], apps[turn % 2].test_client()
            sent = time.monotonic()
            answer = client.post("/v1/games", json=body, headers=shown(KEY))
            assert answer.status_code in (201, 422, 429)
            told.append((sent, time.monotonic(), {**left(answer), "time": time_left(answer)}))
        return told

    with ThreadPoolExecutor(4) as threads:
        told = [one for each in threads.map(ask, range(4)) for one in each]
    assert min(one["decisions"] for *_, one in told if "decisions" in one) < 80
    for _, got, before in told:
        for sent, _, after in told:
            if got < sent:
                assert all(after[name] <= before[name] for name in before.keys() & after.keys())
