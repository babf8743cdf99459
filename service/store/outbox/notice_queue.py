"""Notices in Redis: messages to webhooks. The commit of a change also stores the notices about it.

Fields of a notice, besides those common to the outbox (`base.lua`): `type`, `data` (JSON), `happened` (ms), `deadline`
(ms, if a turn has one), `host`, `hook` (id of the webhook), `created` (the time from which its age is counted),
`pending` (the key of the list that has the notice while it is pending), `reason` (of the last failure), `ended` (when
it was given up). A notice to the webhook of an API key also has `owner`, the name of the key. A notice to the webhook
of a single game has `url` and `secret` instead. A notice to a browser has none of these three.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from operator import methodcaller
from typing import Any, cast
from urllib.parse import urlsplit

import orjson

from engine.ruleset import Doc
from service.config.timestamps import moment
from service.store.outbox.leases import LeaseBatch, Outbox
from service.store.redis import keys, scripts
from service.store.redis.batch import answers
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script

PATIENCE_SECONDS = 3 * 24 * 3600
"""How long the delivery of a notice is tried."""
MAX_PENDING = 1000
"""The highest number of pending notices per game. An API key's notices that concern no game have a limit of their own,
ten times as high.

Beyond the limit the oldest notice is dropped, so that undelivered notices cannot fill the memory.
"""
MAX_AGAIN = 200
"""The highest number of failed notices that one request sends again."""
KEPT_SECONDS = 7 * 24 * 3600
_STEADY_SECONDS = 3600
_MAX_PAUSE_SECONDS = 300
OWN = "game"
"""The id of a game's own webhook."""
PUSH = "push-"
"""The beginning of a receiver's id if the receiver is a subscribed browser. The browser's address and keys are in the
game's head.
"""


@dataclass(frozen=True, slots=True)
class Hook:
    """A receiver of notices: the webhook of a single game, the webhook `id` of the API key `owner`, or a browser.

    `secret`: set only for the webhook of a single game. `types`: the types of notices that the receiver gets; if empty,
    it gets all.
    """

    id: str
    url: str
    secret: str = field(default="", repr=False)
    owner: str = ""
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something about which webhooks are notified. `kind` and the subject determine the notice's id.

    `data`: its document. The store replaces a null in the field `deadline` with the deadline, if there is one. `ahead`:
    how long before the deadline the notice is sent, in ms; 0: it is sent immediately.
    """

    subject: str
    kind: str
    type: str
    data: Doc
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to a webhook or a subscribed browser. `id` is the same for all tries."""

    id: str
    hook: Hook
    news: Occurrence

    def args(self, pending: str, most: int) -> dict[str, Any]:
        """Return the notice as `notices.lua` takes it.

        `pending`: the key of a list that may have at most `most` pending notices. The result has no nulls: in Lua's
        JSON, null is a special value that counts as true.
        """
        hook, data = self.hook, orjson.dumps(self.news.data).decode()
        fields = {"type": self.news.type, "data": data, "host": host_of(hook.url), "hook": hook.id}
        if not hook.id.startswith(PUSH):
            fields |= {"owner": hook.owner} if hook.owner else {"url": hook.url, "secret": hook.secret}
        ahead = {"ahead": self.news.ahead} if self.news.ahead else {}
        return {"id": self.id, "fields": fields, "pending": pending, "most": most, **ahead}

    def args_for_key(self) -> dict[str, Any]:
        """Return the arguments for a notice that concerns no game. It counts among the API key's pending notices."""
        return self.args(keys.notices_of_key(self.hook.owner), 10 * MAX_PENDING)


