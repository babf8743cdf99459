"""Reviews in Redis: decisions of another kind, in the same queue, made in many steps, each with a lease of its own.

Their ids are longer than those of decisions, and made from what is reviewed: so two requests have one review. Besides
the fields of a decision (`view` holds the packed material) there are `done` of how many decisions (`of`), and what was
found so far: `p0`, `p40`, ... by the number of the first decision in it.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import cast

import orjson

from engine.ruleset import Doc
from service.store.games.records import now_ms
from service.store.outbox.decision_queue import Claimed, Requests
from service.store.redis import keys
from service.store.redis.client import available
from service.store.redis.store_errors import NoSuchReview

PATIENCE_SECONDS = 86400
"""For how long a review may take, waiting included."""
ID_BYTES = 25
_SHOWN = ("status", "about", "created", "ended", "done", "of", "result", "reason")


@dataclass(frozen=True, slots=True)
class AboutReview:
    """What is reviewed, by which level; `until_ms`: when the result is to be forgotten, since 1970.

    `milliseconds`: for how long the level thinks about each decision, instead of its own budget.
    """

    ruleset: str
    level: str
    game: str | None
    until_ms: int
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """A review as it is now. `of`: how many decisions there are, once that is known."""

    review_id: str
    about: AboutReview
    status: str
    created_ms: int
    ended_ms: int | None
    done: int
    of: int | None
    result: Doc | None
    reason: str | None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ("done", "failed")


@dataclass(frozen=True, slots=True)
class ReviewTask(Claimed):
    """A review that a worker goes on with: `found` are the decisions that have been judged."""

    about: AboutReview
    material: bytes
    found: list[Doc]


def review_id(*parts: str) -> str:
    """The id of a review, from what makes it the same."""
    digest = hashlib.sha256("\n".join(parts).encode()).digest()[:ID_BYTES]
    return base64.b32encode(digest).decode().lower()


class ReviewStore(Requests):
    """The reviews of a Redis. Every method may raise `StoreUnavailable`. The limits of waiting are the decisions'."""

    def create(self, name: str, about: AboutReview, material: bytes, caller: str) -> None:
        """Store a new review; nothing if it is there already. Raises `CallerWaits`, `TooManyWait`."""
        args = {
            "patience": PATIENCE_SECONDS * 1000,
            "ttl": max(1, (about.until_ms - now_ms()) // 1000),
            "fields": {"about": orjson.dumps(astuple(about)), "view": zlib.compress(material), "created": now_ms()},
        }
        self._put(name, caller, args)

    def forget_failed(self, name: str) -> None:
        """Let a review that has failed be asked for anew."""
        with available(writing=True):
            if self._redis.hget(keys.review(name), "status") == b"failed":
                self._redis.delete(keys.review(name))

    def seconds_left(self, game_id: str) -> int:
        """For how long the game is still kept."""
        with available():
            return max(1, int(self._redis.ttl(keys.game(game_id, "head"))))

    def read(self, name: str) -> ReviewRecord:
        """The review as it is now. Raises `NoSuchReview`."""
        with available():
            values = self._redis.hmget(keys.review(name), _SHOWN)
        status, about, created, ended, done, of, result, reason = cast("list[bytes | None]", values)
        if status is None or about is None:
            raise NoSuchReview("there is no such review")
        return ReviewRecord(
            name,
            AboutReview(*orjson.loads(about)),
            status.decode(),
            int(created or 0),
            None if ended is None else int(ended),
            int(done or 0),
            None if of is None else int(of),
            None if result is None else orjson.loads(zlib.decompress(result)),
            None if reason is None else reason.decode(),
        )

    def begin(self, name: str, seconds: float) -> ReviewTask | None:
        """Take a review that is to be gone on with, for so many seconds; `None` when there is nothing to do."""
        if (lease := self._begin(name, seconds)) is None:
            return None
        claim, begun = lease
        fields = begun.fields
        parts = sorted((int(field[1:]), value) for field, value in fields.items() if _is_part(field))
        judged = [one for _, part in parts for one in orjson.loads(zlib.decompress(part))]
        about = AboutReview(*orjson.loads(fields[b"about"]))
        return ReviewTask(name, claim, about, zlib.decompress(fields[b"view"]), judged)

    def step(self, task: ReviewTask, new: Sequence[Doc], of: int, release: bool) -> bool:
        """Keep what was found after `task.found`; `release`: and leave the rest to others. False when it was lost."""
        first = len(task.found)
        fields = {f"p{first}": zlib.compress(orjson.dumps(list(new))), "done": first + len(new), "of": of, "tries": 0}
        then = {"due": self._due_delay} if release else {"hold": 0}
        return self._settle(task, set=fields, **then)

    def finish(self, task: ReviewTask, result: Doc) -> bool:
        """It is done. False, and nothing written, when it was lost."""
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
