"""Operations on push subscriptions: browsers that are notified of a seat's turns."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response

from service.games.lobby import seat_tokens
from service.http.middleware.http_helpers import games, reply, require_bearer
from service.http.middleware.rate_limits import CALLS
from service.http.openapi.blueprints import NEEDED_TOKEN, Operations
from service.http.operations.departures import enter_own_seat
from service.http.operations.webhooks import check_url
from service.http.problems.problem_details import FORM, INVALID_REQUEST, NO_PUSH, Refused
from service.http.schemas import push as schemas
from service.http.schemas.languages import language
from service.store.games.push_subscriptions import PushSubscription
from service.webhooks.push_messages import encrypted

blueprint = Operations("push", "Turn notifications in browsers that are closed (Web Push).")
_FAILS = "not-found unavailable newer-format"
_operation = partial(blueprint.operation, "/games/<game>/seats/<int:seat>/push", token=NEEDED_TOKEN, limit=CALLS)


@blueprint.operation("/push")
@blueprint.response(200, schemas.PushKey, description="The key, if browsers can subscribe.")
def get_push_key() -> Response:
    """Get the key for subscriptions

    A browser needs it to subscribe at its push service.
    """
    return reply({"public_key": games().push_key})


@_operation(method="PUT", fails=f"{_FAILS} no-push game-over conflict")
@blueprint.arguments(schemas.NewPushSubscription)
@blueprint.response(204, description="The browser is subscribed.")
def subscribe_push(body: dict[str, Any], game: str, seat: int) -> Response:
    """Notify a browser of a seat's turns

    This needs the seat's own token. The browser gets a message when the seat's turn begins and when a quarter of the
    time is left. The message is a JSON object like a webhook's `turn.started` or `turn.reminder`; `data.text` is a
    sentence for people, in the language of this request. The subscription ends with the game, when the player leaves or
    is erased, when the seat's token changes, and when the push service says so. A seat has at most five subscriptions;
    a sixth replaces the oldest.
    """
    if games().push_key is None:
        raise Refused(NO_PUSH)
    enter_own_seat(game, seat)
    check_url(body["endpoint"], "endpoint")
    try:
        encrypted(b"", **body["keys"])
    except ValueError:
        raise Refused(INVALID_REQUEST, FORM, errors={"keys.p256dh": ["must be a point on P-256"]}) from None
    subscription = PushSubscription(body["endpoint"], **body["keys"], language=language())
    games().subscriptions.put(game, seat, seat_tokens.digest(require_bearer()), subscription)
    return Response(status=204)


@_operation(method="DELETE", fails=_FAILS)
@blueprint.response(204, description="No more messages are sent.")
def unsubscribe_push(game: str, seat: int) -> Response:
    """No longer notify browsers of a seat's turns

    This needs the seat's own token, and ends the subscriptions of all browsers. To end the subscription of
    one browser, unsubscribe that browser at its push service.
    """
    enter_own_seat(game, seat)
    games().subscriptions.end(game, seat)
    return Response(status=204)