@dataclass(frozen=True)
class Delivery:
    """A notice that a worker is sending. `claim`: the proof that the worker holds the lease; `tries`: the number of
    tries, including this one.
    """

    id: str
    claim: bytes
    tries: int
    fields: Mapping[bytes, bytes] = field(repr=False)

    def field_text(self, name: str) -> str:
        return self.fields.get(name.encode(), b"").decode()

    @cached_property
    def data(self) -> Doc:
        data: Doc = orjson.loads(self.fields[b"data"])
        return data

    @cached_property
    def body(self) -> str:
        return body_of(self.fields)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to deliver a notice, or the final result. `status`: `sent`, `waiting` (for the next try) or `failed`."""

    notice: str
    type: str
    at_ms: int
    tries: int
    status: str
    reason: str

    @property
    def document(self) -> Doc:
        return {**{name: value for name, value in asdict(self).items() if name != "at_ms"}, "at": moment(self.at_ms)}


def host_of(url: str) -> str:
    """Return the host of a webhook, with its port if the URL has one."""
    return urlsplit(url).netloc.lower()


def body_of(fields: Mapping[bytes, bytes]) -> str:
    """Return the body of a stored notice, which is the same for every try."""
    data = orjson.loads(fields[b"data"])
    if "deadline" in data and b"deadline" in fields:
        data["deadline"] = moment(int(fields[b"deadline"]))
    kind, timestamp = fields[b"type"].decode(), moment(int(fields[b"happened"]))
    return orjson.dumps({"type": kind, "timestamp": timestamp, "data": data}).decode()


def addressed(news: Sequence[Occurrence], hooks: Iterable[Hook]) -> tuple[Notice, ...]:
    """Return the notices about some occurrences: one for each occurrence and each hook that receives its type."""
    return tuple(
        Notice(keys.notice_id(one.subject, one.kind, hook.id), hook, one)
        for hook in hooks
        for one in news
        if not hook.types or one.type in hook.types
    )


def listeners(
    game_id: str, notices: Sequence[Notice], delay: int, bots: Mapping[str, bool], kept: int
) -> dict[str, Any]:
    """Return the arguments of `change.lua` about webhooks and external bots.

    `delay`: ms until the dispatcher sends messages about the notices; `bots`: the external bots at the table, and
    whether they may move now; `kept`: the seconds until Redis drops the set of a bot's games.
    """
    number = keys.bucket_of(game_id)
    pending = keys.game(game_id, "notices")
    return {
        "bots": [{"name": bot, "set": keys.bot_games(number, bot), "due": due} for bot, due in bots.items()],
        "kept": kept,
        "notices": [notice.args(pending, MAX_PENDING) for notice in notices],
        "around_notice": keys.around_notice(keys.bucket(number)),
        "notices_delay": delay,
    }


def noted(notices: Iterable[Notice]) -> dict[str, str]:
    """Return the fields of a decision's record that store these notices.

    The notices go to webhooks of an API key when the decision ends.
    """
    return {f"notice:{notice.id}": orjson.dumps(notice.args_for_key()).decode() for notice in notices}


class NoticeStore:
    """The notices in a Redis.

    Every method may raise `StoreUnavailable`, and those that write may raise `StoreUnsure`.
    """

    def __init__(self, redis: Client, buckets: int) -> None:
        self._redis = redis
        self._tags = keys.tags(buckets)
        self._outbox = Outbox(redis, "notice")
        self._ping = Script(redis, scripts.PING)

    def add_notice(self, notice: Notice, delay: float) -> None:
        """Add a notice that concerns no game. `delay`: seconds until the dispatcher sends a message about it."""
        names = {"notices": keys.notices(keys.DECISIONS)}
        args, around = notice.args_for_key(), keys.around_notice(keys.DECISIONS)
        with available(writing=True):
            self._ping(names, {"around_notice": around, "notice": args, "delay": round(delay * 1000)})

    # --- workers -----------------------------------------------------------------------------

    def hosts_of(self, notice_ids: Sequence[str]) -> list[str | None]:
        """Return the host to which each notice goes; `None` if the notice is gone. Takes one round trip."""
        records = [_names(name)["record"] for name in notice_ids]
        with available():
            hosts = answers(self._redis, [(record, methodcaller("hget", record, "host")) for record in records])
        return [None if host is None else host.decode() for host in hosts]

    def begin_notice(self, notice_id: str, seconds: float) -> Delivery | None:
        """Begin a notice and hold it for `seconds`. Returns `None` if it is not due, or gone."""
        claim = secrets.token_hex(9).encode()
        with available(writing=True):
            begun = self._outbox.begin_item(_names(notice_id), notice_id, seconds, claim)
        if begun is None:
            return None
        data = orjson.dumps(self._fill_in(orjson.loads(begun.fields[b"data"]), begun.fields.get(b"hook", b"")))
        return Delivery(notice_id, claim, begun.tries, {**begun.fields, b"data": data})

    def hold_notices(self, seconds: Mapping[str, float]) -> None:
        """Extend the lease of each notice. `seconds`: for each notice's id, how long its lease lasts from now.

        Never shortens a lease. Takes one round trip.
        """
        with available(writing=True):
            self._outbox.hold_items({name: (_names(name), round(1000 * most)) for name, most in seconds.items()})

    def _fill_in(self, data: Doc, hook: bytes = b"") -> Doc:
        """Add the current personal data of the game to a webhook's notice: name, player, metadata."""
        if hook.startswith(PUSH.encode()):
            return data
        game, seat = data.get("game"), data.get("seat")
        if not isinstance(game, str) or "decision" in data or "review" in data:
            return data
        head, of_seat = keys.game(game, "head"), ("name", "player", "metadata")
        with available():
            found = self._redis.hmget(head, ["setup", "metadata", *(f"{what}:{seat}" for what in of_seat)])
        setup, metadata, name, player, own = cast("list[bytes | None]", found)
        stored = orjson.loads(setup or b"{}")
        filled = {**data, "metadata": orjson.loads(metadata or b"{}")} if stored.get("table", {}).get("owner") else data
        if "name" not in data or not stored:
            return filled
        filled = {**filled, "name": stored["seats"][seat][1] if name is None else name.decode()}
        if "metadata" not in filled:
            return filled
        given = {"player": None if player is None else player.decode(), "seat_metadata": orjson.loads(own or b"{}")}
        return {**filled, **given}

    def sent(self, delivery: Delivery) -> str | None:
        """Mark the notice as delivered. Returns `sent`, or `None` if the lease was lost."""
        return self._settle(delivery, "sent")

    def retry_notice(self, delivery: Delivery, reason: str, seconds: float, tried: bool = True) -> str | None:
        """Retry after `seconds`. `tried`: whether the present try counts.

        Returns `waiting`, or `failed` if the notice is too old by then, or `None` if the lease was lost.
        """
        due = {"due": round(seconds * 1000), "pause": True, "patience": PATIENCE_SECONDS * 1000}
        return self._settle(delivery, "failed", reason=reason, untried=not tried, **due)

    def give_up(self, delivery: Delivery, reason: str) -> str | None:
        """Abandon the notice. Returns `failed`, or `None` if the lease was lost."""
        return self._settle(delivery, "failed", reason=reason)

    def _settle(self, delivery: Delivery, ended: str, **what: Any) -> str | None:
        """Settle a delivery. `ended`: the state to return if the notice ends."""
        holder = ("claim", delivery.claim.decode())
        with available(writing=True):
            outcome = self._outbox.settle(_names(delivery.id), delivery.id, holder, **what)
        return None if outcome is None else "waiting" if outcome == b"due" else ended

    # --- silent hosts ------------------------------------------------------------------------

    def may_call(self, host: str, url: str, seconds: float) -> float:
        """Return the seconds until this URL of the host may be called; 0: it may be called now.

        Only one worker at a time calls a silent host. Meanwhile the others wait, for at most `seconds`.
        """
        failing, paused = keys.silent_host(host)
        of_url = keys.silent_host(url)[1]
        calls = [
            (failing, methodcaller("get", failing)),
            *((name, methodcaller("pttl", name)) for name in (paused, of_url)),
        ]
        with available():
            silent, *pauses = answers(self._redis, calls)
        left, most = max(pauses), max(_MAX_PAUSE_SECONDS, seconds)
        if left > most * 1000:
            # The clock was set back.
            with available(writing=True):
                answers(
                    self._redis, [(name, methodcaller("expire", name, math.ceil(most))) for name in (paused, of_url)]
                )
            return most
        if left > 0:
            return float(left) / 1000
        if silent:
            with available(writing=True):
                if not self._redis.set(paused, 1, px=round(seconds * 1000), nx=True):
                    return seconds
        return 0

    def note_silence(self, host: str) -> None:
        """Record that the host did not reply. Pause its notices, longer each time."""
        failing, _ = keys.silent_host(host)
        with available(writing=True):
            times = int(self._redis.incr(failing))
            self._redis.expire(failing, _STEADY_SECONDS)
        self.pause(host, 2 ** min(times, 10))

    def pause(self, receiver: str, seconds: float) -> None:
        """Pause deliveries to a host or URL for `seconds`, at most five minutes."""
        with available(writing=True):
            self._redis.set(keys.silent_host(receiver)[1], 1, px=round(1000 * min(seconds, _MAX_PAUSE_SECONDS)))

    def note_answer(self, host: str) -> None:
        """Record that the host replied, whatever the status."""
        with available(writing=True):
            answers(self._redis, [(name, methodcaller("delete", name)) for name in keys.silent_host(host)])

    # --- dispatcher and owners ---------------------------------------------------------------

    def lease_due(self, seconds: float, limit: int) -> LeaseBatch:
        """Lease due notices, at most `limit` per bucket. Each is due again after `seconds`.

        Notices that are too old are abandoned. Takes one round trip; in a cluster, unreachable nodes are skipped.
        """
        args = {"lease": round(seconds * 1000), "limit": limit, "scan": limit, "patience": PATIENCE_SECONDS * 1000}
        orders = {
            number: ({"notices": keys.notices(tag)}, {**args, "around": (keys.around_notice(tag), "")})
            for number, tag in enumerate(self._tags)
        }
        with available(writing=True):
            return self._outbox.lease_buckets(orders)

    def failed(self, webhook: str, most: int) -> list[Attempt]:
        """Return at most `most` failed notices to the webhook, latest first, each as its final result.

        A failed notice is kept for a week.
        """
        names = self._failed_in(webhook, 0, time.time_ns())[:most]
        shown = ("type", "ended", "tries", "status", "reason")
        records = [_names(name)["record"] for name in names]
        with available():
            found = answers(self._redis, [(record, methodcaller("hmget", record, shown)) for record in records])
        return [
            Attempt(name, kind.decode(), int(ended), int(tries or 0), status.decode(), reason.decode())
            for name, (kind, ended, tries, status, reason) in zip(names, found, strict=True)
            if ended is not None
        ]

    def send_again(self, webhook: str, since_ms: int, until_ms: int) -> tuple[int, bool]:
        """Make failed notices due again: those that were given up in this period, oldest first. Their tries are counted
        from 0.

        Returns their number, and whether there are more.
        """
        sent, oldest = 0, self._failed_in(webhook, since_ms, until_ms)[::-1]
        for name in oldest[:MAX_AGAIN]:
            names = {**_names(name), "parked": keys.failed_notices(keys.tag_of_notice(name), webhook)}
            fields = {"status": "queued", "created": time.time_ns() // 1_000_000, "after": 0}
            with available(writing=True):
                self._redis.expire(names["record"], KEPT_SECONDS)
                sent += self._outbox.settle(names, name, parked=True, due=0, forget=True, set=fields) is not None
        return sent, len(oldest) > MAX_AGAIN

    def _failed_in(self, webhook: str, since_ms: int, until_ms: int) -> list[str]:
        sets = [keys.failed_notices(tag, webhook) for tag in self._tags]
        with available():
            found = answers(
                self._redis,
                [(at, methodcaller("zrangebyscore", at, since_ms, until_ms, withscores=True)) for at in sets],
            )
        latest = sorted(((score, name.decode()) for names in found for name, score in names), reverse=True)
        return [name for _, name in latest]


def _names(notice_id: str) -> dict[str, str]:
    tag = keys.tag_of_notice(notice_id)
    return {"notices": keys.notices(tag), "record": keys.around_notice(tag) + notice_id}
