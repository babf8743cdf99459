"""Decisions in Redis: what is asked for, who works on it, what came of it.

The fields of a decision: `status` (`queued`, `running`, `done`, `failed`), `about` (whose decision it is), `view` (gone
after the end), `created`, `started`, `ended`, `patience` (when it is given up, unless somebody works on it), `tries`
(how often it was begun), `claim` (of whoever works on it), `caller` (the key of the caller's), `result`, `reason`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from operator import methodcaller
from typing import Any, cast

import orjson

from engine.ruleset import Doc
from service.store.games.idempotency import Memo
from service.store.games.records import now_ms
from service.store.outbox.leases import Begun, Look, Outbox
from service.store.redis import keys, scripts
from service.store.redis.batch import Call, answers
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import CallerWaits, NoSuchDecision, TooManyWait

PATIENCE_SECONDS = 600
"""For how long a decision waits for a worker: nobody asks for a hint to have it later than that."""
MAX_TRIES = 3
"""How often a decision is begun: one that kills its workers must not kill all of them."""

_SHOWN = ("status", "about", "created", "started", "ended", "result", "reason")


@dataclass(frozen=True, slots=True)
class About:
    """Whose decision it is. A hint's also names the game and the version that it is for, and who sits there.

    `milliseconds`: for how long the bot shall think, instead of the level's own budget.
    """

    ruleset: str
    seat: int
    level: str
    game: str | None = None
    version: int | None = None
    milliseconds: int | None = None
    names: tuple[str | None, ...] = ()

    def dump(self) -> bytes:
        """As stored; `load` is its inverse."""
        return orjson.dumps(
            [self.ruleset, self.seat, self.level, self.game, self.version, self.milliseconds, self.names]
        )

    @staticmethod
    def load(text: bytes) -> About:
        fields = orjson.loads(text)
        return About(*fields[:6], *map(tuple, fields[6:]))


@dataclass(frozen=True, slots=True)
class Record:
    """A decision as it is now. Times are ms since 1970, `None` before they have come.

    `result`, once it is done: `{"move": move or None, "candidates": [...], "iterations"}`; `reason`, once it has
    failed: `bot_failed`, `worker_lost` or `too_late`.
    """

    about: About
    status: str
    created_ms: int
    started_ms: int | None = None
    ended_ms: int | None = None
    result: Doc | None = None
    reason: str | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ("done", "failed")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a worker has begun, a decision or a review: `claim` is the proof of it."""

    id: str
    claim: bytes


