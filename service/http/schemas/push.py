"""Bodies of the calls on push subscriptions."""

from __future__ import annotations

from marshmallow import fields, validate

from service.http.schemas import common_fields, validation_messages
from service.http.schemas.base import Reply, Request
from service.webhooks.guard import MAX_URL

_WRONG_URL = "must be a URL with the name of a host and a path"


def _key(description: str, length: int, size: int) -> fields.String:
    """Return a field for a key of `size` bytes. `length`: its length in base64url without padding."""
    form = validate.Regexp(f"^[A-Za-z0-9_-]{{{length}}}=*$", error=f"must be {size} bytes in base64url")
    return common_fields.text_field(description, validate=[validation_messages.characters(length, length + 2), form])


class PushKeys(Request):
    """The keys of a browser, in base64url."""

    p256dh = _key("Its public key.", 87, 65)
    auth = _key("Its secret.", 22, 16)


class NewPushSubscription(Request):
    """What the browser's `PushManager` returns, as JSON."""

    endpoint = common_fields.text_field(
        "The push service's URL for this browser.",
        validate=[validation_messages.characters(1, MAX_URL), validate.Regexp(r"^https?://[^/\[]+/", error=_WRONG_URL)],
    )
    keys = common_fields.one(PushKeys, "The browser's keys.")
    expiration_time = common_fields.integer(
        "What the browser says about the end of the subscription. The server ignores it.",
        null=True,
        optional=True,
        data_key="expirationTime",
        validate=validation_messages.within(0, 2**53),
    )


class PushKey(Reply):
    """The key with which browsers subscribe."""

    public_key = common_fields.text_field("The `applicationServerKey`. Null: no browsers are notified.", null=True)
