"""The bodies of requests for a new game, or for a seat in one."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.games.creation import STAND_IN_LEVEL
from service.http.api import documents as docs
from service.http.api import messages
from service.http.api.fields import Union, Variants
from service.http.api.schemas import entries
from service.http.api.schemas.base import ByRuleset, Request, Timed, by_ruleset
from service.http.api.schemas.games import INVITERS, PUBLIC
from service.webhooks.guard import MAX_URL


class NewHumanSeat(Request):
    """A seat for a person; its token is in the answer."""

    type = entries.tag("human")
    name = entries.name()


class NewAiSeat(Timed):
    """A seat that the server plays."""

    type = entries.tag("ai")
    name = entries.name()
    level = entries.document(docs.LEVEL, "How it plays.")


class NewBotSeat(Timed):
    """A seat played by an external bot, a program run by its author."""

    type = entries.tag("bot")
    name = entries.name()
    bot = entries.document(entries.BOT_NAME, "Its name: `GET /v1/bots` lists the bots. It need not be connected yet.")
    level = entries.document(
        docs.LEVEL, "How an AI plays while the bot is away or too slow.", load_default=STAND_IN_LEVEL
    )


class NewOpenSeat(Request):
    """A seat for whoever is invited, or for anybody in a public game; the game waits until all are claimed."""

    type = entries.tag("open")


class NewSeat(Union):
    """Who will have the seat."""

    tag = "type"
    variants: ClassVar[Variants] = {"human": NewHumanSeat, "ai": NewAiSeat, "bot": NewBotSeat, "open": NewOpenSeat}


class Claim(Request):
    """The player who takes the seat."""

    name = entries.name()
    contribution = entries.contribution()


class NewRematch(Request):
    """The player who wants to play again."""

    contribution = entries.contribution()


class NewWebhook(Request):
    """The webhook that is notified of turns and of the end."""

    url = entries.text("Where notices are posted to.", validate=messages.characters(1, MAX_URL))


def _new_game(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    return {
        "seats": entries.several(NewSeat, low, high, "In playing order."),
        "options": entries.document(docs.OPTIONS[ruleset.key], "What is left out has its default.", optional=True),
        "seed": entries.text(
            "The same seed deals the same cards every time, so anyone who knows it can foresee the whole deal. "
            "Without it the server draws a secret one. A game with a given seed is marked as not rated.",
            optional=True,
            validate=messages.characters(1, 128),
        ),
        "public": entries.document(bool, f"{PUBLIC} Default: false.", optional=True),
        "inviters": entries.document(docs.INVITERS, f"{INVITERS} Default: `host`.", optional=True),
        "host_name": entries.name("A name for whoever creates the game, to show to those who are invited."),
        "webhook": entries.one(
            NewWebhook, "A webhook to notify of turns and of the end. Default: none.", optional=True
        ),
    }


class NewGame(ByRuleset):
    """A new game."""

    variants: ClassVar[Variants] = by_ruleset("New{}Game", Request, "A new game of {}.", _new_game)
