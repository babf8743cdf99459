"""What is posted to webhooks."""

from __future__ import annotations

from typing import ClassVar

import marshmallow as ma

from service.games.notices import END, TURN
from service.http.api.fields import Union, Variants
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


def _notice(kind: str, text: str, data: type[ma.Schema]) -> type[ma.Schema]:
    members = {
        "__doc__": text,
        "type": entries.tag(kind),
        "timestamp": entries.moment("When it happened: RFC 3339, UTC."),
        "data": entries.one(data, "What happened."),
    }
    return type(f"{data.__name__}Notice", (Reply,), members)


class Notice(Union):
    """What is posted to a webhook. Later versions may add types: answer 204 to those that you do not know."""

    tag = "type"
    variants: ClassVar[Variants] = {
        TURN: _notice(TURN, "A person's turn has started.", TurnStarted),
        END: _notice(END, "A game is over.", GameFinished),
    }
