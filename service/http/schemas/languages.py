"""The language of an answer: `lang` in the query, else the language that `Accept-Language` prefers, else English."""

from __future__ import annotations

from functools import lru_cache

from flask import g, has_app_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from engine.wording import LANGUAGES
from service.http.schemas.bounds import MAX_HEADER
from service.http.schemas.component_shapes import Schema

PREFIX = "/v1/"
"""Answers under this path are in the chosen language, others in English."""
LANG: Schema = {
    "name": "lang",
    "in": "query",
    "description": "The language of the texts in the answer; takes precedence over `Accept-Language`.",
    "schema": {"$ref": "#/components/schemas/Language"},
}


def language() -> str:
    if not has_app_context():
        return LANGUAGES[0]
    code: str | None = g.get("language")
    if code is None:
        spoken = request and request.path.startswith(PREFIX)
        lang = request.args.get("lang") if spoken else LANGUAGES[0]
        code = lang if lang in LANGUAGES else _best_of(request.headers.get("Accept-Language", "")[:MAX_HEADER])
        g.language = code
    return code


@lru_cache(256)
def _best_of(header: str) -> str:
    # A reader who prefers de-AT to en should get de, but exact matching would choose en.
    preferences = parse_accept_header(header, LanguageAccept)
    languages = LanguageAccept([(tag.partition("-")[0], quality) for tag, quality in preferences])
    return languages.best_match(LANGUAGES, LANGUAGES[0])
