"""Requests for AI decisions, either for a view from the client or for a seat of a stored game.

The workers get only the view, never the state.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from engine.bots.ratings import fault_of
from engine.errors import Fault, GameOver, InvalidPosition, NotYourTurn
from engine.registry import LEVELS
from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.config import budgets
from service.config.timestamps import moment
from service.games import Game
from service.games.ai.position_queries import Position
from service.games.ai.reason_documents import reasons_in
from service.games.core import projection, webhook_notices
from service.games.core.change_feed import Changes
from service.games.core.game_errors import InvalidBudget, InvalidView, NoSuchRuleset
from service.store import DecisionStore, Memo
from service.store.games.idempotency import fingerprint
from service.store.games.records import level_fields, now_ms
from service.store.outbox.decision_queue import Caller, DecisionRecord, DecisionRequest
from service.store.outbox.notice_queue import Hook, addressed
from service.store.outbox.rq_client import send_messages
from service.store.redis import keys

DEFAULT_LEVEL = "hard" if "hard" in LEVELS else list(LEVELS)[-1]

Receivers = Callable[[str], Sequence[Hook]]


def check_budget(milliseconds: int | None, most_ms: int) -> None:
    """Raise `InvalidBudget` if the time budget exceeds `most_ms`."""
    InvalidBudget.raise_for(budgets.faults("milliseconds", milliseconds, most_ms))


def check_rating(level: str | None, ruleset: str, seats: int) -> None:
    """Raise `InvalidBudget` if the level is a rating that does not exist for this ruleset and number of seats."""
    if level is not None and level.isdecimal() and (fault := fault_of(int(level), ruleset, seats)):
        raise InvalidBudget([Fault("rating", fault)])


@dataclass(frozen=True, slots=True)
class Asked:
    """The reply to a request for a decision. `body` is JSON.

    `repeated`: whether this is the reply to an earlier request with the same idempotency key.
    """

    decision_id: str
    body: bytes
    repeated: bool = False


@dataclass
class Decisions:
    """All decisions. Stateless: any process may serve any call. Any call may raise `StoreUnavailable`.

    - `on_asked`: gets the id of each new decision. Best effort: if the call fails, the dispatcher finds the decision in
      the store.
    - `changes`: wakes waiting clients.
    - `most_ms`: the longest time budget allowed.
    - `receivers`: returns the webhooks of an API key.

    The id of a decision grants read access: it cannot be guessed and must not be logged.
    """

    store: DecisionStore
    rulesets: Mapping[str, Ruleset[Any, Any]]
    changes: Changes
    on_asked: Callable[[str], object] | None = None
    most_ms: int = budgets.MAX_MILLISECONDS
    receivers: Receivers = lambda owner: ()

    def check_view(self, request: Doc) -> Doc:
        """Validate a request. It has a ruleset, a seat, and either a `view` or a `position`. It may also have a level,
        a time budget and `include`.

        Returns the request with a level and a view; defaults are filled in. Needs no store. Raises `InvalidBudget`,
        `NoSuchRuleset`, `NoSuchSeat` and `GameOver`. Raises `InvalidPosition` or `InvalidView`, which lists every
        fault. Raises `NotYourTurn` if the seat has nothing to decide.
        """
        check_budget(request.get("milliseconds"), self.most_ms)
        key, seat, view = request["ruleset"], request["seat"], request.get("view")
        if key not in self.rulesets:
            raise NoSuchRuleset("there is no ruleset {key!r}", key=key)
        rules = self.rulesets[key]
        if (position := request.pop("position", None)) is not None:
            given = Position(self.rulesets, position)
            if given.ruleset is not rules:
                raise InvalidPosition([Fault("ruleset", f"must be {key}")])
            request["of_position"], view = True, given.view_of_position(seat)
        seen = _read(rules, view, seat)
        _check_turn(rules, seen, seat)
        # All states that agree with the view have the same number of seats.
        check_rating(request.get("level"), key, rules.seat_count(rules.sample(seen, random.Random(0))))
        reasons = "reasons" in request.pop("include", ())
        return {"level": DEFAULT_LEVEL, **request, "view": rules.write_view(seen), "reasons": reasons}

    def request_decision(
        self,
        ruleset: str,
        view: Doc,
        seat: int,
        level: str,
        caller: Caller,
        idempotency_key: str | None = None,
        milliseconds: int | None = None,
        of_position: bool = False,
        reasons: bool = False,
    ) -> Asked:
        """Request the decision of an AI level for a seat. The arguments are the fields of a document from `check_view`.

        `milliseconds`: the time budget, instead of the level's own. Raises `CallerWaits`, `TooManyWait`. Repeating
        the request with the same key returns the first reply for as long as the decision is kept. Using the key for
        another request makes a new decision.
        """
        about = DecisionRequest(
            ruleset, seat, level, milliseconds=milliseconds, of_position=of_position, reasons=reasons
        )
        memo = None
        if idempotency_key is not None:
            digest = fingerprint([idempotency_key, about.dump_request().decode(), view])
            memo = Memo(keys.decision_memo(digest.hex()), digest)
        return self._ask(about, view, caller, memo, caller.owner)

    def hint(
        self,
        game: Game,
        seat: int,
        level: str,
        caller: Caller,
        idempotency_key: str | None = None,
        milliseconds: int | None = None,
    ) -> Asked:
        """Request an AI level's decision for a seat of the stored game. The result includes reasons for the move.

        Raises `InvalidBudget`, `CallerWaits`, `TooManyWait`, and what `Game.check_turn` raises. An idempotency key
        belongs to the seat; reuse with another level or budget raises `KeyReused`.
        """
        check_budget(milliseconds, self.most_ms)
        check_rating(level, game.ruleset.key, len(game.seats))
        memo = None
        if idempotency_key is not None:
            scope = hashlib.sha256(f"{game.id}:{seat}:{idempotency_key}".encode())
            request = [level] if milliseconds is None else [level, milliseconds]
            memo = Memo(keys.decision_memo(scope.hexdigest()), fingerprint(request))
            # The game may have changed since the first reply.
            if (first := self.store.recall(memo)) is not None:
                return _repeat(first)
        game.check_turn(seat)
        about = DecisionRequest(game.ruleset.key, seat, level, game.id, game.version, milliseconds, reasons=True)
        view = projection.game_document(game, seat)["view"]
        # A player may ask without an API key. Then the hint counts towards the API key that owns the game. The owner of
        # the game is not notified, because the hint is for the player only.
        owner = caller.owner or game.owner
        return self._ask(about, view, replace(caller, owner=owner), memo, caller.owner)

    def _ask(self, about: DecisionRequest, view: Doc, caller: Caller, memo: Memo | None, notified: str | None) -> Asked:
        decision_id, record = keys.new_decision_id(), DecisionRecord(about, "queued", now_ms())
        body = orjson.dumps(decision_document(decision_id, record))
        hooks = self.receivers(notified) if notified else ()
        notices = addressed([webhook_notices.of_decision(decision_id, about)], hooks)
        earlier = self.store.add_decision(decision_id, record, view, caller, memo, body, notices)
        if earlier is not None and earlier != body:
            return _repeat(earlier)
        send_messages(self.on_asked, decision_id)
        return Asked(decision_id, body)

    def wait(self, decision_id: str, seconds: float, language: str = LANGUAGES[0]) -> Doc:
        """Return the decision once it has ended, or after `seconds`. Raises `NoSuchDecision`."""
        with self.changes.watch(decision_id, seconds) as watch:
            record = self.store.read_decision(decision_id)
            while not record.ended and watch.changed():
                record = self.store.read_decision(decision_id)
            return decision_document(decision_id, record, language)


def decision_document(decision_id: str, record: DecisionRecord, language: str = LANGUAGES[0]) -> Doc:
    """Return the decision as a document of the schema `Decision`."""
    about = record.about
    result = record.result or {"move": None, "candidates": []}
    done = record.result is not None
    return {
        "id": decision_id,
        "status": record.status,
        "ruleset": about.ruleset,
        "seat": about.seat,
        **level_fields(about.level),
        "milliseconds": about.milliseconds,
        "given": "game" if about.game else "position" if about.of_position else "view",
        "game": about.game,
        "version": about.version,
        "move": result["move"],
        "candidates": [projection.put_label(stored, language) for stored in result["candidates"]],
        "reasons": reasons_in(result, language),
        "iterations": result.get("iterations", 0) if done else None,
        "cost_ms": result["cost_ms"] if done else None,
        "failure": record.reason,
        "created_at": moment(record.created_ms),
        "started_at": None if record.started_ms is None else moment(record.started_ms),
        "ended_at": None if record.ended_ms is None else moment(record.ended_ms),
    }


def _repeat(body: bytes) -> Asked:
    return Asked(orjson.loads(body)["id"], body, repeated=True)


def _read(ruleset: Ruleset[Any, Any], view: Any, seat: int) -> Any:
    """Parse a view. Raises `InvalidView`, with paths as in the request."""
    try:
        return ruleset.read_view(view, seat)
    except InvalidPosition as error:
        placed = [
            fault if fault.path == "seat" else replace(fault, path=f"view.{fault.path}".rstrip("."))
            for fault in error.faults
        ]
        raise InvalidView(placed) from error


def _check_turn(ruleset: Ruleset[Any, Any], view: Any, seat: int) -> None:
    if not ruleset.view_to_act(view):
        raise GameOver("the game is over")
    if not ruleset.view_moves(view):
        raise NotYourTurn("this seat has nothing to decide in this view")
