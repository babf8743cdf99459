"""Many decisions in one call. They travel in batches, because a round trip costs about as much as a quick decision."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.games.ai.decision_requests import Decisions, decision_document
from service.store.games.records import now_ms
from service.store.outbox.decision_queue import PATIENCE_SECONDS, Caller, DecisionRecord, DecisionRequest, Question
from service.store.outbox.rq_client import send_messages
from service.store.redis import keys
from service.store.redis.store_errors import CallerWaits, StoreUnavailable, TooManyWait

WINDOW = 16
"""The number of batches of one caller that may be pending at a time."""
MAX_LINES = 16
"""The highest number of lines in a batch."""
_BATCH_MS = 100
"""A batch is full when a worker will need about this long for its lines, in ms. Clients hardly notice this delay."""
_PAUSE_SECONDS = 0.2


@dataclass
class DecisionBatches:
    """The decisions of one call. They take turns with the caller's other decisions."""

    decisions: Decisions
    caller: Caller
    language: str = LANGUAGES[0]
    _pending: deque[tuple[str, list[Doc]]] = field(default_factory=deque)
    """The id and the lines of each pending batch. The id is empty if none of the lines needs a decision."""
    _costs_ms: dict[tuple[str, str], float] = field(default_factory=dict)
    """For each ruleset and level, the cost of the latest decision."""

    def __post_init__(self) -> None:
        # The caller's limit of pending decisions also limits the lines of all pending batches together.
        most = self.caller.most or WINDOW * MAX_LINES
        self._most_lines = min(MAX_LINES, max(1, most // 4))
        self.caller = replace(self.caller, name=f"many {self.caller.name}", most=min(WINDOW, most // self._most_lines))

    def decide_all(self, lines: Iterable[Doc]) -> Generator[Doc]:
        """Yield the decisions of many lines (documents from `Decisions.check_view`), in the order of the lines.

        A document with `problem` is passed on as it is. If the client hangs up, or the generator is closed, the
        remaining decisions are cancelled.
        """
        batch, cost = list[Doc](), 0.0
        try:
            for line in lines:
                batch.append(line)
                cost += self._cost_of(line)
                # The worker begins with the first line while the next ones are read.
                if cost >= _BATCH_MS or len(batch) == self._most_lines or not self._pending:
                    yield from self._send(batch)
                    batch, cost = [], 0.0
            yield from self._send(batch)
            while self._pending:
                yield from self._receive()
        except _HungUp:
            return
        finally:
            # Best effort: if this fails, a worker makes the decisions for nothing, and they expire.
            with suppress(StoreUnavailable):
                self.decisions.store.forget([name for name, _ in self._pending if name], self.caller.name)

    def _cost_of(self, line: Doc) -> float:
        if "problem" in line:
            return 0.0
        known = self._costs_ms.get((line["ruleset"], line["level"]), _BATCH_MS)
        return float(line.get("milliseconds") or known)

    def _send(self, batch: list[Doc]) -> Generator[Doc]:
        """Queue a batch. While there is no room for it, yield the decisions of earlier batches."""
        while len(self._pending) == self.caller.most or (name := self._put(batch)) is None:
            if self._pending:
                yield from self._receive()
            else:
                self._pause()
        self._pending.append((name, batch))

    def _put(self, batch: Sequence[Doc]) -> str | None:
        """Queue a batch and return its id; `None` if there is no room."""
        questions = [
            Question(DecisionRequest(**{name: value for name, value in line.items() if name != "view"}), line["view"])
            for line in batch
            if "problem" not in line
        ]
        if not questions:
            return ""
        try:
            name = self.decisions.store.add_batch(questions, now_ms(), self.caller)
        except (CallerWaits, TooManyWait):
            return None
        send_messages(self.decisions.on_asked, name)
        return name

    def _receive(self) -> Generator[Doc]:
        """Wait for the first pending batch to end, delete it from the store, and yield its decisions."""
        name, batch = self._pending[0]
        records = iter(self._ended(name) if name else ())
        self._pending.popleft()
        for line in batch:
            if "problem" in line:
                yield line
            elif (record := next(records)).reason == "worker_lost" and len(batch) > 1:
                # Another line may be to blame.
                while (alone := self._put([line])) is None:
                    self._pause()
                self._pending.appendleft((alone, [line]))
                yield from self._receive()
            else:
                if record.result is not None:
                    self._costs_ms[record.about.ruleset, record.about.level] = record.result["cost_ms"]
                yield decision_document(keys.new_decision_id(), record, self.language)

    def _ended(self, name: str) -> list[DecisionRecord]:
        """Wait for a batch to end, delete it from the store, and return its decisions. Raises `_HungUp`."""
        store = self.decisions.store
        with self.decisions.changes.watch(name, PATIENCE_SECONDS) as watch:
            records = store.read_batch(name)
            while not records[-1].ended and watch.changed():
                records = store.read_batch(name)
        if watch.ended:
            raise _HungUp
        store.forget([name], self.caller.name)
        return records

    def _pause(self) -> None:
        with self.decisions.changes.watch("", _PAUSE_SECONDS) as watch:
            watch.changed()
        if watch.ended:
            raise _HungUp


class _HungUp(Exception):
    """The client has disconnected, or the process is about to end."""
