"""Operations on push subscriptions: browsers that are notified of a seat's turns."""

from __future__ import annotations

from typing import Any

from flask import Response

from engine.errors import GameOver
from service.games.lobby import seat_tokens
from service.http.middleware.http_helpers import games, reply, require_bearer
from service.http.middleware.rate_limits import CALLS
from service.http.openapi.blueprints import NEEDED_TOKEN, Operations
from service.http.operations.departures import enter_own_seat
from service.http.problems import problem_details
from service.http.problems.problem_details import FORM, INVALID_REQUEST, NO_PUSH, Refused
from service.http.schemas import common_fields, validation_messages
from service.http.schemas import push as schemas
from service.http.schemas.base import Request
from service.http.schemas.languages import language
from service.store.games.push_subscriptions import PushSubscription
from service.webhooks.guard import Guard, RefusedUrl

blueprint = Operations(
    "push",
    __name__,
    url_prefix="/v1",
    description="Turn notifications in browsers that are closed (Web Push).",
)
_GAME_FAILS = (problem_details.NOT_FOUND, problem_details.UNAVAILABLE, problem_details.NEWER_FORMAT)


class PushQuery(Request):
    """Which subscription."""

    subscription = common_fields.text_field(
        "The `id` of one. Default: all of the seat.", optional=True, validate=validation_messages.characters(1, 32)
    )


def _check_endpoint(url: str) -> None:
    try:
        target = (games().guard or Guard("off")).check_url(url)
        if ":" in target.host:
            raise RefusedUrl("must be a URL with the name of a host")
    except RefusedUrl as refusal:
        raise Refused(INVALID_REQUEST, FORM, errors={"endpoint": [str(refusal)]}) from refusal


@blueprint.operation("/push")
@blueprint.response(200, schemas.PushKey, description="The key, if browsers can subscribe.")
def get_push_key() -> Response:
    """Get the key for subscriptions

    A browser needs it to subscribe at its push service.
    """
    return reply({"public_key": games().push_key})


@blueprint.operation(
    "/games/<game>/seats/<int:seat>/push",
    method="PUT",
    token=NEEDED_TOKEN,
    fails=(*_GAME_FAILS, problem_details.NO_PUSH, problem_details.GAME_OVER, problem_details.CONFLICT),
    limit=CALLS,
)
@blueprint.arguments(schemas.NewPushSubscription)
@blueprint.response(200, schemas.PushSubscribed, description="The browser is subscribed.")
def subscribe_push(body: dict[str, Any], game: str, seat: int) -> Response:
    """Notify a browser of a seat's turns

    This needs the seat's own token. The browser gets a message when the seat's turn begins and when a quarter of its
    time is left: a JSON object like a webhook's `turn.started` or `turn.reminder`, with a sentence for people, in the
    language of this request, as `data.text`. The subscription ends with the game, when the player leaves or is erased,
    when the seat's token changes, and when the push service says so.
    """
    if games().push_key is None:
        raise Refused(NO_PUSH)
    current, token = enter_own_seat(game, seat), require_bearer()
    if current.status == "finished":
        raise GameOver("the game is over")
    _check_endpoint(body["endpoint"])
    subscription = PushSubscription.of_browser(body["endpoint"], **body["keys"], language=language())
    games().subscriptions.put(game, seat, seat_tokens.digest(token), subscription)
    return reply({"id": subscription.id})


@blueprint.operation(
    "/games/<game>/seats/<int:seat>/push", method="DELETE", token=NEEDED_TOKEN, fails=_GAME_FAILS, limit=CALLS
)
@blueprint.arguments(PushQuery, location="query")
@blueprint.response(204, description="No more messages are sent.")
def unsubscribe_push(query: dict[str, Any], game: str, seat: int) -> Response:
    """No longer notify browsers of a seat's turns

    This needs the seat's own token.
    """
    enter_own_seat(game, seat)
    games().subscriptions.end(game, seat, query.get("subscription"))
    return Response(status=204)
