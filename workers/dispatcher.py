"""The dispatcher's process: `python -m workers.dispatcher`. Any number of them may run."""

from __future__ import annotations

if __name__ == "__main__":
    # First of all: the imports take their time.
    from service.config import stopping

    stopping.at_once()

import logging
import signal
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from queue import PriorityQueue
from types import FrameType

from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError

from service.backend import open_decision_store, open_messages, open_notices, open_store
from service.config import stopping
from service.store import DueTurns, keys, outages
from service.store.errors import StoreUnavailable
from service.store.listening import Listener
from service.store.messages import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.outbox import Look
from service.store.scripts import SOON_SECONDS
from workers import vitals
from workers.starting import start
from workers.vitals import Pulse

log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.2
"""Between two rounds, however much becomes due, and before it is seen that something is due or this process to stop."""
_HURRY_SECONDS = 0.5
"""Between two looks at all while some of it is away."""
_MAX_ROUND_SECONDS = 60
"""More than any round takes, even if Redis is slow."""
_MAX_WAITING = 1000
"""Messages in a queue beyond which nothing is asked for: void ones stay in it until a worker throws them away."""
_MAX_AT_ONCE = 100
_WORK = "the due turns, notices and decisions"


@dataclass(frozen=True, slots=True)
class Kind:
    """What the outbox has of one kind: `look` leases, for so many seconds, so many of each of some buckets, and
    `messages` asks for them.
    """

    queue: str
    look: Callable[[float, int, Collection[int]], Look]
    messages: Messages
    buckets: int = 1


class Dispatcher:
    """Asks for what nobody has done in time: the work of killed workers, failed jobs and lost messages.

    It looks at all buckets every few seconds, and learns when something becomes due there; of what becomes due before
    the next such look it is told (`noted`). So it does next to nothing when nothing is due, and is prompt all the same.
    """

    def __init__(self, kinds: Collection[Kind], lease: int, pulse: Pulse | None = None) -> None:
        self._kinds = kinds
        self._pulse = pulse or Pulse()
        self._lease = lease
        self._rounds_seconds = min(SOON_SECONDS, lease)
        self._soon: PriorityQueue[tuple[float, str, int]] = PriorityQueue()
        self._full_round_at = 0.0
        self._stopping = False

    def run(self) -> None:
        while not self._stopping:
            self._pulse.beat(_MAX_ROUND_SECONDS)
            due = self._due_now()
            if time.monotonic() >= self._full_round_at:
                self.try_round()
            elif due:
                self.try_round(due)
            time.sleep(_PAUSE_SECONDS)

    def note(self, message: str) -> None:
        """The store has said that something becomes due: queue, bucket, ms."""
        queue, bucket, ms = message.split(" ")
        self._note(queue, int(bucket), float(ms) / 1000)

    def _note(self, queue: str, bucket: int, seconds: float) -> None:
        self._soon.put((time.monotonic() + seconds, queue, bucket))

    def _due_now(self) -> dict[str, set[int]]:
        """The buckets of each queue where something is due now; they are forgotten."""
        due: dict[str, set[int]] = {}
        while self._soon.queue and self._soon.queue[0][0] <= time.monotonic():
            _, queue, bucket = self._soon.get()
            due.setdefault(queue, set()).add(bucket)
        return due

    def note_gap(self) -> None:
        """Something may have been said that was not heard."""
        self._full_round_at = 0.0

    def try_round(self, due: Mapping[str, Collection[int]] | None = None) -> None:
        """A round, if the store can be reached. If it refuses what is asked of it, that is logged, once."""
        if due is None:
            self._full_round_at = time.monotonic() + self._rounds_seconds
        try:
            revived = self.round(due)
        except StoreUnavailable as failure:
            self._hurry()
            # What cannot be reached is logged for the whole process (`service.store.outages`).
            if not isinstance(failure.__cause__, ConnectionLost | TimeoutError):
                outages.begin(_WORK, failure)
            return
        if revived:
            log.info("asked again for %d turns, decisions or notices", revived)

    def round(self, due: Mapping[str, Collection[int]] | None = None) -> int:
        """Take what is due, in all buckets or in these of each queue, and ask for it: how much.

        Raises `StoreUnavailable`.
        While a queue is long, what is due stays due: without workers it would grow by all of it in each lease.
        """
        requests = away = 0
        for kind in self._kinds:
            buckets = range(kind.buckets) if due is None else due.get(kind.queue, ())
            if not buckets:
                continue
            most = _MAX_AT_ONCE if kind.messages.waiting() < _MAX_WAITING else 0
            look = kind.look(self._lease, most, buckets)
            for bucket, seconds in look.next_seconds.items():
                if seconds < self._rounds_seconds:
                    self._note(kind.queue, bucket, seconds)
            for name in look.names:
                kind.messages.ask(name)
            requests += len(look.names)
            away += look.away
        if away:
            self._hurry()
        elif due is None:
            outages.end(_WORK)
        return requests

    def _hurry(self) -> None:
        """All is looked at again soon: what was away may be back."""
        self._full_round_at = min(self._full_round_at, time.monotonic() + _HURRY_SECONDS)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """The signal handler: end after this round, if Redis does not keep it."""
        stopping.in_time()
        self._stopping = True


def main() -> None:
    """Dispatch until SIGTERM or SIGINT."""
    settings = start("dispatcher")
    store = open_store(settings, patient=True)
    looks = {
        TURNS: (DueTurns(store).look, store.buckets),
        WEBHOOKS: (open_notices(store).look, store.buckets),
        DECISIONS: (open_decision_store(settings, store).look, 1),
    }
    kinds = [
        Kind(queue, look, open_messages(settings, queue, patient=True), buckets)
        for queue, (look, buckets) in looks.items()
    ]
    pulse = Pulse()
    if settings.metrics_port:
        vitals.serve(settings.host, settings.metrics_port, pulse)
    dispatcher = Dispatcher(kinds, settings.lease, pulse)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, dispatcher.stop)
    tags = keys.tags(store.buckets)
    listener = Listener(store.redis, keys.SOON, tags, dispatcher.note, dispatcher.note_gap, patience=2.0)
    threading.Thread(target=listener.run, name="soon", daemon=True).start()
    dispatcher.run()


if __name__ == "__main__":
    main()
