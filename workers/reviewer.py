"""Makes reviews in small steps. Decisions are served between the steps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.bots import Session
from engine.ruleset import Doc, Ruleset
from service.config import logs
from service.config.shutdown import Stopped
from service.games.ai.reviews import Material, Reviewer
from service.store.games.records import Level
from service.store.outbox.review_queue import ReviewStore, ReviewTask
from service.store.outbox.rq_client import DECISIONS
from service.store.redis.store_errors import StoreUnavailable
from workers.thinking_time import Pace, ThinkingTime
from workers.usage_meter import JobUsage, UsageMeter

log = logging.getLogger(__name__)


@dataclass
class ReviewWorker:
    """Makes reviews. `seconds`: the length of a step. `ask`: queues the next step. `decide`: makes a waiting decision.

    Steps of a review alternate with decisions. So a hint waits at most until one move of a review is judged, and a
    review makes progress even if there are many hints.
    """

    store: ReviewStore
    rulesets: Mapping[str, Ruleset[Any, Any]]
    pace: Pace
    ask: Callable[[str], object]
    decide: Callable[[], object]
    seconds: float = 2.0

    def step(self, review_id: str) -> bool:
        """Do a step of the review. Returns whether a step was due.

        Raises `StoreUnavailable`; then the review is due again when its lease ends.
        """
        self.decide()
        with UsageMeter(self.store.redis, DECISIONS).job() as usage:
            return self._step(review_id, usage)

    def _step(self, review_id: str, usage: JobUsage) -> bool:
        task = self.store.begin_review(review_id, self.pace.lease)
        if task is None:
            return False
        usage.owner = task.owner
        thinking_time = ThinkingTime(self.pace, lambda: self.store.hold(task, self.pace.lease))
        new: list[Doc] = []
        try:
            return self._go_on(task, thinking_time, new)
        except Stopped:
            self.store.give_back(task)
            return False
        except StoreUnavailable:
            raise
        except Exception as failure:
            log.error("a review failed", extra={"ruleset": task.about.ruleset} | logs.describe_failure(failure))
            return self.store.fail(task, "bot_failed")

    def _go_on(self, task: ReviewTask, thinking_time: ThinkingTime, new: list[Doc]) -> bool:
        """Judge decisions until the step's time is over or all decisions are judged."""
        deadline = time.monotonic() + self.seconds
        about = task.about
        by = Level(about.level, about.milliseconds)
        review = Reviewer(self.rulesets[about.ruleset], Material.load_material(task.material), by)

        def stop() -> bool:
            # Without a time budget each search runs to its end, so that the result does not depend on the worker.
            return thinking_time.stop() and about.milliseconds is not None

        session = Session(stop)
        while len(task.found) + len(new) < len(review) and not thinking_time.lost:
            thinking_time.begin(about.milliseconds)
            new.append(review.judge(len(task.found) + len(new), session))
            if time.monotonic() >= deadline or self.store.next_decision() is not None:
                break
        judged = [*task.found, *new]
        if len(judged) == len(review):
            return self.store.save_steps(task, new, len(review), release=False) and self.store.finish(
                task, review.review_result(judged)
            )
        kept = self.store.save_steps(task, new, len(review), release=True)
        if kept:
            self.ask(task.id)
        return kept
