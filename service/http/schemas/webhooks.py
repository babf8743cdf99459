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

_GAME = "Identifies the game in paths."
_SEAT = "The seat, from 0."
_NAME = "The seat's name, or null."
_LEVEL = "The level that was asked."
_MADE = "`done`, or `failed`."

STATUS = Annotated[str, OneOf("NoticeStatus", ("sent", "waiting", "failed"))]
TYPE = Annotated[str, OneOf("NoticeType", types.TYPES)]
REASON = Annotated[str, OneOf("AwayReason", tuple(types.REASONS.values()))]


class _OfGame(Reply):
    game = common_fields.text(_GAME)
    version = common_fields.version()


class SeatJoined(_OfGame):
    """A player has taken an open seat."""

    seat = common_fields.seat(_SEAT)
    name = common_fields.text(_NAME, null=True)
    open_seats = common_fields.integer("The number of seats that are still open.")


class GameStarted(_OfGame):
    """The game has begun: all seats are taken."""

    ruleset = common_fields.text("The key of its ruleset.")


class TurnStarted(_OfGame):
    """The game is now waiting for a person's seat, and was not before."""

    seat = common_fields.seat("Whose turn it is, from 0.")
    name = common_fields.text(_NAME, null=True)
    deadline = common_fields.moment("When the turn's time is up: RFC 3339, UTC. Null without a limit.", null=True)


class TurnReminder(TurnStarted):
    """A quarter of the turn's time is left. `version` is that of the turn's beginning."""


class SeatAway(_OfGame):
    """A player no longer plays the seat: an AI does, or it has lost."""

    seat = common_fields.seat(_SEAT)
    name = common_fields.text(_NAME, null=True)
    reason = common_fields.document(REASON, "`away`, `forfeited`: the time ran out; `resigned`: by the player's wish.")


class GameFinished(_OfGame):
    """The game is over."""

    result = common_fields.one(Result, "How it ended.")


class RematchOffered(_OfGame):
    """A player of the finished game waits for the others at another table."""

    rematch = common_fields.text("The id of the new game.")


class DecisionReady(Reply):
    """A decision or hint that was requested with the API key has ended."""

    decision = common_fields.text("The id of the decision, for `GET /v1/decisions/{decision}`.")
    status = common_fields.text(_MADE)
    ruleset = common_fields.text("The key of its ruleset.")
    game = common_fields.text("The game, if it is a hint, or null.", null=True)
    version = common_fields.integer("The version of that game, or null.", null=True)
    seat = common_fields.seat("The seat that it is for, from 0.")
    level = common_fields.text(_LEVEL)


class ReviewReady(Reply):
    """A review that was requested with the API key has ended."""

    review = common_fields.text("The id of the review.")
    status = common_fields.text(_MADE)
    ruleset = common_fields.text("The key of its ruleset.")
    game = common_fields.text("The game, for `GET /v1/games/{game}/review`.")
    level = common_fields.text(_LEVEL)
    milliseconds = common_fields.integer("The thinking time that was asked for, or null.", null=True)


class Ping(Reply):
    """Nothing has happened: somebody wants to know whether notices arrive."""

    webhook = common_fields.text("The id of the webhook.")


class _Notice(Reply):
    timestamp = common_fields.moment("When it happened: RFC 3339, UTC.")


def _notice(kind: str, data: type[Reply]) -> type[Reply]:
    fields: dict[str, Any] = {"type": common_fields.tag(kind), "data": common_fields.one(data, "What happened.")}
    return type(f"{data.__name__}Notice", (_Notice,), {"__doc__": data.__doc__, **fields})


NOTICES = {
    types.JOINED: _notice(types.JOINED, SeatJoined),
    types.STARTED: _notice(types.STARTED, GameStarted),
    types.TURN: _notice(types.TURN, TurnStarted),
    types.REMINDER: _notice(types.REMINDER, TurnReminder),
    types.AWAY: _notice(types.AWAY, SeatAway),
    types.END: _notice(types.END, GameFinished),
    types.REMATCH: _notice(types.REMATCH, RematchOffered),
    types.DECISION: _notice(types.DECISION, DecisionReady),
    types.REVIEW: _notice(types.REVIEW, ReviewReady),
    types.PING: _notice(types.PING, Ping),
}


def _types() -> Any:
    return common_fields.several(
        common_fields.document(TYPE, "A type of notice."),
        0,
        len(types.TYPES),
        "The types of notices to send; an empty list: all, also those of later versions. A ping is always sent.",
        optional=True,
    )


_PAUSED = "Whether notices are kept back. They are sent when this ends, unless they are older than three days."


def _url(**more: Any) -> Any:
    about = "Where notices are posted to."
    return common_fields.text(about, validate=validation_messages.characters(1, MAX_URL), **more)


class NewKeyWebhook(Request):
    """A webhook for all games, decisions and reviews of an API key."""

    url = _url()
    types = _types()
    paused = common_fields.document(bool, _PAUSED, optional=True)


class KeyWebhookChange(Request):
    """What is to change; the rest stays."""

    url = _url(optional=True)
    types = _types()
    paused = common_fields.document(bool, _PAUSED, optional=True)


class KeyWebhook(Reply):
    """A webhook of an API key."""

    id = common_fields.text("Identifies the webhook in paths.")
    url = common_fields.text("Where notices are posted to.")
    types = common_fields.many(common_fields.text("A type of notice."), "The types that it receives; none: all.")
    paused = common_fields.flag(_PAUSED)
    created_at = common_fields.moment("RFC 3339, UTC.")
    secret = common_fields.text(
        "Only where it was just made: signs the notices, by Standard Webhooks. Shown this once.", optional=True
    )


class KeyWebhookList(Reply):
    """The webhooks of an API key."""

    webhooks = common_fields.many(KeyWebhook, f"The oldest first; at most {MAX_WEBHOOKS}.")


class PingSent(Reply):
    """A ping that is on its way."""

    notice = common_fields.text("Its `webhook-id`.")


class _Tried(Reply):
    notice = common_fields.text("Its `webhook-id`.")
    type = common_fields.text("Its type.")
    tries = common_fields.integer("The number of tries up to then.")
    reason = common_fields.text(
        "Why it was not accepted: `status_500`, `timeout`, `unreachable`, `no_host`, `tls`, `refused` (the URL is not "
        "allowed), `paused`, `too_late`, `too_many` and others; empty if it was."
    )


class WebhookTry(_Tried):
    """A try to deliver a notice."""

    at = common_fields.moment("RFC 3339, UTC.")
    status = common_fields.document(STATUS, "What became of it: `waiting` for the next try, `failed` for good.")


class FailedNotice(_Tried):
    """A notice that is not tried any more."""

    timestamp = common_fields.moment("When it happened: RFC 3339, UTC.")
    failed_at = common_fields.moment("When it was given up: RFC 3339, UTC.")


class WebhookDeliveries(Reply):
    """What a webhook was sent in the last week."""

    tries = common_fields.many(WebhookTry, f"The last {MAX_TRIES_LISTED} tries, latest first.")
    failed = common_fields.many(FailedNotice, f"The last {MAX_TRIES_LISTED} notices that failed, latest first.")


class SendAgain(Request):
    """Which notices are to be sent again."""

    since = common_fields.moment("Those that were given up at this time or later: RFC 3339.")
    until = common_fields.moment("And at this time or earlier. Default: now.", optional=True)


class SentAgain(Reply):
    """How many are on their way."""

    notices = common_fields.integer("Their number.")
    more = common_fields.flag("Whether there are others in this time: repeat the request for them.")
