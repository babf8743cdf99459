"""Bodies of notices to webhooks, and of the calls on the webhooks of an API key."""

from __future__ import annotations

from typing import Annotated, Any

from engine.shapes import OneOf
from service.games.core import webhook_notices as types
from service.http.schemas import common_fields, validation_messages
from service.http.schemas.base import Reply, Request
from service.http.schemas.games import Result
from service.store.lists.webhook_registry import MAX_TRIES_LISTED, MAX_WEBHOOKS
from service.webhooks.guard import MAX_URL

STATUS = Annotated[str, OneOf("NoticeStatus", ("sent", "waiting", "failed"))]
TYPE = Annotated[str, OneOf("NoticeType", types.TYPES)]
REASON = Annotated[str, OneOf("AwayReason", tuple(types.REASONS.values()))]

_FIELDS: dict[str, Any] = {
    "game": common_fields.text_field("Identifies the game in paths."),
    "version": common_fields.version(),
    "ruleset": common_fields.text_field("The key of the ruleset."),
    "seat": common_fields.seat("The seat, from 0."),
    "name": common_fields.text_field("The seat's name, or null.", null=True),
    "open_seats": common_fields.integer("The number of seats that are still open."),
    "deadline": common_fields.moment("When the turn's time is up: RFC 3339, UTC. Null without a limit.", null=True),
    "reason": common_fields.document_field(REASON, "`away`, `forfeited`: the time ran out; `resigned`: by choice."),
    "result": common_fields.one(Result, "How it ended."),
    "rematch": common_fields.text_field("The id of the new game."),
    "decision": common_fields.text_field("The id of the decision, for `GET /v1/decisions/{decision}`."),
    "review": common_fields.text_field("The id of the review. It is read by `GET /v1/games/{game}/review`."),
    "status": common_fields.text_field("`done`, or `failed`."),
    "level": common_fields.text_field("The requested level."),
    "rating": common_fields.integer("The requested rating; left out if a level was requested.", optional=True),
    "milliseconds": common_fields.integer("The requested thinking time, or null.", null=True),
    "webhook": common_fields.text_field("The id of the webhook."),
    "metadata": common_fields.metadata(),
    "player": common_fields.text_field("Your id of the player, or null.", null=True, optional=True),
    "seat_metadata": common_fields.metadata(),
}
_OF_HINT = {
    "game": common_fields.text_field("The game, if it is a hint, or null.", null=True),
    "version": common_fields.integer("The version of that game, or null.", null=True),
    "level": common_fields.text_field("The requested level, or null.", null=True),
}


class _Notice(Reply):
    timestamp = common_fields.moment("When it happened: RFC 3339, UTC.")


def _notice(kind: str, about: str, fields: str, **more: Any) -> type[Reply]:
    """Return the schema of a notice type whose data has these fields."""
    name = "".join(part.capitalize() for part in kind.replace(".", " ").split())
    shown = [
        *fields.split(),
        *(["metadata"] if "game" in fields else []),
        *(["player", "seat_metadata"] * ("name" in fields)),
    ]
    data = type(name, (Reply,), {"__doc__": about, **{field: _FIELDS[field] for field in shown}, **more})
    whole = {"type": common_fields.tag(kind), "data": common_fields.one(data, "What happened.")}
    return type(f"{name}Notice", (_Notice,), {"__doc__": about, **whole})


