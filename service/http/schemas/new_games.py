"""Bodies of requests for a new game or a seat."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from engine.ruleset import Ruleset
from service.games.lobby.game_request import STAND_IN_LEVEL
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import ByRuleset, Leveled, Request, by_ruleset
from service.http.schemas.field_types import Union, Variants
from service.http.schemas.games import INVITERS, PUBLIC, WATCH
from service.webhooks.guard import MAX_URL


class NewHumanSeat(Request):
    """A seat for a person; its token is in the answer."""

    type = common_fields.tag("human")
    name = common_fields.name()
    player = common_fields.player()
    metadata = common_fields.metadata()


class NewAiSeat(Leveled):
    """A seat that the server plays, with either a `level` or a `rating`."""

    needs_one = True

    type = common_fields.tag("ai")
    name = common_fields.name()
    level = common_fields.document_field(ruleset_documents.LEVEL, "How it plays.", optional=True)


class NewBotSeat(Leveled):
    """A seat played by an external bot, a program run by its author."""

    type = common_fields.tag("bot")
    name = common_fields.name()
    bot = common_fields.document_field(
        common_fields.BOT_NAME, "Its name: `GET /v1/bots` lists the bots. It need not be connected yet."
    )
    level = common_fields.document_field(
        ruleset_documents.LEVEL,
        f"How an AI plays while the bot is away or too slow; `{STAND_IN_LEVEL}` without it and without a rating.",
        optional=True,
    )

    @ma.post_load
    def put_in_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {"level": STAND_IN_LEVEL, **super().put_in_one(data)}


class NewOpenSeat(Request):
    """An open seat for invited players or, in a public game, any player. The game waits until all open seats are
    claimed.
    """

    type = common_fields.tag("open")


class NewSeat(Union):
    """Who will play the seat."""

    tag = "type"
    variants: ClassVar[Variants] = {"human": NewHumanSeat, "ai": NewAiSeat, "bot": NewBotSeat, "open": NewOpenSeat}


class ClaimSchema(Request):
    """The player who takes the seat."""

    name = common_fields.name()
    contribution = common_fields.contribution()
    player = common_fields.player()
    metadata = common_fields.metadata()


class NewRematch(Request):
    """The player who wants to play again."""

    contribution = common_fields.contribution()


class NewGameWebhook(Request):
    """The webhook that is notified of the game."""

    url = common_fields.text_field(
        "Where the server posts notices.", validate=validation_messages.characters(1, MAX_URL)
    )


def _new_game(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    return {
        "seats": common_fields.several(NewSeat, low, high, "In playing order."),
        "options": common_fields.document_field(
            ruleset_documents.OPTIONS[ruleset.key], "Missing options have their defaults.", optional=True
        ),
        "seed": common_fields.text_field(
            "The same seed deals the same cards every time, so anyone who knows it can foresee the whole deal. "
            "At most 128 bytes in UTF-8. Without it the server draws a secret one. A game with a given seed is marked "
            "as not rated.",
            optional=True,
            validate=validation_messages.characters(1, 128),
        ),
        "public": common_fields.document_field(bool, f"{PUBLIC} Default: false.", optional=True),
        "inviters": common_fields.document_field(
            ruleset_documents.INVITERS, f"{INVITERS} Default: `host`.", optional=True
        ),
        "host_name": common_fields.name("The name of the game's creator, to show to invited players."),
        "watch": common_fields.document_field(ruleset_documents.WATCH, f"{WATCH} Default: `anybody`.", optional=True),
        "metadata": common_fields.metadata(),
        "webhook": common_fields.one(NewGameWebhook, "A webhook to notify of the game. Default: none.", optional=True),
    }


class NewGame(ByRuleset):
    """A new game."""

    variants: ClassVar[Variants] = by_ruleset("New{}Game", Request, "A new game of {}.", _new_game)
