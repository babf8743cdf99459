"""Delivers notices to webhooks, with retries. Needs no games: a notice is complete."""

from __future__ import annotations

import logging
import random
from datetime import UTC, datetime

from service.store.outbox.notice_queue import Delivery, NoticeStore
from service.webhooks import signatures
from service.webhooks.delivery import DeliveryResult, Sender

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 5
MAX_PAUSE_SECONDS = 4 * 3600


class Deliverer:
    """`lease`: seconds, beyond the time of a delivery, after which other workers take over."""

    def __init__(self, notices: NoticeStore, sender: Sender, lease: float) -> None:
        self._notices = notices
        self._sender = sender
        self._lease = lease
        self._rng = random.Random()

    def deliver(self, notice_id: str) -> str | None:
        """Send the notice if it is due; return its new state: `sent`, `waiting` or `dead`, or `None` if nothing was
        due.

        Raises `StoreUnavailable`: the lease then brings the notice back.
        """
        longest = self._lease + 2 * self._sender.seconds
        delivery = self._notices.begin(notice_id, longest)
        if delivery is None:
            return None
        pause = self._notices.may_call(delivery.host, longest)
        if pause:
            # Do not block the queue. The jitter spreads the retries.
            return self._notices.again(delivery, "silent", pause * self._rng.uniform(1, 1.5), tried=False)
        return self._settle(delivery, self._send(delivery))

    def _send(self, delivery: Delivery) -> DeliveryResult:
        headers = signatures.headers(delivery.secret, delivery.id, datetime.now(UTC), delivery.body)
        return self._sender.send(delivery.url, headers, delivery.body.encode())

    def _settle(self, delivery: Delivery, outcome: DeliveryResult) -> str | None:
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
        # Do not log the URL: it may contain a secret.
        facts = {"notice": delivery.id, "reason": outcome.reason, "tries": delivery.tries, "now": become}
        log.info("a notice was not accepted", extra=facts)
        return become

    def pause(self, tries: int) -> float:
        """Seconds until the next try: doubling, with jitter."""
        longest = min(FIRST_PAUSE_SECONDS * 2.0 ** min(tries - 1, 30), MAX_PAUSE_SECONDS)
        return longest * self._rng.uniform(0.5, 1)
