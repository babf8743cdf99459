"""Operations for the owner of an API key: players, and the tokens of seats."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from flask import Response

from service.config.timestamps import milliseconds_of
from service.games import Game
from service.games.lobby.player_games import PlayerGames
from service.http.middleware.http_helpers import games, queries, reply
from service.http.middleware.rate_limits import CALLS, own_key
from service.http.openapi.blueprints import Operations
from service.http.operations import cursors
from service.http.problems.problem_details import FORBIDDEN, NOT_FOUND, Refused
from service.http.schemas import common_fields, validation_messages
from service.http.schemas import players as schemas
from service.http.schemas.base import Request
from service.store.redis.keys import PLAYER_PATTERN

MAX_GAMES = 100
MAX_EXPORTED = 20

blueprint = Operations(
    "players",
    "Players by your own ids, for the API key that created their games.",
    "not-found unavailable newer-format",
)
_token_operation = partial(
    blueprint.operation,
    "/games/<game>/seats/<int:seat>/token",
    fails="conflict",
    scope="games",
    needs_key=True,
    limit=CALLS,
)


class PageQuery(Request):
    """Query parameters for an export: which page to return."""

    cursor = cursors.cursor_field()


class PlayerGamesQuery(PageQuery):
    """Query parameters for a player's games: which games to return, and how many."""

    waits_for_player = common_fields.flag("Only games that wait for the player.", load_default=False)
    since = common_fields.past_time("Only games that were created or have ended since then: RFC 3339.", optional=True)
    limit = common_fields.integer(
        "At most this many games.", load_default=20, validate=validation_messages.within(1, MAX_GAMES)
    )


def _checked(player: str) -> str:
    """Return the player's id. Refuse the request if it is not valid."""
    if not re.fullmatch(PLAYER_PATTERN, player):
        raise Refused(NOT_FOUND, "There is no such player.")
    return player


def _of(player: str) -> PlayerGames:
    return PlayerGames(games(), own_key().name, _checked(player))


def own_game(game: str, scope: str | None = None) -> Game:
    """Return the game. Refuse the request unless its API key created the game, and has the `scope` if one is given."""
    key, current = own_key(scope), queries().load_game(game)
    if not current.is_owned_by(key.name):
        raise Refused(FORBIDDEN, "This API key did not create the game.")
    return current


@blueprint.operation("/players/<player>/games", scope="read", needs_key=True, limit=CALLS)
@blueprint.arguments(PlayerGamesQuery, location="query")
@blueprint.response(200, schemas.PlayerGameList, description="A page of the list.")
def list_player_games(query: dict[str, Any], player: str) -> Response:
    """List the games of a player

    The list has the games that your API key created with this player, the latest first. A finished game is listed by
    the time of its end, any other by the time of its creation. A finished game stays in the list for a year (unless
    the server is configured otherwise), even after the game itself has expired. A page may be shorter than `limit`;
    on the last one, `next_cursor` is null.
    """
    since = query.get("since")
    question = f"{player} {query['waits_for_player']} {since}"
    place = cursors.unseal(query, question)
    since_ms = 0 if since is None else milliseconds_of(since)
    found, last = _of(player).page_of_player(
        place, query["limit"], waits_for_player=query["waits_for_player"], since_ms=since_ms
    )
    return reply({"games": found, "next_cursor": cursors.seal(last, question)})


@blueprint.operation("/players/<player>/export", scope="read", needs_key=True, limit=CALLS)
@blueprint.arguments(PageQuery, location="query")
@blueprint.response(200, schemas.PlayerExport, description="A page of the export.")
def export_player(query: dict[str, Any], player: str) -> Response:
    """Export what is stored of a player

    The export comes page by page. It has the player's seats in each game, with their names, metadata, contributions and
    moves. It also has the player's history.
    """
    question = f"{player} export"
    place = cursors.unseal(query, question)
    found, last = _of(player).export(place, MAX_EXPORTED)
    parts = {part: [one[part] for one in found if one[part]] for part in ("games", "history")}
    return reply({"player": player, **parts, "next_cursor": cursors.seal(last, question)})


@blueprint.operation("/players/<player>", method="DELETE", scope="games", needs_key=True, limit=CALLS)
@blueprint.response(204, description="The player is erased.")
def erase_player(player: str) -> Response:
    """Erase a player

    This permanently erases the names, ids and metadata of the player's seats in all games that your API key created. It
    also erases the metadata of the games with these seats, and the player's history. The games stay, and their replays
    can still be verified. In running games the tokens stay valid. Erasing again changes nothing.
    """
    games().store.players.erase(own_key().name, _checked(player))
    return Response(status=204)


@_token_operation(method="POST")
@blueprint.response(200, schemas.SeatToken, description="The new token.")
def renew_token(game: str, seat: int) -> Response:
    """Renew the token of a seat

    This needs the API key that created the game. Use it after a phone was lost, or for another device. The old token
    is void immediately, and streams opened with it end.
    """
    return reply({"token": games().renew_token(own_game(game), seat)})


@_token_operation(method="DELETE")
@blueprint.response(204, description="The token is void.")
def revoke_token(game: str, seat: int) -> Response:
    """Revoke the token of a seat

    This needs the API key that created the game. The seat cannot be played until its token is renewed.
    """
    games().renew_token(own_game(game), seat, revoke=True)
    return Response(status=204)
