"""Secrets and signature headers of webhooks, by the Standard Webhooks specification."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import UTC, datetime

from standardwebhooks import Webhook

_PREFIX = "whsec_"


def derive(nonce: bytes, key: str) -> str:
    """The secret of a game's webhook, derived like its seat tokens: from a stored nonce of 32 bytes and the request's
    idempotency key ("" without one), so that a repeated creation returns the same secret.
    """
    return _secret(nonce, f"webhook:{key}")


def of_api_key(key: str) -> str:
    """The secret of an API key's webhook, derived from the key: the operator's file does not contain it."""
    return _secret(key.encode("utf-8", "replace"), "webhook")


def _secret(root: bytes, purpose: str) -> str:
    digest = hmac.new(root, purpose.encode(), hashlib.sha256).digest()
    return _PREFIX + base64.b64encode(digest).decode()


def headers(secret: str, message: str, moment: datetime, body: str) -> dict[str, str]:
    """The headers that sign the body. `message`: the notice's id, the same for every attempt."""
    moment = moment.astimezone(UTC)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign(message, moment, body),
    }
