"""Prometheus metrics, added up over all processes that share a folder.

If `PROMETHEUS_MULTIPROC_DIR` names such a folder, prometheus_client keeps the metrics there in files, including the
metrics of processes that have ended. Each label has few possible values. Clients cannot choose them, so no label
contains an id or a name.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    make_wsgi_app,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

CONTENT_TYPE = CONTENT_TYPE_LATEST

REQUESTS = Counter("hamlet_http_requests", "HTTP requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "hamlet_http_request_seconds",
    "Time to answer, long-polls included.",
    ["method", "route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40),
)
MOVE_SECONDS = Histogram(
    "hamlet_move_seconds",
    "Time from a request with moves to its answer, when they were accepted.",
    ["ruleset"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
TURN_LAG_SECONDS = Histogram(
    "hamlet_ai_turn_lag_seconds",
    "Time from when an AI seat may move until a worker asks its bot.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
THINKING_SECONDS = Histogram(
    "hamlet_ai_thinking_seconds",
    "Time that a bot takes for one decision of an AI seat.",
    ["level"],
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 120),
)
PROCESSOR_SECONDS = Counter("hamlet_ai_processor_seconds", "Processor time of the workers' jobs.", ["queue"])
STAND_INS = Counter(
    "hamlet_ai_stand_ins", "Decisions of AI seats made by another bot, because theirs fails.", ["level", "ruleset"]
)
REDIS_ERRORS = Counter("hamlet_redis_errors", "Calls of Redis that failed.", ["kind"])


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Count one request. `route`: the URL rule, not the path, because each id in a path would create a series."""
    counter, histogram = _series(method, route, str(status))
    counter.inc()
    histogram.observe(seconds)


@cache
def _series(method: str, route: str, status: str) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), SECONDS.labels(method, route)


def application(*more: Collector) -> WSGIApplication:
    """Return a WSGI application that serves all metrics, including those of the `more` collectors."""
    return make_wsgi_app(_registry(*more))


def exposition(*more: Collector) -> bytes:
    return bytes(generate_latest(_registry(*more)))


def _registry(*more: Collector) -> CollectorRegistry:
    registry = CollectorRegistry()
    counted = MultiProcessCollector(None) if "PROMETHEUS_MULTIPROC_DIR" in os.environ else REGISTRY
    for collector in (counted, *more):
        registry.register(collector)
    return registry
