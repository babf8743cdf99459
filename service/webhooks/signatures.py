"""Signatures of webhooks, by the specification of Standard Webhooks: secrets, and the headers of a delivery."""

from __future__ import annotations

import base64
import hashlib
import hmac
from datetime import UTC, datetime

from standardwebhooks import Webhook

_PREFIX = "whsec_"


def derive(nonce: bytes, key: str) -> str:
    """The secret of a game's webhook, made like the tokens of its seats: from a stored nonce of 32 bytes and the
    idempotency key of the request ("" without one), so that a repeated creation shows it again.
    """
    return _secret(nonce, f"webhook:{key}")


def of_api_key(key: str) -> str:
    """The secret of an API key's webhook: made from the key, so that the operator's file does not hold it."""
    return _secret(key.encode("utf-8", "replace"), "webhook")


def _secret(root: bytes, purpose: str) -> str:
    digest = hmac.new(root, purpose.encode(), hashlib.sha256).digest()
    return _PREFIX + base64.b64encode(digest).decode()


def headers(secret: str, message: str, moment: datetime, body: str) -> dict[str, str]:
    """The headers that prove who has sent the body, and when. `message` names it, the same for every try."""
    moment = moment.astimezone(UTC)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign(message, moment, body),
    }
