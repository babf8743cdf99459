"""The bodies of the calls on invitations."""

from __future__ import annotations

from marshmallow import fields, validate

from service.games.inviting import LONGEST, SHORTEST
from service.http.api.bounds import MAX_SEAT
from service.http.api.schemas.base import Reply, Request, about, name_field
from service.http.api.schemas.games import GameSummary


class NewInvitation(Request):
    """For which seat, and for how long."""

    seat = fields.Integer(
        strict=True,
        validate=validate.Range(0, MAX_SEAT),
        metadata=about("An open seat. Default: any seat that is open then."),
    )
    expires_in = fields.Integer(
        strict=True,
        validate=validate.Range(SHORTEST, LONGEST),
        metadata=about("How long it is valid, in seconds. Default: seven days."),
    )


class Accept(Request):
    """The player who accepts."""

    name = name_field()


CODE = "Gives the seat to whoever has it: eight letters and digits with a hyphen, such as `7K3M-Q9TX`."
SEAT = "The open seat that it is for; null: any, and it can be used once for each open seat."


class Invitation(Reply):
    """An invitation, for those who may invite."""

    id = fields.String(required=True, metadata=about("Identifies the invitation in paths; it gives no access."))
    game = fields.String(required=True, metadata=about("The id of the game."))
    code = fields.String(required=True, metadata=about(CODE))
    seat = fields.Integer(required=True, allow_none=True, metadata=about(SEAT))
    invited_by = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat whose player made it; null: the host.")
    )
    created_at = fields.DateTime(format="iso", required=True, metadata=about("RFC 3339, UTC."))
    expires_at = fields.DateTime(format="iso", required=True, metadata=about("When it expires: RFC 3339, UTC."))


class InvitationList(Reply):
    """The valid invitations of a game."""

    invitations = fields.List(fields.Nested(Invitation), required=True, metadata=about("The oldest first."))


class Offer(Reply):
    """Where the code of an invitation leads."""

    seat = fields.Integer(required=True, allow_none=True, metadata=about(SEAT))
    expires_at = fields.DateTime(format="iso", required=True, metadata=about("When it expires: RFC 3339, UTC."))
    game = fields.Nested(GameSummary, required=True, metadata=about("The game that it is an invitation to."))
