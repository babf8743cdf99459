"""A worker's process: `python -m workers.worker [--queue turns|decisions|webhooks]`."""

from __future__ import annotations

if __name__ == "__main__":
    # First of all: the imports take their time.
    from service import stopping

    stopping.at_once()

import argparse
import logging
import os
import time
from collections.abc import Sequence
from typing import Any

import structlog
from redis import Redis, RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from service import stopping
from service.backend import queue_url
from service.messages import DECISIONS, JOBS, TURNS, WEBHOOKS
from service.store.client import connect_worker
from workers import jobs, vitals
from workers.starting import start
from workers.vitals import Pulse

log = logging.getLogger(__name__)

_UPKEEP_SECONDS = 60
_NICENESS = 10
"""How far decisions stand behind everything else on this machine: about a tenth of a turn's share."""
_PAUSE_SECONDS = 1.0
_LONGEST_REST_SECONDS = 3 * _UPKEEP_SECONDS
"""Between two looks at the queue, even if Redis is away: RQ waits up to a minute before it tries again."""


class Worker(SimpleWorker):
    """RQ's worker that does the jobs in its own process, with a pulse, and with the request's id in its logs."""

    pulse = Pulse()
    stopping = False
    max_connection_wait_time = 5.0

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """RQ's own sign of life is ours too: before a job it says how long that may take."""
        self.pulse.beat((timeout or 0) + _LONGEST_REST_SECONDS)
        super().heartbeat(timeout, pipeline)

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job, in whose logs the request's id is."""
        # RQ does so too, but late: a message that becomes void until then would fail although its job is done.
        self.connection.persist(job.key)
        structlog.contextvars.clear_contextvars()
        if (request := job.meta.get("request_id")) is not None:
            structlog.contextvars.bind_contextvars(request_id=request)
        return super().perform_job(job, queue)

    def request_stop(self, signum: Any, frame: Any) -> None:
        """The signal handler: end after this job, which `stopping` does not let last."""
        Worker.stopping = True
        stopping.in_time()
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the queue asks for, until SIGTERM or SIGINT: then end soon, if need be with the job at hand given back.

    The job runs in this process: a fork for every job would cost more than most turns do. A process listens to one
    queue only, for with several RQ loses the job of a worker that dies while it takes it.
    """
    parser = argparse.ArgumentParser(prog="workers.worker", description="Plays AI turns, decides, or sends notices.")
    parser.add_argument("--queue", choices=list(JOBS), default=TURNS, help="what to do (default: %(default)s)")
    queue = parser.parse_args(arguments).queue
    settings = start()
    if queue == DECISIONS:
        os.nice(_NICENESS)
        jobs.decider()
    elif queue == WEBHOOKS:
        jobs.deliverer()
    else:
        jobs.player()
    if settings.metrics_port:
        vitals.serve(settings.host, settings.metrics_port, Worker.pulse)
    work(queue, connect_worker(queue_url(settings)))


def work(queue: str, redis: Redis) -> None:
    """Work until told to stop. RQ gives up when Redis is away for long, or in the middle of a job: then wait for it."""
    while not Worker.stopping:
        try:
            worker = Worker(
                [Queue(queue, connection=redis, serializer=JSONSerializer)],
                connection=redis,
                serializer=JSONSerializer,
                worker_ttl=_UPKEEP_SECONDS,
                maintenance_interval=_UPKEEP_SECONDS,
                log_job_description=False,
            )
            worker.work(logging_level="WARNING")
        except RedisError as failure:
            log.warning("waits for Redis: %s", type(failure).__name__)
        except StopRequested:
            return
        if not Worker.stopping:
            Worker.pulse.beat(_LONGEST_REST_SECONDS)
            _rest()


def _rest() -> None:
    try:
        time.sleep(_PAUSE_SECONDS)
    except (StopRequested, RedisError):
        # The signal handler of the worker that has given up; it has noted what it was asked.
        return


if __name__ == "__main__":
    main()
