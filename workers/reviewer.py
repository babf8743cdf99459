"""Makes the reviews that were asked for, some decisions at a time: what somebody waits for comes in between."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from engine.bots import Session
from engine.ruleset import Doc, Ruleset
from service.config import logs
from service.config.shutdown import Stopped
from service.games.ai.reviews import Material, Reviewer
from service.store.games.records import Level
from service.store.outbox.review_queue import ReviewStore, ReviewTask
from service.store.redis.store_errors import StoreUnavailable
from workers.thinking_time import Pace, Thinking

log = logging.getLogger(__name__)


class ReviewWorker:
    """`seconds`: after so long the rest is left to others; `ask` asks for it. `decide` makes a decision.

    A review gives way to decisions: so a hint waits for one judged decision at most, however many reviews there are;
    and a review goes on, however many hints there are.
    """

    def __init__(
        self,
        store: ReviewStore,
        rulesets: Mapping[str, Ruleset[Any, Any]],
        pace: Pace,
        ask: Callable[[str], object],
        decide: Callable[[], object],
        seconds: float = 2.0,
    ) -> None:
        self._store = store
        self._rulesets = rulesets
        self._pace = pace
        self._ask = ask
        self._decide = decide
        self._seconds = seconds

    def step(self, review_id: str) -> bool:
        """Go on with the review: whether anything was done. Raises `StoreUnavailable`: its lease brings it back."""
        self._decide()
        task = self._store.begin(review_id, self._pace.lease)
        if task is None:
            return False
        thinking = Thinking(self._pace, lambda: self._store.hold(task, self._pace.lease))
        new: list[Doc] = []
        try:
            return self._go_on(task, thinking, new)
        except Stopped:
            self._store.give_back(task)
            return False
        except StoreUnavailable:
            raise
        except Exception as failure:
            log.error("a review failed", extra={"ruleset": task.about.ruleset} | logs.describe_failure(failure))
            return self._store.fail(task, "bot_failed")

    def _go_on(self, task: ReviewTask, thinking: Thinking, new: list[Doc]) -> bool:
        """Judge until the time is up or all is done."""
        deadline = time.monotonic() + self._seconds
        about = task.about
        by = Level(about.level, about.milliseconds)
        review = Reviewer(self._rulesets[about.ruleset], Material.load(task.material), by)

        def stop() -> bool:
            # Without a budget of time every decision is thought about to its end: else the result would depend on the
            # worker.
            return thinking.stop() and about.milliseconds is not None

        session = Session(stop)
        while len(task.found) + len(new) < len(review) and not thinking.lost:
            thinking.begin(about.milliseconds)
            new.append(review.judge(len(task.found) + len(new), session))
            if time.monotonic() >= deadline or self._store.next_decision() is not None:
                break
        judged = [*task.found, *new]
        if len(judged) == len(review):
            return self._store.step(task, new, len(review), release=False) and self._store.finish(
                task, review.result(judged)
            )
        kept = self._store.step(task, new, len(review), release=True)
        if kept:
            self._ask(task.id)
        return kept
