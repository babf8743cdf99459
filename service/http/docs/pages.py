"""The pages under `/docs`, and `/openapi.json`.

They are plain HTML without scripts, because ready-made renderers take seconds for the contract's large unions. Only the
pages for trying out one operation use such a renderer, Swagger UI.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import flask_swagger_ui
from flask import Blueprint, Response, current_app, render_template, send_from_directory

from service.http.docs import reference
from service.http.middleware.cached_document import fixed, fixed_text
from service.http.problems.problem_details import NOT_FOUND, Refused
from service.http.schemas.component_shapes import Schema

blueprint = Blueprint("docs", __name__, template_folder="templates")

MAX_AGE: Final = 300
_SWAGGER: Final = Path(str(files(flask_swagger_ui))) / "dist"
_OURS: Final = Path(__file__).parent / "static"
_COMMON: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
POLICY: Final = _COMMON + "style-src 'self'; img-src 'self'"
# Swagger UI sets styles from scripts and draws icons from data URLs; everything else is our own.
TRY_POLICY: Final = (
    _COMMON + "script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"
)


def document() -> Schema:
    contract: Schema = current_app.extensions["contract"]()
    return contract


@blueprint.get("/openapi.json")
def contract() -> Response:
    return fixed("contract", document, MAX_AGE)


@blueprint.get("/docs")
def page() -> Response:
    return make_page("operations.html", groups=lambda: reference.groups(document()))


@blueprint.get("/docs/types")
def types() -> Response:
    return make_page("types.html", schemas=_schemas)


@blueprint.get(f"{reference.TYPES}/<name>")
def one_type(name: str) -> Response:
    if name not in _schemas():
        raise Refused(NOT_FOUND, "There is no type of this name.")
    return make_page("type.html", name, name=lambda: name, schema=lambda: _schemas()[name])


@blueprint.get("/docs/try/<name>")
def attempt(name: str) -> Response:
    """Return the page on which Swagger UI tries out one operation."""
    _alone(name)
    return make_page("try.html", name, policy=TRY_POLICY, name=lambda: name)


@blueprint.get("/docs/try/<name>/openapi.json")
def one_operation(name: str) -> Response:
    """Return the part of the contract that Swagger UI shows for one operation."""
    part = _alone(name)
    return fixed(f"try {name}", lambda: part, MAX_AGE)


@blueprint.get("/docs/assets/<name>")
def asset(name: str) -> Response:
    folder = _OURS if (_OURS / name).is_file() else _SWAGGER
    kinds = {".js": "text/javascript", ".css": "text/css"}
    ending = Path(name).suffix
    if ending not in kinds or not (folder / name).is_file():
        return send_from_directory(folder, name, max_age=MAX_AGE)
    return fixed_text(f"asset {name}", lambda: (folder / name).read_bytes(), MAX_AGE, f"{kinds[ending]}; charset=utf-8")


def make_page(template: str, key: str = "", policy: str = POLICY, **facts: Callable[[], Any]) -> Response:
    """Return a page. Only the first request computes its facts and renders it."""

    def make() -> bytes:
        values = {name: value() for name, value in facts.items()}
        return render_template(f"docs/{template}", r=reference, document=document, **values).encode()

    answer = fixed_text(f"{template} {key}", make, MAX_AGE, "text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = policy
    return answer


def _schemas() -> Schema:
    schemas: Schema = document()["components"]["schemas"]
    return schemas


def _alone(name: str) -> Schema:
    part = reference.alone(document(), name)
    if part is None:
        raise Refused(NOT_FOUND, "There is no operation of this name.")
    return part
