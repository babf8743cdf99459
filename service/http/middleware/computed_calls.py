"""Calls that only compute, on what a client sends: handed to processes that are there for that, if there are any.

Bodies are read there too. What is handed over and what comes back are bytes, so that a web process spends next to
nothing on them, whatever they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import marshmallow as ma
import orjson
import structlog
from flask import Flask, Response, current_app, g, request

from service.config import logs
from service.http.computing import Budget, Busy, Lost, Pool, ShareTaken, TooCostly
from service.http.middleware.rate_limits import caller
from service.http.middleware.request_bodies import StrictParser
from service.http.problems import problem_details
from service.http.problems.problem_details import INTERNAL, OVERLOADED, TOO_COSTLY, TOO_MANY_REQUESTS, Refused
from service.http.schemas.languages import language

PATIENCE_SECONDS = 10.0
"""For how long a request waits for its turn, and for its answer."""
MAX_MEMORY = 96 * 1024 * 1024
"""Bytes that a computing process may take beyond what it has at its start."""
MAX_WAITING = 64
"""Requests that may wait at one web process."""
MAX_SHARE = 16
"""Of one caller's, those that may be under way at one web process."""

Job = Callable[[dict[str, Any]], Any]
"""From the body, as its schema makes it, to the document of the answer."""

log = structlog.get_logger(__name__)
_JOBS: dict[str, tuple[ma.Schema, Job]] = {}
_OK, _REFUSED, _FAILED = b"=", b"!", b"?"


def register(name: str, schema: ma.Schema, job: Job) -> None:
    """Let `compute` know a job by its operation's name."""
    _JOBS[name] = schema, job


def operations() -> Collection[str]:
    return _JOBS.keys()


def compute(name: str) -> bytes | Response:
    """The JSON text that the job makes of the request's body, or the answer that refuses it."""
    body = StrictParser().raw(request)
    pool: Pool | None = current_app.extensions.get("computing")
    if pool is None:
        return _compute_here(name, body)
    try:
        answer = pool.run(caller(), f"{language()} {name}", body)
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
    return orjson.dumps(job(StrictParser().read(schema, body)))


def open_pool(app: Flask, processes: int, seconds: float) -> None:
    """Start the processes that compute for the app in this process. Each may take so long for one request."""

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
    """End them."""
    pool: Pool | None = app.extensions.pop("computing", None)
    if pool is not None:
        pool.close()
