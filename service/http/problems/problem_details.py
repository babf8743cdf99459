"""Errors as RFC 9457 `application/problem+json`. Only this module maps exceptions to problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import marshmallow as ma
import orjson
import structlog
from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from engine.errors import Explained, GameOver, IllegalMove, InvalidPosition, MalformedMove, NewerFormat, NotYourTurn
from engine.shapes import MAX_FAULTS
from service.config import logs
from service.games.core import game_errors
from service.http.problems.problem_words import in_words
from service.http.schemas import common_fields
from service.http.schemas.field_types import Map, faults_by_path
from service.http.schemas.languages import language
from service.store.redis import store_errors

MEDIA_TYPE = "application/problem+json"
PATH = "/problems"
"""The path under which each problem type has its page."""
RETRY_SECONDS = 1
DECIDED_SECONDS = 5
"""The `Retry-After`, in seconds, if too many decisions are pending, or a bot has too many connections. By then at least
one of them has probably ended.
"""
FREED_SECONDS = 5
"""The `Retry-After`, in seconds, if too many streams are open. By then one has probably ended."""
UPDATED_SECONDS = 5
"""The `Retry-After` in seconds during an update. By then the processes are probably up to date."""
MAX_TEXT = 300
"""The limit for a detail or message, in characters. Ours are shorter, but those of libraries may be longer."""

Errors = Mapping[str, list[str]]
"""For each path in the request (such as `seats.1.level`), the messages about it."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its slug (the end of its `type`), status and title. A kind without a slug is a plain HTTP
    error.

    `retry_after`: the default seconds until a retry may succeed. `challenge`: the scheme for `WWW-Authenticate`.
    """

    slug: str
    status: int
    title: str
    retry_after: int | None = None
    challenge: str | None = None

    @property
    def type(self) -> str:
        return f"{PATH}/{self.slug}" if self.slug else "about:blank"


BAD_JSON = Kind("bad-json", 400, "The body is not valid JSON")
BAD_REQUEST = Kind("bad-request", 400, "The request is not valid HTTP")
UNAUTHORIZED = Kind("unauthorized", 401, "A valid token is required", challenge="Bearer")
API_KEY_NEEDED = Kind("api-key-needed", 401, "A valid API key is required", challenge="ApiKey")
FORBIDDEN = Kind("forbidden", 403, "This token does not give access to this")
INVITATION_NEEDED = Kind("invitation-needed", 403, "An invitation is required")
NOT_FOUND = Kind("not-found", 404, "Not found")
METHOD_NOT_ALLOWED = Kind("method-not-allowed", 405, "This method is not allowed here")
NOT_YOUR_TURN = Kind("not-your-turn", 409, "It is not this seat's turn")
GAME_OVER = Kind("game-over", 409, "The game is over")
GAME_WAITING = Kind("game-waiting", 409, "The game is waiting for players")
GAME_RUNNING = Kind("game-running", 409, "The game is not over yet")
SEAT_TAKEN = Kind("seat-taken", 409, "The seat is taken")
NAME_TAKEN = Kind("name-taken", 409, "Another player has such a name")
SEAT_AWAY = Kind("seat-away", 409, "An AI is playing this seat")
SEAT_FORFEITED = Kind("seat-forfeited", 409, "The seat has lost on time")
TOO_MANY_INVITATIONS = Kind("too-many-invitations", 409, "The game has too many invitations")
TOO_MANY_WEBHOOKS = Kind("too-many-webhooks", 409, "The API key has too many webhooks")
SEAT_RESIGNED = Kind("seat-resigned", 409, "The seat has resigned")
GAME_BEGUN = Kind("game-begun", 409, "The game has begun")
CANNOT_LEAVE = Kind("cannot-leave", 409, "This seat cannot be given back")
CANNOT_UNDO = Kind("cannot-undo", 409, "The last move cannot be taken back")
NOT_FORESEEABLE = Kind("not-foreseeable", 409, "The outcome depends on hidden information")
BOT_NAME_TAKEN = Kind("bot-name-taken", 409, "Another bot has this name")
BOT_NAMED = Kind("bot-named", 409, "The API key has a bot of another name")
CANNOT_REVIEW = Kind("cannot-review", 409, "The game cannot be played again")
NO_PUSH = Kind("no-push", 409, "This server notifies no browsers")
CONFLICT = Kind("conflict", 409, "Another request was faster")
HISTORY_LOST = Kind("history-lost", 410, "This version can no longer be shown")
VERSION_MISMATCH = Kind("version-mismatch", 412, "The game is at another version")
TOO_LARGE = Kind("too-large", 413, "The body is too large")
URI_TOO_LONG = Kind("uri-too-long", 414, "The request line is too long")
UNSUPPORTED_MEDIA_TYPE = Kind("unsupported-media-type", 415, "The body was not sent as JSON")
INVALID_REQUEST = Kind("invalid-request", 422, "The request does not match the contract")
INVALID_POSITION = Kind("invalid-position", 422, "This position is impossible")
INVALID_REPLAY = Kind("invalid-replay", 422, "This is not the replay of a finished game")
ILLEGAL_MOVE = Kind("illegal-move", 422, "The rules forbid this move")
TOO_COSTLY = Kind("too-costly", 422, "The request is too expensive to answer")
KEY_REUSED = Kind("idempotency-key-reused", 422, "This Idempotency-Key was used for another request")
CALLER_WAITS = Kind("too-many-decisions", 429, "Too many of your decisions are pending", DECIDED_SECONDS)
TOO_MANY_CONNECTIONS = Kind("too-many-connections", 429, "The bot has too many connections", DECIDED_SECONDS)
TOO_MANY_REQUESTS = Kind("too-many-requests", 429, "Too many requests")
QUOTA_USED_UP = Kind("quota-used-up", 429, "The daily quota of the API key is used up")
HEADERS_TOO_LARGE = Kind("headers-too-large", 431, "The headers are too large")
INTERNAL = Kind("internal-error", 500, "Something went wrong on the server")
BUSY = Kind("busy", 503, "Too many decisions are pending", DECIDED_SECONDS)
OVERLOADED = Kind("overloaded", 503, "Too many requests are in progress", RETRY_SECONDS)
UNAVAILABLE = Kind("unavailable", 503, "The game store cannot be reached", RETRY_SECONDS)
NEWER_FORMAT = Kind("newer-format", 503, "The game was stored by a newer version of this server", UPDATED_SECONDS)
NOT_READY = Kind("not-ready", 503, "The server is not ready", RETRY_SECONDS)
TOO_MANY_STREAMS = Kind("too-many-streams", 503, "Too many streams are open", FREED_SECONDS)
KINDS = {kind.slug: kind for kind in list(vars().values()) if isinstance(kind, Kind)}
"""All kinds by slug."""

FORM = "The request does not match the contract."
LOGGED = "The fault is logged under this answer's X-Request-Id."
UNSURE = "It is not known whether this was done: look at the game, or repeat the request with the same Idempotency-Key."

_BY_STATUS = {
    kind.status: kind
    for kind in (
        *(BAD_REQUEST, NOT_FOUND, METHOD_NOT_ALLOWED, TOO_LARGE, URI_TOO_LONG),
        *(TOO_MANY_REQUESTS, HEADERS_TOO_LARGE),
    )
}


class Refused(Exception):
    """A refusal of the request, with this kind of problem.

    `detail`: the error that caused it, or an English sentence with placeholders for the facts; by default the title.
    `rule`: an id in the rule index. `retry_after`: seconds until a retry may succeed, if known. `headers`: further
    headers of the answer.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str | Explained = "",
        *,
        facts: Mapping[str, Any] | None = None,
        rule: str | None = None,
        errors: Errors | None = None,
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.retry_after = kind.retry_after if retry_after is None else retry_after
        self.kind = kind
        self.detail = detail if isinstance(detail, Explained) else Explained(detail, **(facts or {}))
        self.rule = rule
        self.errors = errors
        self.headers = headers or {}


