"""Operations on invitations: codes for open seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Response

from service.games.lobby.invitations import DEFAULT_SECONDS, Invitations, invitation_document, offer_document
from service.http.middleware.http_helpers import (
    LOCATION,
    MIN_SECRET_KEY,
    REPLAYED,
    SECRET_KEY,
    games,
    idempotency_key,
    joined_reply,
    reply,
    require_bearer,
)
from service.http.middleware.rate_limits import CALLS, count_wrong_code
from service.http.openapi.blueprints import ANY_TOKEN, Operations
from service.http.schemas import games as games_schemas
from service.http.schemas import invitations as schemas
from service.store.redis.store_errors import NoSuchInvitation

blueprint = Operations("invitations", "Codes that open the open seats of a game.", "not-found unavailable newer-format")


def invitations() -> Invitations:
    return Invitations(games())


@contextmanager
def _wrong_ones_counted() -> Iterator[None]:
    try:
        yield
    except NoSuchInvitation:
        count_wrong_code()
        raise


@blueprint.operation(
    "/games/<game>/invitations", method="POST", token=ANY_TOKEN, fails="seat-taken too-many-invitations"
)
@blueprint.arguments(schemas.NewInvitation, required=False)
@blueprint.response(201, schemas.InvitationSchema, description="The new invitation.")
def create_invitation(body: dict[str, Any], game: str) -> Response:
    """Invite to an open seat

    This needs the `host_token`, or the token of a seat if the game's `inviters` are `players` (else `forbidden`).
    Until the invitation expires or is revoked, anyone with the code may take the `seat`. Without a `seat` the code is
    valid for any open seat, so one code is enough for the whole table. A game has at most 50 invitations at a time.
    """
    inviter = invitations().inviter(game, require_bearer())
    invitation = invitations().invite(inviter, body.get("seat"), body.get("expires_in", DEFAULT_SECONDS))
    return reply(invitation_document(invitation), 201)


@blueprint.operation("/games/<game>/invitations", token=ANY_TOKEN)
@blueprint.response(200, schemas.InvitationList, description="The valid invitations.")
def list_invitations(game: str) -> Response:
    """List the invitations to a game

    The list has the valid invitations. The host sees all of them. A player who may invite sees only their own.
    """
    listing = invitations().visible_invitations(invitations().inviter(game, require_bearer()))
    return reply({"invitations": [invitation_document(one) for one in listing]})


@blueprint.operation("/games/<game>/invitations/<invitation>", method="DELETE", token=ANY_TOKEN)
@blueprint.response(204, description="The invitation is void.")
def revoke_invitation(game: str, invitation: str) -> Response:
    """Revoke an invitation

    The host may revoke any invitation, a player only their own. Players who have already joined keep their seats.
    """
    invitations().withdraw_invitation(invitations().inviter(game, require_bearer()), invitation)
    return Response(status=204)


@blueprint.operation("/invitations/<code>", limit=CALLS)
@blueprint.response(200, schemas.Offer, description="Where the code leads.")
def get_invitation(code: str) -> Response:
    """Look up an invitation

    The reply has the game's ruleset, options and seats, and who invites. Wrong, expired and revoked codes get the same
    answer (`not-found`). Each caller may send only a few such codes a minute; further ones get `too-many-requests`.
    Valid codes work even then.
    """
    with _wrong_ones_counted():
        return reply(offer_document(*invitations().find_invitation(code)))


@blueprint.operation(
    "/invitations/<code>",
    method="POST",
    fails="seat-taken name-taken idempotency-key-reused",
    headers=(SECRET_KEY,),
    limit=CALLS,
)
@blueprint.arguments(schemas.Accept, required=False)
@blueprint.response(201, games_schemas.JoinedGame, description="The seat is yours.", headers={**LOCATION, **REPLAYED})
def accept_invitation(body: dict[str, Any], code: str) -> Response:
    """Take a seat by an invitation

    You get the seat that the invitation names, or else the first open one. The reply is that of `POST
    /v1/games/{game}/seats/{seat}`, with the seat's secret token, shown only now. If no such seat is open any more,
    the answer is `seat-taken`.
    """
    key = idempotency_key(MIN_SECRET_KEY)
    with _wrong_ones_counted():
        return joined_reply(invitations().join(code, body.get("name"), key, body.get("contribution")))
