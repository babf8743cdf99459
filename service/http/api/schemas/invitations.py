"""The bodies of the calls on invitations."""

from __future__ import annotations

from service.games.inviting import MAX_SECONDS, MIN_SECONDS
from service.http.api import messages
from service.http.api.bounds import MAX_SEAT
from service.http.api.schemas import entries
from service.http.api.schemas.base import Reply, Request
from service.http.api.schemas.games import GameSummary


class NewInvitation(Request):
    """For which seat, and for how long."""

    seat = entries.integer(
        "An open seat. Default: any seat that is open then.",
        optional=True,
        strict=True,
        validate=messages.within(0, MAX_SEAT),
    )
    expires_in = entries.integer(
        "How long it is valid, in seconds. Default: seven days.",
        optional=True,
        strict=True,
        validate=messages.within(MIN_SECONDS, MAX_SECONDS),
    )


class Accept(Request):
    """The player who accepts."""

    name = entries.name()
    contribution = entries.contribution()


CODE = "Gives the seat to whoever has it: ten letters and digits with a hyphen, such as `7K3MQ-9TX4B`."
SEAT = "The open seat that it is for; null: any, and it can be used once for each open seat."


class Invitation(Reply):
    """An invitation, for those who may invite."""

    id = entries.text("Identifies the invitation in paths; it gives no access.")
    game = entries.text("The id of the game.")
    code = entries.text(CODE)
    seat = entries.integer(SEAT, null=True)
    invited_by = entries.integer("The seat whose player made it; null: the host.", null=True)
    created_at = entries.moment("RFC 3339, UTC.")
    expires_at = entries.moment("When it expires: RFC 3339, UTC.")


class InvitationList(Reply):
    """The valid invitations of a game."""

    invitations = entries.many(Invitation, "The oldest first.")


class Offer(Reply):
    """Where the code of an invitation leads."""

    seat = entries.integer(SEAT, null=True)
    expires_at = entries.moment("When it expires: RFC 3339, UTC.")
    game = entries.one(GameSummary, "The game that it is an invitation to.")
