"""Decisions in Redis: requests, work in progress, and results.

Fields of a decision: `status` (`queued`, `running`, `done`, `failed`), `about` (its subject), `view` (deleted at the
end), `created`, `started`, `ended`, `patience` (the time when the decision is abandoned, unless a worker is making it),
`tries`, `claim` (the claim of the worker that makes the decision), `caller` (the key of the caller's set of pending
decisions), `owner` (the name of the API key whose usage includes the decision), `notice:<id>` (a notice that is sent
when the decision ends), `result`, `reason`.

A *batch* holds several decisions of one call. In a batch, `about`, `view` and `result` are lists. `result` may have
fewer items while the batch is in progress. An item of `result` is `null` if the bot failed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import zip_longest
from operator import methodcaller
from typing import Any, cast

import orjson

from engine.ruleset import Doc
from service.store.games.idempotency import Memo
from service.store.games.records import now_ms
from service.store.outbox.leases import BegunItem, LeaseBatch, Outbox
from service.store.outbox.notice_queue import Notice, noted
from service.store.redis import keys, scripts
from service.store.redis.batch import Call, answers
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import CallerWaits, NoSuchDecision, TooManyWait

PATIENCE_SECONDS = 600
"""How long a decision waits for a worker. After that, a hint would be useless."""
MAX_TRIES = 3
"""The highest number of tries of a decision. A decision that kills its worker must not kill all workers."""

_SHOWN = ("status", "about", "created", "started", "ended", "result", "reason")


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """The subject of a decision. For a hint, it includes the game and its version, but not names, which are personal.

    `milliseconds`: the time budget, instead of the level's own. `of_position`: the view was made from a position.
    `reasons`: whether the result includes reasons for the move.
    """

    ruleset: str
    seat: int
    level: str
    game: str | None = None
    version: int | None = None
    milliseconds: int | None = None
    of_position: bool = False
    reasons: bool = False

    def dump_request(self) -> bytes:
        return orjson.dumps(astuple(self))


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """A decision as stored. Times are in ms since 1970, `None` if still in the future.

    `result` of a completed decision: `{"move": move or None, "candidates": [...], "iterations", "cost_ms"}`; `reason`
    of a failed one: `bot_failed`, `worker_lost` or `too_late`.
    """

    about: DecisionRequest
    status: str
    created_ms: int
    started_ms: int | None = None
    ended_ms: int | None = None
    result: Doc | None = None
    reason: str | None = None

    @property
    def ended(self) -> bool:
        """Whether the decision is final."""
        return self.status in ("done", "failed")


@dataclass(frozen=True, slots=True)
class Caller:
    """The client that requests a decision or review.

    `most`: the limit of pending requests for this caller; `owner`: the name of the API key whose usage includes these
    requests.
    """

    name: str
    most: int | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A decision or review that a worker has begun. `claim`: the proof of its lease; `owner`: as in `Caller`."""

    id: str
    claim: bytes
    owner: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot decides."""

    about: DecisionRequest
    view: Doc


@dataclass(frozen=True, slots=True)
class DecisionTask(Claimed):
    """A decision or batch that a worker has begun.

    `results`: the results so far, in the order of `questions`; `None` where the bot failed.
    """

    questions: list[Question]
    results: list[Doc | None]


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """The limits of pending decisions: in total, and per caller (0: no limit)."""

    limit: int
    caller_limit: int


class RequestStore:
    """Requests to the workers, for both decisions and reviews.

    The process that stores a request sends a message immediately. `due_delay`: the seconds after which the dispatcher
    sends another message, in case the first one was lost. `ttl`: seconds to keep an ended request.
    """

    def __init__(self, redis: Client, ttl: int, waiting: QueueLimits, due_delay: float = 0) -> None:
        self._redis = redis
        self._ttl = ttl
        self._waiting = waiting
        self._due_delay = round(due_delay * 1000)
        self._ask = Script(redis, scripts.ASK)
        self._waits = Script(redis, scripts.WAITING)
        self._outbox = Outbox(redis, "decision")

    @property
    def redis(self) -> Client:
        return self._redis

    def check_room(self, caller: Caller) -> None:
        """Raise `CallerWaits` or `TooManyWait` if a new request of the caller would be refused now."""
        own, most = keys.caller(caller.name), self._most_of(caller)
        calls: list[Call] = [
            (own, methodcaller("zcount", own, now_ms(), "+inf")),
            (keys.DECISIONS_DUE, methodcaller("zcard", keys.DECISIONS_DUE)),
        ]
        with available():
            of_caller, of_all = answers(self._redis, calls)
        if 0 < most <= of_caller:
            raise _caller_waits(most)
        if of_all >= self._waiting.limit:
            raise self._too_many_wait()

    def _most_of(self, caller: Caller) -> int:
        return self._waiting.caller_limit if caller.most is None else caller.most

    def _too_many_wait(self) -> TooManyWait:
        return TooManyWait("{number} decisions are already pending", number=self._waiting.limit)

    def _put(self, name: str, caller: Caller, args: Mapping[str, Any], memo: Memo | None = None) -> list[bytes]:
        """Store a new request. Returns the reply that is already stored for the memo, if any.

        `args`: further arguments of `ask.lua`. Raises `CallerWaits`, `TooManyWait`.
        """
        names = {"record": keys.AROUND_DECISION + name, "due": keys.DECISIONS_DUE, "caller": keys.caller(caller.name)}
        if memo:
            names["memo"] = memo.key
        of_caller = self._most_of(caller)
        limits = {"most": self._waiting.limit, "most_of_caller": of_caller, "delay": self._due_delay}
        fields = {**args["fields"], **({"owner": caller.owner} if caller.owner else {})}
        with available(writing=True):
            outcome, *first = self._ask(names, {"id": name, **limits, **args, "fields": fields})
        if outcome == b"caller":
            raise _caller_waits(of_caller)
        if outcome == b"full":
            raise self._too_many_wait()
        return cast("list[bytes]", first)

    def next_decision(self, take: bool = False, batches: bool = True) -> str | None:
        """Return the next decision that has not begun; `None` if there is none.

        Callers take turns. `take`: whether the decision uses up its caller's turn. `batches`: whether a batch may be
        returned.
        """
        lengths = (keys.DECISION_LENGTH, *[keys.BATCH_LENGTH][:batches])
        names = {"due": keys.DECISIONS_DUE, "served": keys.DECISIONS_SERVED}
        args = {
            "around": keys.AROUND_DECISION,
            "lengths": dict.fromkeys(map(str, lengths), True),
            "ttl": PATIENCE_SECONDS * 1000,
            "take": take or None,
        }
        with available(writing=take):
            found = cast("bytes | None", self._waits(names, args))
        return None if found is None else found.decode()

    def _begin(self, name: str, seconds: float) -> tuple[bytes, BegunItem] | None:
        """Begin a request and hold it for `seconds`. Returns it with its claim, or `None` if it is not due."""
        claim = secrets.token_hex(9).encode()
        with available(writing=True):
            begun = self._outbox.begin_item(_names(name), name, seconds, claim)
        return None if begun is None else (claim, begun)

    def hold(self, task: Claimed, seconds: float) -> bool:
        """Extend the lease to `seconds` from now. Returns `False` if the lease was lost, or if the request has
        ended.
        """
        return self._settle(task, hold=round(seconds * 1000))

    def give_back(self, task: Claimed, fields: Mapping[str, bytes] | None = None) -> bool:
        """Return the task to the queue immediately, and write `fields` to its record. The try does not count.

        Returns `False` if the lease was lost, or if the request has ended.
        """
        return self._settle(task, set=fields, due=0, untried=True)

    def fail(self, task: Claimed, reason: str) -> bool:
        """End the task as failed. If it was lost, return `False` and write nothing."""
        return self._settle(task, reason=reason, ttl=self._ttl)

    def _settle(self, task: Claimed, **what: Any) -> bool:
        with available(writing=True):
            outcome = self._outbox.settle(_names(task.id), task.id, ("claim", task.claim.decode()), **what)
        return outcome is not None


class DecisionStore(RequestStore):
    """The decisions in a Redis.

    Every method may raise `StoreUnavailable`, and those that write may raise `StoreUnsure`.
    """

    @property
    def _times(self) -> dict[str, int]:
        return {"patience": PATIENCE_SECONDS * 1000, "ttl": PATIENCE_SECONDS + self._ttl}

    # --- clients -----------------------------------------------------------------------------

    def add_decision(
        self,
        decision_id: str,
        record: DecisionRecord,
        view: Doc,
        caller: Caller,
        memo: Memo | None = None,
        answer: bytes = b"",
        notices: Sequence[Notice] = (),
    ) -> bytes | None:
        """Store a new decision, or return the memo's earlier reply. The notices are sent when the decision ends.

        Raises `CallerWaits`, `TooManyWait`, `KeyReused`.
        """
        args = {
            **self._times,
            "memo": memo.dump_memo(answer) if memo else None,
            "memo_ttl": self._ttl,
            "fields": {"about": record.about.dump_request(), "view": orjson.dumps(view), "created": record.created_ms},
            "notices": noted(notices),
        }
        first = self._put(decision_id, caller, args, memo)
        return memo.load_memo(first[0]).first if memo and first else None

    def add_batch(self, questions: Sequence[Question], created_ms: int, caller: Caller) -> str:
        """Store a new batch and return its id. It counts as one decision. Raises `CallerWaits`, `TooManyWait`."""
        name = keys.new_batch_id()
        about = orjson.dumps([astuple(one.about) for one in questions])
        views = orjson.dumps([one.view for one in questions])
        fields = {"about": about, "view": views, "created": created_ms}
        self._put(name, caller, {**self._times, "fields": fields})
        return name

    def forget(self, batches: Iterable[str], caller: str) -> None:
        """Delete batches of the caller. A worker stops if it is making one of them."""
        with available(writing=True):
            for one in batches:
                self._redis.delete(keys.AROUND_DECISION + one)
                self._redis.zrem(keys.DECISIONS_DUE, one)
                self._redis.zrem(keys.caller(caller), one)

    def recall(self, memo: Memo) -> bytes | None:
        """Return the reply stored for the memo's request, if any. Raises `KeyReused`."""
        with available():
            stored = cast("bytes | None", self._redis.get(memo.key))
        return None if stored is None else memo.load_memo(stored).first

    def read_decision(self, decision_id: str) -> DecisionRecord:
        """Return a decision as stored. Raises `NoSuchDecision`."""
        keys.decision(decision_id)
        return self.read_batch(decision_id)[0]

    def read_batch(self, name: str) -> list[DecisionRecord]:
        """Return the decisions of a batch as stored. All end together. Raises `NoSuchDecision`."""
        with available():
            values = self._redis.hmget(keys.AROUND_DECISION + name, _SHOWN)
        fields = dict(zip(_SHOWN, cast("list[bytes | None]", values), strict=True))
        if fields["about"] is None:
            raise NoSuchDecision("there is no such decision")
        return _records(name, fields)

    # --- workers -----------------------------------------------------------------------------

    def begin_decision(self, decision_id: str, seconds: float) -> DecisionTask | None:
        """Begin a decision and hold it for `seconds`. Returns `None` if it is not due."""
        if (lease := self._begin(decision_id, seconds)) is None:
            return None
        claim, begun = lease
        fields = begun.fields
        about, views = (_listed(decision_id, fields[name]) for name in (b"about", b"view"))
        questions = [Question(DecisionRequest(*one), view) for one, view in zip(about, views, strict=True)]
        # Only a batch can have results before its end.
        results = orjson.loads(fields.get(b"result", b"[]"))
        return DecisionTask(decision_id, claim, owner_in(fields), questions, results)

    def release(self, task: DecisionTask, results: Sequence[Doc | None]) -> bool:
        """Make the task due again immediately, and keep these results."""
        return self.give_back(task, {"result": orjson.dumps(results)} if results else None)

    def finish(self, task: DecisionTask, results: Sequence[Doc | None]) -> bool:
        """Store the results, one for each question. If the task was lost, return `False` and write nothing."""
        if results == [None]:
            return self.fail(task, "bot_failed")
        stored = results if len(task.id) == keys.BATCH_LENGTH else results[0]
        return self._settle(task, set={"result": orjson.dumps(stored)}, ttl=self._ttl)

    # --- dispatcher --------------------------------------------------------------------------

    def lease_due(self, seconds: float, limit: int) -> LeaseBatch:
        """Lease at most `limit` due decisions. The one that has been due longest comes first; each is due again after
        `seconds`.

        A decision is due if it has not begun, or if its worker was lost. This call also marks decisions as failed if
        they were tried too often or have waited too long, and drops expired ones.
        """
        args = {
            "lease": round(seconds * 1000),
            "limit": limit,
            # Read all due decisions: hopeless ones must end even if many others are due.
            "scan": -1,
            "around": (keys.AROUND_DECISION, ""),
            "most_tries": MAX_TRIES,
            "ttl": self._ttl,
        }
        with available(writing=True):
            return self._outbox.lease_buckets({0: ({"due": keys.DECISIONS_DUE}, args)})


