"""Operations for playing turn by turn, in as few bytes as possible."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games import Game
from service.games.core.include_option import Include
from service.http.middleware.http_helpers import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    REPLAYED,
    enter_game,
    played_reply,
    post_moves,
    queries,
    require_bearer,
    since_moves,
)
from service.http.openapi.blueprints import NEEDED_TOKEN, Operations
from service.http.operations import query_parameters
from service.http.operations.games import OF_MOVES
from service.http.operations.query_parameters import LAST_VERSION
from service.http.schemas.base import Request
from service.http.schemas.history import SeatTurn
from service.http.schemas.languages import language
from service.http.schemas.moves import PlayRequest

blueprint = Operations("turns", "Playing in few bytes.", "unavailable newer-format")


class TurnQuery(Request):
    """Query parameters for a turn: how long to wait, and after which version to list events."""

    after = query_parameters.version_field(
        "Return what happened after this version. Without it, `POST` returns what the moves led to, and `GET` nothing."
    )
    wait = query_parameters.wait_field(
        "Hold the answer until the seat may move or the game is over, for at most this many seconds."
    )


@blueprint.operation("/games/<game>/turn", token=NEEDED_TOKEN, fails="not-found")
@blueprint.arguments(TurnQuery, location="query")
@blueprint.response(200, SeatTurn, description="Where the game stands.", headers=ETAG)
def get_turn(query: dict[str, Any], game: str) -> Response:
    """Wait for your turn

    With `wait` the answer comes when the token's seat may move or the game is over. It has the seat's view, its legal
    moves, and what has happened since version `after`. It leaves out the parts of a game that never change (seats,
    options and so on); read these once with `GET /v1/games/{game}`.
    """
    include = Include.from_parts((), query.get("after", LAST_VERSION), language())
    return played_reply(*queries().wait_for_turn(game, require_bearer(), query["wait"], include))


@blueprint.operation(
    "/games/<game>/turn",
    method="POST",
    token=NEEDED_TOKEN,
    fails=f"{OF_MOVES} illegal-move",
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
)
@enter_game
@blueprint.arguments(TurnQuery, location="query")
@blueprint.arguments(PlayRequest)
@blueprint.response(200, SeatTurn, description="The moves are made.", headers={**ETAG, **REPLAYED})
def play_turn(query: dict[str, Any], body: dict[str, Any], game: Game, seat: int) -> Response:
    """Move, and wait for your turn

    The body is the same as for `POST /v1/games/{game}/moves`. The answer is the same as for `GET
    /v1/games/{game}/turn`. With `wait=20` a whole game takes one such request per turn.
    """
    include = Include.from_parts(("moves",), query.get("after"), language())
    answer = post_moves(body, game, seat, include)
    return played_reply(
        queries().reply_with_turn(answer, seat, query["wait"], since_moves(body, answer, include)), seat
    )
