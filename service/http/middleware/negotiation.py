"""Checks the query parameters and language of every request, and sets the language headers of every answer."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from engine.wording import LANGUAGES
from service.http.problems.problem_details import FORM, INVALID_REQUEST, Refused
from service.http.schemas import validation_messages
from service.http.schemas.languages import PREFIX, language


def install_negotiation(app: Flask) -> None:
    """Refuse unknown parameters and languages, and set `Content-Language` and `Vary`."""
    app.before_request(_check)
    app.after_request(_tell)


def _check() -> None:
    if request.query_string and request.path.startswith(PREFIX):
        view = current_app.view_functions.get(request.endpoint or "")
        takes_query = getattr(view, "takes_query", True)
        # Without these checks, a misspelt or repeated parameter would be ignored silently.
        faults = {name: [validation_messages.UNKNOWN] for name in request.args if not (takes_query or name == "lang")}
        faults |= {name: ["is given twice"] for name, values in request.args.lists() if len(values) > 1}
        if faults:
            raise Refused(INVALID_REQUEST, FORM, errors=faults)
        if request.args.get("lang", LANGUAGES[0]) not in LANGUAGES:
            wrong = f"must be one of: {', '.join(LANGUAGES)}"
            raise Refused(INVALID_REQUEST, "This language is not available.", errors={"lang": [wrong]})


def _tell(response: Response) -> Response:
    if request.path.startswith(PREFIX):
        response.headers["Content-Language"] = language()
        # Each player sees a game differently.
        view = current_app.view_functions.get(request.endpoint or "")
        private = "public" not in response.headers.get("Cache-Control", "")
        whose = ["Authorization"] if getattr(view, "takes_token", False) and private else []
        response.vary.update(["Accept-Language", *whose])
    return response
