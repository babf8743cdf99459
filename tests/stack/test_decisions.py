"""Decisions with real processes: a worker that is killed while its bot thinks, and the stack as in production."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.backend import open_decisions, open_games
from service.config.settings import load_settings
from service.games.ai.decision_requests import Decisions
from service.store.outbox.decision_queue import Caller, DecisionRequest, Question
from service.store.redis import keys
from tests.service.conftest import RedisServer
from tests.stack.conftest import Start
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

LEASE_SECONDS = 2
VILLAGERS = RULESETS["villagers"]

# A worker like any other, but its bot never finishes its thought, or its second one. "awake" checks for a stop.
THINKER = """
import sys, time
from pathlib import Path
from engine.bots import Greedy
import workers.worker

def think(self, ruleset, view, rng, session):
    if sys.argv[2] == "second" and not Path(sys.argv[1] + "1").exists():
        Path(sys.argv[1] + "1").touch()
        return decide(self, ruleset, view, rng, session)
    Path(sys.argv[1]).touch()
    while sys.argv[2] == "second" or sys.argv[2] == "sunk" or not session.stop():
        time.sleep(0.01)

decide, Greedy.decide = Greedy.decide, think
workers.worker.main(["--queue", "decisions"])
"""


@pytest.fixture
def environ(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setenv("HAMLET_LEASE", str(LEASE_SECONDS))


@pytest.fixture
def redis(redis_server: RedisServer) -> Iterator[Redis]:
    with Redis.from_url(redis_server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def decisions(environ: None, redis: Redis) -> Iterator[Decisions]:
    games = open_games(load_settings())
    yield open_decisions(load_settings(), games)
    games.queries.changes.release_waiters()


def question() -> tuple[Doc, int]:
    """Return the view of the seat that a new game waits for, and that seat."""
    state = VILLAGERS.setup(VILLAGERS.read_options({}, 2), 2, b"a seed")
    seat = VILLAGERS.to_act(state)[0]
    return VILLAGERS.write_view(VILLAGERS.view(state, seat)), seat


def ask(decisions: Decisions) -> str:
    return decisions.request_decision("villagers", *question(), "greedy", Caller("someone")).decision_id


def test_a_decision_whose_worker_was_killed_is_made_by_another(
    decisions: Decisions, start: Start, tmp_path: Path
) -> None:
    thinking = tmp_path / "thinking"
    # A message may be void before a worker has started.
    start("-m", "workers.dispatcher")
    thinker = start("-c", THINKER, str(thinking), "sunk")
    decision_id = ask(decisions)
    eventually(thinking.exists, "the middle of the thought")
    thinker.kill()
    thinker.wait()
    assert decisions.wait(decision_id, 0)["status"] in ("running", "queued")

    start("-m", "workers.worker", "--queue", "decisions")
    eventually(lambda: decisions.wait(decision_id, 1)["status"] == "done", "the decision")
    done = decisions.wait(decision_id, 0)
    view, seat = question()
    legal = [VILLAGERS.write_move(move) for move in VILLAGERS.view_moves(VILLAGERS.read_view(view, seat))]
    assert done["move"] in legal


def test_a_batch_whose_worker_was_killed_is_made_by_another(
    decisions: Decisions, redis: Redis, start: Start, tmp_path: Path
) -> None:
    thinking = tmp_path / "thinking"
    start("-m", "workers.dispatcher")
    thinker = start("-c", THINKER, str(thinking), "second")
    view, seat = question()
    questions = [Question(DecisionRequest("villagers", seat, "greedy"), view)] * 3
    batch = decisions.store.add_batch(questions, 0, Caller("many someone"))
    assert decisions.on_asked
    decisions.on_asked(batch)
    eventually(thinking.exists, "the middle of the second thought")
    thinker.kill()
    thinker.wait()
    assert {record.status for record in decisions.store.read_batch(batch)} <= {"running", "queued"}

    start("-m", "workers.worker", "--queue", "decisions")
    eventually(lambda: decisions.store.read_batch(batch)[-1].ended, "the batch")
    moves = [(record.result or {}).get("move") for record in decisions.store.read_batch(batch)]
    assert moves[0] is not None
    assert moves == [moves[0]] * 3
    assert redis.zcard(keys.DECISIONS_DUE) == 0


@pytest.mark.long
def test_a_long_thought_is_not_taken_away(
    decisions: Decisions, redis: Redis, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot thinks longer than the lease; no other worker gets the decision until its worker is killed."""

    def due() -> float:
        return redis.zscore(keys.DECISIONS_DUE, decision_id) or 0

    monkeypatch.setenv("HAMLET_LEASE", str(2 * LEASE_SECONDS))
    start("-m", "workers.dispatcher")
    first, second = tmp_path / "first", tmp_path / "second"
    thinker = start("-c", THINKER, str(first), "awake")
    decision_id = ask(decisions)
    eventually(first.exists, "the first thought")
    start("-c", THINKER, str(second), "awake")
    began = due()
    eventually(lambda: due() - began > 2000 * LEASE_SECONDS, "a thought longer than the lease")
    assert not second.exists()
    thinker.kill()
    eventually(second.exists, "the second thought")


def test_the_stack_gives_hints(stack: Stack) -> None:
    """Over HTTP from request to move, also just after the decision worker was killed, behind all other decisions."""
    table = Table(stack, "a hint", HUMAN, AI)
    table.play(until=lambda: 0 in table.game["to_act"])
    for _ in range(2):
        status, hint = stack.call("POST", f"{table.path}/hint", {"level": "greedy"}, table.token)
        assert status == 202, hint
        path = f"/v1/decisions/{hint['id']}?wait=10"
        eventually(lambda path=path: stack.call("GET", path)[1]["status"] == "done", "the hint")
        move = stack.call("GET", path)[1]["move"]
        _, legal = stack.call("GET", f"{table.path}/moves", token=table.token)
        assert move in [one["move"] for one in legal["moves"]]
        stack.kill("decision worker 1")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    (worker,) = stack.pids("decision worker 1")[-1:]
    eventually(lambda: os.getpriority(os.PRIO_PROCESS, worker) > own, "its place behind the others")
    assert all(os.getpriority(os.PRIO_PROCESS, stack.pids(f"worker {number}")[-1]) == own for number in (1, 2))
    table.play()
    table.prove()
