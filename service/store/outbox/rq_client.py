"""The queues of messages, through RQ: for AI turns, decisions and notices.

Due work is recorded in the store, so a queue may lose or repeat messages. Each kind of work has its own queue and
workers. So turns never wait behind decisions, and slow receivers delay only notices.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import structlog
from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.store.redis.client import available

log = logging.getLogger(__name__)

TURNS = "turns"
DECISIONS = "decisions"
WEBHOOKS = "webhooks"
JOBS = {TURNS: "workers.jobs.play_turns", DECISIONS: "workers.jobs.decide", WEBHOOKS: "workers.jobs.send_notices"}
"""The job of each queue, by name: the service does not import the workers."""

_MAX_ITEMS = {WEBHOOKS: 100}
"""The highest number of items in a message, by queue; 1 for other queues.

A job costs more than putting a notice into its lane. If each notice had its own job, very many notices to a paused host
would delay the notices to all other hosts.
"""

MAX_SLOWDOWN = 4
"""A bot's limit of wall-clock time is this many times its limit of CPU time, because others use the CPU as well."""

_KEEP_FAILED_SECONDS = 3600
_MAX_WAITING = 8
_MIN_FAILURES = 30
"""The number of failures in a row that marks a worker as broken.

A single game fails at most six times, so this many failures come from several games.
"""


class Messages:
    """A queue of messages, each with the id of one item, or the ids of several notices.

    `lease`: the seconds after which a message expires and the dispatcher sends another one. `thinking`: the seconds of
    CPU time for a bot's decision, or the seconds for a delivery. A job that takes much longer is ended.
    """

    def __init__(self, redis: Redis, queue: str, lease: int, thinking: int) -> None:
        self._queue = Queue(queue, connection=redis, serializer=JSONSerializer)
        self._job, self._most = JOBS[queue], _MAX_ITEMS.get(queue, 1)
        self._lease = lease
        self._timeout = lease + MAX_SLOWDOWN * thinking

    def enqueue(self, *names: str) -> None:
        """Queue messages for the games, decisions or notices with these ids. Raises `StoreUnavailable`.

        The messages carry the current request's id for the worker's logs.
        """
        request = structlog.contextvars.get_contextvars().get("request_id")
        # Takes one round trip; RQ's own function needs two.
        with available(writing=True), self._queue.connection.pipeline() as pipeline:
            for at in range(0, len(names), self._most):
                self._queue.enqueue_call(
                    self._job,
                    args=names[at : at + self._most],
                    meta={"request_id": request} if request else {},
                    description=self._queue.name,
                    timeout=self._timeout,
                    ttl=self._lease,
                    result_ttl=0,
                    failure_ttl=_KEEP_FAILED_SECONDS,
                    pipeline=pipeline,
                )
            pipeline.execute()

    def wake(self, *names: str) -> None:
        """Enqueue messages, unless enough messages are waiting already.

        A few messages are enough: the job for a decision also makes other waiting decisions, and the dispatcher sends
        one message for many notices. So no notice waits behind many messages.
        """
        if self.waiting() < _MAX_WAITING:
            self.enqueue(*names)

    def waiting(self) -> int:
        """Return the number of messages not taken yet, including expired ones. Raises `StoreUnavailable`."""
        with available():
            return int(self._queue.count)

    @staticmethod
    def length(redis: Redis, queue: str) -> int:
        """Return the number of messages in the queue of this name (see `waiting`)."""
        with available():
            return int(Queue(queue, connection=redis, serializer=JSONSerializer).count)

    @staticmethod
    def workers(redis: Redis, queue: str) -> list[bool]:
        """Return whether each live worker is healthy, that is, whether some of its jobs succeed.

        A worker is live if it sends heartbeats. It sends none before it has passed its self-test. Raises
        `StoreUnavailable`.
        """
        with available(), redis.pipeline(transaction=False) as pipeline:
            for key in Worker.all_keys(queue=Queue(queue, connection=redis)):
                pipeline.hmget(key, "last_heartbeat", "successful_job_count", "failed_job_count")
            found = pipeline.execute()
        return [bool(done) or int(failed or 0) < _MIN_FAILURES for beat, done, failed in found if beat]


def send_messages(enqueue: Callable[..., object] | None, *names: str) -> None:
    """Send messages about new work by this function. Never raises: after a failure the dispatcher finds the work."""
    try:
        if enqueue is not None and names:
            enqueue(*names)
    except Exception:
        log.warning("could not queue a message about new work; the dispatcher will send one", exc_info=True)
