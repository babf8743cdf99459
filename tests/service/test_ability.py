"""Workers prove that they can work, and `/readyz` believes no others."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from service.store import Store, connect
from service.store.ability import Ability
from service.store.errors import StoreUnavailable
from service.store.messages import DECISIONS, TURNS, Messages
from tests.service.conftest import RedisServer
from workers import jobs, proving, worker
from workers.player import Player
from workers.proving import Standing
from workers.rq_worker import Worker, listening


@pytest.fixture(autouse=True)
def settings(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setattr(Worker, "witness", None)
    monkeypatch.setattr(Worker, "stopping", False)
    jobs.player.cache_clear()


def standing(redis: Redis, queue: str = TURNS) -> Standing:
    found = Standing(Ability(redis, queue))
    found.begin()
    return found


def ask(redis: Redis, number: int = 1) -> None:
    for one in range(number):
        Messages(redis, TURNS, 30, thinking=10).ask(f"id-{one}")


def fail(*args: Any) -> None:
    raise TypeError("Worker.perform_job() takes 3 positional arguments but 4 were given")


def lacks_workers(client: FlaskClient) -> bool:
    """Whether `/readyz` says so; else it must be content."""
    answer = client.get("/readyz")
    assert answer.status_code in (200, 503)
    assert answer.status_code == 200 or list(answer.get_json()["errors"]) == ["workers"]
    return answer.status_code == 503


def test_nothing_is_missing_where_nothing_is_to_do(client: FlaskClient, redis: Redis) -> None:
    assert not lacks_workers(client)


def test_turns_that_nobody_takes(client: FlaskClient, redis: Redis) -> None:
    ask(redis)
    assert lacks_workers(client)
    assert standing(redis).prove(TURNS, redis)
    assert not lacks_workers(client), "somebody is there who will take them"


def test_notes_that_cannot_be_read_say_nothing() -> None:
    """They are on one node of a cluster. Whether games can be played was asked before."""
    Ability(connect("redis://127.0.0.1:1"), TURNS).check(waiting=1)


@pytest.mark.parametrize("queue", [TURNS, DECISIONS])
def test_a_worker_counts_once_it_has_proven_that_it_can_work(client: FlaskClient, redis: Redis, queue: str) -> None:
    one = standing(redis, queue)
    assert lacks_workers(client) == (queue == TURNS), "it has begun"
    assert one.prove(queue, redis)
    assert one.able
    assert not lacks_workers(client)
    assert not redis.keys("rq:queue*"), "nothing is left of the proof"
    assert not redis.keys("rq:job*")
    one.leave()
    assert not redis.keys("*able*")


@pytest.mark.parametrize("broken", ["the job", "the way to it"])
def test_a_worker_that_cannot_work_takes_nothing(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:

    def rest(seconds: float) -> None:
        Worker.stopping = True

    monkeypatch.setattr(worker, "_rest", rest)
    ask(redis)
    one = standing(redis)
    with monkeypatch.context() as patch:
        patch.setattr(Worker, "stopping", False)
        patch.setattr(*((jobs, "prove", fail) if broken == "the job" else (Worker, "perform_job", fail)))
        worker.work(TURNS, redis, one)
    assert not one.able
    assert Messages.length(redis, TURNS) == 1, "left to those that can"
    assert lacks_workers(client)
    assert standing(redis).prove(TURNS, redis)
    assert not lacks_workers(client), "another one can"


def work(redis: Redis) -> None:
    """Do all that is asked for, with a proof after each failure, as a worker does it."""
    while Messages.length(redis, TURNS):
        listening(TURNS, redis).work(burst=True, logging_level="CRITICAL")


def test_jobs_that_all_fail(client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    one = standing(redis)
    assert one.prove(TURNS, redis)
    monkeypatch.setattr(jobs, "play_turns", fail)
    for _ in range(2):
        ask(redis, proving._MAX_FAILURES - 1)
        work(redis)
        assert one.able, "a few may be the games' fault, however often they are tried"
        assert not lacks_workers(client)
    ask(redis, proving._MAX_FAILURES)
    work(redis)
    assert not one.able
    assert lacks_workers(client)
    assert one.prove(TURNS, redis), "it works on"
    assert lacks_workers(client), "but a proof does not make up for all the rest"
    monkeypatch.setattr(jobs, "play_turns", lambda game_id: None)
    ask(redis)
    work(redis)
    assert one.able
    assert not lacks_workers(client)


def test_a_node_that_is_away_is_no_fault_of_the_workers(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of other nodes go on."""

    def cut_off(player: Player, game_id: str, probe: bool = False) -> None:
        if not probe:
            raise StoreUnavailable("its node is away")

    monkeypatch.setattr(Player, "play", cut_off)
    one = standing(redis)
    assert one.prove(TURNS, redis)
    ask(redis, proving._MAX_FAILURES)
    work(redis)
    assert one.able
    assert not lacks_workers(client)


def test_failures_are_forgotten(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a worker that nobody asks for anything could never come back."""
    one = standing(redis)
    for number in range(proving._MAX_FAILURES):
        one.ended(str(number), done=False)
    one.beat()
    assert not one.able
    monkeypatch.setattr(proving, "_NOTE_SECONDS", -1.0)
    one.beat()
    assert one.able


def test_after_a_failure_the_worker_ends_to_be_proven_anew(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "play_turns", fail)
    ask(redis, 2)
    listening(TURNS, redis).work(burst=True, logging_level="CRITICAL")
    assert Messages.length(redis, TURNS) == 1
    assert not Worker.stopping


def test_a_note_holds_for_a_while_and_a_job_for_as_long_as_it_may_last(redis: Redis) -> None:
    one = standing(redis)
    one.prove(TURNS, redis)
    (before,) = redis.zrange("{workers}:able:turns", 0, -1, withscores=True)
    one.begins(1000)
    (after,) = redis.zrange("{workers}:able:turns", 0, -1, withscores=True)
    assert after[1] - before[1] > 900_000
    one.beat()
    assert redis.zrange("{workers}:able:turns", 0, -1, withscores=True) == [after], "known for longer than that"


def test_without_the_store_nothing_is_noted_and_the_work_goes_on(
    own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(connect(own_redis_server.url, retries=0), buckets=1)
    one = standing(store.redis)
    note, tries = Ability.note, list[bool]()
    monkeypatch.setattr(Ability, "note", lambda *args: tries.append(True) or note(*args))
    own_redis_server.kill()
    one.begins(10)
    one.ended("an-id", done=True)
    one.beat()
    assert len(tries) == 1, "which take their time"
    one.leave()
    own_redis_server.start()
    one._retry_at = 0
    one.beat()
    assert store.redis.zcard("{workers}:able:turns") == 1
