"""The operation that lists games."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games.lobby.game_listing import page_of_games
from service.http.middleware.http_helpers import games, queries, reply
from service.http.middleware.rate_limits import CALLS, own_key
from service.http.operations import cursors
from service.http.operations.games import blueprint
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas import games as schemas
from service.http.schemas.base import Request
from service.store.games.visibility import PUBLIC, of_key
from service.store.lists.game_lists import Wanted
from service.store.redis import keys

MAX_GAMES = 100
DEFAULT_GAMES = 20


class ListQuery(Request):
    """Query parameters for the list of games: which games to return, and how many."""

    status = common_fields.document_field(ruleset_documents.GAME_STATUS, "Only games with this status.", optional=True)
    ruleset = common_fields.document_field(ruleset_documents.RULESET, "Only games of this ruleset.", optional=True)
    mine = common_fields.flag(
        "All games that were created with the request's API key, instead of the public ones.", load_default=False
    )
    cursor = cursors.cursor_field()
    limit = common_fields.integer(
        "At most this many games.", load_default=DEFAULT_GAMES, validate=validation_messages.within(1, MAX_GAMES)
    )


@blueprint.operation("/games", scope="read", limit=CALLS)
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, schemas.GameList, description="A page of the list.")
def list_games(query: dict[str, Any]) -> Response:
    """List games

    The list has the public games, the newest first; `status=waiting` selects the games with open seats. With
    `mine=true` the request needs an API key, and the list has all games that were created with this key. Expired games
    are not listed. No page skips or repeats a game that stays in the list, even if games are created meanwhile. A page
    may be shorter than `limit`; on the last one, `next_cursor` is null.
    """
    scope = of_key(own_key().name) if query["mine"] else PUBLIC
    rulesets = [query["ruleset"]] if "ruleset" in query else list(games().rulesets)
    statuses = (query["status"],) if "status" in query else keys.STATUSES
    question = f"{scope} {query.get('ruleset')} {query.get('status')}"
    place = cursors.unseal(query, question)
    summaries, last = page_of_games(queries(), Wanted(scope, rulesets, statuses), place, query["limit"])
    return reply({"games": summaries, "next_cursor": cursors.seal(last, question)})
