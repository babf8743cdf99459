"""Checks the signatures of notices, as in Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from hamlet_client.errors import HamletError

TOLERANCE_SECONDS = 300


class WebhookInvalid(HamletError):
    """The notice is not genuine, or too old. The message says which."""


def verify(body: bytes | str, headers: Mapping[str, str], secret: str | Sequence[str]) -> Any:
    """Return the notice in a request's body, `{"type", "timestamp", "data"}`, if one of the secrets signed it.

    `headers` are those of the request, in upper or lower case. Give several secrets while a secret is being replaced.
    Raises `WebhookInvalid`.
    """
    data = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(sent))
    except (KeyError, ValueError) as error:
        raise WebhookInvalid("a header is missing or not valid") from error
    signed = f"{message}.{sent}.".encode() + data
    secrets = [secret] if isinstance(secret, str) else secret
    wanted = [b"v1," + base64.b64encode(hmac.digest(_key(each), signed, hashlib.sha256)) for each in secrets]
    # All secrets are checked: the time must not reveal which one is right.
    matches = [hmac.compare_digest(each.encode(), one) for each in signatures.split() for one in wanted]
    if not any(matches):
        raise WebhookInvalid("no signature matches")
    if age > TOLERANCE_SECONDS:
        raise WebhookInvalid("the notice is too old, or a clock is wrong")
    return json.loads(data)


def _key(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_"))
