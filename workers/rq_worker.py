"""Our RQ worker. It replaces only classes and methods that RQ allows to be replaced."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, ClassVar

import structlog
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError
from rq import Queue, SimpleWorker, worker_registration
from rq.exceptions import DequeueTimeout, StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from service.config import shutdown
from service.store.redis.store_errors import StoreUnavailable
from workers.health import Pulse

UPKEEP_SECONDS = 60
_READ_SECONDS = 5
"""The length of one read of the queue, in seconds. RQ allows 10 more seconds for the reply; then the worker reads
again.
"""
_TTL_SECONDS = _READ_SECONDS + 15
"""The seconds without a heartbeat after which a worker expires. RQ makes each read 15 seconds shorter than this."""
_LOOK_SECONDS: Any = 0.25
"""The longest delay of a stop request while the queue is empty, in seconds."""
MAX_REST_SECONDS = 3 * UPKEEP_SECONDS
"""The longest time between two heartbeats of an idle worker. It is long enough for an outage, when RQ waits up to a
minute.
"""


def _not_of_redis(record: logging.LogRecord) -> bool:
    """Return whether to log a record of RQ. Lost connections are logged elsewhere (`service.store.redis.outages`)."""
    return not isinstance(sys.exc_info()[1], ConnectionLost | TimeoutError)


logging.getLogger("rq.worker").addFilter(_not_of_redis)


class LoggedJob(Job):
    """A job whose log lines have the id of the request that caused it."""

    def perform(self) -> Any:
        """Do the job. If the store was unreachable, end the worker after the job.

        The process then repeats its self-test and starts a new worker.
        """
        Worker.holding = False
        structlog.contextvars.clear_contextvars()
        if (request := self.meta.get("request_id")) is not None:
            structlog.contextvars.bind_contextvars(request_id=request)
        try:
            return super().perform()
        except StoreUnavailable:
            Worker.doubtful = True
            raise


class DurableQueue(Queue):
    """A queue whose messages do not expire once a worker has taken them, and survive if that worker stops."""

    job_class = LoggedJob

    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> Any:
        """Do RQ's `lmove` in short reads.

        During a read, the worker does not know whether Redis has already delivered a message. So it must not stop
        during a read, nor between taking a message and starting its job.
        """
        end, look = time.monotonic() + (timeout or 0), timeout and _LOOK_SECONDS
        while True:
            taken = None
            Worker.holding = True
            try:
                taken = super().lmove(connection, queue_key, look)
            except DequeueTimeout:
                if time.monotonic() >= end:
                    raise
            finally:
                if taken is None:
                    Worker.release()
            if taken is not None or timeout is None:
                return taken

    @classmethod
    def dequeue_any(cls, *args: Any, **kwargs: Any) -> Any:
        """Take a message as RQ does, and immediately make it persistent.

        RQ does so later. If the message expired in between, its job would fail.
        """
        taken = super().dequeue_any(*args, **kwargs)
        if taken is not None:
            job: Job = taken[0]
            job.connection.persist(job.key)
        return taken


class Worker(SimpleWorker):
    """A worker that runs jobs in its own process and reports that it is alive. At most one per process."""

    job_class = LoggedJob
    queue_class = DurableQueue
    max_connection_wait_time = 5.0

    pulse: ClassVar[Pulse] = Pulse()
    doubtful: ClassVar[bool] = False
    """Whether the worker must end and repeat its self-test. RQ's heartbeats do not show this, because RQ may use
    another Redis than the games do.
    """
    stopping: ClassVar[bool] = False
    holding: ClassVar[bool] = False
    """Whether a message is being taken or its job is about to start. During this time, a stop request is only
    recorded.
    """

    @classmethod
    def release(cls) -> None:
        """Record that no message was taken. Raises `StopRequested` if a stop was requested meanwhile."""
        Worker.holding = False
        if Worker.stopping:
            raise StopRequested

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Send RQ's heartbeat, which also drives our pulse. RQ calls this with a timeout only during a job.

        RQ forgets a worker that was away for a while, or whose Redis has lost its data. So each heartbeat registers the
        worker again.
        """
        Worker.pulse.beat(timeout or MAX_REST_SECONDS)
        if Worker.doubtful or (Worker.stopping and not Worker.holding):
            Worker.doubtful = False
            raise StopRequested
        if pipeline is not None:
            super().heartbeat(timeout, pipeline)
            return
        with self.connection.pipeline() as own:
            super().heartbeat(timeout, own)
            worker_registration.register(self, own)
            own.execute()

    def subscribe(self) -> None:
        """Do nothing: we send no commands. This saves a connection, and a thread that would delay the stop."""

    def set_shutdown_requested_date(self) -> None:
        """Do nothing: nobody reads the date. RQ calls this in a signal handler, which must not wait or fail."""

    def request_stop(self, *args: Any, **kwargs: Any) -> None:
        """Request a stop. RQ would stop an idle worker immediately, and lose a message that it has just taken."""
        if Worker.holding:
            self.handle_warm_shutdown_request()
        else:
            super().request_stop(*args, **kwargs)  # type: ignore[no-untyped-call]

    def handle_warm_shutdown_request(self) -> None:
        """Stop after this job. If the job takes too long, `exit_within_grace` ends it."""
        Worker.stopping = True
        shutdown.exit_within_grace()


def listening(queue: str, redis: Redis) -> Worker:
    """Return a worker for this queue. Raises `RedisError`."""
    return Worker(
        [DurableQueue(queue, connection=redis, serializer=JSONSerializer)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=_TTL_SECONDS,
        maintenance_interval=UPKEEP_SECONDS,
        log_job_description=False,
    )