class Problem(ma.Schema):
    """What went wrong (RFC 9457). Tell problems apart by `type`; texts may change, and depend on the language."""

    class Meta:
        unknown = ma.EXCLUDE

    type = common_fields.text_field("The kind: the path of a page about it on this server.")
    title = common_fields.text_field("The kind in a few words.")
    status = common_fields.integer("The HTTP status code.")
    detail = common_fields.text_field("What is wrong in this case, for people.")
    rule = common_fields.text_field(
        "Only `illegal-move`: the id of the rule. `GET /v1/rulesets/{ruleset}/rules/{rule}` returns its text.",
        optional=True,
    )
    errors = Map(
        "Errors",
        ma.fields.List(ma.fields.String()),
        metadata={
            "description": "Path in the request, steps joined by dots (`seats.1.level`) -> what is wrong there. "
            "Only `not-ready`: what was checked -> what is missing."
        },
    )


EXAMPLES: dict[Kind, Refused] = {
    ILLEGAL_MOVE: Refused(ILLEGAL_MOVE, "No villager lies in slot 4 of the road.", rule="DRAFT-5"),
    INVALID_REQUEST: Refused(
        INVALID_REQUEST, "These options do not make a valid game.", errors={"seats.1.level": ["is missing"]}
    ),
    INVALID_POSITION: Refused(
        INVALID_POSITION, "The faults are listed in errors.", errors={"position.seats.0.gold": ["must be at least 0"]}
    ),
}


