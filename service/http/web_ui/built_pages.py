"""Serves the web client built from `web/`, an ordinary client of the contract."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, make_response, request, send_from_directory

from service.http import web_ui
from service.http.problems import problem_details

blueprint = Blueprint("table", __name__)

STATIC = Path(web_ui.__file__).parent / "static"
INDEX = "index.html"
# Everything comes from this server, nothing is inline. Even a name mistaken for markup could not run or load anything.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_YEAR = 365 * 24 * 3600
_COMPRESSED = (("br", ".br"), ("gzip", ".gz"))
_TITLES: Final = {
    "table": "a game at the table",
    "replay": "a game, move by move",
    "join": "you are invited to a game",
    "learn": "how to play",
    "rules": "the rules",
}
"""Titles for link previews, by the beginning of the path. They say nothing about the game."""
_KINDS: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".png": "image/png",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}


def is_built() -> bool:
    return (STATIC / INDEX).exists()


@blueprint.get("/table/<game>")
@blueprint.get("/replay/<game>")
@blueprint.get("/join/<code>")
@blueprint.get("/learn/<ruleset>")
@blueprint.get("/rules/<ruleset>")
def page(game: str = "", code: str = "", ruleset: str = "") -> Response:
    """Return the single page. Its address determines what it shows."""
    if not is_built():
        abort(404)
    about = _TITLES.get(request.path.split("/")[1])
    title = f"Hamlet: {about}" if about else "Hamlet"
    text = (STATIC / INDEX).read_text(encoding="utf-8")
    origin = escape(request.host_url.rstrip("/"))
    response = make_response(text.replace("@origin", origin).replace("@title", title))
    response.add_etag()
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


@blueprint.get("/service-worker.js")
@blueprint.get("/manifest.webmanifest")
def install() -> Response:
    """Return a file that makes the page installable. Caches must revalidate it, because its address never changes."""
    response = _file(request.path[1:])
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.app_errorhandler(404)
def unknown_page(_error: Exception) -> Response:
    """Return the problem to programs. Browsers get the page, which says that there is nothing here and offers links."""
    wanted = request.accept_mimetypes.best_match(("application/json", "text/html"))
    if wanted != "text/html" or request.path.startswith("/v1/") or not is_built():
        answer = problem_details.respond(problem_details.of_status(404))
    else:
        answer = page()
        answer.status_code = 404
        # Without these headers, a repeated request cannot get an empty answer (304).
        for name in ("ETag", "Last-Modified"):
            del answer.headers[name]
    answer.vary.add("Accept")
    return answer


@blueprint.get("/table/assets/<name>")
def asset(name: str) -> Response:
    """Return a script, style or picture. The names of scripts and styles change with their content."""
    response = _file(name)
    response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    return response


def _file(name: str) -> Response:
    """Return a built file, compressed if the client accepts that."""
    for encoding, ending in _COMPRESSED:
        if request.accept_encodings[encoding] and (STATIC / f"{name}{ending}").exists():
            response = send_from_directory(STATIC, f"{name}{ending}", mimetype=_kind(name))
            response.headers["Content-Encoding"] = encoding
            break
    else:
        response = send_from_directory(STATIC, name, mimetype=_kind(name))
    response.vary.add("Accept-Encoding")
    return response


def _kind(name: str) -> str:
    return _KINDS.get(Path(name).suffix, "text/javascript")
