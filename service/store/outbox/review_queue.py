"""Reviews in Redis. They share the queue of decisions, but are made in many steps, each with its own lease.

Their ids are longer than those of decisions and derived from the subject, so equal requests share a review. A review
has the fields of a decision (`view`: the packed material) and some more. `done` is the number of decisions judged so
far, `of` the number of all decisions. `p0`, `p40`, ... are the parts of the result so far. Part `p40` begins with
decision 40.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import cast

import orjson

from engine.ruleset import Doc
from service.store.games.records import now_ms
from service.store.outbox.decision_queue import Caller, Claimed, RequestStore, owner_in
from service.store.outbox.notice_queue import Notice, noted
from service.store.redis import keys
from service.store.redis.client import available
from service.store.redis.store_errors import NoSuchReview

PATIENCE_SECONDS = 86400
"""The longest duration of a review, including waiting."""
ID_BYTES = 25
_SHOWN = ("status", "about", "created", "ended", "done", "of", "result", "reason")


@dataclass(frozen=True, slots=True)
class ReviewSubject:
    """The subject of a review.

    `until_ms`: when the result expires, in ms since 1970; `milliseconds`: the time budget per decision, instead of the
    level's own.
    """

    ruleset: str
    level: str
    game: str
    until_ms: int
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """A review as stored. `of`: the number of its decisions, once known."""

    review_id: str
    about: ReviewSubject
    status: str
    created_ms: int
    ended_ms: int | None
    done: int
    of: int | None
    result: Doc | None
    reason: str | None

    @property
    def ended(self) -> bool:
        """Whether the review is final."""
        return self.status in ("done", "failed")


@dataclass(frozen=True, slots=True)
class ReviewTask(Claimed):
    """A review that a worker continues. `found`: the results for the decisions judged so far."""

    about: ReviewSubject
    material: bytes
    found: list[Doc]


def review_id(*parts: str) -> str:
    """Return the id of a review, derived from the parts that identify it."""
    return keys.base32(hashlib.sha256("\n".join(parts).encode()).digest()[:ID_BYTES])


class ReviewStore(RequestStore):
    """The reviews in a Redis. Every method may raise `StoreUnavailable`. The limits are those of decisions."""

    def add_review(
        self, name: str, about: ReviewSubject, material: bytes, caller: Caller, notices: Sequence[Notice] = ()
    ) -> None:
        """Store a new review, unless it exists.

        The notices are sent when it ends. Raises `CallerWaits`, `TooManyWait`.
        """
        args = {
            "patience": PATIENCE_SECONDS * 1000,
            "ttl": max(1, (about.until_ms - now_ms()) // 1000),
            "fields": {"about": orjson.dumps(astuple(about)), "view": zlib.compress(material), "created": now_ms()},
            "notices": noted(notices),
        }
        self._put(name, caller, args)

    def join(self, name: str, caller: Caller, notices: Sequence[Notice]) -> ReviewRecord:
        """Return a review that was requested before.

        If it has not ended yet, these notices are also sent when it ends.
        """
        self._put(name, caller, {"fields": {}, "notices": noted(notices)})
        return self.read_review(name)

    def forget_failed(self, name: str) -> None:
        """Delete a failed review, so that it can be requested again."""
        with available(writing=True):
            if self._redis.hget(keys.review(name), "status") == b"failed":
                self._redis.delete(keys.review(name))

    def seconds_left(self, game_id: str) -> int:
        """Return the seconds until the game expires."""
        with available():
            return max(1, int(self._redis.ttl(keys.game(game_id, "head"))))

    def read_review(self, name: str) -> ReviewRecord:
        """Return a review as stored. Raises `NoSuchReview`."""
        with available():
            values = self._redis.hmget(keys.review(name), _SHOWN)
        status, about, created, ended, done, of, result, reason = cast("list[bytes | None]", values)
        if status is None or about is None:
            raise NoSuchReview("there is no such review")
        return ReviewRecord(
            name,
            ReviewSubject(*orjson.loads(about)),
            status.decode(),
            int(created or 0),
            None if ended is None else int(ended),
            int(done or 0),
            None if of is None else int(of),
            None if result is None else orjson.loads(zlib.decompress(result)),
            None if reason is None else reason.decode(),
        )

    def begin_review(self, name: str, seconds: float) -> ReviewTask | None:
        """Begin the next step of a review and hold it for `seconds`. Returns `None` if it is not due."""
        if (lease := self._begin(name, seconds)) is None:
            return None
        claim, begun = lease
        fields = begun.fields
        parts = sorted((int(field[1:]), value) for field, value in fields.items() if _is_part(field))
        judged = [one for _, part in parts for one in orjson.loads(zlib.decompress(part))]
        about = ReviewSubject(*orjson.loads(fields[b"about"]))
        return ReviewTask(name, claim, owner_in(fields), about, zlib.decompress(fields[b"view"]), judged)

    def save_steps(self, task: ReviewTask, new: Sequence[Doc], of: int, release: bool) -> bool:
        """Store `new`, the results that follow those in `task.found`. Returns `False` if the task was lost.

        `release`: whether to leave the remaining decisions to other workers.
        """
        first = len(task.found)
        fields = {f"p{first}": zlib.compress(orjson.dumps(list(new))), "done": first + len(new), "of": of, "tries": 0}
        then = {"due": self._due_delay} if release else {"hold": 0}
        return self._settle(task, set=fields, **then)

    def finish(self, task: ReviewTask, result: Doc) -> bool:
        """Store the result. If the task was lost, return `False` and write nothing."""
        seconds = max(1, (task.about.until_ms - now_ms()) // 1000)
        ended = self._settle(task, set={"result": zlib.compress(orjson.dumps(result))}, ttl=seconds)
        if ended:
            record = keys.review(task.id)
            with available(writing=True):
                fields = cast("list[bytes]", self._redis.hkeys(record))
                self._redis.hdel(record, *filter(_is_part, fields))
        return ended


def _is_part(field: bytes) -> bool:
    return field[:1] == b"p" and field[1:].isdigit()
