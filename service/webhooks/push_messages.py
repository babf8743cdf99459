"""Web Push: messages that only a subscribed browser can read (RFC 8291), signed by the operator (RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import time
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

_TOKEN_SECONDS = 12 * 3600
"""How long a signature is valid; push services allow a day."""
_AUTH_BYTES = 16


class InvalidPushKey(ValueError):
    """A key that Web Push cannot use. The message says what it must be."""


def from_base64url(text: str) -> bytes:
    """Decode base64url with or without padding. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)


def check_p256dh(text: str) -> None:
    """Raise `InvalidPushKey` unless this is a browser's public key."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(text))
    except ValueError:
        raise InvalidPushKey("must be a point on P-256 in base64url") from None


def check_auth(text: str) -> None:
    """Raise `InvalidPushKey` unless this is a browser's secret for authentication."""
    try:
        long_enough = len(from_base64url(text)) == _AUTH_BYTES
    except ValueError:
        long_enough = False
    if not long_enough:
        raise InvalidPushKey(f"must be {_AUTH_BYTES} bytes in base64url")


@dataclass(frozen=True)
class PushSigner:
    """The operator's key pair. `key`: the private key, as `Vapid02.from_string` takes it; `contact`: a `mailto:` or
    `https:` URL for the push services. Raises `InvalidPushKey`.
    """

    key: str = field(repr=False)
    contact: str

    def __post_init__(self) -> None:
        if not isinstance(self._vapid.private_key.curve, ec.SECP256R1):
            raise InvalidPushKey("Must be a private key on the curve P-256.")

    @cached_property
    def _vapid(self) -> Vapid02:
        try:
            return Vapid02.from_string(self.key)
        except Exception:
            raise InvalidPushKey("Must be a private key on P-256 in base64url: 32 bytes, or DER.") from None

    @cached_property
    def public_key(self) -> str:
        """The public key as browsers take it: base64url without padding."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def headers(self, endpoint: str, topic: str, seconds: int) -> dict[str, str]:
        """Return the headers of a message.

        `topic`: replaces an undelivered message with the same topic; `seconds`: how long the message is of use.
        """
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _TOKEN_SECONDS,
            "sub": self.contact,
        }
        # Hashed, so that the push service does not learn which game it is.
        digest = hashlib.sha256(f"{endpoint} {topic}".encode()).digest()
        return {
            **self._vapid.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(seconds),
            "Topic": base64.urlsafe_b64encode(digest).decode()[:32],
            "Urgency": "high",
        }


def encrypted(body: bytes, p256dh: str, auth: str) -> bytes:
    """Return a message that only the browser with these keys can read."""
    message: bytes = http_ece.encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=from_base64url(p256dh),
        auth_secret=from_base64url(auth),
        version="aes128gcm",
    )
    return message
