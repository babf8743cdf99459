"""Lists of games over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games.listing import page_of_games
from service.http.api import cursors, messages, problems
from service.http.api import documents as docs
from service.http.api.contract import Operations
from service.http.api.exchange import games, reply
from service.http.api.limits import CALLS, own_key
from service.http.api.schemas import entries
from service.http.api.schemas import games as schemas
from service.http.api.schemas.base import Request
from service.store import keys
from service.store.listing import Wanted
from service.store.table import PUBLIC, of_key

MAX_GAMES = 100
DEFAULT_GAMES = 20

blueprint = Operations(
    "lists",
    __name__,
    url_prefix="/v1",
    fails=(problems.UNAVAILABLE, problems.NEWER_FORMAT),
    description="Lists of games.",
)


class ListQuery(Request):
    """Which games, and how many."""

    status = entries.document(docs.GAME_STATUS, "Only games with this status.", optional=True)
    ruleset = entries.document(docs.RULESET, "Only games of this ruleset.", optional=True)
    mine = entries.flag(
        "All games that were created with the request's API key, instead of the public ones.", load_default=False
    )
    cursor = entries.text(
        "The `next_cursor` of the page before; the other parameters must be the same.",
        optional=True,
        validate=messages.characters(1, cursors.MAX_LENGTH),
    )
    limit = entries.integer(
        "At most this many games.", load_default=DEFAULT_GAMES, validate=messages.within(1, MAX_GAMES)
    )


@blueprint.operation("/games", api_key=True, limit=CALLS)
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, schemas.GameList, description="A page of the list.")
def list_games(query: dict[str, Any]) -> Response:
    """List games

    The public ones, the newest first; `status=waiting` are those that one can join. With `mine=true` all games that
    were created with the request's API key; it is refused where the server has no keys: there a client keeps the ids
    and tokens of its games itself. Games that have expired are not listed. No page skips or repeats a game that stays
    in the list, whatever is created meanwhile. A page may be shorter than `limit`; the last one has no `next_cursor`.
    """
    scope = of_key(own_key().name) if query["mine"] else PUBLIC
    rulesets = [query["ruleset"]] if "ruleset" in query else list(games().rulesets)
    statuses = (query["status"],) if "status" in query else keys.STATUSES
    question = f"{scope} {query.get('ruleset')} {query.get('status')}"
    place = cursors.unseal(query["cursor"], question) if "cursor" in query else None
    summaries, last = page_of_games(games(), Wanted(scope, rulesets, statuses), place, query["limit"])
    return reply({"games": summaries, "next_cursor": last and cursors.seal(last, question)})
