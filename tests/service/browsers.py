"""A subscribed browser of the tests: its keys, and what it reads (RFC 8291), decrypted by the library."""

from __future__ import annotations

import base64
import json
import secrets

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.ruleset import Doc
from tests.service.receiver import Received

PUSH = {
    "HAMLET_PUSH_KEY": base64.urlsafe_b64encode(bytes(range(1, 33))).decode(),
    "HAMLET_PUSH_CONTACT": "mailto:games@example.org",
}
"""Settings with which browsers can subscribe."""


def base64url(found: bytes) -> str:
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


class Browser:
    """What a push service and a browser know."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.endpoint = endpoint

    @property
    def subscription(self) -> Doc:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": base64url(point), "auth": base64url(self._auth)},
        }

    def read(self, received: Received) -> Doc:
        text = http_ece.decrypt(received.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        found: Doc = json.loads(text)
        return found
