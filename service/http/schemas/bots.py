"""Bodies of the calls for external bots."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.http.schemas import common_fields, validation_messages
from service.http.schemas.base import ByRuleset, Reply, Request, by_ruleset
from service.http.schemas.bounds import MAX_NAME, MAX_SEAT
from service.http.schemas.field_types import Variants
from service.http.schemas.moves import LEGAL_MOVES, PlayRequest


class NewBot(Request):
    """The bot of an API key."""

    name = common_fields.document_field(
        common_fields.BOT_NAME,
        "Its name in games. It is unique, does not look like an AI level, and never changes.",
    )
    about = common_fields.document_field(common_fields.TEXT, "A line about it, shown publicly.", optional=True)


class Bot(Reply):
    """An external bot."""

    name = common_fields.document_field(common_fields.BOT_NAME, "Its name in games.")
    connected = common_fields.flag("Whether its program is connected now.")
    about = common_fields.text_field("A line about it, by its author, or null.", null=True)


class BotList(Reply):
    """External bots."""

    bots = common_fields.many(Bot, "By name.")


class BotTurnFields(Reply):
    """A turn of a bot."""

    id = common_fields.text_field("The same each time this turn is sent.")
    game = common_fields.text_field("Identifies the game in paths.")
    version = common_fields.version()
    seat = common_fields.seat("The bot's seat.")
    must_move = common_fields.flag("Whether the game waits for the seat; if not, it may react but need not.")
    deadline = common_fields.moment(
        "When an AI may move instead: RFC 3339, UTC. Null if the game does not wait for the seat.", null=True
    )
    prompt = common_fields.text_field("What the moves ask of the player, in the language of the answer.")


def _turn(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "view": common_fields.document_field(ruleset.shapes.view, "What the seat may know."),
        "moves": common_fields.many(LEGAL_MOVES[ruleset.key], "All legal moves, each once."),
    }


class BotTurn(ByRuleset):
    """A turn of a bot, with all that the bot needs to decide."""

    variants: ClassVar[Variants] = by_ruleset("{}BotTurn", BotTurnFields, "A turn of a bot in a game of {}.", _turn)


class BotTurns(Reply):
    """Turns of a bot that are due."""

    turns = common_fields.many(BotTurn, "At most 100; the others follow later.")


class BotPlayRequest(PlayRequest):
    """A bot's moves in its turn: a move, the id of a listed move, or several moves, of which all or none are made."""

    class Meta(PlayRequest.Meta):
        keywords: ClassVar[dict[str, int]] = {"minProperties": 4, "maxProperties": 4}

    game = common_fields.text_field("The turn's game.", validate=validation_messages.characters(1, MAX_NAME))
    seat = common_fields.integer("The turn's seat.", strict=True, validate=validation_messages.within(0, MAX_SEAT))
    version = common_fields.integer(
        "The turn's version.", strict=True, validate=validation_messages.within(0, 2**31 - 1)
    )
