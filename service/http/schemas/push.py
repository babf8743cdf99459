"""Bodies of the calls on push subscriptions."""

from __future__ import annotations

from typing import Any

import marshmallow as ma

from service.http.schemas import common_fields, validation_messages
from service.http.schemas.base import Reply, Request
from service.store.games.push_subscriptions import MAX_SUBSCRIPTIONS
from service.webhooks.guard import MAX_URL
from service.webhooks.push_messages import InvalidPushKey, check_auth, check_p256dh

_MAX_KEY = 100


def _valid(check: Any) -> Any:
    def validate(text: str) -> None:
        try:
            check(text)
        except InvalidPushKey as fault:
            raise ma.ValidationError(str(fault)) from fault

    return [validation_messages.characters(1, _MAX_KEY), validate]


class PushKeys(Request):
    """The keys of a browser."""

    p256dh = common_fields.text_field("The browser's public key, in base64url.", validate=_valid(check_p256dh))
    auth = common_fields.text_field("The browser's secret, in base64url.", validate=_valid(check_auth))


class NewPushSubscription(Request):
    """What the browser's `PushManager` returns."""

    endpoint = common_fields.text_field(
        "The push service's URL for this browser.", validate=validation_messages.characters(1, MAX_URL)
    )
    keys = common_fields.one(PushKeys, "The browser's keys.")


class PushSubscribed(Reply):
    """A stored subscription."""

    id = common_fields.text_field(f"Names it. A seat has at most {MAX_SUBSCRIPTIONS}; then the oldest goes.")


class PushKey(Reply):
    """How browsers subscribe."""

    public_key = common_fields.text_field(
        "The `applicationServerKey`, in base64url. Null: this server notifies no browsers.", null=True
    )
