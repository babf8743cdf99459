"""The bodies of the calls for external bots."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.http.api import messages
from service.http.api.bounds import MAX_NAME, MAX_SEAT
from service.http.api.fields import Variants
from service.http.api.schemas import entries
from service.http.api.schemas.base import ByRuleset, Reply, Request, by_ruleset
from service.http.api.schemas.moves import LegalMove, PlayRequest


class NewBot(Request):
    """The bot of an API key."""

    name = entries.document(
        entries.BOT_NAME, "Its name in games. No other bot has it, no AI level looks like it, and it never changes."
    )
    about = entries.document(entries.TEXT, "A line about it, shown to everybody.", optional=True)


class Bot(Reply):
    """An external bot."""

    name = entries.document(entries.BOT_NAME, "What games call it.")
    connected = entries.flag("Whether its program is connected now.")
    about = entries.text("A line about it, by its author, or null.", null=True)


class BotList(Reply):
    """External bots."""

    bots = entries.many(Bot, "By name.")


class BotTurnFields(Reply):
    """A turn of a bot."""

    id = entries.text("The same each time this turn is sent.")
    game = entries.text("Identifies the game in paths.")
    version = entries.version()
    seat = entries.seat("The bot's seat.")
    must_move = entries.flag("Whether the game waits for the seat; if not, it may react but need not.")
    deadline = entries.moment(
        "When an AI may move instead: RFC 3339, UTC. Null if the game does not wait for the seat.", null=True
    )
    moves = entries.many(LegalMove, "All legal moves, each once.")


def _turn(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {"view": entries.document(ruleset.shapes.view, "What the seat may know.")}


class BotTurn(ByRuleset):
    """A turn of a bot: all it needs to decide."""

    variants: ClassVar[Variants] = by_ruleset("{}BotTurn", BotTurnFields, "A turn of a bot in a game of {}.", _turn)


class BotTurns(Reply):
    """Turns of a bot that are due."""

    turns = entries.many(BotTurn, "At most 100; the others follow later.")


class BotPlayRequest(PlayRequest):
    """What a bot does in its turn: a move, the id of a listed move, or several moves of the seat, all or none."""

    class Meta(PlayRequest.Meta):
        keywords: ClassVar[dict[str, int]] = {"minProperties": 4, "maxProperties": 4}

    game = entries.text("The turn's game.", validate=messages.characters(1, MAX_NAME))
    seat = entries.integer("The turn's seat.", strict=True, validate=messages.within(0, MAX_SEAT))
    version = entries.integer("The turn's version.", strict=True, validate=messages.within(0, 2**31 - 1))
