"""The bodies of the calls for external bots."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.http.api import documents as docs
from service.http.api.bounds import MAX_NAME, MAX_SEAT
from service.http.api.fields import Document, Variants
from service.http.api.schemas.base import (
    BOT_NAME,
    TEXT,
    ByRuleset,
    Reply,
    Request,
    about,
    seat_field,
    tag,
    version_field,
)
from service.http.api.schemas.moves import LegalMove, PlayRequest


class NewBot(Request):
    """The bot of an API key."""

    name = Document(
        BOT_NAME, required=True, metadata=about("Its name in games. No other bot has this name, and it never changes.")
    )
    about = Document(TEXT, metadata=about("A line about it, shown to everybody."))


class Bot(Reply):
    """An external bot."""

    name = Document(BOT_NAME, required=True, metadata=about("What games call it."))
    connected = fields.Boolean(required=True, metadata=about("Whether its program is connected now."))
    about = fields.String(required=True, allow_none=True, metadata=about("A line about it, by its author, or null."))


class BotList(Reply):
    """External bots."""

    bots = fields.List(fields.Nested(Bot), required=True, metadata=about("By name."))


class BotTurnFields(Reply):
    """A turn of a bot."""

    id = fields.String(required=True, metadata=about("The same each time this turn is sent."))
    game = fields.String(required=True, metadata=about("Identifies the game in paths."))
    version = version_field()
    seat = seat_field("The bot's seat.")
    must_move = fields.Boolean(
        required=True, metadata=about("Whether the game waits for the seat; if not, it may react but need not.")
    )
    deadline = fields.DateTime(
        format="iso",
        required=True,
        allow_none=True,
        metadata=about("When an AI may move instead: RFC 3339, UTC. Null if the game does not wait for the seat."),
    )
    moves = fields.List(fields.Nested(LegalMove), required=True, metadata=about("All legal moves, each once."))


def _turn(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A turn of a bot in a game of {ruleset.name}.",
        "ruleset": tag(ruleset.key),
        "view": Document(ruleset.shapes.view, required=True, metadata=about("What the seat may know.")),
    }
    return type(f"{docs.title(ruleset)}BotTurn", (BotTurnFields,), members)


class BotTurn(ByRuleset):
    """A turn of a bot: all it needs to decide."""

    variants: ClassVar[Variants] = {key: _turn(ruleset) for key, ruleset in RULESETS.items()}


class BotTurns(Reply):
    """Turns of a bot that are due."""

    turns = fields.List(fields.Nested(BotTurn), required=True, metadata=about("At most 100; the others follow later."))


class BotPlayRequest(PlayRequest):
    """What a bot does in its turn: a move, the id of a listed move, or several moves of the seat, all or none."""

    class Meta(PlayRequest.Meta):
        keywords: ClassVar[dict[str, int]] = {"minProperties": 4, "maxProperties": 4}

    game = fields.String(required=True, validate=validate.Length(1, MAX_NAME), metadata=about("The turn's game."))
    seat = fields.Integer(
        required=True, strict=True, validate=validate.Range(0, MAX_SEAT), metadata=about("The turn's seat.")
    )
    version = fields.Integer(
        required=True, strict=True, validate=validate.Range(0, 2**31 - 1), metadata=about("The turn's version.")
    )
