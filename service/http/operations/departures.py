"""Operations to leave a game or play again: resign, give a seat back, remove a game, rematch."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games import Game
from service.games.core.include_option import Include
from service.games.lobby.game_request import budgets_of
from service.games.lobby.rematch import rematch as create_rematch
from service.http.middleware.http_helpers import (
    ETAG,
    LOCATION,
    bearer,
    etag,
    games,
    joined_reply,
    played_reply,
    queries,
    reply,
    require_bearer,
)
from service.http.middleware.rate_limits import CALLS, count_thinking, key_for
from service.http.openapi.blueprints import HOST_OR_KEY, NEEDED_TOKEN
from service.http.operations.games import blueprint
from service.http.operations.players import own_game
from service.http.problems.problem_details import FORBIDDEN, UNAUTHORIZED, Refused
from service.http.schemas import games as schemas
from service.http.schemas.history import Played
from service.http.schemas.languages import language
from service.http.schemas.new_games import NewRematch


def enter_own_seat(game: str, seat: int) -> Game:
    """Return the game. Refuse the request unless the token is that of this seat."""
    current, own = queries().load_for_token(game, require_bearer())
    if own != seat:
        raise Refused(FORBIDDEN, "This token is for another seat.")
    return current


@blueprint.operation(
    "/games/<game>/seats/<int:seat>/resign",
    method="POST",
    token=NEEDED_TOKEN,
    fails="not-found game-waiting game-over seat-forfeited conflict",
)
@blueprint.response(200, Played, description="The seat has resigned.", headers=ETAG)
def resign(game: str, seat: int) -> Response:
    """Resign

    This needs the seat's own token, works in any player's turn, and is final. With the option `resign_level` an AI of
    this level continues for the seat. Without it the seat has lost. If only one other seat has not lost, that seat wins
    immediately. Otherwise an AI plays the resigned seat to the end, but cannot win. All viewers get the event
    `seat_resigned`. Resigning again changes nothing and has no events.
    """
    return played_reply(games().resign_seat(enter_own_seat(game, seat), seat, Include(language=language())), seat)


@blueprint.operation(
    "/games/<game>/seats/<int:seat>/leave",
    method="POST",
    token=NEEDED_TOKEN,
    fails="not-found game-begun cannot-leave conflict",
)
@blueprint.response(200, schemas.GameSchema, description="The seat is open again.", headers=ETAG)
def leave_seat(game: str, seat: int) -> Response:
    """Give a seat back

    This needs the seat's own token and works until the game begins. The seat is open again (in a rematch, `reserved`),
    and the token is void. A seat that was created for a person, and so was never open, cannot be given back.
    """
    result = games().leave_seat(enter_own_seat(game, seat), seat)
    tag = etag(result.version, None, result.etag_suffix(None))
    return reply(queries().document_for(result, None), headers={"ETag": f'"{tag}"'})


@blueprint.operation(
    "/games/<game>/rematch",
    method="POST",
    token=NEEDED_TOKEN,
    fails="not-found game-running seat-taken conflict",
    limit=CALLS,
)
@blueprint.arguments(NewRematch, required=False)
@blueprint.response(201, schemas.JoinedGame, description="The game that follows.", headers=LOCATION)
def rematch(body: dict[str, Any], game: str) -> Response:
    """Play again

    This needs the token of a seat of a finished game. The first call creates the next game, with the same ruleset,
    options and AI seats, and a new secret. Every seat moves one place round the table: the player of seat 1 now has
    seat 0. The first caller is the host of the new game (`host_token`). The other players get the tokens of their own
    seats by the same call, and get the same tokens if they repeat it. The game waits until all players have joined.
    Until then their seats are `reserved`. If a player does not join, the host can invite another player to the seat,
    and the absent player then gets `seat-taken`. If the host removes the game, the next call creates another game, with
    another id.
    """
    token = require_bearer()
    current, seat = queries().load_for_token(game, token)
    if seat is None:
        raise Refused(FORBIDDEN, "This token opens no seat.")
    if current.rematch is None:
        count_thinking(*budgets_of(current.setup.seats, *current.setup.budgets_of_stand_ins))
    return joined_reply(create_rematch(games(), current, seat, token, body.get("contribution")))


@blueprint.operation("/games/<game>", method="DELETE", token=HOST_OR_KEY, fails="not-found game-begun")
@blueprint.response(204, description="The game is gone.")
def remove_game(game: str) -> Response:
    """Remove a game

    The `host_token` can remove the game until it begins. The API key that created the game can remove it at any time.
    All tokens and invitations of the game become void.
    """
    if (token := bearer()) is not None:
        games().remove_game(game, token)
    elif key_for("games") is None:
        raise Refused(UNAUTHORIZED, "This needs the `host_token`, or the API key that created the game.")
    else:
        own = own_game(game)
        games().store.remove(own.id, own.setup, begun=True)
    return Response(status=204)
