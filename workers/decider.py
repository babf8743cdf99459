"""Makes requested decisions. This module knows no rules, and sees only the view of a game."""

from __future__ import annotations

import hashlib
import logging
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import structlog

from engine.bots import Bot, Decision, Session
from engine.bots.ratings import bot_of
from engine.bots.reasons import Reason, reasons
from engine.bots.soundness import unsound
from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.config import logs
from service.config.shutdown import Stopped
from service.games.ai.reason_documents import store_reasons
from service.store import DecisionStore
from service.store.outbox.decision_queue import Question
from service.store.outbox.rq_client import DECISIONS
from workers.thinking_time import Pace, ThinkingTime
from workers.usage_meter import JobUsage, UsageMeter

log = logging.getLogger(__name__)

_MAX_RACES = 10
"""How many decisions a worker tries to begin if other workers take them first."""


class Unsound(Exception):
    """A bot's decision is invalid. The message says why."""


@dataclass
class Decider:
    """Makes decisions.

    `levels`: the bots by name. `look_seconds`: how often a worker that makes a batch looks for single decisions. These
    come first, because somebody waits for them.
    """

    store: DecisionStore
    rulesets: Mapping[str, Ruleset[Any, Any]]
    levels: Mapping[str, Bot]
    pace: Pace
    look_seconds: float = 0.02

    def decide_next(self, requested: str | None = None) -> bool:
        """Make the next decision, not necessarily the decision `requested`. Returns whether one was made.

        Callers take turns, so no caller waits behind another caller's long queue. There is one message per decision, so
        all decisions are made in the end. Raises `StoreUnavailable`.
        """
        for _ in range(_MAX_RACES):
            if (waiting := self.store.next_decision(take=True)) is None:
                return False
            if waiting != requested:
                # The decision belongs to another request, so its log lines must not have this request's id.
                structlog.contextvars.unbind_contextvars("request_id")
            if self.answer_request(waiting):
                return True
        return False

    def decide_for(self, seconds: float, requested: str) -> str | None:
        """Call `decide_next` repeatedly for about `seconds`. Returns the id of a pending decision, if any is left.

        A message costs about as much as a quick decision, so one message serves several decisions.
        """
        end = time.monotonic() + seconds
        while self.decide_next(requested):
            if time.monotonic() >= end:
                return self.store.next_decision()
        return None

    def answer_request(self, decision_id: str) -> bool:
        """Make the decision, or a part of the batch. Returns `True` if it was due and this worker made it.

        If the bot fails, the decision ends as failed, because another try would fail as well. If the process is about
        to end, the decision returns to the queue. If a single decision waits, the rest of a batch returns to the queue.
        Raises `StoreUnavailable`; then the decision is due again when its lease ends.
        """
        with UsageMeter(self.store.redis, DECISIONS).job() as usage:
            return self._decide(decision_id, usage)

    def _decide(self, decision_id: str, usage: JobUsage) -> bool:
        task = self.store.begin_decision(decision_id, self.pace.lease)
        if task is None:
            return False
        usage.owner = task.owner
        thinking_time = ThinkingTime(self.pace, lambda: self.store.hold(task, self.pace.lease))
        results, looked = task.results, time.monotonic()
        try:
            for number, question in enumerate(task.questions[len(results) :]):
                if number and time.monotonic() - looked >= self.look_seconds:
                    looked = time.monotonic()
                    if self.store.next_decision(batches=False) is not None:
                        return self.store.release(task, results)
                results.append(self._answer(question, thinking_time))
        except Stopped:
            self.store.release(task, results)
            return False
        return self.store.finish(task, results)

    def _answer(self, question: Question, thinking_time: ThinkingTime) -> Doc | None:
        """Return the result, or `None` if the bot fails."""
        about = question.about
        try:
            thinking_time.begin(about.milliseconds)
            return self._result(question, thinking_time)
        except Exception as failure:
            level = {"level": about.level, "ruleset": about.ruleset}
            log.error("a bot failed", extra=level | logs.describe_failure(failure))
            return None

    def _result(self, question: Question, thinking_time: ThinkingTime) -> Doc:
        about = question.about
        ruleset = self.rulesets[about.ruleset]
        view = ruleset.restore_view(question.view, about.seat)
        # The sample is needed only for the number of seats.
        seats = ruleset.seat_count(ruleset.sample(view, random.Random(0)))
        bot = bot_of(self.levels, about.level, about.ruleset, seats)
        assert bot is not None, "the request was checked"
        if about.milliseconds is not None:
            bot = bot.timed()
        # Computed before the bot can modify the view.
        moves, waited_for = list(ruleset.view_moves(view)), about.seat in ruleset.view_to_act(view)[:1]
        session = Session(thinking_time.stop, about.game or "", brief=True)
        began = time.process_time()
        decision = bot.decide(ruleset, view, rng_of(question), session)
        if wrong := unsound(decision, moves, may_decline=not waited_for):
            raise Unsound(wrong)
        because = _reasons(ruleset, view, decision, rng_of(question)) if about.reasons else []
        # The reasons are part of the cost: they may take longer than a quick decision.
        seconds = time.process_time() - began
        return {**_describe(ruleset, decision, question.view, seconds), "reasons": store_reasons(ruleset, because)}


def _reasons(ruleset: Ruleset[Any, Any], view: Any, decision: Decision, rng: random.Random) -> list[Reason]:
    """Return why the bot's move is better than the next candidate."""
    others = [one.move for one in decision.candidates if one.move != decision.move]
    return reasons(ruleset, view, decision.move, others[0], rng) if others else []


def rng_of(question: Question) -> random.Random:
    """Return the bot's random generator.

    Its seed depends only on ruleset, view, seat and level, so hidden information has no influence. Equal requests get
    equal decisions, unless a time budget limits the thinking.
    """
    about = question.about
    text = orjson.dumps([about.ruleset, about.seat, about.level, question.view], option=orjson.OPT_SORT_KEYS)
    return random.Random(hashlib.sha256(text).digest())


def _describe(ruleset: Ruleset[Any, Any], decision: Decision, view: Doc, seconds: float) -> Doc:
    """Return the decision in its stored form. `seconds`: the processor time that it took.

    Moves are labelled in every language, because the request does not name one.
    """
    moves = [one.move for one in decision.candidates]
    docs = [ruleset.write_move(move) for move in moves]
    labels = [ruleset.words(language).labels(docs, view, ()) for language in LANGUAGES]
    candidates = [
        {
            "move": doc,
            "labels": dict(zip(LANGUAGES, named, strict=True)),
            "visits": one.visits,
            "chance": round(one.chance, 4),
            "total": round(one.total, 2),
        }
        for one, doc, *named in zip(decision.candidates, docs, *labels, strict=True)
    ]
    return {
        "move": None if decision.move is None else ruleset.write_move(decision.move),
        "candidates": candidates,
        "iterations": decision.iterations,
        "cost_ms": round(seconds * 1000, 1),
    }
