"""The contract in a browser: Swagger UI from its packaged copy, without a request to any other host."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, current_app, send_from_directory

blueprint = Blueprint("docs", __name__)

_ASSETS = Path(str(files(flask_swagger_ui))) / "dist"
# Swagger UI sets styles from its scripts, and draws icons from data URLs; everything else is ours alone.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Hamlet API</title>
  <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  <link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="/docs/assets/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
"""
_START = """window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
});
"""


@blueprint.get("/openapi.json")
def contract() -> Response:
    """The contract, as committed."""
    return Response(current_app.extensions["contract"](), content_type="application/json")


@blueprint.get("/docs")
def page() -> Response:
    """The contract for people."""
    return Response(_PAGE, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


@blueprint.get("/docs/start.js")
def start() -> Response:
    """Apart from the page, because its policy allows no script inside it."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@blueprint.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """A file of Swagger UI."""
    return send_from_directory(_ASSETS, name, max_age=3600)
