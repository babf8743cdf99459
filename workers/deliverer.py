"""Delivers notices to webhooks and subscribed browsers, with retries.

It does not load games: a stored notice has everything except its receiver.
"""

from __future__ import annotations

import logging
import random
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from service.store.games.push_subscriptions import PushSubscription, PushSubscriptions
from service.store.games.records import now_ms
from service.store.lists.webhook_registry import WebhookStore
from service.store.outbox.notice_queue import PUSH, Attempt, Delivery, NoticeStore, host_of
from service.store.redis.store_errors import NoSuchWebhook, StoreUnavailable
from service.webhooks import signatures
from service.webhooks.delivery import DeliveryResult, Sender
from service.webhooks.push_messages import PushSigner, encrypted

log = logging.getLogger(__name__)

_HOUR = 3600
PAUSES_SECONDS = (5, 30, 300, 1800, 2 * _HOUR, 5 * _HOUR, 10 * _HOUR, 14 * _HOUR, 20 * _HOUR, 20 * _HOUR)
"""The pauses between tries.

All tries fit into the three days of a notice, as the Standard Webhooks specification recommends.
"""
_PAUSED_SECONDS = (60, 1800)
"""The shortest and the longest time after which a notice to a paused webhook is due again.

Within these limits, the notice waits for as long again as it has waited so far. A paused webhook may have very many
notices, and checking them more often would cost too much.
"""
_GONE = ("status_404", "status_410")
"""The statuses with which a push service says that a subscription has ended."""
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class _Target:
    url: str
    secrets: list[str]
    paused: bool = False
    subscription: PushSubscription | None = None


@dataclass(frozen=True, slots=True)
class Browsers:
    """The subscribed browsers, and the signer of the messages to them."""

    subscriptions: PushSubscriptions
    signer: PushSigner


@dataclass
class Deliverer:
    """Delivers notices.

    `lease`: when a delivery exceeds its time limit by this many seconds, other workers take over. `browsers`: the
    subscribed browsers; without it, notices to browsers are dropped.
    """

    notices: NoticeStore
    webhooks: WebhookStore
    sender: Sender
    lease: float
    browsers: Browsers | None = None
    _rng: random.Random = field(default_factory=random.Random, init=False)

    def deliver(self, notice_id: str) -> str | None:
        """Send the notice if it is due. Returns its new state: `sent`, `waiting` or `failed`.

        Returns `None` if the notice was not due, or if the webhook has been deleted. Raises `StoreUnavailable`; then
        the notice is due again when its lease ends.
        """
        longest = self.lease + 2 * self.sender.seconds
        delivery = self.notices.begin_notice(notice_id, longest)
        if delivery is None:
            return None
        target = self._target(delivery)
        if target is None:
            self.notices.sent(delivery)
            return None
        if target.paused:
            shortest, longest_pause = _PAUSED_SECONDS
            waited = (now_ms() - int(delivery.field_text("created"))) / 1000
            return self._postpone(delivery, "paused", min(max(waited, shortest), longest_pause))
        pause = self.notices.may_call(host_of(target.url), target.url, longest)
        if pause:
            return self._postpone(delivery, "silent", pause)
        return self._settle(delivery, target, self._send(delivery, target))

    def _postpone(self, delivery: Delivery, reason: str, seconds: float) -> str | None:
        # Waiting does not count as a try. The jitter spreads the retries.
        return self.notices.retry_notice(delivery, reason, seconds * self._rng.uniform(1, 1.5), tried=False)

    def _target(self, delivery: Delivery) -> _Target | None:
        owner = delivery.field_text("owner")
        if delivery.field_text("hook").startswith(PUSH):
            return self._browser(delivery)
        if not owner:
            return _Target(delivery.field_text("url"), [delivery.field_text("secret")])
        try:
            webhook = self.webhooks.find_webhook(owner, delivery.field_text("hook"))
        except NoSuchWebhook:
            return None
        return _Target(webhook.url, webhook.signing(now_ms()), webhook.paused)

    def _browser(self, delivery: Delivery) -> _Target | None:
        """Return the subscribed browser; `None` if its subscription has ended, or if the game has changed since an
        earlier try.
        """
        if self.browsers is None:
            return None
        data, name = delivery.data, delivery.field_text("hook").removeprefix(PUSH)
        found, version = self.browsers.subscriptions.find(data["game"], data["seat"], name)
        late = delivery.tries > 1 and version != data["version"]
        return None if found is None or late else _Target(found.endpoint, [], subscription=found)

    def _push(self, browsers: Browsers, delivery: Delivery, to: PushSubscription) -> DeliveryResult:
        game, deadline = delivery.data["game"], int(delivery.field_text("deadline") or 0)
        seconds = min(max(0, deadline - now_ms()) // 1000, _DAY) if deadline else _DAY
        headers = browsers.signer.headers(to.endpoint, game, seconds)
        outcome = self.sender.send(to.endpoint, headers, encrypted(delivery.body.encode(), to.p256dh, to.auth))
        if outcome.reason not in _GONE:
            return outcome
        browsers.subscriptions.end(game, delivery.data["seat"], to.id)
        return DeliveryResult()

    def _send(self, delivery: Delivery, target: _Target) -> DeliveryResult:
        if self.browsers and target.subscription:
            return self._push(self.browsers, delivery, target.subscription)
        headers = signatures.headers(target.secrets, delivery.id, datetime.now(UTC), delivery.body)
        return self.sender.send(target.url, headers, delivery.body.encode())

    def _settle(self, delivery: Delivery, target: _Target, outcome: DeliveryResult) -> str | None:
        host = host_of(target.url)
        if outcome.silent:
            self.notices.note_silence(host)
        else:
            self.notices.note_answer(host)
        if outcome.retry_after:
            self.notices.pause(target.url, outcome.retry_after)
        if not outcome.reason:
            become = self.notices.sent(delivery)
        elif outcome.final:
            become = self.notices.give_up(delivery, outcome.reason)
        else:
            pause = max(self.pause(delivery.tries), outcome.retry_after)
            become = self.notices.retry_notice(delivery, outcome.reason, pause)
        self._note(delivery, outcome, become)
        return become

    def _note(self, delivery: Delivery, outcome: DeliveryResult, become: str | None) -> None:
        if outcome.reason:
            # Do not log the URL: it may contain a secret.
            facts = {"notice": delivery.id, "reason": outcome.reason, "tries": delivery.tries, "now": become}
            log.info("a notice was not accepted", extra=facts)
        owner = delivery.field_text("owner")
        if owner and become is not None:
            kind = delivery.field_text("type")
            attempt = Attempt(delivery.id, kind, now_ms(), delivery.tries, become, outcome.reason)
            with suppress(StoreUnavailable):
                self.webhooks.note(owner, delivery.field_text("hook"), attempt)

    def pause(self, tries: int) -> float:
        """Return the seconds until the next try, with jitter."""
        return PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS)) - 1] * self._rng.uniform(0.8, 1)
