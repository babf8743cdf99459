"""A worker's process: `python -m workers.worker`."""

from __future__ import annotations

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service import logs
from service.backend import redis_url
from service.settings import load_settings
from service.turns import QUEUE
from workers.jobs import player

_UPKEEP_SECONDS = 60


def main() -> None:
    """Play turns until SIGTERM or SIGINT: then finish the job at hand and end.

    The job runs in this process: a fork for every job would cost more than most turns do. A process listens to one
    queue only, for with several RQ loses the job of a worker that dies while it takes it.
    """
    settings = load_settings()
    logs.configure(settings.log_level)
    player()
    # A connection of its own: RQ sets timeouts on it, and it has to outlive a restart of Redis, even in mid-job. Not
    # for longer: a worker that is told to stop while Redis is away would try just as long to take its leave.
    redis = Redis.from_url(redis_url(settings), retry=Retry(ExponentialWithJitterBackoff(base=0.1, cap=2), 10))
    worker = SimpleWorker(
        [Queue(QUEUE, connection=redis, serializer=JSONSerializer)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=_UPKEEP_SECONDS,
        maintenance_interval=_UPKEEP_SECONDS,
        log_job_description=False,
    )
    worker.work(logging_level="WARNING")


if __name__ == "__main__":
    main()
