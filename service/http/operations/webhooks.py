"""Operations on the webhooks of an API key."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response

from engine.ruleset import Doc
from service.config.timestamps import milliseconds_of, moment
from service.http.middleware.http_helpers import MIN_SECRET_KEY, REPLAYED, games, idempotency_key, key_header, reply
from service.http.middleware.rate_limits import CALLS, own_key
from service.http.openapi.blueprints import Operations
from service.http.problems.problem_details import FORM, INVALID_REQUEST, Refused
from service.http.schemas import webhooks as schemas
from service.store.games.records import now_ms
from service.store.lists.webhook_registry import MAX_TRIES_LISTED, KeyWebhook
from service.webhooks.guard import Guard, RefusedUrl

blueprint = Operations("webhooks", "Where an API key is notified of what happens.", "unavailable")
_KEY = key_header(
    "Any unguessable text, such as a UUID: a repeated request with the same key gets the same webhook and its secret "
    "again.",
    MIN_SECRET_KEY,
)
_operation = partial(blueprint.operation, fails="not-found conflict", limit=CALLS, scope="games", needs_key=True)
"""An operation on one webhook."""


def check_url(url: str, field: str = "url") -> None:
    """Refuse the request unless the server may call the URL. `field`: the field of the body that has the URL."""
    try:
        (games().guard or Guard("off")).check_url(url)
    except RefusedUrl as refusal:
        raise Refused(INVALID_REQUEST, FORM, errors={field: [str(refusal)]}) from refusal


def _document(webhook: KeyWebhook, *, secret: bool = False) -> Doc:
    doc = {"id": webhook.id, "url": webhook.url, "types": webhook.types, "paused": webhook.paused}
    doc |= {"created_at": moment(webhook.created_ms)}
    return {**doc, "secret": webhook.secrets[0][0]} if secret else doc


@blueprint.operation("/webhooks", limit=CALLS, scope="read", needs_key=True)
@blueprint.response(200, schemas.WebhookList, description="The webhooks.")
def list_webhooks() -> Response:
    """List the webhooks of an API key

    The list does not show their secrets.
    """
    return reply({"webhooks": [_document(webhook) for webhook in games().webhooks.webhooks_of(own_key().name)]})


@blueprint.operation(
    "/webhooks", method="POST", fails="too-many-webhooks", headers=(_KEY,), limit=CALLS, scope="games", needs_key=True
)
@blueprint.arguments(schemas.NewWebhook)
@blueprint.response(201, schemas.WebhookSchema, description="The new webhook, with its secret.", headers=REPLAYED)
def create_webhook(body: dict[str, Any]) -> Response:
    """Add a webhook to an API key

    It is notified of everything in the games that are or were created with this key, and of the decisions and reviews
    that are requested with it: see the contract's `webhooks`. The server must be allowed to call the URL.
    """
    key, owner = idempotency_key(MIN_SECRET_KEY), own_key().name
    check_url(body["url"])
    made, new = games().webhooks.create(owner, body["url"], body.get("types", ()), body.get("paused", False), key)
    return reply(_document(made, secret=True), 201, repeated=not new)


@_operation("/webhooks/<webhook>", method="PATCH")
@blueprint.arguments(schemas.WebhookChange)
@blueprint.response(200, schemas.WebhookSchema, description="The webhook.")
def change_webhook(body: dict[str, Any], webhook: str) -> Response:
    """Change or pause a webhook

    Pending notices go to the new URL, too. New `types` apply only to what happens from now on.
    """
    if "url" in body:
        check_url(body["url"])
    if "types" in body:
        body["types"] = tuple(body["types"])
    return reply(_document(games().webhooks.change(own_key().name, webhook, **body)))


@_operation("/webhooks/<webhook>", method="DELETE")
@blueprint.response(204, description="It is deleted.")
def delete_webhook(webhook: str) -> Response:
    """Delete a webhook

    Notices that it has not received yet are no longer sent.
    """
    games().webhooks.delete(own_key().name, webhook)
    return Response(status=204)


@_operation("/webhooks/<webhook>/ping", method="POST")
@blueprint.response(202, schemas.PingSent, description="The ping is on its way.")
def send_ping(webhook: str) -> Response:
    """Send a webhook a ping

    The webhook gets a notice of the type `ping`, whatever types it receives. Its deliveries show the result.
    """
    return reply({"notice": games().ping(games().webhooks.find_webhook(own_key().name, webhook))}, 202)


@_operation("/webhooks/<webhook>/secret", method="POST")
@blueprint.response(200, schemas.WebhookSchema, description="The webhook, with its new secret.")
def renew_webhook_secret(webhook: str) -> Response:
    """Give a webhook another secret

    For a day, notices are also signed with the previous secret: `webhook-signature` then has several signatures.
    """
    return reply(_document(games().webhooks.renew_secret(own_key().name, webhook), secret=True))


@_operation("/webhooks/<webhook>/deliveries")
@blueprint.response(200, schemas.NoticeDeliveries, description="The last tries and failures.")
def list_webhook_deliveries(webhook: str) -> Response:
    """List what a webhook was sent

    The list has the tries of the last week with their results, and the notices that failed permanently.
    """
    found = games().webhooks.find_webhook(own_key().name, webhook)
    ended = games().notice_store.failed(found.id, MAX_TRIES_LISTED)
    listed = {(one.notice, one.tries, one.status): one for one in (*games().webhooks.attempts(found), *ended)}
    latest = sorted(listed.values(), key=lambda one: one.at_ms, reverse=True)
    return reply({"deliveries": [one.document for one in latest]})


@_operation("/webhooks/<webhook>/resend", method="POST")
@blueprint.arguments(schemas.SendAgain)
@blueprint.response(202, schemas.SentAgain, description="They are on their way.")
def resend_notices(body: dict[str, Any], webhook: str) -> Response:
    """Send failed notices again

    The server resends the notices on which it gave up between `since` and `until`. Only notices of the last week can be
    sent again. They keep their ids, and are tried for three more days.
    """
    found = games().webhooks.find_webhook(own_key().name, webhook)
    since, until = milliseconds_of(body["since"]), now_ms()
    if "until" in body:
        until = milliseconds_of(body["until"])
    number, more = games().notice_store.send_again(found.id, since, until)
    return reply({"notices": number, "more": more}, 202)
