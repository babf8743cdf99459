"""Calls whose answer depends only on the request's body. They run in the computing pool if there is one.

The pool receives and returns bytes. It also parses the bodies, so a web process spends almost no time on these calls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import marshmallow as ma
import orjson
import structlog
from flask import Flask, Response, current_app, g

from service.config import logs
from service.http.computing import Budget, Busy, Lost, Pool, ShareTaken, TooCostly
from service.http.middleware.rate_limits import caller
from service.http.middleware.request_bodies import StrictParser
from service.http.problems import problem_details
from service.http.problems.problem_details import INTERNAL, OVERLOADED, TOO_COSTLY, TOO_MANY_REQUESTS, Refused
from service.http.schemas.languages import language

PATIENCE_SECONDS = 10.0
"""How long a request waits for its turn, in seconds. The limit for the computation that follows is the same."""
MAX_MEMORY = 96 * 1024 * 1024
"""How many bytes a computing process may allocate after its start."""
MAX_WAITING = 64
"""The highest number of waiting requests per web process."""
MAX_SHARE = 16
"""The highest number of requests that one caller may have in progress in a web process."""

Job = Callable[[dict[str, Any]], Any]
"""A function that gets the body as loaded by its schema, and returns the document of the answer."""

log = structlog.get_logger(__name__)
_JOBS: dict[str, tuple[ma.Schema, Job]] = {}
_OK, _REFUSED, _FAILED = b"=", b"!", b"?"


def register(name: str, schema: ma.Schema, job: Job) -> None:
    """Register the job of an operation by the operation's name, for `compute`."""
    _JOBS[name] = schema, job


def operations() -> Collection[str]:
    return _JOBS.keys()


def compute(name: str, body: bytes) -> bytes | Response:
    """Compute the answer to a body. Returns JSON text, or the response that refuses the body."""
    pool: Pool | None = current_app.extensions.get("computing")
    if pool is None:
        return _compute_here(name, body)
    try:
        answer = pool.run_job(caller(), f"{language()} {name}", body)
    except ShareTaken as taken:
        detail = "At most {number} such requests may be in progress at a time; please wait for an answer first."
        facts, soon = {"number": MAX_SHARE}, problem_details.RETRY_SECONDS
        raise Refused(TOO_MANY_REQUESTS, detail, facts=facts, retry_after=soon) from taken
    except Busy as busy:
        raise Refused(OVERLOADED, "Nothing was done; please try again.") from busy
    except TooCostly as costly:
        raise Refused(
            TOO_COSTLY, "The answer needs more processor time or memory than one request may use."
        ) from costly
    except Lost as lost:
        log.error("a computing process was lost", error=str(lost))
        raise Refused(OVERLOADED, "Nothing was done; please try again.") from lost
    return _answer(answer)


def _answer(answer: bytes) -> bytes | Response:
    kind, document = answer[:1], answer[1:]
    if kind == _REFUSED:
        return problem_details.response(orjson.loads(document))
    if kind == _FAILED:
        log.error("request failed", **orjson.loads(document))
        raise Refused(INTERNAL, problem_details.LOGGED)
    return document


def _compute_here(name: str, body: bytes) -> bytes:
    schema, job = _JOBS[name]
    return orjson.dumps(job(StrictParser().read_body(schema, body)))


def open_pool(app: Flask, processes: int, seconds: float) -> None:
    """Start the computing processes of this web process. `seconds`: processor time for one request."""

    def work(call: str, body: bytes) -> bytes:
        with app.app_context():
            g.language, name = call.split()
            try:
                return _OK + _compute_here(name, body)
            except MemoryError:
                raise
            except Exception as error:
                refused = problem_details.refusal(error)
                if refused is None:
                    return _FAILED + orjson.dumps(logs.describe_failure(error))
                return _REFUSED + orjson.dumps(problem_details.problem(refused))

    if processes:
        budget = Budget(seconds, PATIENCE_SECONDS, MAX_MEMORY)
        app.extensions["computing"] = Pool(work, budget, processes, MAX_WAITING, MAX_SHARE)


def close_pool(app: Flask) -> None:
    pool: Pool | None = app.extensions.pop("computing", None)
    if pool is not None:
        pool.stop_children()
