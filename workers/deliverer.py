"""Sends what is to be told to webhooks, again and again if need be. Knows no games: a notice says all there is."""

from __future__ import annotations

import logging
import random
from datetime import UTC, datetime

from service.store.outbox.notice_queue import Delivery, NoticeStore
from service.webhooks import signatures
from service.webhooks.delivery import Outcome, Sender

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 5
MAX_PAUSE_SECONDS = 4 * 3600


class Deliverer:
    """`lease`: seconds, beyond those of a delivery, after which others take over what a worker has not ended."""

    def __init__(self, notices: NoticeStore, sender: Sender, lease: float) -> None:
        self._notices = notices
        self._sender = sender
        self._lease = lease
        self._rng = random.Random()

    def deliver(self, notice_id: str) -> str | None:
        """Send the notice, if it is to be sent now, and tell what has become of it: `sent`, `waiting` or `dead`.

        `None` when there was nothing to do. Raises `StoreUnavailable`: then the notice's lease brings it back.
        """
        longest = self._lease + 2 * self._sender.seconds
        delivery = self._notices.begin(notice_id, longest)
        if delivery is None:
            return None
        pause = self._notices.may_call(delivery.host, longest)
        if pause:
            # Others must not wait in its queue; with the jitter not all come back at once.
            return self._notices.again(delivery, "silent", pause * self._rng.uniform(1, 1.5), tried=False)
        return self._settle(delivery, self._send(delivery))

    def _send(self, delivery: Delivery) -> Outcome:
        headers = signatures.headers(delivery.secret, delivery.id, datetime.now(UTC), delivery.body)
        return self._sender.send(delivery.url, headers, delivery.body.encode())

    def _settle(self, delivery: Delivery, outcome: Outcome) -> str | None:
        if outcome.silent:
            self._notices.note_silence(delivery.host)
        else:
            self._notices.note_answer(delivery.host)
        if not outcome.reason:
            return self._notices.sent(delivery)
        if outcome.final:
            become = self._notices.give_up(delivery, outcome.reason)
        else:
            become = self._notices.again(delivery, outcome.reason, self.pause(delivery.tries))
        # The address is the client's own business, and may hold a secret of it.
        facts = {"notice": delivery.id, "reason": outcome.reason, "tries": delivery.tries, "now": become}
        log.info("a notice was not taken", extra=facts)
        return become

    def pause(self, tries: int) -> float:
        """Seconds until the next try, after so many: about twice as long each time, by lot."""
        longest = min(FIRST_PAUSE_SECONDS * 2.0 ** min(tries - 1, 30), MAX_PAUSE_SECONDS)
        return longest * self._rng.uniform(0.5, 1)
