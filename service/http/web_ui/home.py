"""`GET /`: browsers are sent to the web client, or to the docs if there is no web client. Programs get links."""

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
    if request.accept_mimetypes.best_match(("application/json", "text/html")) != "text/html":
        return {"name": "Hamlet", "links": LINKS}, {"Vary": "Accept"}
    answer = built_pages.page() if built_pages.is_built() else redirect(url_for("docs.page"))
    answer.vary.add("Accept")
    return answer
