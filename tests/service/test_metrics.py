"""Metrics for Prometheus: what is counted, and what is read from Redis."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from service.config import logs
from service.games import Games, Seat
from service.http.metrics_port import Stored
from service.store import DueTurns, Store, connect
from service.store.outbox.rq_client import DECISIONS, JOBS, TURNS, Messages
from service.store.redis import keys
from service.tools.cli import main
from tests.service.api import Table, exposed
from tests.service.bots import PACE, Plain
from tests.service.conftest import RedisServer
from tests.service.nim import HUMANS, WITH_OPEN, created, finished
from tests.service.outbox import lease
from tests.service.test_store import OPEN, born, change, claim
from workers import health, jobs
from workers.health import Pulse
from workers.player import Player
from workers.rq_worker import Worker, listening

AI = Seat("ai", None, "easy")
Figures = dict[str, float]


def figures(stored: Stored) -> Figures:
    """Return every figure, with its label if it has one."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for metric in stored.collect()
        for sample in metric.samples
    }


# --- what is in Redis ----------------------------------------------------------------------------


def test_what_is_in_redis(games: Games, store: Store, redis: Redis) -> None:
    created(games, HUMANS)
    created(games, WITH_OPEN)
    created(games, WITH_OPEN)
    finished(games, HUMANS)
    due = [games.create_game("nim", (AI, HUMANS[0])).game_id for _ in range(3)]
    DueTurns(store).retry_turn(due[0], 1000)
    DueTurns(store).park(due[1], "no use")
    for queue, times in ((TURNS, 2), (DECISIONS, 1)):
        for _ in range(times):
            Messages(redis, queue, 30, 10).enqueue("an-id")
    assert figures(Stored(store, store.redis)) == {
        "hamlet_redis_up": 1,
        "hamlet_games waiting": 2,
        "hamlet_games active": 4,
        "hamlet_games finished": 1,
        "hamlet_due_turns": 1,
        "hamlet_parked_jobs": 1,
        **{f"hamlet_queue_depth {queue}": {TURNS: 2, DECISIONS: 1}.get(queue, 0) for queue in JOBS},
    }


def test_a_game_is_counted_once_through_its_life(store: Store) -> None:
    def counts() -> tuple[int, ...]:
        return tuple(store.counts().values())

    game_id = born(store, OPEN)
    assert counts() == (1, 0, 0)
    store.fill_seat(claim(game_id, 1, 2))
    assert counts() == (1, 0, 0)
    store.fill_seat(claim(game_id, 2, 1))
    assert counts() == (0, 1, 0)
    store.commit(change(game_id))
    assert counts() == (0, 1, 0)
    store.commit(change(game_id, version=1, finished=True))
    assert counts() == (0, 0, 1)


def test_what_has_expired_is_not_counted_and_not_kept(redis: Redis) -> None:
    store = Store(redis, buckets=1)
    born(store)
    for status in keys.STATUSES:
        redis.zadd(keys.counted_games(0, status), {"an old game": redis.time()[0] * 1000 - 1})
    assert store.counts() == {"waiting": 0, "active": 1, "finished": 0}
    born(store)
    assert [redis.zcard(keys.counted_games(0, status)) for status in keys.STATUSES] == [0, 2, 0], (
        "its bucket is cleared"
    )


def test_a_parked_game_that_has_expired_is_not_counted(games: Games, redis: Redis) -> None:
    """Otherwise an operator would look for it in vain."""
    store = Store(redis, buckets=4, idle_ttl=100)
    due, game_id = DueTurns(store), games.create_game("nim", (AI, HUMANS[0])).game_id
    parked = keys.parked(keys.bucket_of(game_id))
    assert due.park(game_id, "no use")
    redis.zincrby(parked, -99_000, game_id)
    assert due.counts()[1] == 1
    redis.zincrby(parked, -2_000, game_id)
    redis.delete(keys.game(game_id, "head"))
    assert due.counts()[1] == 0


def test_without_redis_no_figures_but_one(own_redis_server: RedisServer) -> None:
    redis = connect(own_redis_server.url, retries=0)
    stored = Stored(Store(redis, buckets=4), redis)
    own_redis_server.kill()
    assert figures(stored) == {"hamlet_redis_up": 0}
    own_redis_server.start()
    assert figures(stored)["hamlet_redis_up"] == 1


def test_they_are_exposed(app: Flask, client: FlaskClient) -> None:
    Table(client)
    shown = {metric.name: metric for metric in text_string_to_metric_families(exposed(app))}
    assert {"hamlet_games", "hamlet_queue_depth", "hamlet_due_turns", "hamlet_parked_jobs"} <= set(shown)
    assert {"hamlet_http_requests", "hamlet_move_seconds", "hamlet_ai_stand_ins", "hamlet_redis_errors"} <= set(shown)


# --- what is counted -----------------------------------------------------------------------------


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def test_moves_that_are_made_are_measured(client: FlaskClient) -> None:
    table = Table(client)
    before = counted("hamlet_move_seconds_count", ruleset="villagers")
    table.step()
    assert table.post(table.waiting(), {"move": {"type": "draft_reserve"}}).status_code == 409
    assert counted("hamlet_move_seconds_count", ruleset="villagers") == before + 1


