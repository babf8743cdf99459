"""What is posted to webhooks."""

from __future__ import annotations

from typing import ClassVar

import marshmallow as ma
from marshmallow import fields

from service.games.notices import END, TURN
from service.http.api.fields import Union, Variants
from service.http.api.schemas.base import Reply, about, seat_field, tag, version_field
from service.http.api.schemas.games import Result


class TurnStarted(Reply):
    """The game is now waiting for a person's seat, and was not before."""

    game = fields.String(required=True, metadata=about("Identifies the game in paths."))
    version = version_field()
    seat = seat_field("Whose turn it is, from 0.")
    name = fields.String(required=True, allow_none=True, metadata=about("The seat's name, or null."))


class GameFinished(Reply):
    """The game is over."""

    game = fields.String(required=True, metadata=about("Identifies the game in paths."))
    version = version_field()
    result = fields.Nested(Result, required=True, metadata=about("How it ended."))


def _notice(kind: str, text: str, data: type[ma.Schema]) -> type[ma.Schema]:
    members = {
        "__doc__": text,
        "type": tag(kind),
        "timestamp": fields.DateTime(format="iso", required=True, metadata=about("When it happened: RFC 3339, UTC.")),
        "data": fields.Nested(data, required=True, metadata=about("What happened.")),
    }
    return type(f"{data.__name__}Notice", (Reply,), members)


class Notice(Union):
    """What is posted to a webhook. Later versions may add types: answer 204 to those that you do not know."""

    tag = "type"
    variants: ClassVar[Variants] = {
        TURN: _notice(TURN, "A person's turn has started.", TurnStarted),
        END: _notice(END, "A game is over.", GameFinished),
    }
