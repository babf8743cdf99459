"""HTTP helpers for operations: tokens, conditional requests, idempotency keys, moves and replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, cast

import orjson
from flask import Response, current_app, g, request
from werkzeug.datastructures import Authorization

from service.config import metrics
from service.games import Answer, Game, Games
from service.games.ai.decision_requests import Decisions
from service.games.ai.reviews.review_requests import Reviews
from service.games.core.include_option import Include
from service.games.core.queries import GameQueries
from service.http.problems.problem_details import INVALID_REQUEST, UNAUTHORIZED, Refused
from service.http.schemas.bounds import MAX_HEADER
from service.http.schemas.component_shapes import Schema
from service.http.schemas.header_shapes import request_header, response_header
from service.http.schemas.languages import language

MAX_WAIT = 30
"""The limit of a long poll, in seconds."""
MAX_KEY = 255
CODINGS = ("br", "gzip")
"""Supported compressions, in order of preference."""
FOR_ONE = {"Cache-Control": "private, no-cache"}
"""The headers of a document for one viewer of a game. A browser may store it, but must revalidate it each time."""
MIN_SECRET_KEY = 16
"""The shortest idempotency key for answers that contain tokens. Anyone who knows the key can repeat the request and get
the tokens.
"""


def streamed(response: Response) -> Response:
    """Forbid proxies to buffer or transform a response that is sent in parts."""
    response.headers.update({"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"})
    return response


def key_header(description: str, shortest: int = 1) -> Schema:
    """Return the `Idempotency-Key` parameter of a call."""
    return request_header("Idempotency-Key", description, minLength=shortest, maxLength=MAX_KEY)


IF_NONE_MATCH = request_header(
    "If-None-Match", "An `ETag` received before: 304 if the game still looks the same to this viewer."
)
IF_NEW = request_header("If-None-Match", "An `ETag` received before: 304 if the answer is the same.")
IF_MATCH = request_header(
    "If-Match", 'The version that the moves are meant for: `"7"`, or an `ETag` of the game as received.'
)
IDEMPOTENCY_KEY = key_header(
    "Any unguessable text, such as a UUID: for 24 hours, a repeated request with the same key gets the first answer "
    "again and changes nothing. Refusals are not remembered."
)
SECRET_KEY = key_header(
    "Any unguessable text, such as a UUID: for 24 hours, a repeated request with the same key gets the first answer "
    "again, tokens included, and changes nothing. When a game is created, another request with the same key creates "
    "another game. Refusals are not remembered.",
    MIN_SECRET_KEY,
)
ETAG = response_header(
    "ETag",
    "Identifies exactly this answer; use it in `If-None-Match`. That of a game stands for its version, its viewer and "
    "the language, and can be used in `If-Match` too.",
)
LOCATION = response_header(
    "Location",
    "The path of the game, decision or review. Anyone who knows that of a decision may read the decision. It cannot be "
    "guessed.",
)
REPLAYED = response_header(
    "Idempotency-Replayed", "`true`: this is the first answer to an earlier request with the same key."
)


def games() -> Games:
    return cast(Games, current_app.extensions["games"])


def queries() -> GameQueries:
    return games().queries


def decisions() -> Decisions:
    return cast(Decisions, current_app.extensions["decisions"])


def reviews() -> Reviews:
    return cast(Reviews, current_app.extensions["reviews"])


def credentials() -> Authorization | None:
    """Return the request's `Authorization`, if it can be parsed. A header longer than any token is ignored."""
    return request.authorization if len(request.headers.get("Authorization", "")) <= MAX_HEADER else None


def bearer() -> str | None:
    """Return the request's token, if any. Refuse the request if the scheme is not `Bearer`."""
    if "Authorization" not in request.headers:
        return None
    sent = credentials()
    if sent is None or sent.type != "bearer" or not sent.token:
        raise Refused(UNAUTHORIZED, "The token must be sent as `Authorization: Bearer <token>`.")
    return sent.token


def require_bearer() -> str:
    """Return the request's token. Refuse the request if there is none."""
    token = bearer()
    if token is None:
        raise Refused(UNAUTHORIZED, "This needs the secret token of a seat.")
    return token


