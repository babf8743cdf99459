"""The dispatcher's process: `python -m workers.dispatcher`. Several dispatchers may run at the same time."""

from __future__ import annotations

if __name__ == "__main__":
    # Called first, because the imports are slow.
    from service.config import packages, shutdown

    shutdown.exit_immediately_on_signal()
    packages.admit_packages()

import logging
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType

from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError

from service.backend import open_decision_store, open_messages, open_notices, open_store
from service.config import shutdown
from service.store import DueTurns
from service.store.outbox.leases import LeaseBatch
from service.store.outbox.rq_client import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.redis import outages
from service.store.redis.store_errors import StoreUnavailable
from workers import health
from workers.bootstrap import start
from workers.health import Pulse

log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.5
"""The pause between two rounds. Work that is due at a certain time can be late by this much."""
_MAX_ROUND_SECONDS = 60
"""A time longer than any round takes, even if Redis is slow."""
_MAX_WAITING = 1000
"""The dispatcher adds no messages to a queue that has this many.

Expired messages count, too, until a worker discards them.
"""
_MAX_AT_ONCE = 100
_TIDY_SECONDS = 600
_WORK = "the due turns, notices and decisions"


Kind = tuple[Callable[[float, int], LeaseBatch], Messages]
"""A kind of work in the outbox: the function that leases due items of this kind, and the queue of their messages.

The arguments of the function are the lease in seconds and the limit per bucket.
"""


@dataclass
class Dispatcher:
    """Sends messages for overdue work, which may have lost its worker, its job or its message.

    Checks all buckets twice a second. `tidy`: a function to call from time to time.
    """

    kinds: Sequence[Kind]
    lease: int
    pulse: Pulse = field(default_factory=Pulse)
    tidy: Callable[[], None] = lambda: None
    _next_tidy: float = field(default=0.0, init=False)
    _stopping: bool = field(default=False, init=False)

    def run(self) -> None:
        while not self._stopping:
            self.pulse.beat(_MAX_ROUND_SECONDS)
            self.try_round()
            time.sleep(_PAUSE_SECONDS)

    def try_round(self) -> None:
        """Do a round. A failure of the store is not raised. A refusal by Redis is logged once per outage."""
        try:
            revived = self.round()
        except StoreUnavailable as failure:
            # Lost connections are logged elsewhere (`service.store.redis.outages`).
            if not isinstance(failure.__cause__, ConnectionLost | TimeoutError):
                outages.begin_outage(_WORK, failure)
            return
        if revived:
            log.info("queued %d turns, decisions or notices again", revived)

    def round(self) -> int:
        """Lease due items and queue them. Returns their number. Raises `StoreUnavailable`.

        While a queue is long, nothing is added to it. Without this limit, it would grow forever if there were no
        workers, because each round would queue the same items again.
        """
        requests = away = 0
        if time.monotonic() >= self._next_tidy:
            self._next_tidy = time.monotonic() + _TIDY_SECONDS
            self.tidy()
        for look, messages in self.kinds:
            limit = _MAX_AT_ONCE if messages.waiting() < _MAX_WAITING else 0
            found = look(self.lease, limit)
            if found.names:
                messages.enqueue(*found.names)
            requests += len(found.names)
            away += found.away
        if not away:
            outages.end_outage(_WORK)
        return requests

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: end after this round, or sooner if Redis hangs."""
        shutdown.exit_within_grace()
        self._stopping = True


def main() -> None:
    settings = start("dispatcher")
    store = open_store(settings, background=True)
    looks = {
        TURNS: DueTurns(store).lease_due,
        WEBHOOKS: open_notices(store).lease_due,
        DECISIONS: open_decision_store(settings, store).lease_due,
    }
    kinds = [(look, open_messages(settings, queue, background=True)) for queue, look in looks.items()]
    pulse = Pulse()
    if settings.metrics_port:
        health.serve(settings.host, settings.metrics_port, pulse)
    dispatcher = Dispatcher(kinds, settings.lease, pulse, store.players.rewrite)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, dispatcher.stop)
    dispatcher.run()


if __name__ == "__main__":
    main()
