"""A worker is told to stop while it takes a message: another worker immediately does the work."""

from __future__ import annotations

import pytest

from service.backend import open_decisions
from service.config.settings import load_settings
from service.games import Games, Seat
from tests.service.conftest import RedisServer
from tests.service.hooked import made
from tests.service.receiver import Receiver
from tests.stack.conftest import Start
from tests.stack.test_decisions import ask
from tests.stack.test_webhooks import letting
from tools.testbed.processes import eventually

LEASE_SECONDS = 300
"""Longer than any test waits, so work done before did not wait for it."""
SECONDS = 60
GREEDY = Seat("ai", None, "greedy")
HUMAN = Seat("human")

# A worker like any other, but SIGTERM comes at one moment: when Redis has given it the message and it has not read the
# answer, when it has read it, or when the job is about to start.
WORKER = """
import os, signal, sys, time
from redis import Redis
import workers.worker
from workers.rq_worker import Worker

queue, moment = sys.argv[1:]
parse, prepare = Redis.parse_response, Worker.prepare_execution

def stop():
    print(f"told to stop: {moment}", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0)

def parse_response(self, connection, command, **options):
    if command != "BLMOVE" or moment == "begun":
        return parse(self, connection, command, **options)
    if moment == "given":
        with Redis.from_url(os.environ["HAMLET_REDIS_URL"]) as other:
            while not other.llen(f"rq:queue:{queue}:intermediate"):
                time.sleep(0.01)
        stop()
    answer = parse(self, connection, command, **options)
    if moment == "read":
        stop()
    return answer

def prepare_execution(self, job):
    if moment == "begun" and job.origin == queue:
        stop()
    return prepare(self, job)

Redis.parse_response, Worker.prepare_execution = parse_response, prepare_execution
workers.worker.main(["--queue", queue])
"""


@pytest.fixture
def environ(redis_server: RedisServer, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {**letting(receiver), "HAMLET_REDIS_URL": redis_server.url, "HAMLET_LEASE": str(LEASE_SECONDS)}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


def stop_one_and_start_another(start: Start, queue: str, moment: str) -> None:
    assert start("-c", WORKER, queue, moment).wait(SECONDS) == 0
    start("-m", "workers.dispatcher")
    start("-m", "workers.worker", "--queue", queue)


@pytest.mark.parametrize("moment", ["given", "read", "begun"])
def test_a_turn_is_played_at_once(games: Games, start: Start, moment: str) -> None:
    game_id = games.create_game("villagers", [GREEDY, GREEDY]).game_id
    stop_one_and_start_another(start, "turns", moment)
    eventually(lambda: games.queries.load_game(game_id).status == "finished", "the end of the game", SECONDS)


def test_a_decision_is_made_at_once(games: Games, start: Start) -> None:
    decisions = open_decisions(load_settings(), games)
    decision_id = ask(decisions)
    stop_one_and_start_another(start, "decisions", "read")
    eventually(lambda: decisions.wait(decision_id, 1)["status"] == "done", "the decision", SECONDS)


def test_a_notice_is_sent_at_once(games: Games, receiver: Receiver, start: Start) -> None:
    made(games, receiver, "villagers", (HUMAN, HUMAN))
    stop_one_and_start_another(start, "webhooks", "read")
    eventually(lambda: receiver.got, "the notice", SECONDS)