@dataclass(frozen=True, slots=True)
class Task(Claimed):
    """A decision that a worker has begun."""

    about: About
    view: Doc


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many decisions may be waited for: in all, and of one caller (0: any number)."""

    most: int
    most_of_caller: int


class Requests:
    """What somebody has asked workers to find out, decisions and reviews alike.

    `ttl`: seconds for which something is kept after its end; `due_delay`: seconds that a new one is left to whoever was
    told of it directly, before it counts as due for the dispatcher.
    """

    def __init__(self, redis: Client, ttl: int, waiting: Waiting, due_delay: float = 0) -> None:
        self._redis = redis
        self._ttl = ttl
        self._waiting = waiting
        self._due_delay = round(due_delay * 1000)
        self._ask = Script(redis, scripts.ASK)
        self._waits = Script(redis, scripts.WAITING)
        self._outbox = Outbox(redis, "decision")

    def check_room(self, caller: str) -> None:
        """Raises what it would raise now to store something new for the caller: `CallerWaits`, `TooManyWait`."""
        own = keys.caller(caller)
        calls: list[Call] = [
            (own, methodcaller("zcount", own, now_ms(), "+inf")),
            (keys.DECISIONS_DUE, methodcaller("zcard", keys.DECISIONS_DUE)),
        ]
        with available():
            of_caller, of_all = answers(self._redis, calls)
        if 0 < self._waiting.most_of_caller <= of_caller:
            raise self._caller_waits()
        if of_all >= self._waiting.most:
            raise self._too_many_wait()

    def _caller_waits(self) -> CallerWaits:
        return CallerWaits("You already have {number} decisions pending", number=self._waiting.most_of_caller)

    def _too_many_wait(self) -> TooManyWait:
        return TooManyWait("{number} decisions are already pending", number=self._waiting.most)

    def _put(self, name: str, caller: str, args: Mapping[str, Any], memo: Memo | None = None) -> list[bytes]:
        """Store something new, with what more `ask.lua` takes: the answer that the memo's request got before, if any.

        Raises `CallerWaits`, `TooManyWait`.
        """
        names = {"record": keys.AROUND_DECISION + name, "due": keys.DECISIONS_DUE, "caller": keys.caller(caller)}
        if memo:
            names["memo"] = memo.key
        most, of_caller = self._waiting.most, self._waiting.most_of_caller
        limits = {"most": most, "most_of_caller": of_caller, "delay": self._due_delay}
        with available(writing=True):
            outcome, *first = self._ask(names, {"id": name, **limits, **args})
        if outcome == b"caller":
            raise self._caller_waits()
        if outcome == b"full":
            raise self._too_many_wait()
        return cast("list[bytes]", first)

    def next_decision(self, take: bool = False) -> str | None:
        """The decision that is to be made next, among those that nobody has begun: callers take turns.

        `take`: it is the caller's turn that is taken with it.
        """
        names = {"due": keys.DECISIONS_DUE, "served": keys.DECISIONS_SERVED}
        args = {"around": keys.AROUND_DECISION, "length": keys.DECISION_LENGTH, "ttl": PATIENCE_SECONDS * 1000}
        with available(writing=take):
            found = cast("bytes | None", self._waits(names, {**args, "take": take or None}))
        return None if found is None else found.decode()

    def _begin(self, name: str, seconds: float) -> tuple[bytes, Begun] | None:
        """Take something for so many seconds, with the proof of it; `None` when there is nothing to do."""
        claim = secrets.token_hex(9).encode()
        with available(writing=True):
            begun = self._outbox.begin(_names(name), name, seconds, claim)
        return None if begun is None else (claim, begun)

    def hold(self, task: Claimed, seconds: float) -> bool:
        """Keep what one has begun for so many seconds from now. False when somebody else has it, or it has ended."""
        return self._settle(task, hold=round(seconds * 1000))

    def give_back(self, task: Claimed) -> bool:
        """Leave what one has begun to others, at once and as if it had not been tried. False as with `hold`."""
        return self._settle(task, due=0, untried=True)

    def fail(self, task: Claimed, reason: str) -> bool:
        """It cannot be done. False, and nothing written, when the task has been lost."""
        return self._settle(task, reason=reason, ttl=self._ttl)

    def _settle(self, task: Claimed, **what: Any) -> bool:
        with available(writing=True):
            outcome = self._outbox.settle(_names(task.id), task.id, ("claim", task.claim.decode()), **what)
        return outcome is not None


class DecisionStore(Requests):
    """The decisions of a Redis. Every method may raise `StoreUnavailable`, and those that write `StoreUnsure`."""

    # --- whoever asks ------------------------------------------------------------------------

    def create(
        self, decision_id: str, record: Record, view: Doc, caller: str, memo: Memo | None = None, answer: bytes = b""
    ) -> bytes | None:
        """Store a new decision. With a memo whose request was answered before: nothing, and that answer.

        Raises `CallerWaits`, `TooManyWait`, `KeyReused`.
        """
        args = {
            "patience": PATIENCE_SECONDS * 1000,
            "ttl": PATIENCE_SECONDS + self._ttl,
            "memo": memo.dump(answer) if memo else None,
            "memo_ttl": self._ttl,
            "fields": {"about": record.about.dump(), "view": orjson.dumps(view), "created": record.created_ms},
        }
        first = self._put(decision_id, caller, args, memo)
        return memo.load(first[0]).first if memo and first else None

    def recall(self, memo: Memo) -> bytes | None:
        """The answer kept for the memo's request, if any. Raises `KeyReused`."""
        with available():
            stored = cast("bytes | None", self._redis.get(memo.key))
        return None if stored is None else memo.load(stored).first

    def read(self, decision_id: str) -> Record:
        """The decision as it is now. Raises `NoSuchDecision`."""
        with available():
            values = self._redis.hmget(keys.decision(decision_id), _SHOWN)
        fields = dict(zip(_SHOWN, cast("list[bytes | None]", values), strict=True))
        if fields["about"] is None:
            raise NoSuchDecision("there is no such decision")
        return _record(fields)

    # --- whoever makes them ------------------------------------------------------------------

    def begin(self, decision_id: str, seconds: float) -> Task | None:
        """Take a decision that is to be made, for so many seconds; `None` when there is nothing to do."""
        if (lease := self._begin(decision_id, seconds)) is None:
            return None
        claim, begun = lease
        return Task(decision_id, claim, About.load(begun.fields[b"about"]), orjson.loads(begun.fields[b"view"]))

    def finish(self, task: Task, result: Doc) -> bool:
        """It is decided. False, and nothing written, when the task has been lost."""
        return self._settle(task, set={"result": orjson.dumps(result)}, ttl=self._ttl)

    # --- the dispatcher ----------------------------------------------------------------------

    def look(self, seconds: float, limit: int) -> Look:
        """Ids of decisions to ask for now, at most `limit`, longest due first; each is not due again for `seconds`.

        These are the ones that nobody has begun, or whose worker was lost. All that were begun too often, or have
        waited for too long, have failed then; those that have expired are forgotten.
        """
        args = {
            "lease": round(seconds * 1000),
            "limit": limit,
            # All: what is hopeless ends, however many others are due.
            "scan": -1,
            "around": (keys.AROUND_DECISION, ""),
            "most_tries": MAX_TRIES,
            "ttl": self._ttl,
        }
        with available(writing=True):
            return self._outbox.look({0: ({"due": keys.DECISIONS_DUE}, args)})


def _names(name: str) -> dict[str, str]:
    """The keys by which the outbox knows a decision or a review."""
    return {"due": keys.DECISIONS_DUE, "record": keys.AROUND_DECISION + name}


def _record(fields: Mapping[str, bytes | None]) -> Record:
    def number(name: str) -> int | None:
        value = fields[name]
        return None if value is None else int(value)

    about, status, result, reason = (fields[name] for name in ("about", "status", "result", "reason"))
    assert about is not None
    assert status is not None
    return Record(
        About.load(about),
        status.decode(),
        number("created") or 0,
        number("started"),
        number("ended"),
        None if result is None else orjson.loads(result),
        None if reason is None else reason.decode(),
    )
