"""A worker's process: `python -m workers.worker [--queue turns|decisions|webhooks]`."""

from __future__ import annotations

if __name__ == "__main__":
    # Called first, because the imports are slow.
    from service.config import packages, shutdown

    shutdown.exit_immediately_on_signal()
    packages.admit_packages()

import argparse
import gc
import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache

from redis import Redis, RedisError
from rq.exceptions import StopRequested

from service.backend import queue_url
from service.store.outbox.rq_client import DECISIONS, JOBS, TURNS, WEBHOOKS
from service.store.redis.client import connect_worker
from workers import health, jobs
from workers.bootstrap import start
from workers.rq_worker import MAX_REST_SECONDS, Worker, listening
from workers.self_test import proven

log = logging.getLogger(__name__)

NICENESS = 10
"""The niceness of workers for decisions. They get about a tenth of the CPU share of workers for turns."""
_PAUSE_SECONDS = 1.0
_UNABLE_SECONDS = 5.0
"""The pause before a worker repeats a self-test that has failed."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Process a queue until SIGTERM or SIGINT. Then end soon, and return an unfinished job to the queue.

    Jobs run in this process, because a fork would cost more than most turns. A process serves only one queue. With
    several, RQ would lose a job if the worker died while taking it.
    """
    parser = argparse.ArgumentParser(prog="workers.worker", description="Plays AI turns, decides, or sends notices.")
    parser.add_argument("--queue", choices=list(JOBS), default=TURNS, help="what to do (default: %(default)s)")
    queue = parser.parse_args(arguments).queue
    settings = start(f"worker of {queue}")
    if queue == DECISIONS:
        os.nice(NICENESS)
        jobs.decider()
    elif queue == WEBHOOKS:
        jobs.host_lanes()
    else:
        jobs.player()
    # Objects that exist now live as long as the process, so the collector skips them. A search makes it run often.
    gc.freeze()

    @cache
    def show_life() -> None:
        if settings.metrics_port:
            health.serve(settings.host, settings.metrics_port, Worker.pulse)

    with suppress(StopRequested):
        work(queue, connect_worker(queue_url(settings)), show_life)


def work(queue: str, redis: Redis, on_proven: Callable[[], None] = lambda: None) -> None:
    """Work until a stop is requested. RQ gives up during a long outage of Redis, or if an outage begins in the middle
    of a job. This function then starts RQ again.

    Before each start the process does its self-test, so that a broken worker takes no jobs from the others. May raise
    `StopRequested` while idle.
    """
    while not Worker.stopping:
        pause = _PAUSE_SECONDS
        Worker.pulse.beat(MAX_REST_SECONDS)
        try:
            if proven(queue, redis):
                on_proven()
                listening(queue, redis).work(logging_level="WARNING")
                pause = 0.0
            elif not Worker.stopping:
                log.error("the self-test failed: no jobs are taken until it passes")
                pause = _UNABLE_SECONDS
        except RedisError:
            # Logged elsewhere (`service.store.redis.outages`).
            pass
        if not Worker.stopping:
            time.sleep(pause)


if __name__ == "__main__":
    main()
