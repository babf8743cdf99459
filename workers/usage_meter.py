"""Measures the processor time of jobs, for the metrics and for the usage of API keys."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from service.config import metrics
from service.store.lists.key_registry import KeyStore
from service.store.redis.client import Client
from service.store.redis.store_errors import StoreUnavailable

log = logging.getLogger(__name__)


@dataclass(slots=True)
class JobUsage:
    """The API key to which a job's time is charged. `owner`: the key's name, once known."""

    owner: str | None = None


class UsageMeter:
    """Measures the jobs of a queue. `queue`: the queue's label in the metrics."""

    def __init__(self, redis: Client, queue: str) -> None:
        self._store = KeyStore(redis)
        self._queue = queue

    @contextmanager
    def job(self) -> Iterator[JobUsage]:
        """Measure the job inside the block, whether it succeeds or fails.

        If the store cannot be written, only the metrics count the job.
        """
        usage, began = JobUsage(), time.process_time()
        try:
            yield usage
        finally:
            seconds = time.process_time() - began
            metrics.PROCESSOR_SECONDS.labels(self._queue).inc(seconds)
            if usage.owner is not None:
                try:
                    self._store.count_use(usage.owner, microseconds=round(1_000_000 * seconds))
                except StoreUnavailable as failure:
                    log.warning("processor time was not counted: %s", failure)