def example(kind: Kind) -> dict[str, Any]:
    return problem(EXAMPLES.get(kind) or Refused(kind))


def problem(refused: Refused) -> dict[str, Any]:
    kind = refused.kind
    title, detail = in_words(kind.slug, kind.title, refused.detail, language())
    document: dict[str, Any] = {"type": kind.type, "title": title, "status": kind.status}
    document["detail"] = cut(detail, MAX_TEXT)
    if refused.rule is not None:
        document["rule"] = refused.rule
    if refused.errors is not None:
        document["errors"] = _shorten(refused.errors)
    return document


def cut(text: str, limit: int = 80) -> str:
    """Return the text, shortened to `limit`, so that long input is not echoed."""
    return text if len(text) <= limit else f"{text[:limit]}\N{HORIZONTAL ELLIPSIS}"


def _shorten(errors: Errors) -> dict[str, list[str]]:
    faults = [(path, message) for path, messages in errors.items() for message in messages]
    excerpt: dict[str, list[str]] = {}
    for path, message in faults[:MAX_FAULTS]:
        excerpt.setdefault(cut(path), []).append(cut(message, MAX_TEXT))
    if len(faults) > MAX_FAULTS:
        excerpt.setdefault("", []).append("and more")
    return excerpt


def _with_faults(kind: Kind, detail: str, root: str) -> Callable[[Any], Refused]:
    return lambda error: Refused(kind, detail, errors=faults_by_path(error.faults, root))


def _with_detail(kind: Kind, detail: str) -> Callable[[Any], Refused]:
    return lambda error: Refused(kind, detail)


def _with_reason(kind: Kind) -> Callable[[Any], Refused]:
    return lambda error: Refused(kind, error)


