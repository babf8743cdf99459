"""The operation that imports a finished game."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response

from service.games.history.game_import import keep, verify
from service.http.middleware.http_helpers import ETAG, LOCATION, etag, games, queries, reply
from service.http.middleware.rate_limits import CALLS, count_not, key_name
from service.http.operations.games import blueprint
from service.http.schemas.games import GameSchema
from service.http.schemas.imports import ImportedGame


def _verify(body: dict[str, Any]) -> dict[str, Any]:
    return verify(games().rulesets, games().levels, body)


@blueprint.operation("/games/import", method="POST", fails="not-found invalid-replay", limit=CALLS)
@blueprint.computed(ImportedGame, _verify)
@blueprint.alt_response(200, schema=GameSchema, description="The game was here already.", headers={**LOCATION, **ETAG})
@blueprint.response(201, GameSchema, description="The game.", headers={**LOCATION, **ETAG})
def import_game(answer: bytes) -> Response:
    """Import a finished game

    The body is the replay of a game, from this server or another one. The server replays it from the seed, and refuses
    it as `invalid-replay` if a move is illegal or the result differs. It does not check the players' names and the
    times.

    The imported game can be read like any other finished game (every seat's view of every version, events, replay,
    review). It is never rated and has no tokens. It is listed only for the API key that imported it. The same
    document always makes the same game. Sending the document again restarts the time for which the server keeps the
    game.
    """
    game_id, new = keep(games(), orjson.loads(answer), key_name())
    if not new:
        count_not("games")
    game = queries().load_game(game_id)
    headers = {"Location": f"/v1/games/{game_id}", "ETag": f'"{etag(game.version, None, game.etag_suffix(None))}"'}
    return reply(queries().document_for(game, None), 201 if new else 200, headers)
