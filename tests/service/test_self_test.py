"""Workers prove that they can work, and `/readyz` counts the living ones by RQ's heartbeats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from service.store.outbox.rq_client import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.redis.store_errors import StoreUnavailable
from tests.service.conftest import RedisServer
from workers import jobs, worker
from workers.rq_worker import Worker, listening
from workers.self_test import proven


@pytest.fixture(autouse=True)
def settings(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setattr(Worker, "stopping", False)
    jobs.games.cache_clear()


def born(redis: Redis) -> Worker:
    """Return a worker that has started to listen."""
    one = listening(TURNS, redis)
    one.register_birth()
    return one


def ask(redis: Redis, number: int = 1) -> None:
    for one in range(number):
        Messages(redis, TURNS, 30, thinking=10).enqueue(f"id-{one}")


def fail(*args: Any) -> None:
    raise TypeError("Worker.perform_job() takes 3 positional arguments but 4 were given")


def lacks_workers(client: FlaskClient) -> bool:
    """Return whether `/readyz` says so; otherwise it must say that all is well."""
    answer = client.get("/readyz")
    assert answer.status_code in (200, 503)
    assert answer.status_code == 200 or list(answer.get_json()["errors"]) == ["workers"]
    return answer.status_code == 503


def test_nothing_is_missing_where_nothing_is_to_do(client: FlaskClient, redis: Redis) -> None:
    assert not lacks_workers(client)


def test_turns_that_nobody_takes(client: FlaskClient, redis: Redis) -> None:
    ask(redis)
    assert lacks_workers(client)
    one = born(redis)
    assert not lacks_workers(client), "somebody is there who will take them"
    one.register_death()
    assert lacks_workers(client)


@pytest.mark.parametrize("queue", [TURNS, DECISIONS, WEBHOOKS])
def test_a_proof_leaves_nothing_behind(client: FlaskClient, redis: Redis, queue: str) -> None:
    ask(redis)
    assert proven(queue, redis)
    assert lacks_workers(client), "it has not begun"
    assert not redis.keys("rq:queue*proof*")
    assert len(redis.keys("rq:job*")) == 1, "what was asked for"


@pytest.mark.parametrize("broken", ["the job", "the way to it"])
def test_a_worker_that_cannot_work_takes_nothing(
    client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    said: list[bool] = []

    def rest(seconds: float) -> None:
        Worker.stopping = True

    monkeypatch.setattr(worker, "time", SimpleNamespace(sleep=rest))
    monkeypatch.setattr(*((jobs, "prove", fail) if broken == "the job" else (Worker, "perform_job", fail)))
    ask(redis)
    worker.work(TURNS, redis, lambda: said.append(True))
    assert not said
    assert Messages.length(redis, TURNS) == 1, "left to those that can"
    assert lacks_workers(client)


def test_jobs_that_all_fail(client: FlaskClient, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = born(redis), born(redis)
    for _ in range(29):
        one.increment_failed_job_count()
        other.increment_failed_job_count()
    assert not lacks_workers(client), "a few may be the games' fault, however often they are tried"
    one.increment_failed_job_count()
    assert not lacks_workers(client), "another one may do better"
    other.increment_failed_job_count()
    assert lacks_workers(client)
    one.increment_successful_job_count()
    assert not lacks_workers(client)


def test_rq_counts_what_fails(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "play_turns", fail)
    ask(redis, 2)
    one = listening(TURNS, redis)
    one.work(burst=True, logging_level="CRITICAL")
    assert redis.hget(one.key, "failed_job_count") == b"2"


def test_a_worker_that_cannot_reach_the_games_is_proven_anew(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heartbeats may go to another Redis. On a cluster, where other games continue, the proof succeeds."""

    def cut_off(game_id: str) -> None:
        raise StoreUnavailable("its node is away")

    monkeypatch.setattr(jobs, "play_turns", cut_off)
    ask(redis, 2)
    listening(TURNS, redis).work(burst=True, logging_level="CRITICAL")
    assert Messages.length(redis, TURNS) == 1
    assert not Messages.workers(redis, TURNS)
    assert not Worker.stopping


def test_a_worker_that_stands_still_is_forgotten_in_time(redis: Redis) -> None:
    one = born(redis)
    one.heartbeat()
    assert 75 <= redis.ttl(one.key) <= 80
    one.heartbeat(1000)
    assert 995 <= redis.ttl(one.key) <= 1000, "in a job for as long as that may last"
    redis.delete(one.key)
    assert Messages.workers(redis, TURNS) == []


def test_a_worker_that_was_forgotten_is_known_again(redis: Redis) -> None:
    """RQ registers a worker only when it starts, even if its Redis has lost everything."""
    one = born(redis)
    redis.flushdb()
    one.heartbeat()
    assert Messages.workers(redis, TURNS) == [True]
    assert redis.ttl(one.key) > 0
