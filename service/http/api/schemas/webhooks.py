"""What is posted to webhooks."""

from __future__ import annotations

from service.games.notices import END, TURN
from service.http.api.schemas import entries
from service.http.api.schemas.base import Reply
from service.http.api.schemas.games import Result


class TurnStarted(Reply):
    """The game is now waiting for a person's seat, and was not before."""

    game = entries.text("Identifies the game in paths.")
    version = entries.version()
    seat = entries.seat("Whose turn it is, from 0.")
    name = entries.text("The seat's name, or null.", null=True)


class GameFinished(Reply):
    """The game is over."""

    game = entries.text("Identifies the game in paths.")
    version = entries.version()
    result = entries.one(Result, "How it ended.")


class _Notice(Reply):
    timestamp = entries.moment("When it happened: RFC 3339, UTC.")


class TurnStartedNotice(_Notice):
    """A person's turn has started."""

    type = entries.tag(TURN)
    data = entries.one(TurnStarted, "What happened.")


class GameFinishedNotice(_Notice):
    """A game is over."""

    type = entries.tag(END)
    data = entries.one(GameFinished, "What happened.")


NOTICES = {TURN: TurnStartedNotice, END: GameFinishedNotice}
