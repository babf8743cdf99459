"""Operations on reviews of finished games."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Response

from service.config import budgets
from service.games import Game
from service.games.ai.reviews.review_requests import DEFAULT_LEVEL
from service.games.history.game_import import id_of, keep, verify
from service.http.middleware.http_helpers import LOCATION, bearer, games, queries, reply, reviews
from service.http.middleware.rate_limits import DECISIONS, count_not, count_thinking, key_for, key_name, requester
from service.http.openapi.blueprints import WATCHING, Operations
from service.http.operations import query_parameters
from service.http.schemas import common_fields, validation_messages
from service.http.schemas import reviews as schemas
from service.http.schemas.base import Request
from service.http.schemas.languages import language
from service.store.games.records import Level

blueprint = Operations("reviews", "What the moves of a finished game were worth.", "not-found unavailable newer-format")


class ReviewQuery(Request):
    """Query parameters for a review: which review, and when to answer."""

    level = common_fields.document_field(schemas.LEVEL, schemas.BY, load_default=DEFAULT_LEVEL)
    milliseconds = common_fields.integer(
        "The thinking time that was requested for the review. Default: none.",
        optional=True,
        validate=validation_messages.within(budgets.MIN_MILLISECONDS, budgets.MAX_MILLISECONDS),
    )
    wait = query_parameters.wait_field(
        "Hold the answer until the review is done or has failed, for at most this many seconds."
    )


@blueprint.operation(
    "/games/<game>/review",
    method="POST",
    token=WATCHING,
    fails="game-running too-many-decisions busy cannot-review",
    limit=DECISIONS,
)
@blueprint.arguments(schemas.ReviewRequest, required=False)
@blueprint.response(202, schemas.Review, description="It will be, or has been, reviewed.", headers=LOCATION)
def create_review(body: dict[str, Any], game: str) -> Response:
    """Review a finished game

    The review judges every choice of every seat by what that seat knew then. It shows the move, the best moves, and the
    loss. Workers make it step by step; `GET` shows the progress. A game has one review for each level and thinking
    time, no matter how often it is requested. The review is kept as long as the game. For an unfinished game, the
    answer is `game-running`.
    """
    by = _level(body)
    count_thinking(by.milliseconds)
    return _request_review(game, by)


def _request_review(game: str, by: Level) -> Response:
    review, new = reviews().request_review(_watched(game), by, requester(), language())
    if not new:
        count_not("decisions")
    query = urlencode({"level": by.name} | ({"milliseconds": by.milliseconds} if by.milliseconds else {}))
    return reply(review, 202, {"Location": f"/v1/games/{game}/review?{query}"})


def _watched(game: str) -> Game:
    """Return the game, if the caller may watch it."""
    return queries().load_for_token(game, bearer(), key_for("read"))[0]


def _level(request: dict[str, Any]) -> Level:
    return Level(request.get("level", DEFAULT_LEVEL), request.get("milliseconds"))


def _verify(body: dict[str, Any]) -> dict[str, Any]:
    game = verify(games().rulesets, games().levels, body["replay"])
    return {name: value for name, value in body.items() if name != "replay"} | {"game": game}


@blueprint.operation(
    "/reviews", method="POST", fails="invalid-replay too-many-decisions busy cannot-review", limit=DECISIONS
)
@blueprint.computed(schemas.ReplayReviewRequest, _verify)
@blueprint.response(202, schemas.Review, description="It will be, or has been, reviewed.", headers=LOCATION)
def create_replay_review(answer: bytes) -> Response:
    """Review a replay

    This imports a finished game from elsewhere, like `POST /v1/games/import` (`invalid-replay` if it is not genuine),
    and reviews it like any other. `game` in the answer is the id of the imported game, under which the review can be
    read. If you send the same replay again, you get the same game and the same review. If the request is refused, no
    game is stored.

    A new game and a new review count toward the API key's daily quotas of games and decisions.
    """
    body = orjson.loads(answer)
    by, doc = _level(body), body["game"]
    count_thinking(by.milliseconds)
    reviews().admit(id_of(games(), doc, key_name()), len(doc["entries"]), by, requester())
    game, new = keep(games(), doc, key_name())
    if not new:
        count_not("games")
    return _request_review(game, by)


@blueprint.operation("/games/<game>/review", token=WATCHING, fails="game-running")
@blueprint.arguments(ReviewQuery, location="query")
@blueprint.response(200, schemas.Review, description="The review, as far as it has got.")
def get_review(query: dict[str, Any], game: str) -> Response:
    """Get the review of a game

    Anyone who knows the game's id may read it, like the replay. If no review was requested, the answer is `not-found`.
    """
    return reply(reviews().wait_for_review(_watched(game), _level(query), query["wait"], language()))