def test_turns_are_measured(games: Games, redis: Redis) -> None:
    game_id = games.create_game("nim", (AI, HUMANS[0])).game_id
    redis.hincrby(keys.game(game_id, "head"), "at", -7000)
    lag = counted("hamlet_ai_turn_lag_seconds_sum")
    thought = counted("hamlet_ai_thinking_seconds_count", level="easy")
    Player(games, {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE).play_due_turns(game_id)
    assert counted("hamlet_ai_turn_lag_seconds_sum") - lag >= 7
    assert counted("hamlet_ai_thinking_seconds_count", level="easy") == thought + 1


def test_errors_of_redis_are_counted(own_redis_server: RedisServer) -> None:
    store = Store(connect(own_redis_server.url, retries=0))
    own_redis_server.kill()
    before = counted("hamlet_redis_errors_total", kind="ConnectionError")
    with pytest.raises(Exception, match="not available"):
        store.head(store.new_id())
    assert counted("hamlet_redis_errors_total", kind="ConnectionError") == before + 1


# --- files ---------------------------------------------------------------------------------------

COUNT = """
import sys
from service.config import metrics
from tests.service.outbox import lease
metrics.STAND_INS.labels("easy", "nim").inc(int(sys.argv[1]))
metrics.THINKING_SECONDS.labels("easy").observe(1)
"""
SHOW = "import sys; from service.config import metrics; sys.stdout.buffer.write(metrics.exposition())"


def run(folder: Path, code: str, *args: str) -> str:
    environ = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout


def test_what_the_dead_have_counted_stays(tmp_path: Path) -> None:
    for number in (1, 20, 300):
        run(tmp_path, COUNT, str(number))
    shown = run(tmp_path, SHOW)
    assert 'hamlet_ai_stand_ins_total{level="easy",ruleset="nim"} 321.0' in shown
    assert 'hamlet_ai_thinking_seconds_count{level="easy"} 3.0' in shown


# --- signs of life -------------------------------------------------------------------------------


@pytest.fixture
def pulse() -> Pulse:
    return Pulse()


@pytest.fixture
def server(pulse: Pulse) -> Iterator[ThreadingHTTPServer]:
    server = health.serve("127.0.0.1", 0, pulse)
    yield server
    server.shutdown()
    server.server_close()


def asked(server: ThreadingHTTPServer, path: str) -> tuple[int, str]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{server.server_port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode()


class Felt(Pulse):
    """Reports the last heartbeat."""

    seconds = 0.0

    def beat(self, seconds: float) -> None:
        self.seconds = seconds


def test_a_worker_is_alive_for_as_long_as_its_job_may_last(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """RQ sends one more heartbeat when the job starts."""
    pulse, within = Felt(), list[float]()
    monkeypatch.setattr(Worker, "pulse", pulse)
    monkeypatch.setattr(jobs, "play_turns", lambda game_id: within.append(pulse.seconds))
    Messages(redis, TURNS, 15, 1000).enqueue("an-id")
    listening(TURNS, redis).work(burst=True, logging_level="WARNING")
    assert len(within) == 1
    assert within[0] > 15 + 4 * 1000
    assert pulse.seconds < 1000, "and afterwards no longer"


def test_a_port_in_use_is_named(server: ThreadingHTTPServer) -> None:
    with pytest.raises(SystemExit, match="HAMLET_METRICS_PORT"):
        health.serve("127.0.0.1", server.server_port, Pulse())


def test_a_process_tells_whether_its_loop_goes_on(server: ThreadingHTTPServer, pulse: Pulse) -> None:
    assert asked(server, "/livez")[0] == 200, "it has not begun"
    pulse.beat(60)
    assert asked(server, "/livez")[0] == 200
    pulse.beat(-1)
    assert asked(server, "/livez")[0] == 503
    assert asked(server, "/secrets")[0] == 404
    status, text = asked(server, "/metrics")
    assert status == 200
    assert "# TYPE hamlet_ai_thinking_seconds histogram" in text


# --- the command line ----------------------------------------------------------------------------


def test_parked_games_are_listed_and_tried_again(
    games: Games, redis_server: RedisServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    game_id = games.create_game("nim", (AI, HUMANS[0])).game_id
    DueTurns(store).park(game_id, "KeyError")
    listed = CliRunner().invoke(main, ["parked"])
    assert (listed.exit_code, listed.output.split()[::2]) == (0, [game_id, "KeyError"])
    assert CliRunner().invoke(main, ["parked", "retry", game_id]).exit_code == 0
    assert lease(DueTurns(store), 0) == [game_id]
    again = CliRunner().invoke(main, ["parked", "retry", game_id])
    assert (again.exit_code, game_id in again.output) == (1, True)
    assert CliRunner().invoke(main, ["parked"]).output == ""
    assert CliRunner().invoke(main, ["parked", "retry", "nonsense"]).exit_code == 1


def test_nothing_is_parked_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HAMLET_REDIS_URL", raising=False)
    refused = CliRunner().invoke(main, ["parked"])
    assert refused.exit_code == 1
    assert "HAMLET_REDIS_URL" in refused.output


# --- logs ----------------------------------------------------------------------------------------


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield root
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.parametrize("form", ["json", "text"])
def test_logs_for_machines_and_for_people(root: logging.Logger, capsys: pytest.CaptureFixture[str], form: str) -> None:
    logs.configure("INFO", form=form)
    logging.getLogger("workers.player").warning("another bot stood in", extra={"level": "easy"})
    line = capsys.readouterr().err.strip()
    if form == "json":
        assert json.loads(line)["event"] == "another bot stood in"
    else:
        assert not line.startswith("{")
        assert "another bot stood in" in line
