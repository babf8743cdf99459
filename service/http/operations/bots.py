"""Operations on external bots: register with an API key, receive turns, make moves."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games.bots import external_bots
from service.games.lobby import player_names
from service.http.middleware.http_helpers import (
    ETAG,
    IDEMPOTENCY_KEY,
    REPLAYED,
    games,
    idempotency_key,
    played_reply,
    reply,
)
from service.http.middleware.rate_limits import CALLS, own_key, still_allowed
from service.http.openapi.blueprints import Operations
from service.http.operations import query_parameters, streams
from service.http.operations.games import OF_MOVES
from service.http.problems.problem_details import FORM, INVALID_REQUEST, NOT_FOUND, Refused
from service.http.schemas import bots as schemas
from service.http.schemas import common_fields
from service.http.schemas.base import Request
from service.http.schemas.history import Played
from service.http.schemas.languages import language
from service.store.lists.bot_registry import OutsideBot

blueprint = Operations("bots", "External bots, which run on their authors' machines.", "unavailable")


class TurnsQuery(Request):
    """Query parameters for a bot's turns: when to answer."""

    wait = query_parameters.wait_field(
        "If no turn is due, hold the answer until one is, for at most this many seconds."
    )


class BotsQuery(Request):
    """Query parameters for the list of bots: which bots to return."""

    connected = common_fields.flag("`false`: those whose programs are not connected now, too.", load_default=True)


def _own_bot() -> str:
    name = games().bots.of_key(own_key().name)
    if name is None:
        raise Refused(NOT_FOUND, "This API key has no bot yet: register it with PUT /v1/bot.")
    return name


def _document(bot: OutsideBot) -> dict[str, Any]:
    return {"name": bot.name, "about": bot.about, "connected": bot.connected}


@blueprint.operation("/bots")
@blueprint.arguments(BotsQuery, location="query")
@blueprint.response(200, schemas.BotList, description="The bots.")
def list_bots(query: dict[str, Any]) -> Response:
    """List the external bots

    Any of them may play a seat: `{"type": "bot", "bot": "its name"}`.
    """
    bot_list = [bot for bot in games().bots.all_bots() if bot.connected or not query["connected"]]
    return reply({"bots": [_document(bot) for bot in bot_list]})


@blueprint.operation("/bot", method="PUT", fails="bot-name-taken bot-named", limit=CALLS, scope="bot", needs_key=True)
@blueprint.arguments(schemas.NewBot)
@blueprint.alt_response(201, schema=schemas.Bot, description="The bot is registered.")
@blueprint.response(200, schemas.Bot, description="The bot was registered before.")
def register_bot(body: dict[str, Any]) -> Response:
    """Register the bot of an API key

    Each key has one bot. The bot's name never changes: repeating the call changes only `about`.
    """
    bot = OutsideBot(body["name"], own_key().name, body.get("about"))
    if player_names.is_level(bot.name, games().levels):
        raise Refused(INVALID_REQUEST, FORM, errors={"name": ["is the name of an AI level, or looks like it"]})
    new = games().bots.register(bot)
    connected = any(other.connected for other in games().bots.all_bots() if other.name == bot.name)
    return reply({**_document(bot), "connected": connected}, 201 if new else 200)


@blueprint.operation(
    "/bot/turns",
    fails="not-found too-many-connections too-many-streams",
    limit=CALLS,
    scope="bot",
    needs_key=True,
)
@blueprint.arguments(TurnsQuery, location="query")
@blueprint.response(200, schemas.BotTurns, description="The turns that are due.")
@blueprint.doc(responses={200: {"content": streams.BOT_CONTENT}})
def list_bot_turns(query: dict[str, Any]) -> Response:
    """List or stream a bot's turns

    These are the turns of the API key's bot in all its games. With `Accept: text/event-stream` the answer is an
    endless stream of server-sent events. Each turn is a message `turn`, whose data is a `BotTurn` and whose id is the
    turn's id. Every connection first gets all turns that are due, even if they were sent before, so nothing is lost
    when a program ends in the middle of a turn. A turn keeps its id. If a reaction or an undo moves the game to
    another version during the turn, the turn is sent again with that version. During silence the server sends
    comments.

    A bot is connected as long as a stream is open, and for some seconds after a JSON answer. The games of a connected
    bot wait for its moves. If the bot is not connected, or a turn's `deadline` has passed, an AI of the seat's `level`
    moves instead. After a bot has let the time run out, the game stops waiting for it: for five minutes, or until the
    bot sends a move in that game.
    """
    bot = _own_bot()
    if streams.is_preferred():
        response = streams.bot_stream(bot, still_allowed())
    else:
        response = reply({"turns": external_bots.wait_for_bot_turns(games(), bot, query["wait"], language())})
    response.vary.add("Accept")
    return response


@blueprint.operation(
    "/bot/moves",
    method="POST",
    fails=f"{OF_MOVES} illegal-move forbidden newer-format",
    headers=(IDEMPOTENCY_KEY,),
    limit=CALLS,
    scope="bot",
    needs_key=True,
)
@blueprint.arguments(schemas.BotPlayRequest)
@blueprint.response(200, Played, description="The moves are made.", headers={**ETAG, **REPLAYED})
def play_bot_moves(body: dict[str, Any]) -> Response:
    """Make the moves of a bot

    The seat must be one that the API key's bot plays (else `forbidden`). The moves must be for the game's present
    version (else `version-mismatch`: the turn is over, or is sent again).
    """
    answer = external_bots.play_bot_moves(
        games(), _own_bot(), body.pop("game"), **body, idempotency_key=idempotency_key()
    )
    return played_reply(answer, body["seat"])
