"""Bodies of notices to webhooks."""

from __future__ import annotations

from service.games.core.webhook_notices import END, TURN
from service.http.schemas import common_fields
from service.http.schemas.base import Reply
from service.http.schemas.games import Result


class TurnStarted(Reply):
    """The game is now waiting for a person's seat, and was not before."""

    game = common_fields.text("Identifies the game in paths.")
    version = common_fields.version()
    seat = common_fields.seat("Whose turn it is, from 0.")
    name = common_fields.text("The seat's name, or null.", null=True)


class GameFinished(Reply):
    """The game is over."""

    game = common_fields.text("Identifies the game in paths.")
    version = common_fields.version()
    result = common_fields.one(Result, "How it ended.")


class _Notice(Reply):
    timestamp = common_fields.moment("When it happened: RFC 3339, UTC.")


class TurnStartedNotice(_Notice):
    """A person's turn has started."""

    type = common_fields.tag(TURN)
    data = common_fields.one(TurnStarted, "What happened.")


class GameFinishedNotice(_Notice):
    """A game is over."""

    type = common_fields.tag(END)
    data = common_fields.one(GameFinished, "What happened.")


NOTICES = {TURN: TurnStartedNotice, END: GameFinishedNotice}
