"""Security headers for browsers, and CORS."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, request
from flask_cors import CORS

ALLOWED_HEADERS = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""Request headers that a page may send. The API key's header is excluded, because anyone could read a key in a page."""
EXPOSED_HEADERS = (
    "ETag",
    "Idempotency-Replayed",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""Response headers that a page may read besides the safelisted ones."""
PREFLIGHT_SECONDS = 7200


def install_browser_headers(app: Flask, origins: Sequence[str], hsts: int) -> None:
    """Add the headers to every answer.

    `origins`: the origins of pages that may call the API; `hsts`: seconds, 0 to leave out the header.
    """

    everybody = "*" in origins

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("Referrer-Policy", "no-referrer")
        # A policy for answers that browsers should not render. The pages under /docs set their own.
        response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        if hsts and request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={hsts}"
        if origins and not everybody:
            # Add this even if the request has no `Origin`, because a cache may later give the answer to a page.
            response.vary.add("Origin")
        return response

    if origins:
        CORS(
            app,
            resources={r"/v1/.*": {}, "/openapi.json": {}},
            origins=list(origins),
            send_wildcard=True,
            always_send=everybody,
            methods=["GET", "POST", "DELETE"],
            allow_headers=list(ALLOWED_HEADERS),
            expose_headers=list(EXPOSED_HEADERS),
            max_age=PREFLIGHT_SECONDS,
        )
