"""The messengers: ask the workers, through RQ, for AI turns, for decisions and for the sending of notices.

The memory of what is due is the store's, not these queues': a message may be lost, or come twice. Each of the three
has a queue and workers of its own: turns never wait behind decisions, and nothing behind receivers of notices.
"""

from __future__ import annotations

import structlog
from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.store.redis.client import available

TURNS = "turns"
DECISIONS = "decisions"
WEBHOOKS = "webhooks"
JOBS = {TURNS: "workers.jobs.play_turns", DECISIONS: "workers.jobs.decide", WEBHOOKS: "workers.jobs.send_notice"}
"""Queue -> job. Named, not imported: the service does not know the workers' code."""

SLOWEST = 4
"""A bot may take so many times as long, by the clock, as it may take processor time: others need the processor too."""

_KEEP_FAILED_SECONDS = 3600
_MANY_FAILURES = 30
"""Of a worker that nothing succeeds for. A game fails six times at most: so they are those of several."""


class Messages:
    """A queue of messages, each of which names one thing to do.

    `lease`: seconds until the dispatcher asks again, and older messages are void. `thinking`: seconds of processor
    time that a bot may take for a decision, or of a delivery: a job that lasts much longer hangs, and is ended.
    """

    def __init__(self, redis: Redis, queue: str, lease: int, thinking: int) -> None:
        self._queue = Queue(queue, connection=redis, serializer=JSONSerializer)
        self._job = JOBS[queue]
        self._lease = lease
        self._timeout = lease + SLOWEST * thinking

    def ask(self, name: str) -> None:
        """Ask for the AI turns of the game, the decision, or the notice of this id. Raises `StoreUnavailable`.

        The message carries the id of the request that is being answered, for the worker's logs.
        """
        request = structlog.contextvars.get_contextvars().get("request_id")
        # In one round trip: by itself RQ takes two.
        with available(writing=True), self._queue.connection.pipeline() as pipeline:
            self._queue.enqueue_call(
                self._job,
                args=(name,),
                meta={"request_id": request} if request else {},
                description=self._queue.name,
                timeout=self._timeout,
                ttl=self._lease,
                result_ttl=0,
                failure_ttl=_KEEP_FAILED_SECONDS,
                pipeline=pipeline,
            )
            pipeline.execute()

    def waiting(self) -> int:
        """How many messages no worker has taken yet, void ones included. Raises `StoreUnavailable`."""
        with available():
            return int(self._queue.count)

    @staticmethod
    def length(redis: Redis, queue: str) -> int:
        """`waiting` of any queue of that name."""
        with available():
            return int(Queue(queue, connection=redis, serializer=JSONSerializer).count)

    @staticmethod
    def workers(redis: Redis, queue: str) -> list[bool]:
        """Of each worker that lives, by its heartbeats: whether not all of its jobs fail. Raises `StoreUnavailable`.

        Only workers that have proven that they can work have heartbeats.
        """
        with available(), redis.pipeline(transaction=False) as pipeline:
            for key in Worker.all_keys(queue=Queue(queue, connection=redis)):
                pipeline.hmget(key, "last_heartbeat", "successful_job_count", "failed_job_count")
            found = pipeline.execute()
        return [bool(done) or int(failed or 0) < _MANY_FAILURES for beat, done, failed in found if beat]
