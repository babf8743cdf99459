"""Notices in Redis: messages to webhooks, written by the commit they report.

Fields of a notice, besides those common to the outbox (`base.lua`): `url`, `host`, `secret`, `type`, `body`, `created`,
`pending` (the key of its game's list).
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any, cast

import orjson

from engine.ruleset import Doc
from service.store.outbox.leases import Look, Outbox
from service.store.redis import keys
from service.store.redis.batch import answers
from service.store.redis.client import Client, available

PATIENCE_SECONDS = 24 * 3600
"""How long a notice is tried."""
MAX_PENDING = 64
"""Per game; beyond that the oldest is abandoned, so that unread notices cannot fill the memory."""
_KEPT_SECONDS = 7 * 24 * 3600
_STEADY_SECONDS = 3600
_MAX_PAUSE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Hook:
    """A receiver of a game's notices. `kind`: `game` for its own, `key` for that of the API key that created it."""

    kind: str
    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to a hook: `id` is the same for all tries, `body` is JSON text."""

    id: str
    hook: Hook
    host: str
    type: str
    body: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice that a worker is sending: `claim` proves it, `tries` includes this one."""

    id: str
    claim: bytes
    url: str
    host: str
    secret: str = field(repr=False)
    body: str
    tries: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An abandoned notice: when it was made and abandoned (ms since 1970), after how many tries, and why."""

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
    """The listeners of a change, as `change.lua` takes them.

    `delay`: ms until the dispatcher queues the notices; `bots`: the external bots at the table, and whether they may
    move now; `kept`: seconds to keep that.
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

    # --- workers -----------------------------------------------------------------------------

    def begin(self, notice_id: str, seconds: float) -> Delivery | None:
        """Begin a notice and hold it for `seconds`; `None` if it is not due, or gone."""
        claim = secrets.token_hex(9).encode()
        with available(writing=True):
            begun = self._outbox.begin(_names(notice_id), notice_id, seconds, claim)
        if begun is None:
            return None
        url, host, secret, body = (begun.fields[part].decode() for part in (b"url", b"host", b"secret", b"body"))
        notice = orjson.loads(body)
        filled = orjson.dumps({**notice, "data": self._fill_in(notice["data"])}).decode()
        return Delivery(notice_id, claim, url, host, secret, filled, begun.tries)

    def _fill_in(self, data: Doc) -> Doc:
        """The data of a notice with what is personal, as the game has it now: name, player, metadata."""
        game, seat = data.get("game"), data.get("seat")
        if not isinstance(game, str):
            return data
        head, of_seat = keys.game(game, "head"), ("name", "player", "metadata")
        with available():
            found = self._redis.hmget(head, ["setup", "metadata", *(f"{what}:{seat}" for what in of_seat)])
        setup, metadata, name, player, own = cast("list[bytes | None]", found)
        stored = orjson.loads(setup or b"{}")
        filled = {**data, "metadata": orjson.loads(metadata or b"{}")} if stored.get("table", {}).get("owner") else data
        if seat is None or not stored:
            return filled
        filled = {**filled, "name": stored["seats"][seat][1] if name is None else name.decode()}
        if "metadata" not in filled:
            return filled
        given = {"player": None if player is None else player.decode(), "seat_metadata": orjson.loads(own or b"{}")}
        return {**filled, **given}

    def sent(self, delivery: Delivery) -> str | None:
        """Mark as delivered: `sent`; `None` if the lease was lost."""
        return self._settle(delivery, "sent")

    def again(self, delivery: Delivery, reason: str, seconds: float, tried: bool = True) -> str | None:
        """Retry after `seconds`: `waiting`, or `dead` if the patience ends before; `None` if the lease was lost."""
        due = {"due": round(seconds * 1000), "pause": True, "patience": PATIENCE_SECONDS * 1000}
        return self._settle(delivery, "dead", reason=reason, untried=not tried, **due)

    def give_up(self, delivery: Delivery, reason: str) -> str | None:
        """Abandon the notice: `dead`; `None` if the lease was lost."""
        return self._settle(delivery, "dead", reason=reason)

    def _settle(self, delivery: Delivery, ended: str, **what: Any) -> str | None:
        """`ended`: the state to return if it ends."""
        holder = ("claim", delivery.claim.decode())
        with available(writing=True):
            outcome = self._outbox.settle(_names(delivery.id), delivery.id, holder, **what)
        return None if outcome is None else "waiting" if outcome == b"due" else ended

    # --- silent hosts ------------------------------------------------------------------------

    def may_call(self, host: str, seconds: float) -> float:
        """Seconds until the host may be called: 0 for now. A silent host is called by one worker at a time, for
        `seconds` at most.
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
        """The host did not reply: pause it, longer each time."""
        failing, paused = keys.silent_host(host)
        with available(writing=True):
            times = int(self._redis.incr(failing))
            pause = min(2 ** min(times, 10), _MAX_PAUSE_SECONDS)
            self._redis.expire(failing, _STEADY_SECONDS)
            self._redis.set(paused, 1, ex=pause)

    def note_answer(self, host: str) -> None:
        """The host replied, with whatever status."""
        with available(writing=True):
            answers(self._redis, [(name, methodcaller("delete", name)) for name in keys.silent_host(host)])

    # --- dispatcher and operator -------------------------------------------------------------

    def look(self, seconds: float, limit: int) -> Look:
        """Lease due notices, at most `limit` per bucket; each is due again after `seconds`.

        Notices that are too old are abandoned. One round trip; in a cluster unreachable nodes are skipped.
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
        """Notices abandoned in the last week, latest first; at most 100 per bucket."""
        names = [keys.dead(bucket) for bucket in self._buckets]
        with available():
            lists = answers(self._redis, [(name, methodcaller("lrange", name, 0, -1)) for name in names])
        letters = [_letter(text) for texts in lists for text in texts]
        # A list expires a week after its latest entry.
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
