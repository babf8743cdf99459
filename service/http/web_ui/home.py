"""`GET /`: browsers get the web client, or are sent to the docs if there is none. Programs that ask for JSON get links.

`Accept: */*` gets the web client, too, because link previews send this header and show the client's title and picture.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from service.http.problems.problem_details import PATH
from service.http.web_ui import built_pages

blueprint = Blueprint("home", __name__)

LINKS = {
    "contract": "/openapi.json",
    "documentation": "/docs",
    "problems": PATH,
    "rulesets": "/v1/rulesets",
    "games": "/v1/games",
    "ready": "/readyz",
}


@blueprint.get("/")
def home() -> ResponseReturnValue:
    built = built_pages.is_built()
    # If the client accepts several types equally, the first in this list is chosen.
    kinds = ("text/html", "application/json") if built else ("application/json", "text/html")
    if request.accept_mimetypes.best_match(kinds) != "text/html":
        return {"name": "Hamlet", "links": LINKS}, {"Vary": "Accept"}
    answer = built_pages.page() if built else redirect(url_for("docs.page"))
    answer.vary.add("Accept")
    return answer
