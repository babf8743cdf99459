"""A worker's process: `python -m workers.worker [--queue turns|decisions|webhooks]`."""

from __future__ import annotations

if __name__ == "__main__":
    # First of all: the imports take their time.
    from service.config import shutdown

    shutdown.at_once()

import argparse
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

_NICENESS = 10
"""How far decisions stand behind everything else on this machine: about a tenth of a turn's share."""
_PAUSE_SECONDS = 1.0
_UNABLE_SECONDS = 5.0
"""Before a worker that cannot work tries again to prove that it can."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the queue asks for, until SIGTERM or SIGINT: then end soon, if need be with the job at hand given back.

    The job runs in this process: a fork for every job would cost more than most turns do. A process listens to one
    queue only, for with several RQ loses the job of a worker that dies while it takes it.
    """
    parser = argparse.ArgumentParser(prog="workers.worker", description="Plays AI turns, decides, or sends notices.")
    parser.add_argument("--queue", choices=list(JOBS), default=TURNS, help="what to do (default: %(default)s)")
    queue = parser.parse_args(arguments).queue
    settings = start(f"worker of {queue}")
    if queue == DECISIONS:
        os.nice(_NICENESS)
        jobs.decider()
    elif queue == WEBHOOKS:
        jobs.deliverer()
    else:
        jobs.player()

    @cache
    def show_life() -> None:
        if settings.metrics_port:
            health.serve(settings.host, settings.metrics_port, Worker.pulse)

    with suppress(StopRequested):
        work(queue, connect_worker(queue_url(settings)), show_life)


def work(queue: str, redis: Redis, on_proven: Callable[[], None] = lambda: None) -> None:
    """Work until told to stop. RQ gives up when Redis is away for long, or in the middle of a job: then wait for it.

    Before each time the process proves that it can work, and says so: one that cannot takes nothing away from the
    others. May raise `StopRequested`, if it is told to stop while it does nothing.
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
                log.error("cannot work: takes nothing before it has proven that it can")
                pause = _UNABLE_SECONDS
        except RedisError:
            # The log has it already (`service.store.redis.outages`).
            pass
        if not Worker.stopping:
            time.sleep(pause)


if __name__ == "__main__":
    main()
