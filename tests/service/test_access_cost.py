"""What a request costs counts: by its processor time, for tokens, addresses and keys."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from greenlet import getcurrent, greenlet, settrace
from redis import Redis
from werkzeug.test import TestResponse

from service.http.access.counters import MINUTE, Counters, Limit, Use
from service.http.api import computing, metering
from service.http.api.computing import close_pool, open_pool
from tests.service.api import Table, bearer, refused
from tests.service.conftest import Opener
from tests.service.test_access import KEY, NEW_GAME, SCORE, clock, line, shown
from tests.service.test_computing import replaced, spin

__all__ = ["clock"]

LIMIT = Limit("calls", 600, MINUTE)


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What every request takes, as measured: so many `seconds`."""
    costs = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(metering, "seconds", lambda: costs.seconds)
    return costs


@pytest.fixture
def opened(opened: Opener, clock: SimpleNamespace, costs: SimpleNamespace) -> Opener:
    """Opens an app by that clock, where ten milliseconds are a call."""

    def opening(keys: str = "", **settings: str) -> Any:
        return opened(keys, **{"HAMLET_CALL_MS": "10", **settings})

    return opening


def left(answer: TestResponse) -> dict[str, int]:
    """What is left of each limit, by the answer's header."""
    return {name: int(number) for name, number in re.findall(r'"([\w-]+)";r=([0-9]+);t=', answer.headers["RateLimit"])}


# --- counters ------------------------------------------------------------------------------------


def count(counters: Counters, who: str = "somebody") -> Use:
    [use] = counters.count([(LIMIT, who)])
    return use


def test_calls_at_the_same_time_share_a_block(redis: Redis, clock: SimpleNamespace) -> None:
    """Else the calls of one moment would each take a block, and use up what is allowed for the minute."""
    counters = Counters(redis)
    together = threading.Barrier(24)

    def call(number: int) -> int:
        together.wait(60)
        return count(counters).used

    with ThreadPoolExecutor(24) as pool:
        assert sorted(pool.map(call, range(24))) == list(range(1, 25))


@pytest.mark.parametrize("more", [1, 4, 5, 6, 100, 599, 600])
def test_a_charge_counts_as_so_many(redis: Redis, clock: SimpleNamespace, more: int) -> None:
    """Whatever of it this process holds already, and for this process as for the others."""
    ours, theirs = Counters(redis), Counters(redis)
    [charged] = ours.charge([(count(ours), more)])
    assert charged.used == 1 + more
    assert count(ours).used == 2 + more
    assert count(theirs).used >= 2 + more
    assert count(ours, "somebody else").used == 1


def test_what_is_left_is_left_for_all(redis: Redis, clock: SimpleNamespace) -> None:
    """Charges lose nothing of a limit, and nobody gets more than it."""
    ours, theirs = Counters(redis), Counters(redis)
    ours.charge([(count(ours), 250)])
    theirs.charge([(count(theirs), 250)])
    let_in = [use for number in range(200) if not (use := count((ours, theirs)[number % 2])).over]
    assert 98 - 2 * LIMIT.block <= len(let_in) <= 98


def test_an_exceeded_limit_is_known(redis: Redis, clock: SimpleNamespace) -> None:
    """To the process that has charged it, until the window's end."""
    counters = Counters(redis)
    counters.charge([(counters.unused(LIMIT, "somebody"), 600)])
    assert counters.exceeded(LIMIT, "somebody") is None
    counters.charge([(counters.unused(LIMIT, "somebody"), 1)])
    known = counters.exceeded(LIMIT, "somebody")
    assert known is not None
    assert (known.over, known.reset) == (True, MINUTE)
    assert counters.exceeded(LIMIT, "somebody else") is None
    assert count(counters).over
    clock.seconds += MINUTE
    assert counters.exceeded(LIMIT, "somebody") is None
    assert not count(counters).over


