"""Web Push: messages that only a subscribed browser can read (RFC 8291), signed by the operator (RFC 8292)."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode


def encrypted(body: bytes, p256dh: str, auth: str) -> bytes:
    """Return a message that only the browser with these keys can read. Raises `ValueError` for keys that no browser can
    have.
    """
    own, theirs, secret = (
        ec.generate_private_key(ec.SECP256R1()),
        b64urldecode(p256dh.encode()),
        b64urldecode(auth.encode()),
    )
    message: bytes = http_ece.encrypt(body, private_key=own, dh=theirs, auth_secret=secret, version="aes128gcm")
    return message


class PushSigner:
    """The operator's key pair.

    `key`: the private key in base64url, as 32 bytes or in DER. Any other text raises an exception; its type is
    not specified.
    `contact`: a `mailto:` URL for push services. `public_key`: the public key in base64url, as browsers need it.
    """

    def __init__(self, key: str, contact: str) -> None:
        self._vapid, self._contact = Vapid02.from_string(key), contact
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key: str = b64urlencode(point)

    def headers(self, endpoint: str, topic: str, seconds: int) -> dict[str, str]:
        """Return the headers of a message.

        `topic`: the message replaces an undelivered one with the same topic. `seconds`: how long the message is of use.
        """
        parts = urlsplit(endpoint)
        # Hashed, so that the push service does not learn which game it is.
        topic = b64urlencode(hashlib.sha256(f"{endpoint} {topic}".encode()).digest())[:32]
        return {
            **self._vapid.sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact}),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(seconds),
            "Topic": topic,
            "Urgency": "high",
        }
