"""Bodies of the calls on invitations."""

from __future__ import annotations

from service.games.lobby.invitations import MAX_SECONDS, MIN_SECONDS
from service.http.schemas import common_fields, validation_messages
from service.http.schemas.base import Reply, Request
from service.http.schemas.bounds import MAX_SEAT
from service.http.schemas.games import GameSummary


class NewInvitation(Request):
    """The seat, and how long the invitation is valid."""

    seat = common_fields.integer(
        "An open seat. Default: any seat that is open then.",
        optional=True,
        strict=True,
        validate=validation_messages.within(0, MAX_SEAT),
    )
    expires_in = common_fields.integer(
        "How long it is valid, in seconds. Default: seven days.",
        optional=True,
        strict=True,
        validate=validation_messages.within(MIN_SECONDS, MAX_SECONDS),
    )


class Accept(Request):
    """The player who accepts."""

    name = common_fields.name()
    contribution = common_fields.contribution()


CODE = "The code that gives the seat: ten letters and digits with a hyphen, such as `7K3MQ-9TX4B`."
SEAT = "The open seat that it is for; null: any, and it can be used once for each open seat."


class InvitationSchema(Reply):
    """An invitation, as the host or an inviting player sees it."""

    id = common_fields.text_field("Identifies the invitation in paths; it gives no access.")
    game = common_fields.text_field("The id of the game.")
    code = common_fields.text_field(CODE)
    seat = common_fields.integer(SEAT, null=True)
    invited_by = common_fields.integer("The seat of the player who made it; null: the host.", null=True)
    created_at = common_fields.moment("RFC 3339, UTC.")
    expires_at = common_fields.moment("When it expires: RFC 3339, UTC.")


class InvitationList(Reply):
    """The valid invitations of a game."""

    invitations = common_fields.many(InvitationSchema, "The oldest first.")


class Offer(Reply):
    """The game and the seats that an invitation is for."""

    seat = common_fields.integer(SEAT, null=True)
    expires_at = common_fields.moment("When it expires: RFC 3339, UTC.")
    game = common_fields.one(GameSummary, "The game of the invitation.")