def owner_in(fields: Mapping[bytes, bytes]) -> str | None:
    """Return the owner of a decision or review, given its fields."""
    return fields[b"owner"].decode() if b"owner" in fields else None


def _caller_waits(most: int) -> CallerWaits:
    return CallerWaits("You already have {number} decisions pending", number=most)


def _names(name: str) -> dict[str, str]:
    """Return the keys of a decision or review in the outbox."""
    return {"due": keys.DECISIONS_DUE, "record": keys.AROUND_DECISION + name}


def _listed(name: str, stored: bytes) -> list[Any]:
    """Return the items of a stored field: several for a batch, one for a single decision."""
    return orjson.loads(stored) if len(name) == keys.BATCH_LENGTH else [orjson.loads(stored)]


def _records(name: str, fields: Mapping[str, bytes | None]) -> list[DecisionRecord]:
    def number(name: str) -> int | None:
        value = fields[name]
        return None if value is None else int(value)

    about, status, result, reason = (fields[name] for name in ("about", "status", "result", "reason"))
    assert about is not None
    assert status is not None
    times = number("created") or 0, number("started"), number("ended")
    unanswered = (status.decode(), None, None if reason is None else reason.decode())
    results = [] if result is None else _listed(name, result)
    outcomes = [("failed", None, "bot_failed") if one is None else ("done", one, None) for one in results]
    return [
        DecisionRecord(DecisionRequest(*one), status, *times, result, why)
        for one, (status, result, why) in zip_longest(_listed(name, about), outcomes, fillvalue=unanswered)
    ]
