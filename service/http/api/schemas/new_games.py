"""The bodies of requests for a new game, or for a seat in one."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.games.creation import STAND_IN_LEVEL
from service.http.api import documents as docs
from service.http.api.fields import BoundedList, Document, Union, Variants
from service.http.api.schemas.base import (
    BOT_NAME,
    ByRuleset,
    Request,
    about,
    milliseconds_field,
    name_field,
    tag,
)
from service.http.api.schemas.games import INVITERS, PUBLIC
from service.webhooks.guard import MAX_URL


class NewHumanSeat(Request):
    """A seat for a person; its token is in the answer."""

    type = tag("human")
    name = name_field()


class NewAiSeat(Request):
    """A seat that the server plays."""

    type = tag("ai")
    name = name_field()
    level = Document(docs.LEVEL, required=True, metadata=about("How it plays."))
    milliseconds = milliseconds_field(
        "How long it thinks about each decision, instead of the level's own budget. Default: the level's budget."
    )


class NewBotSeat(Request):
    """A seat played by an external bot, a program run by its author."""

    type = tag("bot")
    name = name_field()
    bot = Document(
        BOT_NAME,
        required=True,
        metadata=about("Its name: `GET /v1/bots` lists the bots. It need not be connected yet."),
    )
    level = Document(
        docs.LEVEL, load_default=STAND_IN_LEVEL, metadata=about("How an AI plays while the bot is away or too slow.")
    )


class NewOpenSeat(Request):
    """A seat for whoever is invited, or for anybody in a public game; the game waits until all are claimed."""

    type = tag("open")


class NewSeat(Union):
    """Who will have the seat."""

    tag = "type"
    variants: ClassVar[Variants] = {"human": NewHumanSeat, "ai": NewAiSeat, "bot": NewBotSeat, "open": NewOpenSeat}


class Claim(Request):
    """The player who takes the seat."""

    name = name_field()


class NewWebhook(Request):
    """The webhook that is notified of turns and of the end."""

    url = fields.String(
        required=True, validate=validate.Length(1, MAX_URL), metadata=about("Where notices are posted to.")
    )


def _new_game(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    members = {
        "__doc__": f"A new game of {ruleset.name}.",
        "ruleset": tag(ruleset.key),
        "seats": BoundedList(fields.Nested(NewSeat), low, high, required=True, metadata=about("In playing order.")),
        "options": Document(docs.OPTIONS[ruleset.key], metadata=about("What is left out has its default.")),
        "seed": fields.String(
            validate=validate.Length(1, 128),
            metadata=about(
                "The same seed deals the same cards every time, so anyone who knows it can foresee the whole deal. "
                "Without it the server draws a secret one. A game with a given seed is marked as not rated."
            ),
        ),
        "public": Document(bool, metadata=about(f"{PUBLIC} Default: false.")),
        "inviters": Document(docs.INVITERS, metadata=about(f"{INVITERS} Default: `host`.")),
        "host_name": name_field("A name for whoever creates the game, to show to those who are invited."),
        "webhook": fields.Nested(
            NewWebhook, metadata=about("A webhook to notify of turns and of the end. Default: none.")
        ),
    }
    return type(f"New{docs.title(ruleset)}Game", (Request,), members)


class NewGame(ByRuleset):
    """A new game."""

    variants: ClassVar[Variants] = {key: _new_game(ruleset) for key, ruleset in RULESETS.items()}