ANSWERS: dict[type[Exception], Callable[[Any], Refused]] = {
    IllegalMove: lambda error: Refused(ILLEGAL_MOVE, error, rule=error.rule),
    NotYourTurn: _with_reason(NOT_YOUR_TURN),
    GameOver: _with_reason(GAME_OVER),
    MalformedMove: _with_faults(INVALID_REQUEST, "This is not a move of this game.", ""),
    InvalidPosition: _with_faults(INVALID_POSITION, "The faults are listed in errors.", "position"),
    NewerFormat: _with_detail(NEWER_FORMAT, "This server process cannot read that game yet; try again."),
    game_errors.InvalidView: _with_faults(INVALID_POSITION, "The faults are listed in errors.", ""),
    game_errors.InvalidGame: _with_faults(INVALID_REQUEST, "These options do not make a valid game.", ""),
    game_errors.CannotContribute: _with_faults(INVALID_REQUEST, "The game does not accept this contribution.", ""),
    game_errors.InvalidBudget: _with_faults(
        INVALID_REQUEST, "There is no AI with this rating or thinking time here.", ""
    ),
    game_errors.NoSuchRuleset: _with_reason(NOT_FOUND),
    game_errors.NoSuchSeat: _with_reason(NOT_FOUND),
    game_errors.Unauthorized: _with_reason(UNAUTHORIZED),
    game_errors.Forbidden: _with_reason(FORBIDDEN),
    game_errors.InvitationNeeded: _with_reason(INVITATION_NEEDED),
    game_errors.GameWaiting: _with_reason(GAME_WAITING),
    game_errors.NameTaken: _with_reason(NAME_TAKEN),
    game_errors.SeatAway: _with_reason(SEAT_AWAY),
    game_errors.SeatForfeited: _with_reason(SEAT_FORFEITED),
    game_errors.SeatResigned: _with_reason(SEAT_RESIGNED),
    game_errors.CannotLeave: _with_reason(CANNOT_LEAVE),
    game_errors.NotFinished: _with_reason(GAME_RUNNING),
    game_errors.TooManyConnections: _with_reason(TOO_MANY_CONNECTIONS),
    game_errors.CannotUndo: _with_reason(CANNOT_UNDO),
    game_errors.NotForeseeable: _with_reason(NOT_FORESEEABLE),
    game_errors.NoSuchVersion: _with_reason(NOT_FOUND),
    game_errors.HistoryLost: _with_reason(HISTORY_LOST),
    game_errors.CannotReview: _with_reason(CANNOT_REVIEW),
    game_errors.NotTrue: _with_reason(INVALID_REPLAY),
    game_errors.VersionMismatch: _with_reason(VERSION_MISMATCH),
    game_errors.UnknownMoveId: _with_reason(CONFLICT),
    store_errors.KeyReused: _with_reason(KEY_REUSED),
    store_errors.NoSuchGame: _with_detail(NOT_FOUND, "This game does not exist, or no longer exists."),
    store_errors.GameBegun: _with_reason(GAME_BEGUN),
    store_errors.NoSuchInvitation: _with_detail(NOT_FOUND, "This invitation does not exist, or is no longer valid."),
    store_errors.TooManyInvitations: _with_reason(TOO_MANY_INVITATIONS),
    store_errors.NoSuchReview: _with_detail(NOT_FOUND, "Nobody has requested this review, or it no longer exists."),
    store_errors.NoSuchDecision: _with_detail(NOT_FOUND, "This decision does not exist, or no longer exists."),
    store_errors.BotNameTaken: _with_reason(BOT_NAME_TAKEN),
    store_errors.BotNamed: _with_reason(BOT_NAMED),
    store_errors.NoSuchWebhook: _with_detail(NOT_FOUND, "This API key has no such webhook."),
    store_errors.TooManyWebhooks: _with_reason(TOO_MANY_WEBHOOKS),
    store_errors.CallerWaits: _with_reason(CALLER_WAITS),
    store_errors.TooManyWait: _with_reason(BUSY),
    store_errors.SeatTaken: _with_detail(SEAT_TAKEN, "Somebody already has this seat."),
    store_errors.Conflict: _with_detail(CONFLICT, "Another move came first; look at the game again."),
    store_errors.StoreUnavailable: _with_detail(UNAVAILABLE, "Nothing was changed; please try again."),
    store_errors.StoreUnsure: _with_detail(UNAVAILABLE, UNSURE),
    store_errors.NotReady: lambda error: Refused(
        NOT_READY, "What is missing is listed in errors.", errors={name: [why] for name, why in error.missing.items()}
    ),
}


def refusal(error: Exception) -> Refused | None:
    """Return the problem for an error that a request has caused. Return `None` for a bug in the server."""
    if isinstance(error, Refused):
        return error
    return next((ANSWERS[kind](error) for kind in type(error).__mro__ if kind in ANSWERS), None)


def response(document: Mapping[str, Any]) -> Response:
    answer = Response(orjson.dumps(document), status=document["status"], content_type=MEDIA_TYPE)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def respond(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    answer = response(problem(refused))
    if refused.kind.challenge is not None:
        answer.headers["WWW-Authenticate"] = refused.kind.challenge
    if refused.retry_after is not None:
        answer.headers["Retry-After"] = str(refused.retry_after)
    answer.headers.update({**refused.headers, **(headers or {})})
    return answer


def _http(error: HTTPException) -> Response:
    """Return the problem for a refusal by Flask or werkzeug.

    They refuse unknown paths, wrong methods, oversized bodies and malformed requests.
    """
    refused = of_status(error.code or 500)
    allowed = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    return respond(refused, headers)


def of_status(status: int) -> Refused:
    """Return the problem for an HTTP status, without further details."""
    phrase = HTTPStatus(status).phrase
    kind = _BY_STATUS.get(status) or Kind("", status, phrase)
    return Refused(kind)


def _unexpected(error: Exception) -> Response:
    """Answer an unexpected error, which is a bug in the server. The log has the traceback and the request's id."""
    log.error("request failed", **logs.describe_failure(error))
    return respond(Refused(INTERNAL, LOGGED))


def install_problems(app: Flask) -> None:
    for kind, answer in ANSWERS.items():
        app.register_error_handler(kind, lambda error, answer=answer: respond(answer(error)))
    app.register_error_handler(Refused, respond)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)