def enter_game(view: Callable[..., Any]) -> Callable[..., Any]:
    """Make an operation check the token before it reads the body. Passes the loaded game and the token's seat."""

    @wraps(view)
    def entering(game: str) -> Any:
        stored_game, seat = queries().load_for_token(game, require_bearer())
        return view(game=stored_game, seat=seat)

    return entering


def header(name: str) -> str | None:
    """Return a header of the request, if present. Refuse the request if the header is too long."""
    value = request.headers.get(name)
    if value is not None and len(value) > MAX_HEADER:
        wrong = f"must have at most {MAX_HEADER} characters"
        raise Refused(INVALID_REQUEST, "A header is not valid.", errors={name: [wrong]})
    return value


def tag_of_client(tag: str) -> str | None:
    """Return the tag in the client's `If-None-Match` if it matches `tag`; otherwise `None`.

    The tag of a compressed answer ends with the coding (`17.0:br`), because such an answer is another representation.
    """
    if header("If-None-Match") is None:
        return None
    tags = (tag, *(f"{tag}:{coding}" for coding in CODINGS))
    return next((one for one in tags if request.if_none_match.contains_weak(one)), None)


def not_modified(tag: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status=304, headers={"ETag": f'"{tag}"', **(headers or {})})


def etag(version: int, viewer: int | None, more: str = "") -> str:
    """Return the entity tag of a game's document. It differs by version, viewer, language and `more`."""
    seat = "s" if viewer is None else str(viewer)
    return ".".join([str(version), seat, *([more] if more else []), language()])


def expected_version(current: int) -> int | None:
    """Return the version that `If-Match` requires, or `None` if the header is missing or allows any version.

    The result is `current` if the header names it, and otherwise -1, a version that no game has.
    """
    tags = (header("If-Match") or "*").strip()
    if tags == "*":
        return None
    return current if current in map(_version, tags.split(",")) else -1


def _version(tag: str) -> int | None:
    number = tag.strip().removeprefix("W/").strip('"').partition(".")[0]
    return int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None


def idempotency_key(shortest: int = 1) -> str | None:
    """Return the request's `Idempotency-Key`, if present. Refuse the request if the key is too short or too long."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not shortest <= len(key) <= MAX_KEY:
        wrong = f"must have {shortest} to {MAX_KEY} characters"
        raise Refused(INVALID_REQUEST, "A header is not valid.", errors={"Idempotency-Key": [wrong]})
    return key


def post_moves(body: dict[str, Any], game: Game, seat: int, include: Include) -> Answer:
    """Make the moves in `body`. `PlayRequest` has loaded the body, and has turned a single `move` into a list."""
    match, key = expected_version(game.version), idempotency_key()
    answer = games().play_moves(game, seat, **body, if_match=match, idempotency_key=key, include=include)
    metrics.MOVE_SECONDS.labels(game.ruleset.key).observe(time.perf_counter() - g.began)
    return answer


def since_moves(body: dict[str, Any], answer: Answer, include: Include) -> Include:
    """Return what to include in an answer that waits until others have moved.

    By default, the answer includes all events since the request's moves.
    """
    began = answer.version - (len(body["moves"]) or 1)
    return replace(include, after=began if include.after is None else include.after)


def reply(
    document: Any, status: int = 200, headers: Mapping[str, str] | None = None, repeated: bool = False
) -> Response:
    """Return a JSON answer. `document`: plain data or JSON text. The document is not checked.

    `repeated`: whether this repeats the answer to an earlier request.
    """
    body = document if isinstance(document, bytes) else orjson.dumps(document)
    response = Response(body, status=status, content_type="application/json")
    response.headers.update(headers or {})
    if repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def game_reply(tag: str, make: Callable[[], Any]) -> Response:
    """Return a game as one viewer sees it, with this entity tag, or 304."""
    if (client_tag := tag_of_client(tag)) is not None:
        return not_modified(client_tag, FOR_ONE)
    return reply(make(), headers={"ETag": f'"{tag}"', **FOR_ONE})


def played_reply(answer: Answer, seat: int) -> Response:
    return reply(answer.document, headers={"ETag": f'"{etag(answer.version, seat)}"'}, repeated=answer.repeated)


def joined_reply(answer: Answer) -> Response:
    return reply(answer.document, 201, {"Location": f"/v1/games/{answer.game_id}"}, repeated=answer.repeated)
