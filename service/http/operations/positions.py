"""Operations on positions: the rules without a stored game. Nothing is kept."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.games.ai.position_queries import Position, score
from service.http.middleware.http_helpers import games, reply
from service.http.middleware.rate_limits import CALLS
from service.http.openapi.blueprints import Operations
from service.http.schemas import positions as schemas
from service.http.schemas.languages import language

blueprint = Operations("positions", "The rules, without a stored game.", prefix="/v1/positions")
FAILS = "not-found invalid-position"


def _position(body: dict[str, Any]) -> Position:
    return Position(games().rulesets, body["position"], language())


@blueprint.operation("/moves", method="POST", fails=FAILS, limit=CALLS)
@blueprint.computed(schemas.PositionMovesRequest, lambda body: _position(body).moves_of_position(body["seat"]))
@blueprint.response(200, schemas.PositionMoves, description="The legal moves.")
def list_position_moves(answer: bytes) -> Response:
    """List the legal moves of a seat in a position

    Each move has an id and a label. The list is empty if the seat may not move now.
    """
    return reply(answer)


@blueprint.operation("/apply", method="POST", fails=f"{FAILS} illegal-move not-your-turn game-over", limit=CALLS)
@blueprint.computed(schemas.PositionApplyRequest, lambda body: _position(body).apply_to_position(body["moves"]))
@blueprint.response(200, schemas.PositionApplied, description="The position after the moves.")
def apply_position_moves(answer: bytes) -> Response:
    """Make moves in a position

    All the moves are made in order, or none. The `detail` of a refusal names the first illegal move, such as `moves.2`.
    """
    return reply(answer)


@blueprint.operation("/score", method="POST", fails=FAILS, limit=CALLS)
@blueprint.computed(schemas.PositionScoreRequest, lambda body: score(games().rulesets, body["position"]))
@blueprint.response(200, schemas.PositionScore, description="What every seat would get now.")
def score_position(answer: bytes) -> Response:
    """Score a position, line by line

    A position of My Village may leave out its dice here, because they do not affect the score.
    """
    return reply(answer)


@blueprint.operation("/view", method="POST", fails=FAILS, limit=CALLS)
@blueprint.computed(schemas.PositionViewRequest, lambda body: _position(body).view_of_position(body["seat"]))
@blueprint.response(200, schemas.PositionView, description="The view.")
def view_position(answer: bytes) -> Response:
    """Show what a seat may know of a position

    `POST /v1/decisions` takes such a view, and an AI chooses a move from it.
    """
    return reply(answer)
