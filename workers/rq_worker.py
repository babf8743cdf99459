"""RQ's worker as ours: by the classes and methods that RQ offers to be replaced, called with whatever RQ gives them."""

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

from service.config import shutdown as stopping
from service.store.redis.store_errors import StoreUnavailable
from workers.health import Pulse

UPKEEP_SECONDS = 60
_READ_SECONDS = 5
"""For one read of the queue; RQ adds 10 seconds for the answer. A worker that hears nothing for longer looks anew."""
_TTL_SECONDS = _READ_SECONDS + 15
"""RQ looks at the queue 15 seconds before it would forget the worker."""
_LOOK_SECONDS: Any = 0.25
"""So long a request to stop waits for a queue with nothing in it."""
MAX_REST_SECONDS = 3 * UPKEEP_SECONDS
"""Between two looks at the queue, even if Redis is away: RQ waits up to a minute before it tries again."""


def _not_of_redis(record: logging.LogRecord) -> bool:
    """Whether the log has it from RQ alone: that Redis is away it has already, once (`service.store.redis.outages`)."""
    return not isinstance(sys.exc_info()[1], ConnectionLost | TimeoutError)


logging.getLogger("rq.worker").addFilter(_not_of_redis)


class Message(Job):
    """A job, in whose logs the request's id is."""

    def perform(self) -> Any:
        """Do the job. A worker that could not reach the store ends after it, to prove anew that it can."""
        Worker.holding = False
        structlog.contextvars.clear_contextvars()
        if (request := self.meta.get("request_id")) is not None:
            structlog.contextvars.bind_contextvars(request_id=request)
        try:
            return super().perform()
        except StoreUnavailable:
            Worker.doubtful = True
            raise


class Inbox(Queue):
    """A queue whose messages do not become void once they are taken, and are not lost with a worker that stops."""

    job_class = Message

    @classmethod
    def lmove(cls, connection: Redis, queue_key: str, timeout: int | None) -> Any:
        """RQ's, in short looks. During a look nobody knows whether Redis has given us a message: no worker leaves then,
        nor with a message whose job has not begun.
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
        """RQ makes a message that it has taken last too, but late: until then it could expire, and its job fail."""
        taken = super().dequeue_any(*args, **kwargs)
        if taken is not None:
            job: Job = taken[0]
            job.connection.persist(job.key)
        return taken


class Worker(SimpleWorker):
    """A worker that does the jobs in its own process, with a pulse. A process has one at a time."""

    job_class = Message
    queue_class = Inbox
    max_connection_wait_time = 5.0

    pulse: ClassVar[Pulse] = Pulse()
    doubtful: ClassVar[bool] = False
    """The worker ends, to be proven anew: RQ's heartbeats may go to another Redis than that of the games."""
    stopping: ClassVar[bool] = False
    holding: ClassVar[bool] = False
    """A message is being taken, or its job is about to begin: a request to stop is only noted."""

    @classmethod
    def release(cls) -> None:
        """There is no message. Raises `StopRequested` if that was requested meanwhile."""
        Worker.holding = False
        if Worker.stopping:
            raise StopRequested

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """RQ's sign of life is ours too: for a job it comes with a timeout, for an idle worker without.

        RQ forgets a worker for good that was away for a while, or when its Redis has lost its data; here each sign of
        life registers it anew.
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
        """Nobody sends RQ's commands to our workers: a connection and a thread less, for which the end would wait."""

    def set_shutdown_requested_date(self) -> None:
        """Nobody reads it; and a signal handler must not wait for a Redis that is away, nor fail in a job."""

    def request_stop(self, *args: Any, **kwargs: Any) -> None:
        """RQ leaves at once, unless it does a job: a message that it has just taken would be lost."""
        if Worker.holding:
            self.handle_warm_shutdown_request()
        else:
            super().request_stop(*args, **kwargs)  # type: ignore[no-untyped-call]

    def handle_warm_shutdown_request(self) -> None:
        """Told to stop: end after this job, which `stopping` does not let last."""
        Worker.stopping = True
        stopping.in_time()


def listening(queue: str, redis: Redis) -> Worker:
    """A worker for this queue. Raises `RedisError`."""
    return Worker(
        [Inbox(queue, connection=redis, serializer=JSONSerializer)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=_TTL_SECONDS,
        maintenance_interval=UPKEEP_SECONDS,
        log_job_description=False,
    )