def test_a_charge_leaves_no_key_for_ever(redis: Redis, clock: SimpleNamespace) -> None:
    counters = Counters(redis)
    counters.charge([(counters.unused(LIMIT, "somebody"), 7), (count(counters, "another"), 7)])
    names = list(redis.scan_iter("LIMITS:*"))
    assert len(names) == 2
    assert all(0 < redis.ttl(name) <= MINUTE for name in names)


def test_a_charge_without_redis_is_forgotten(redis: Redis, clock: SimpleNamespace) -> None:
    """The request was answered already."""
    use, away = count(Counters(redis)), Counters(Redis(port=1))
    assert away.charge([(use, 7)]) == [use]


# --- requests ------------------------------------------------------------------------------------


def test_ordinary_requests_count_once(opened: Opener, costs: SimpleNamespace) -> None:
    client = opened(HAMLET_RATE_LIMIT="10")
    costs.seconds = 0.0199
    answers = [client.post("/v1/positions/score", json=SCORE) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert [left(answer)["calls"] for answer in answers] == [*range(9, -1, -1), 0]


def test_one_that_takes_as_much_as_twenty_counts_as_twenty(opened: Opener, costs: SimpleNamespace) -> None:
    """The answer itself says so, and the next one is refused if that was too much."""
    client = opened(HAMLET_RATE_LIMIT="30")
    costs.seconds = 0.2
    answer = client.post("/v1/positions/score", json=SCORE)
    assert (answer.status_code, left(answer)) == (200, {"calls": 10})
    # Also if it was refused: it has taken its time.
    answer = client.post("/v1/positions/score", json={"position": {"ruleset": "villagers"}})
    refused(answer, 422, "invalid-position")
    assert left(answer) == {"calls": 0}
    costs.seconds = 0.0
    answer = client.post("/v1/games", json=NEW_GAME)
    refused(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= MINUTE
    assert left(answer) == {"calls": 0}
    other = client.post("/v1/games", json=NEW_GAME, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert other.status_code == 201


def test_what_is_refused_by_its_limit_costs_nothing_more(opened: Opener, costs: SimpleNamespace, redis: Redis) -> None:
    client = opened(HAMLET_RATE_LIMIT="1")
    assert client.post("/v1/positions/score", json=SCORE).status_code == 200
    for _ in range(3):
        refused(client.post("/v1/positions/score", json=SCORE), 429, "too-many-requests")
    [name] = redis.scan_iter("LIMITS:*")
    assert redis.get(name) == b"4"


def test_a_decision_covers_more(opened: Opener, costs: SimpleNamespace) -> None:
    """There are fewer of them; what they take counts for the caller's other calls too."""
    client = opened(HAMLET_DECISION_RATE="10", HAMLET_RATE_LIMIT="100")
    for seconds, decisions, calls in ((0.199, 9, 82), (0.4, 7, 42)):
        costs.seconds = seconds
        answer = client.post("/v1/decisions", json={})
        refused(answer, 422, "invalid-request")
        assert left(answer) == {"decisions": decisions}
        costs.seconds = 0.0
        assert left(client.post("/v1/positions/score", json=SCORE))["calls"] == calls - 1


def test_many_tokens_are_no_way_around(opened: Opener, costs: SimpleNamespace) -> None:
    """What is taken by tokens counts for the address as well, beyond the one call that it always is."""
    client = opened(HAMLET_TOKEN_RATE="100", HAMLET_RATE_LIMIT="50")
    tables = [Table(client) for _ in range(4)]
    costs.seconds = 0.2
    for table in tables[:3]:
        answer = table.get("/moves", 0)
        assert (answer.status_code, left(answer)) == (200, {"requests": 80})
    costs.seconds = 0.0
    answer = tables[3].get("/moves", 0)
    refused(answer, 429, "too-many-requests")
    assert left(answer) == {"requests": 99, "calls": 0}
    token = bearer(tables[0].tokens["0"])
    elsewhere = client.get(f"{tables[0].path}/moves", headers=token, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert (elsewhere.status_code, left(elsewhere)) == (200, {"requests": 79})


def test_all_requests_of_an_address_have_processor_time_for_so_many_calls(
    opened: Opener, clock: SimpleNamespace, costs: SimpleNamespace
) -> None:
    """Five times what its calls cover, however many tokens it has, and though each request takes less than a call."""
    client = opened(HAMLET_TOKEN_RATE="30", HAMLET_RATE_LIMIT="10")
    tables = [Table(client) for _ in range(3)]
    costs.seconds = 0.0099
    answers = [tables[number % 3].get("/moves", 0) for number in range(60)]
    served = [answer.status_code for answer in answers].index(429)
    assert 50 <= served <= 53
    for answer in answers[served:]:
        refused(answer, 429, "too-many-requests")
        assert left(answer)["time"] == 0
    refused(client.post("/v1/positions/score", json=SCORE), 429, "too-many-requests")
    elsewhere = client.get(tables[0].path, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert elsewhere.status_code == 200
    clock.seconds += MINUTE
    assert tables[0].get("/moves", 0).status_code == 200


def test_a_key_pays_for_itself(opened: Opener, costs: SimpleNamespace) -> None:
    """Not its address, and games by the day are games."""
    client = opened(line("shop", KEY, games_per_day=5), HAMLET_RATE_LIMIT="30")
    costs.seconds = 0.3
    answer = client.post("/v1/games", json=NEW_GAME, headers=shown(KEY))
    assert (answer.status_code, left(answer)) == (201, {"calls": 0, "games-per-day": 4})
    costs.seconds = 0.0
    refused(client.post("/v1/games", json=NEW_GAME, headers=shown(KEY)), 429, "too-many-requests")
    assert left(client.post("/v1/positions/score", json=SCORE)) == {"calls": 29}


def test_costs_can_be_no_matter(opened: Opener, costs: SimpleNamespace) -> None:
    client = opened(HAMLET_RATE_LIMIT="30", HAMLET_CALL_MS="0")
    costs.seconds = 5.0
    assert left(client.post("/v1/positions/score", json=SCORE)) == {"calls": 29}


def test_what_others_compute_counts(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the whole budget, since it was used up."""
    replaced(monkeypatch, spin)
    client = opened(HAMLET_RATE_LIMIT="30")
    open_pool(client.application, 1, 0.1)
    try:
        answer = client.post("/v1/positions/score", json=SCORE)
    finally:
        close_pool(client.application)
    refused(answer, 422, "too-costly")
    assert left(answer) == {"calls": 20}


# --- the meter -----------------------------------------------------------------------------------


def test_greenlets_pay_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two requests that take turns with each other, with somebody who has no meter, and with nobody."""
    now = SimpleNamespace(seconds=100.0)
    monkeypatch.setattr(metering, "time", SimpleNamespace(thread_time=lambda: now.seconds))
    taken: dict[str, float] = {}
    hub = getcurrent()

    def request(name: str, *parts: float) -> None:
        metering.begin()
        for part in parts:
            now.seconds += part
            hub.switch()
        taken[name] = metering.seconds()
        metering.end()

    def work(*parts: float) -> None:
        for part in parts:
            now.seconds += part
            hub.switch()

    one, other, somebody = greenlet(request), greenlet(request), greenlet(work)
    metering.follow_switches(hub)
    try:
        one.switch("one", 1.0, 2.0, 4.0)
        other.switch("other", 10.0, 20.0)
        somebody.switch(1000.0, 2000.0, 4000.0)
        for each in (other, somebody, one, one, somebody, other, one):
            each.switch()
    finally:
        settrace(None)
    assert taken == {"one": 7.0, "other": 30.0}
    assert not metering._meters


def test_a_request_has_a_meter_until_its_end(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    schema, job = computing._JOBS["score_position"]
    monkeypatch.setitem(
        computing._JOBS, "score_position", (schema, lambda body: seen.append(len(metering._meters)) or job(body))
    )
    client = opened()
    for body in (SCORE, {"position": 1}, SCORE):
        client.post("/v1/positions/score", json=body)
    assert seen == [1, 1, 1]
    assert not metering._meters
    assert client.get("/nowhere").status_code == 404
    assert not metering._meters
