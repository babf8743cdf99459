"""Operations on decisions and hints: what would an AI do here?"""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response

from service.games import Game
from service.games.ai.decision_requests import DEFAULT_LEVEL, Asked
from service.http.middleware.http_helpers import (
    LOCATION,
    MIN_SECRET_KEY,
    REPLAYED,
    decisions,
    enter_game,
    idempotency_key,
    key_header,
    reply,
)
from service.http.middleware.rate_limits import DECISIONS, count_thinking, requester
from service.http.openapi.blueprints import NEEDED_TOKEN, Operations
from service.http.operations import query_parameters
from service.http.problems import problem_details
from service.http.schemas import decisions as schemas
from service.http.schemas.base import Request
from service.http.schemas.languages import language

KEPT = "for as long as a decision is kept (an hour, unless the server is set up otherwise)"
CREATION_KEY = key_header(
    f"A text nobody can guess, such as a UUID: {KEPT} whoever sends the same request under the same key gets the first "
    "answer again. Another request under the same key asks for another decision. Refusals are not remembered.",
    MIN_SECRET_KEY,
)
SEAT_KEY = key_header(
    f"Any unguessable text, such as a UUID: {KEPT} the same request under the same key gets the first answer again, "
    "whatever has happened in the game. Refusals are not remembered."
)
FAILS = (
    problem_details.NOT_FOUND,
    problem_details.NOT_YOUR_TURN,
    problem_details.GAME_OVER,
    problem_details.CALLER_WAITS,
    problem_details.BUSY,
)

blueprint = Operations(
    "decisions", __name__, url_prefix="/v1", fails=(problem_details.UNAVAILABLE,), description="What would an AI do?"
)


class DecisionQuery(Request):
    """When to answer."""

    wait = query_parameters.wait_field(
        "Hold the answer until the decision is done or has failed, for at most this many seconds."
    )


def _check(body: dict[str, Any]) -> dict[str, Any]:
    """The body with the view as it is stored, and with its level or the default."""
    view = decisions().check(body["ruleset"], body["view"], body["seat"])
    return {"level": DEFAULT_LEVEL, **body, "view": view}


@blueprint.operation(
    "/decisions",
    method="POST",
    fails=(*FAILS, problem_details.INVALID_POSITION),
    headers=(CREATION_KEY,),
    limit=DECISIONS,
)
@blueprint.computed(schemas.NewDecision, _check)
@blueprint.response(202, schemas.Decision, description="The decision is queued.", headers={**LOCATION, **REPLAYED})
def create_decision(answer: bytes) -> Response:
    """Ask what an AI would do

    Given what a seat may know: its view, of a game played here or anywhere else. The reply names the decision, which a
    worker then makes. The same view, seat and level get the same decision; with `milliseconds` they may get another
    one, since a faster or less busy server thinks further in that time. Each second of thinking that is begun counts as
    a decision for the limit of requests. A seat that has nothing to decide in its view
    is `not-your-turn`, a view after the end `game-over`.
    """
    body, key = orjson.loads(answer), idempotency_key(MIN_SECRET_KEY)
    count_thinking(body.get("milliseconds"))
    return _reply(decisions().ask(**body, caller=requester(), idempotency_key=key))


@blueprint.operation("/decisions/<decision>", fails=(problem_details.NOT_FOUND,))
@blueprint.arguments(DecisionQuery, location="query")
@blueprint.response(200, schemas.Decision, description="The decision, as far as it has got.")
def get_decision(query: dict[str, Any], decision: str) -> Response:
    """Look at a decision

    Anyone who knows the id may read it, for an hour after it was made unless the server is configured otherwise. After
    that it is `not-found`.
    """
    return reply(decisions().wait(decision, query["wait"], language()))


@blueprint.operation(
    "/games/<game>/hint",
    method="POST",
    token=NEEDED_TOKEN,
    fails=(
        *FAILS,
        problem_details.GAME_WAITING,
        problem_details.SEAT_AWAY,
        problem_details.SEAT_FORFEITED,
        problem_details.KEY_REUSED,
        problem_details.NEWER_FORMAT,
    ),
    headers=(SEAT_KEY,),
    limit=DECISIONS,
)
@enter_game
@blueprint.arguments(schemas.HintRequest, required=False)
@blueprint.response(202, schemas.Decision, description="The decision is queued.", headers={**LOCATION, **REPLAYED})
def create_hint(body: dict[str, Any], game: Game, seat: int) -> Response:
    """Ask what an AI would do in the token's seat

    Now, and given only what the seat may know. The reply names the decision, which a worker then makes; it tells the
    game's version that it is for. A seat that has nothing to decide is `not-your-turn`. Each second of `milliseconds`
    that is begun counts as a decision for the limit of requests, which is the address's or API key's.
    """
    level, milliseconds = body.get("level", DEFAULT_LEVEL), body.get("milliseconds")
    count_thinking(milliseconds)
    return _reply(decisions().hint(game, seat, level, requester(), idempotency_key(), milliseconds))


def _reply(answer: Asked) -> Response:
    return reply(answer.body, 202, {"Location": f"/v1/decisions/{answer.decision_id}"}, repeated=answer.repeated)
