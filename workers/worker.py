"""A worker's process: `python -m workers.worker [--queue turns|decisions|webhooks]`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service import logs
from service.backend import redis_url
from service.messages import DECISIONS, JOBS, TURNS, WEBHOOKS
from service.settings import load_settings
from service.store.client import connect_worker
from workers import jobs

_UPKEEP_SECONDS = 60
_NICENESS = 10
"""How far decisions stand behind everything else on this machine: about a tenth of a turn's share."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the queue asks for, until SIGTERM or SIGINT: then finish the job at hand and end.

    The job runs in this process: a fork for every job would cost more than most turns do. A process listens to one
    queue only, for with several RQ loses the job of a worker that dies while it takes it.
    """
    parser = argparse.ArgumentParser(prog="workers.worker", description="Plays AI turns, decides, or sends notices.")
    parser.add_argument("--queue", choices=list(JOBS), default=TURNS, help="what to do (default: %(default)s)")
    queue = parser.parse_args(arguments).queue
    settings = load_settings()
    logs.configure(settings.log_level)
    if queue == DECISIONS:
        os.nice(_NICENESS)
        jobs.decider()
    elif queue == WEBHOOKS:
        jobs.deliverer()
    else:
        jobs.player()
    redis = connect_worker(redis_url(settings))
    worker = SimpleWorker(
        [Queue(queue, connection=redis, serializer=JSONSerializer)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=_UPKEEP_SECONDS,
        maintenance_interval=_UPKEEP_SECONDS,
        log_job_description=False,
    )
    worker.work(logging_level="WARNING")


if __name__ == "__main__":
    main()
