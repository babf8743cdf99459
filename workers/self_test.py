"""The self-test of a worker before it takes jobs.

RQ's heartbeats prove only that the worker is alive. The self-test proves that the worker can load its rulesets, reach
the games and do a job from RQ. RQ lists a worker, and `/readyz` counts it, only after the self-test.
"""

from __future__ import annotations

import secrets
from typing import Final

from redis import Redis
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from workers.rq_worker import DurableQueue, listening

PROOF: Final = "workers.jobs.prove"
_PROOF_SECONDS = 60


def proven(queue: str, redis: Redis) -> bool:
    """Return whether this process can do the queue's work.

    The process sends itself a job through RQ. Raises `RedisError`.
    """
    own = DurableQueue(f"{queue}-proof-{secrets.token_hex(8)}", connection=redis, serializer=JSONSerializer)
    try:
        job = own.enqueue_call(
            PROOF, args=(queue,), timeout=_PROOF_SECONDS, ttl=_PROOF_SECONDS, result_ttl=_PROOF_SECONDS
        )
        listening(own.name, redis).work(burst=True, logging_level="WARNING")
        status = job.get_status()
        job.delete()
        return bool(status == JobStatus.FINISHED)
    finally:
        own.delete(delete_jobs=True)
