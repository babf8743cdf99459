"""The dispatcher's process: `python -m workers.dispatcher`. Any number of them may run."""

from __future__ import annotations

if __name__ == "__main__":
    # First of all: the imports take their time.
    from service import stopping

    stopping.at_once()

import logging
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType

from service import stopping
from service.backend import open_decision_store, open_messages, open_notices, open_store
from service.messages import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store import DueTurns
from service.store.errors import StoreUnavailable
from workers import vitals
from workers.starting import start
from workers.vitals import Pulse

log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.5
_LONGEST_ROUND_SECONDS = 60
"""More than any round takes, even if Redis is slow."""
_MOST_WAITING = 1000
"""Messages in a queue beyond which nothing is asked for: void ones stay in it until a worker throws them away."""
_MOST_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Outbox:
    """What is due of one kind: `lease` takes for so many seconds so many of it, `messages` asks for what it took."""

    lease: Callable[[float, int], list[str]]
    messages: Messages


class Dispatcher:
    """Asks for what nobody has done in time: the work of killed workers, failed jobs and lost messages."""

    def __init__(self, outboxes: Sequence[Outbox], lease: int, pulse: Pulse | None = None) -> None:
        self._outboxes = outboxes
        self._pulse = pulse or Pulse()
        self._lease = lease
        self._cut_off = False
        self._stopping = False

    def run(self) -> None:
        """Make rounds until told to stop."""
        while not self._stopping:
            self._pulse.beat(_LONGEST_ROUND_SECONDS)
            self.try_round()
            time.sleep(_PAUSE_SECONDS)

    def try_round(self) -> None:
        """A round, if the store can be reached. Its loss and its return are logged once each."""
        try:
            revived = self.round()
        except StoreUnavailable as failure:
            if not self._cut_off:
                log.warning("cannot reach the store: %s", failure)
            self._cut_off = True
            return
        if self._cut_off:
            log.info("can reach the store again")
        self._cut_off = False
        if revived:
            log.info("asked again for %d turns, decisions or notices", revived)

    def round(self) -> int:
        """Lease what is due and ask for it: how much. Raises `StoreUnavailable`.

        While a queue is long, what is due stays due: without workers it would grow by all of it in each lease.
        """
        asked = 0
        for outbox in self._outboxes:
            most = _MOST_AT_ONCE if outbox.messages.waiting() < _MOST_WAITING else 0
            due = outbox.lease(self._lease, most)
            for name in due:
                outbox.messages.ask(name)
            asked += len(due)
        return asked

    def stop(self, number: int, frame: FrameType | None) -> None:
        """The signal handler: end after this round, if Redis does not keep it."""
        stopping.in_time()
        self._stopping = True


def main() -> None:
    """Dispatch until SIGTERM or SIGINT."""
    settings = start()
    store = open_store(settings, patient=True)
    leases = {
        TURNS: DueTurns(store).lease,
        DECISIONS: open_decision_store(settings, store).lease,
        WEBHOOKS: open_notices(store).lease,
    }
    outboxes = [Outbox(lease, open_messages(settings, queue, patient=True)) for queue, lease in leases.items()]
    pulse = Pulse()
    if settings.metrics_port:
        vitals.serve(settings.host, settings.metrics_port, pulse)
    dispatcher = Dispatcher(outboxes, settings.lease, pulse)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, dispatcher.stop)
    dispatcher.run()


if __name__ == "__main__":
    main()
