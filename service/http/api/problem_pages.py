"""A page for every kind of problem, where its `type` leads: when it comes, and what a client does about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from flask import Blueprint, Response
from markdown_it import MarkdownIt

from service.http.api import problems
from service.http.api.problems import PATH, Kind, Refused
from service.http.api.streams import TOO_MANY_STREAMS

blueprint = Blueprint("problems", __name__)

POLICY: Final = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title}</title>
  <link rel="stylesheet" href="/problems.css">
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""
_STYLE: Final = """:root { color-scheme: light dark; }
body { background: light-dark(#fff, #12161b); color: light-dark(#1c232b, #dfe5ec); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
a { color: light-dark(#0b61a4, #77b8ee); }
main { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; }
code { font-size: 0.9em; }
td, th { padding: 0.2rem 1rem 0.2rem 0; text-align: left; vertical-align: top; }
"""

KINDS: Final = (*vars(problems).values(), TOO_MANY_STREAMS)


@cache
def advice() -> Mapping[Kind, str]:
    """In Markdown, by kind: when it comes, and what helps, as problems.md has it."""
    text = Path(__file__).with_name("problems.md").read_text(encoding="utf-8")
    by_slug = dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n?)+)", text, re.MULTILINE))
    kinds = [kind for kind in KINDS if isinstance(kind, Kind)]
    return {kind: by_slug.get(kind.slug, "") for kind in sorted(kinds, key=lambda kind: kind.status)}


def table(linked: bool) -> str:
    """All kinds as a table in Markdown; docs/errors.md has the one without links."""
    names = {kind: f"[`{kind.type}`]({kind.type})" if linked else f"`{kind.type}`" for kind in advice()}
    rows = [f"| {name} | {kind.status} | {kind.title} |" for kind, name in names.items()]
    return "\n".join(["| type | status | title |", "|---|---|---|", *rows]) + "\n"


def text_of(kind: Kind) -> str:
    """The page of a kind, in Markdown."""
    status = f"{kind.status} {HTTPStatus(kind.status).phrase}"
    return f"# {kind.title}\n\n`{kind.type}` · {status}\n\n{advice()[kind]}\n\n[All problems]({PATH}) · [API](/docs)\n"


@cache
def _rendered(title: str, text: str) -> str:
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return _PAGE.format(title=escape(title), body=body)


def _answer(title: str, text: str) -> Response:
    answer = Response(_rendered(title, text), content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "max-age=3600"
    return answer


@blueprint.get(PATH)
def index() -> Response:
    """All kinds of problems."""
    return _answer("Problems", f"# Problems\n\nEvery error is a problem document (RFC 9457).\n\n{table(linked=True)}")


@blueprint.get(f"{PATH}/<slug>")
def page(slug: str) -> Response:
    """One kind of problem."""
    for kind in advice():
        if kind.slug == slug:
            return _answer(kind.title, text_of(kind))
    raise Refused(problems.NOT_FOUND, "There is no problem of this name.")


@blueprint.get("/problems.css")
def style() -> Response:
    """What the pages look like."""
    return Response(_STYLE, content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


if __name__ == "__main__":
    print(table(linked=False), end="")
