"""The webhooks of API keys, which receive the notices of all games, decisions and reviews of their key.

A key's webhooks are in a hash of JSON records. The last attempts to deliver to each webhook are in a list.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from operator import methodcaller
from typing import Any

import orjson

from service.store.games.records import now_ms
from service.store.outbox.notice_queue import KEPT_SECONDS, Attempt, Hook
from service.store.redis import keys, scripts
from service.store.redis.batch import answers
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import Conflict, NoSuchWebhook, StoreUnavailable, TooManyWebhooks

MAX_WEBHOOKS = 5
"""The highest number of webhooks per API key."""
MAX_TRIES_LISTED = 100
"""The highest number of attempts that are kept per webhook."""
MAX_SECRETS = 3
_OVERLAP_MS = 24 * 3600 * 1000
"""How long a secret stays valid after it was replaced."""
_MAX_RACES = 10


@dataclass(frozen=True, slots=True)
class KeyWebhook:
    """A webhook of the API key `owner`. `types`: the types of notices it receives; if empty, it receives all.

    `secrets`: the secrets for signing, newest first, each with the time (ms) until which it is used; `None`: no limit.
    """

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    paused: bool
    created_ms: int
    secrets: tuple[tuple[str, int | None], ...] = field(repr=False)

    @property
    def hook(self) -> Hook:
        return Hook(self.id, self.url, owner=self.owner, types=self.types)

    def signing(self, at_ms: int) -> list[str]:
        """Return the secrets to sign with at this time."""
        return [secret for secret, until in self.secrets if until is None or until > at_ms]

    def dump(self) -> bytes:
        return orjson.dumps(asdict(self))

    @staticmethod
    def load(text: bytes) -> KeyWebhook:
        doc = orjson.loads(text)
        signing = tuple((secret, until) for secret, until in doc["secrets"])
        return KeyWebhook(**{**doc, "types": tuple(doc["types"]), "secrets": signing})


class WebhookStore:
    """The webhooks in a Redis.

    Every method may raise `StoreUnavailable`, and those that change a webhook may raise `Conflict`.
    """

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._write = Script(redis, scripts.WEBHOOK)
        self._known: dict[str, list[KeyWebhook]] = {}

    def webhooks_of(self, owner: str) -> list[KeyWebhook]:
        """Return the webhooks of an API key, oldest first."""
        with available():
            found: Any = self._redis.hgetall(keys.webhooks(owner))
        return sorted(map(KeyWebhook.load, found.values()), key=lambda one: (one.created_ms, one.id))

    def receivers(self, owner: str) -> list[Hook]:
        """Return the receivers of an API key's notices.

        If the store cannot be reached, return those of the last read, so that no move has to wait.
        """
        try:
            self._known[owner] = self.webhooks_of(owner)
        except StoreUnavailable:
            if owner not in self._known:
                raise
        return [webhook.hook for webhook in self._known[owner]]

    def find_webhook(self, owner: str, webhook_id: str) -> KeyWebhook:
        """Return a webhook. Raises `NoSuchWebhook`."""
        with available():
            text: Any = self._redis.hget(keys.webhooks(owner), webhook_id)
        if text is None:
            raise NoSuchWebhook("there is no such webhook")
        return KeyWebhook.load(text)

    def create(
        self, owner: str, url: str, types: Sequence[str], paused: bool, key: str | None
    ) -> tuple[KeyWebhook, bool]:
        """Create a webhook, or return the webhook that was created with the same idempotency key. Also returns whether
        it is new.

        Raises `TooManyWebhooks`.
        """
        # The id depends on the request as well, so another request with the same key creates another webhook.
        name = orjson.dumps([owner, url, sorted(types), key]) if key else secrets.token_bytes(16)
        webhook_id = keys.base32(hashlib.sha256(name).digest()[:10])
        webhook = KeyWebhook(webhook_id, owner, url, tuple(types), paused, now_ms(), ((_new_secret(), None),))
        outcome = self._put(webhook, None, webhook.dump())
        if outcome == b"many":
            raise TooManyWebhooks("an API key can have at most {number} webhooks", number=MAX_WEBHOOKS)
        return (webhook, True) if outcome == b"done" else (self.find_webhook(owner, webhook_id), False)

    def change(self, owner: str, webhook_id: str, **fields: Any) -> KeyWebhook:
        """Change fields of a webhook. Raises `NoSuchWebhook`."""
        return self._update(owner, webhook_id, lambda webhook: replace(webhook, **fields))

    def renew_secret(self, owner: str, webhook_id: str) -> KeyWebhook:
        """Add a new secret to the webhook. The previous secrets also sign for one more day. Raises `NoSuchWebhook`."""

        def renewed(webhook: KeyWebhook) -> KeyWebhook:
            now = now_ms()
            older = [(secret, until or now + _OVERLAP_MS) for secret, until in webhook.secrets]
            valid = [one for one in older if one[1] > now][: MAX_SECRETS - 1]
            return replace(webhook, secrets=((_new_secret(), None), *valid))

        return self._update(owner, webhook_id, renewed)

    def delete(self, owner: str, webhook_id: str) -> None:
        """Delete a webhook. Raises `NoSuchWebhook`."""
        self._update(owner, webhook_id, lambda webhook: None)

    def note(self, owner: str, webhook_id: str, attempt: Attempt) -> None:
        """Add the attempt to the list, replacing the oldest one if the list is full."""
        name = keys.webhook_tries(owner, webhook_id)
        listing = methodcaller("lpush", name, orjson.dumps(astuple(attempt)))
        cutting = methodcaller("ltrim", name, 0, MAX_TRIES_LISTED - 1)
        with available(writing=True):
            answers(self._redis, [(name, listing), (name, cutting), (name, methodcaller("expire", name, KEPT_SECONDS))])

    def attempts(self, webhook: KeyWebhook) -> list[Attempt]:
        """Return the last attempts, latest first."""
        name = keys.webhook_tries(webhook.owner, webhook.id)
        with available():
            found: Any = self._redis.lrange(name, 0, -1)
        return [Attempt(*orjson.loads(text)) for text in found]

    def _update(self, owner: str, webhook_id: str, become: Callable[[KeyWebhook], KeyWebhook | None]) -> KeyWebhook:
        """Change or delete a webhook. Returns the changed or the deleted webhook."""
        for _ in range(_MAX_RACES):
            webhook = self.find_webhook(owner, webhook_id)
            changed = become(webhook)
            outcome = self._put(webhook, webhook.dump(), changed.dump() if changed else None)
            if outcome == b"done":
                return changed or webhook
        raise Conflict("the webhook is changing too fast")

    def _put(self, webhook: KeyWebhook, expected: bytes | None, record: bytes | None) -> bytes:
        names = {"webhooks": keys.webhooks(webhook.owner), "tries": keys.webhook_tries(webhook.owner, webhook.id)}
        args = {"id": webhook.id, "record": record, "expected": expected, "most": MAX_WEBHOOKS}
        with available(writing=True):
            outcome: bytes = self._write(names, args)
        return outcome


def _new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
