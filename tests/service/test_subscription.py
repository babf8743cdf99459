"""The subscription behind the waits, when Redis goes away."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from service.games.core.change_feed import Changes
from service.store import connect
from tests.service.conftest import RedisServer
from tools.testbed.processes import eventually


def test_the_loss_of_redis_and_its_return_are_logged_once(
    own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO")
    subscriptions: list[Any] = []
    pubsub = Redis.pubsub
    monkeypatch.setattr(Redis, "pubsub", lambda redis: subscriptions.append(redis) or pubsub(redis))
    changes = Changes(connect(own_redis_server.url, retries=0), buckets=4)
    with changes.watch("a-game", seconds=60) as watch:
        assert watch.changed(), "nobody listens"
    for outage in (1, 2):
        own_redis_server.kill()
        before = len(subscriptions)
        eventually(lambda before=before: len(subscriptions) > before + 2, "attempts to listen again")
        own_redis_server.start()
        eventually(lambda outage=outage: len(caplog.records) >= 2 * outage, "the return")
        assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"] * outage
    changes.release_waiters(timeout=10)
