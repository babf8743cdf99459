"""Notices in Redis: what is to be sent to webhooks, written down by the commit that it tells of.

The fields of a notice, besides those of all that is in the outbox (`base.lua`): `url`, `host`, `secret`, `type`,
`body`, `created`, `pending` (the key of its game's list).
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any

import orjson

from service.store.outbox.leases import Look, Outbox
from service.store.redis import keys
from service.store.redis.batch import answers
from service.store.redis.client import Client, available

PATIENCE_SECONDS = 24 * 3600
"""For how long a notice is tried."""
MAX_PENDING = 64
"""Of one game: beyond that the oldest is given up, so that nobody fills the memory with what nobody takes."""
_KEPT_SECONDS = 7 * 24 * 3600
_STEADY_SECONDS = 3600
_MAX_PAUSE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Hook:
    """Where a game's notices go. `kind`: `game` for its own, `key` for that of the API key that created it."""

    kind: str
    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be told to a hook: `id` is the same however often it is tried, `body` is JSON text."""

    id: str
    hook: Hook
    host: str
    type: str
    body: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice that a worker has begun to send: `claim` is the proof of it, `tries` counts this one."""

    id: str
    claim: bytes
    url: str
    host: str
    secret: str = field(repr=False)
    body: str
    tries: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A notice that was given up: when it was made and given up (ms since 1970), after how many tries, and why."""

    id: str
    type: str
    host: str
    created: int
    ended: int
    tries: int
    reason: str


def listeners(
    game_id: str, notices: Sequence[Notice], delay: int, bots: Mapping[str, bool], kept: int
) -> dict[str, Any]:
    """Who is told of a change, as `change.lua` takes that.

    `delay`: ms until the dispatcher asks for the notices; `bots`: those from outside that have seats, and whether they
    may move now; `kept`: seconds for which that is remembered.
    """
    bucket = keys.bucket_of(game_id)
    args: dict[str, Any] = {
        "bots": [{"name": bot, "set": keys.bot_games(bucket, bot), "due": due} for bot, due in bots.items()],
        "kept": kept,
        "notices": [
            {
                "id": notice.id,
                "fields": {
                    "url": notice.hook.url,
                    "host": notice.host,
                    "secret": notice.hook.secret,
                    "type": notice.type,
                    "body": notice.body,
                },
            }
            for notice in notices
        ],
    }
    if notices:
        args |= {
            "before": keys.around_notice(bucket),
            "pending": keys.game(game_id, "notices"),
            "most": MAX_PENDING,
            "notices_ttl": _KEPT_SECONDS,
            "notices_delay": delay,
        }
    return args


class NoticeStore:
    """The notices of a Redis. Every method may raise `StoreUnavailable`, and those that write `StoreUnsure`."""

    def __init__(self, redis: Client, buckets: int) -> None:
        self._redis = redis
        self._buckets = range(buckets)
        self._outbox = Outbox(redis, "notice")

    # --- whoever sends them ------------------------------------------------------------------

    def begin(self, notice_id: str, seconds: float) -> Delivery | None:
        """Take a notice for so many seconds; `None` when it is not to be sent now, or not any more."""
        claim = secrets.token_hex(9).encode()
        with available(writing=True):
            begun = self._outbox.begin(_names(notice_id), notice_id, seconds, claim)
        if begun is None:
            return None
        url, host, secret, body = (begun.fields[part].decode() for part in (b"url", b"host", b"secret", b"body"))
        return Delivery(notice_id, claim, url, host, secret, body, begun.tries)

    def sent(self, delivery: Delivery) -> str | None:
        """It has arrived: `sent`; `None` when the delivery has been lost to somebody else."""
        return self._settle(delivery, "sent")

    def again(self, delivery: Delivery, reason: str, seconds: float, tried: bool = True) -> str | None:
        """To be tried again after so many seconds: `waiting`, or `dead` when the patience ends before; `None`: lost."""
        due = {"due": round(seconds * 1000), "pause": True, "patience": PATIENCE_SECONDS * 1000}
        return self._settle(delivery, "dead", reason=reason, untried=not tried, **due)

    def give_up(self, delivery: Delivery, reason: str) -> str | None:
        """Not to be tried again: `dead`; `None` when the delivery has been lost to somebody else."""
        return self._settle(delivery, "dead", reason=reason)

    def _settle(self, delivery: Delivery, ended: str, **what: Any) -> str | None:
        """`ended`: what it is if it ends."""
        holder = ("claim", delivery.claim.decode())
        with available(writing=True):
            outcome = self._outbox.settle(_names(delivery.id), delivery.id, holder, **what)
        return None if outcome is None else "waiting" if outcome == b"due" else ended

    # --- hosts that do not answer ------------------------------------------------------------

    def may_call(self, host: str, seconds: float) -> float:
        """Seconds until the host may be called: 0 for now. One that was silent is called by one worker at a time.

        `seconds`: how long that call may last.
        """
        failing, paused = keys.silent_host(host)
        calls = [(failing, methodcaller("get", failing)), (paused, methodcaller("pttl", paused))]
        with available():
            silent, left = answers(self._redis, calls)
        most = max(_MAX_PAUSE_SECONDS, seconds)
        if left > most * 1000:
            # The clock was set back.
            with available(writing=True):
                self._redis.expire(paused, math.ceil(most))
            return most
        if left > 0:
            return float(left) / 1000
        if silent:
            with available(writing=True):
                if not self._redis.set(paused, 1, px=round(seconds * 1000), nx=True):
                    return seconds
        return 0

    def note_silence(self, host: str) -> None:
        """The host did not answer: it is left alone for a while, for longer and longer if it goes on."""
        failing, paused = keys.silent_host(host)
        with available(writing=True):
            times = int(self._redis.incr(failing))
            pause = min(2 ** min(times, 10), _MAX_PAUSE_SECONDS)
            self._redis.expire(failing, _STEADY_SECONDS)
            self._redis.set(paused, 1, ex=pause)

    def note_answer(self, host: str) -> None:
        """The host has answered, whatever it said."""
        with available(writing=True):
            answers(self._redis, [(name, methodcaller("delete", name)) for name in keys.silent_host(host)])

    # --- the dispatcher, and the operator ----------------------------------------------------

    def look(self, seconds: float, limit: int) -> Look:
        """Ids of notices to ask for now, at most `limit` of each bucket; each is not due again for `seconds`.

        What is too old is given up then. One round trip; in a cluster a node that is away does not stop the others.
        """
        args = {"lease": round(seconds * 1000), "limit": limit, "scan": limit, "patience": PATIENCE_SECONDS * 1000}
        orders = {
            bucket: (
                {"notices": keys.notices(bucket), "dead": keys.dead(bucket)},
                {**args, "around": (keys.around_notice(bucket), "")},
            )
            for bucket in self._buckets
        }
        with available(writing=True):
            return self._outbox.look(orders)

    def dead(self) -> list[DeadLetter]:
        """What was given up in the last week, the latest first; of each bucket at most 100."""
        names = [keys.dead(bucket) for bucket in self._buckets]
        with available():
            lists = answers(self._redis, [(name, methodcaller("lrange", name, 0, -1)) for name in names])
        letters = [_letter(text) for texts in lists for text in texts]
        # A list is kept for a week after its latest letter.
        since = (time.time() - _KEPT_SECONDS) * 1000
        recent = [letter for letter in letters if letter.ended >= since]
        return sorted(recent, key=lambda letter: letter.ended, reverse=True)


def _names(notice_id: str) -> dict[str, str]:
    bucket = keys.bucket_of_notice(notice_id)
    record = keys.around_notice(bucket) + notice_id
    return {"notices": keys.notices(bucket), "record": record, "dead": keys.dead(bucket)}


def _letter(text: bytes) -> DeadLetter:
    doc = orjson.loads(text)
    numbers = {name: int(doc[name]) for name in ("created", "ended", "tries")}
    return DeadLetter(doc["id"], doc["type"], doc["host"], reason=doc["reason"], **numbers)