NOTICES = {
    types.JOINED: _notice(types.JOINED, "A player has taken an open seat.", "game version seat name open_seats"),
    types.STARTED: _notice(types.STARTED, "The game has begun: all seats are taken.", "game version ruleset"),
    types.TURN: _notice(
        types.TURN,
        "The game is now waiting for a person's seat, and was not before.",
        "game version seat name deadline",
    ),
    types.REMINDER: _notice(
        types.REMINDER,
        "A quarter of the turn's time is left. `version` is that of the turn's beginning.",
        "game version seat name deadline",
    ),
    types.AWAY: _notice(
        types.AWAY,
        "A player no longer plays the seat: an AI does, or it has lost.",
        "game version seat name reason",
    ),
    types.END: _notice(types.END, "The game is over.", "game version result"),
    types.REMATCH: _notice(
        types.REMATCH, "A player of the finished game waits for the others in another.", "game version rematch"
    ),
    types.DECISION: _notice(
        types.DECISION,
        "A decision or hint that was requested with the API key has ended.",
        "decision status ruleset seat rating",
        **_OF_HINT,
    ),
    types.REVIEW: _notice(
        types.REVIEW,
        "A review that was requested with the API key has ended.",
        "review status ruleset game level milliseconds",
    ),
    types.PING: _notice(types.PING, "Nothing has happened: this notice tests the webhook.", "webhook"),
}

_PAUSED = "Whether notices are kept back. They are sent when this ends, unless they are older than three days."
_URL = "Where notices are posted to."


class WebhookChange(Request):
    """The changes to a webhook. Fields that are left out stay as they are."""

    url = common_fields.text_field(_URL, validate=validation_messages.characters(1, MAX_URL), optional=True)
    types = common_fields.several(
        common_fields.document_field(TYPE, "A type of notice."),
        0,
        len(types.TYPES),
        "The types of notices to send; an empty list: all, also those of later versions. A ping is always sent.",
        optional=True,
    )
    paused = common_fields.document_field(bool, _PAUSED, optional=True)


class NewWebhook(WebhookChange):
    """A webhook for all games, decisions and reviews of an API key. By default it receives all types."""

    url = common_fields.text_field(_URL, validate=validation_messages.characters(1, MAX_URL))


class WebhookSchema(Reply):
    """A webhook of an API key."""

    id = common_fields.text_field("Identifies the webhook in paths.")
    url = common_fields.text_field(_URL)
    types = common_fields.many(common_fields.text_field("A type of notice."), "The types that it receives; none: all.")
    paused = common_fields.flag(_PAUSED)
    created_at = common_fields.moment("RFC 3339, UTC.")
    secret = common_fields.text_field(
        "Only where it was just made: signs the notices, by Standard Webhooks. Shown this once.", optional=True
    )


class WebhookList(Reply):
    """The webhooks of an API key."""

    webhooks = common_fields.many(WebhookSchema, f"The oldest first; at most {MAX_WEBHOOKS}.")


class PingSent(Reply):
    """A ping that will be sent."""

    notice = common_fields.text_field("Its `webhook-id`.")


class NoticeDelivery(Reply):
    """A try to deliver a notice, or the notice's final result."""

    notice = common_fields.text_field("Its `webhook-id`.")
    type = common_fields.text_field("Its type.")
    at = common_fields.moment("RFC 3339, UTC.")
    tries = common_fields.integer("The number of tries up to then.")
    status = common_fields.document_field(STATUS, "What became of it: `waiting` for the next try, `failed` for good.")
    reason = common_fields.text_field(
        "Why it was not accepted: `status_500`, `timeout`, `unreachable`, `no_host`, `tls`, `refused` (the URL is not "
        "allowed), `paused`, `too_late`, `too_many` and others; empty if it was."
    )


class NoticeDeliveries(Reply):
    """What a webhook was sent in the last week."""

    deliveries = common_fields.many(
        NoticeDelivery, f"The last {MAX_TRIES_LISTED} tries, and as many that failed for good; the latest first."
    )


class SendAgain(Request):
    """The notices to send again."""

    since = common_fields.past_time("Those that failed for good at this time or later: RFC 3339.")
    until = common_fields.past_time("And at this time or earlier. Default: now.", optional=True)


class SentAgain(Reply):
    """The number of notices to be sent again."""

    notices = common_fields.integer("Their number.")
    more = common_fields.flag("Whether there are others in this time: repeat the request for them.")
