"""The messenger: asks the workers, through RQ, to play a game's AI turns.

The memory of what is due is the store's outbox, not this queue: a message may be lost, or come twice.
"""

from __future__ import annotations

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

QUEUE = "turns"
JOB = "workers.jobs.play_turns"
"""Named, not imported: the service does not know the workers' code."""

_KEEP_FAILED_SECONDS = 3600


class Turns:
    """The queue of AI turns. `lease`: seconds until the dispatcher asks again, and older messages are void."""

    def __init__(self, redis: Redis, lease: int) -> None:
        self._queue = Queue(QUEUE, connection=redis, serializer=JSONSerializer)
        self._lease = lease

    def ask(self, game_id: str) -> None:
        """Ask for the game's AI turns. Raises `redis.RedisError`."""
        self._queue.enqueue_call(
            JOB,
            args=(game_id,),
            description=f"turns of game {game_id}",
            timeout=self._lease - 1,
            ttl=self._lease,
            result_ttl=0,
            failure_ttl=_KEEP_FAILED_SECONDS,
        )

    def waiting(self) -> int:
        """How many messages no worker has taken yet, void ones included. Raises `redis.RedisError`."""
        return int(self._queue.count)
