"""Secrets and signature headers of webhooks, by the Standard Webhooks specification."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, datetime

from standardwebhooks import Webhook


def derive(nonce: bytes, key: str) -> str:
    """Return the secret of a game's webhook.

    Like seat tokens, it is derived from a stored nonce of 32 bytes and the request's idempotency key, so that a
    repeated creation returns the same secret. `key`: the idempotency key; empty if the request has none.
    """
    digest = hmac.new(nonce, f"webhook:{key}".encode(), hashlib.sha256).digest()
    return "whsec_" + base64.b64encode(digest).decode()


def headers(secrets: Sequence[str], message: str, moment: datetime, body: str) -> dict[str, str]:
    """Return the headers of a notice, with one signature for each secret. `message`: the notice's id, which is the same
    for every try.
    """
    moment = moment.astimezone(UTC)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(message, moment, body) for secret in secrets),
    }
