"""Figures for Prometheus, counted over all web processes of the host.

With `PROMETHEUS_MULTIPROC_DIR` set, prometheus_client keeps them in files of that folder, one set per process.
"""

from __future__ import annotations

import os

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = CONTENT_TYPE_LATEST

REQUESTS = Counter("hamlet_http_requests", "HTTP requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "hamlet_http_request_seconds",
    "Time to answer, long-polls included.",
    ["method", "route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 40),
)


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request; `route` is the rule, so that ids make no new series."""
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(method, route).observe(seconds)


def exposition() -> bytes:
    """All figures in Prometheus' text format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)
