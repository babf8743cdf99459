"""A page for each kind of problem, at the URL of its `type`. The page says when the problem occurs and what a client
can do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response

from service.http.docs.pages import make_page
from service.http.problems import problem_details
from service.http.problems.problem_details import PATH, Kind, Refused

blueprint = Blueprint("problems", __name__)


@cache
def advice() -> Mapping[Kind, str]:
    """Return the advice for each kind, in Markdown, from problems.md."""
    text = Path(__file__).with_name("problems.md").read_text(encoding="utf-8")
    by_slug = dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n?)+)", text, re.MULTILINE))
    kinds = sorted(problem_details.KINDS.values(), key=lambda kind: kind.status)
    return {kind: by_slug.get(kind.slug, "") for kind in kinds}


def table(linked: bool) -> str:
    """Return all kinds as a Markdown table. `linked`: whether each kind links to its page."""
    names = {kind: f"[`{kind.type}`]({kind.type})" if linked else f"`{kind.type}`" for kind in advice()}
    rows = [f"| {name} | {kind.status} | {kind.title} |" for kind, name in names.items()]
    return "\n".join(["| type | status | title |", "|---|---|---|", *rows]) + "\n"


@blueprint.get(PATH)
def index() -> Response:
    text = f"Every error is a problem document (RFC 9457).\n\n{table(linked=True)}"
    return make_page("problem.html", title=lambda: "Problems", text=lambda: text)


@blueprint.get(f"{PATH}/<slug>")
def page(slug: str) -> Response:
    kind = next((kind for kind in advice() if kind.slug == slug), None)
    if kind is None:
        raise Refused(problem_details.NOT_FOUND, "There is no problem of this name.")
    text = f"`{kind.type}` · {kind.status} {HTTPStatus(kind.status).phrase}\n\n{advice()[kind]}"
    return make_page("problem.html", slug, title=lambda: kind.title, text=lambda: text)


if __name__ == "__main__":
    print(table(linked=False), end="")
