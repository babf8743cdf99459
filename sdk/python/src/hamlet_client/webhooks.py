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
    Raises `WebhookInvalid`, or `ValueError` if a secret is empty or not base 64.
    """
    keys = [_key(each) for each in ([secret] if isinstance(secret, str) else secret)]
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, sent, signatures = (given[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(sent))
        data = body.encode() if isinstance(body, str) else body
        signed = f"{message}.{sent}.".encode() + data
        offered = [each.encode() for each in signatures.split()]
    except (KeyError, ValueError, OverflowError) as error:
        raise WebhookInvalid("the body or a header is missing or not valid") from error
    wanted = [b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    # All secrets are checked: the time must not reveal which one is right.
    matches = [hmac.compare_digest(each, one) for each in offered for one in wanted]
    if not any(matches):
        raise WebhookInvalid("no signature matches")
    if age > TOLERANCE_SECONDS:
        raise WebhookInvalid("the notice is too old, or a clock is wrong")
    return json.loads(data)


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    # Anyone can sign with an empty key.
    if not key:
        raise ValueError("a webhook secret is empty or not base 64")
    return key
