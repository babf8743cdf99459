"""A worker proves that it can work before it takes anything, and after a job has failed."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import Final

from redis import Redis
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from service.store.ability import Ability
from service.store.errors import StoreUnavailable
from workers.rq_worker import Inbox, Worker, listening

PROOF: Final = "workers.jobs.prove"
_PROOF_SECONDS = 60
_NOTE_SECONDS = 60.0
_MAX_FAILURES = 5
_RETRY_SECONDS = 10.0
"""Before a note is tried again for which the store was away: such a try takes seconds, and in a cluster games go on."""


class Standing:
    """A worker's notes of itself: it can work, from its proof on, until too many different jobs in a row have failed.

    One thing that fails again and again may be at fault itself.
    """

    def __init__(self, ability: Ability) -> None:
        self.able = False
        self._ability = ability
        self._name = secrets.token_hex(8)
        self._failures: set[str] = set()
        self._failed_at = 0.0
        self._noted_until = 0.0
        self._retry_at = 0.0

    def begin(self) -> None:
        """The worker starts: until it has proven otherwise it cannot work."""
        self._note(False, _NOTE_SECONDS)

    def prove(self, queue: str, redis: Redis) -> bool:
        """Whether this process can do what the queue asks for: it does a job of its own, which takes the way of all.

        Raises `RedisError`.
        """
        Worker.witness = None
        proven = _proven(queue, redis)
        Worker.witness = self
        if not proven or not self._failing:
            self._note(proven, _NOTE_SECONDS)
        return proven

    def beat(self) -> None:
        """The worker's loop has come round. What has failed long ago is forgotten: perhaps nobody asks for it again."""
        if self._failing and time.monotonic() > self._failed_at + _NOTE_SECONDS:
            self._failures.clear()
        self._keep(_NOTE_SECONDS)

    def begins(self, seconds: float) -> None:
        """A job begins, which may take so long."""
        self._keep(seconds + _NOTE_SECONDS)

    def ended(self, what: str, done: bool) -> None:
        """What it was about is done, or has failed."""
        if done:
            self._failures.clear()
            self._keep(_NOTE_SECONDS)
            return
        self._failures.add(what)
        self._failed_at = time.monotonic()
        if self._failing:
            self._note(False, _NOTE_SECONDS)

    def leave(self) -> None:
        """The worker ends."""
        with suppress(StoreUnavailable):
            self._ability.forget(self._name)

    @property
    def _failing(self) -> bool:
        """Whether proofs are not enough any more, since all else fails."""
        return len(self._failures) >= _MAX_FAILURES

    def _keep(self, seconds: float) -> None:
        """Note that the worker can work, unless that is known for nearly so long anyway."""
        now = time.monotonic()
        if self._failing or now < self._retry_at:
            return
        if not self.able or self._noted_until < now + seconds - _NOTE_SECONDS / 2:
            self._note(True, seconds)

    def _note(self, able: bool, seconds: float) -> None:
        self.able = able
        self._noted_until = 0.0
        try:
            self._ability.note(self._name, able, seconds)
        except StoreUnavailable:
            self._retry_at = time.monotonic() + _RETRY_SECONDS
        else:
            self._noted_until = time.monotonic() + seconds


def _proven(queue: str, redis: Redis) -> bool:
    own = Inbox(f"{queue}-proof-{secrets.token_hex(8)}", connection=redis, serializer=JSONSerializer)
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
