"""Operations on decisions and hints: what would an AI do here?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import Any

import orjson
from flask import Response, request, stream_with_context

from service.games import Game
from service.games.ai.decision_batches import DecisionBatches
from service.games.ai.decision_requests import DEFAULT_LEVEL, Asked, check_budget
from service.http.middleware.computed_calls import compute
from service.http.middleware.http_helpers import (
    LOCATION,
    MIN_SECRET_KEY,
    REPLAYED,
    decisions,
    enter_game,
    idempotency_key,
    key_header,
    reply,
    streamed,
)
from service.http.middleware.rate_limits import DECISIONS, count_decisions, count_thinking, requester
from service.http.middleware.request_bodies import LINES, StrictParser
from service.http.openapi.blueprints import NEEDED_TOKEN, Operations
from service.http.operations import query_parameters
from service.http.problems import problem_details
from service.http.problems.problem_details import Refused
from service.http.schemas import decisions as schemas
from service.http.schemas.base import Request
from service.http.schemas.bounds import COSTS
from service.http.schemas.languages import language

KEPT = "for as long as a decision is kept (an hour by default)"
CREATION_KEY = key_header(
    f"Any unguessable text, such as a UUID: {KEPT}, a repeated request with the same key gets the first answer again. "
    "Another request with the same key requests another decision. Refusals are not remembered.",
    MIN_SECRET_KEY,
)
SEAT_KEY = key_header(
    f"Any unguessable text, such as a UUID: {KEPT}, a repeated request with the same key gets the first answer again, "
    "whatever has happened in the game. Refusals are not remembered."
)
FAILS = "not-found not-your-turn game-over too-many-decisions busy"

blueprint = Operations("decisions", "What would an AI do?", "unavailable")


class DecisionQuery(Request):
    """Query parameters for a decision: when to answer."""

    wait = query_parameters.wait_field(
        "Hold the answer until the decision is done or has failed, for at most this many seconds."
    )


LINES_REPLY = (
    f"For a body of lines (`{LINES}`): one reply per line, in the same order, each as soon as it is ready: a "
    '`Decision` that has ended and cannot be read afterwards, or `{"problem": ...}` if the line was refused.'
)
MAX_LINE_MS = 1000
"""The limit for the thinking time of a line. Each line counts as one decision."""
_PLACES = BoundedSemaphore(4)
"""How many requests with lines a web process handles at a time. Each of them may take much memory."""


def _by_lines(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let the operation take many requests, one in each line of the body."""

    @wraps(view)
    def deciding() -> Any:
        return _decide_all() if request.mimetype == LINES else view()

    vars(deciding)["_apidoc"]["lines"] = LINES_REPLY
    return deciding


def _decide_all() -> Response:
    if not _PLACES.acquire(blocking=False):
        raise Refused(problem_details.OVERLOADED, "Nothing was done; please try again.")
    try:
        lines = StrictParser().lines(request)
        count_decisions(len(lines) - 1, COSTS["create_decision"])
        answers = DecisionBatches(decisions(), requester(), language()).decide_all(map(_load_line, lines))
        written = (orjson.dumps(answer) + b"\n" for answer in answers)
        response = Response(stream_with_context(written), content_type=LINES)
    except BaseException:
        _PLACES.release()
        raise
    # Register this before `answers.close`: if one of these functions fails, the later ones are not called.
    response.call_on_close(_PLACES.release)
    response.call_on_close(answers.close)
    return streamed(response)


def _load_line(line: bytes) -> dict[str, Any]:
    """Return a line's request as checked by `Decisions.check_view`, or `{"problem": ...}` if it is refused."""
    try:
        StrictParser().check_length("create_decision", line)
        answer = compute("create_decision", line)
        document: dict[str, Any] = orjson.loads(answer.data if isinstance(answer, Response) else answer)
        check_budget(document.get("milliseconds"), MAX_LINE_MS)
    except Exception as error:
        if (refused := problem_details.refusal(error)) is None:
            raise
        return {"problem": problem_details.problem(refused)}
    return {"problem": document} if isinstance(answer, Response) else document


@blueprint.operation(
    "/decisions", method="POST", fails=f"{FAILS} invalid-position", headers=(CREATION_KEY,), limit=DECISIONS
)
@_by_lines
@blueprint.computed(schemas.NewDecision, lambda body: decisions().check_view(body))
@blueprint.response(
    202, schemas.DecisionSchema, description="The decision is queued.", headers={**LOCATION, **REPLAYED}
)
def create_decision(answer: bytes) -> Response:
    """Request an AI's move for a view

    The AI uses only the seat's view. The game may be played here or anywhere else. The reply has the id of the
    decision, which a worker then makes. The same view, seat and level get the same decision; with `milliseconds` it
    may differ, because a faster or less busy server searches further in that time. Each started second of thinking
    counts as a decision for the rate limit. If the seat has nothing to decide, the answer is `not-your-turn`; after
    the end of the game it is `game-over`.

    A body of type `application/x-ndjson` can request up to 1,000 decisions, one in each line. Each line counts as a
    decision; its thinking time is at most 1,000 `milliseconds`. If the client hangs up, the remaining decisions are
    cancelled.
    """
    body, key = orjson.loads(answer), idempotency_key(MIN_SECRET_KEY)
    count_thinking(body.get("milliseconds"))
    return _reply(decisions().request_decision(**body, caller=requester(), idempotency_key=key))


@blueprint.operation("/decisions/<decision>", fails="not-found")
@blueprint.arguments(DecisionQuery, location="query")
@blueprint.response(200, schemas.DecisionSchema, description="The decision, as far as it has got.")
def get_decision(query: dict[str, Any], decision: str) -> Response:
    """Get a decision

    Anyone who knows the id may read the decision. An hour after it was made (unless the server is configured
    otherwise), the answer is `not-found`.
    """
    return reply(decisions().wait(decision, query["wait"], language()))


@blueprint.operation(
    "/games/<game>/hint",
    method="POST",
    token=NEEDED_TOKEN,
    fails=f"{FAILS} game-waiting seat-away seat-forfeited seat-resigned idempotency-key-reused newer-format",
    headers=(SEAT_KEY,),
    limit=DECISIONS,
)
@enter_game
@blueprint.arguments(schemas.HintRequest, required=False)
@blueprint.response(
    202, schemas.DecisionSchema, description="The decision is queued.", headers={**LOCATION, **REPLAYED}
)
def create_hint(body: dict[str, Any], game: Game, seat: int) -> Response:
    """Request an AI's move for the token's seat

    The AI uses only what the seat may know now. The reply has the id of the decision, and the version of the game for
    which it is made. A worker then makes the decision. If the seat has nothing to decide, the answer is
    `not-your-turn`. Each started second of `milliseconds` counts as a decision for the rate limit of the address or
    API key.
    """
    level, milliseconds = body.get("level", DEFAULT_LEVEL), body.get("milliseconds")
    count_thinking(milliseconds)
    return _reply(decisions().hint(game, seat, level, requester(), idempotency_key(), milliseconds))


def _reply(answer: Asked) -> Response:
    return reply(answer.body, 202, {"Location": f"/v1/decisions/{answer.decision_id}"}, repeated=answer.repeated)
