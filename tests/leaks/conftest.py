"""The application with the most verbose log, on the service's Redis fixture."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from flask import Flask
from redis import Redis

from service.config import logs
from service.config.settings import load_settings
from service.games.history import time_travel
from service.http.app import create_app
from tests.leaks.harness import Harness
from tests.leaks.truths import beginning
from tests.service.browsers import PUSH
from tests.service.conftest import UNLIMITED, RedisServer, logged, patience, receiver, redis, redis_server
from tests.service.receiver import LOCAL, Receiver

__all__ = ["logged", "receiver", "redis", "redis_server"]


@pytest.fixture
def app(
    redis_server: RedisServer,
    redis: Redis,
    receiver: Receiver,
    logged: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Flask]:
    """The app without limits, with the most verbose log, which continues games from `truths`."""
    monkeypatch.setattr(time_travel, "beginning", lambda game: beginning(redis, game))
    more = {
        "HAMLET_LOG_LEVEL": "DEBUG",
        "HAMLET_CALLER_DECISIONS": "0",
        "HAMLET_STREAM_HEARTBEAT_SECONDS": "1",
        "HAMLET_WEBHOOK_ALLOW": LOCAL,
        "HAMLET_WEBHOOK_SCHEMES": "http",
        "HAMLET_WEBHOOK_PORTS": str(receiver.port),
        **PUSH,
    }
    with patience():
        made = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, **more}))
    logs.configure("DEBUG", logged)
    yield made
    made.extensions["games"].queries.changes.release_waiters(timeout=10)


@pytest.fixture
def harness(
    app: Flask, redis: Redis, receiver: Receiver, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> Harness:
    """The harness on that app."""
    return Harness(app, redis, receiver, logged, monkeypatch)
