"""Headers for browsers: which pages may call and what they may read, and protections of answers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from service.config.settings import load_settings
from service.http.app import create_app
from tests.service.api import HUMAN
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer

NEW_GAME = {"ruleset": "villagers", "seats": [HUMAN, HUMAN]}
PAGE, OTHER = "https://play.example", "https://evil.example"
ALLOW = "Access-Control-Allow-Origin"
Opener = Callable[..., FlaskClient]


@pytest.fixture
def opened(redis_server: RedisServer, redis: Redis) -> Opener:
    """Opens an app with these settings."""

    def opening(**settings: str) -> FlaskClient:
        app = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, **settings}))
        app.test_client_class = ConformingClient
        return app.test_client()

    return opening


def listed(answer: TestResponse, name: str) -> set[str]:
    """Return the entries of a header that is a list, in lower case."""
    return {entry.strip().lower() for entry in answer.headers.get(name, "").split(",") if entry.strip()}


# --- pages that may call -------------------------------------------------------------------------


def test_no_page_may_call_unless_it_is_named(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets", headers={"Origin": PAGE})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_named_page_may_call(opened: Opener) -> None:
    client = opened(HAMLET_CORS_ORIGINS=f"{PAGE}, https://test.example:8443", HAMLET_RATE_LIMIT="1")
    created = client.post("/v1/games", json=NEW_GAME, headers={"Origin": PAGE})
    refused = client.post("/v1/games", json=NEW_GAME, headers={"Origin": "https://test.example:8443"})
    assert (created.status_code, refused.status_code) == (201, 429)
    assert created.headers[ALLOW] == PAGE
    assert refused.headers[ALLOW] == "https://test.example:8443"
    for answer in (created, refused):
        assert "origin" in listed(answer, "Vary")
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert {"etag", "location", "retry-after", "idempotency-replayed", "x-request-id"} <= listed(
            answer, "Access-Control-Expose-Headers"
        )
        assert {"ratelimit", "ratelimit-policy"} <= listed(answer, "Access-Control-Expose-Headers")


@pytest.mark.parametrize("origin", [OTHER, "https://playxexample", "https://play.example.evil.example", "null", ""])
def test_other_pages_may_not(opened: Opener, origin: str) -> None:
    client = opened(HAMLET_CORS_ORIGINS=PAGE)
    assert ALLOW not in client.get("/v1/rulesets", headers={"Origin": origin}).headers
    asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    assert ALLOW not in client.options("/v1/games", headers=asked).headers


def test_a_cache_keeps_pages_apart(opened: Opener) -> None:
    answer = opened(HAMLET_CORS_ORIGINS=PAGE).get("/v1/rulesets")
    assert "public" in answer.headers["Cache-Control"]
    assert "origin" in listed(answer, "Vary")
    assert ALLOW not in answer.headers


def test_every_page_may_call_if_the_operator_says_so(opened: Opener) -> None:
    client = opened(HAMLET_CORS_ORIGINS="*")
    answer = client.get("/v1/games/nope", headers={"Origin": OTHER})
    assert answer.status_code == 404
    assert answer.headers[ALLOW] == "*"
    assert client.get("/v1/rulesets").headers[ALLOW] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_what_is_asked_beforehand(opened: Opener) -> None:
    """A browser asks, without a token, whether it may send one. That counts against no limit."""
    client = opened(HAMLET_CORS_ORIGINS=PAGE, HAMLET_RATE_LIMIT="1")
    sent = "authorization, content-type, idempotency-key, if-match, hamlet-api-key, x-evil"
    for _ in range(3):
        answer = client.options(
            "/v1/games",
            headers={
                "Origin": PAGE,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": sent,
            },
        )
        assert answer.status_code == 200
        assert answer.headers[ALLOW] == PAGE
        assert listed(answer, "Access-Control-Allow-Methods") == {"get", "post", "delete"}
        # A page must not use an API key, which everybody could read in it.
        allowed = {"authorization", "content-type", "idempotency-key", "if-match"}
        assert listed(answer, "Access-Control-Allow-Headers") == allowed
        assert int(answer.headers["Access-Control-Max-Age"]) > 0
    assert client.post("/v1/games", json=NEW_GAME, headers={"Origin": PAGE}).status_code == 201


def test_operations_are_no_pages_business(opened: Opener) -> None:
    client = opened(HAMLET_CORS_ORIGINS="*")
    for path in ("/readyz", "/docs"):
        assert ALLOW not in client.get(path, headers={"Origin": PAGE}).headers


# --- how careful to be ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/games/nope", "/nowhere", "/docs", "/docs/start.js", "/readyz"])
def test_every_answer_is_guarded(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    policy = answer.headers["Content-Security-Policy"]
    assert re.search("default-src 'none'", policy)
    assert re.search("frame-ancestors 'none'", policy)


def test_https_is_asked_for_only_by_https(opened: Opener) -> None:
    year = {"HAMLET_HSTS": "365d"}
    secure, name = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}, "Strict-Transport-Security"
    behind = opened(HAMLET_TRUSTED_PROXIES="1", **year)
    assert behind.get("/v1/rulesets", headers=secure).headers[name] == "max-age=31536000"
    assert name not in behind.get("/v1/rulesets").headers
    assert name not in opened(**year).get("/v1/rulesets", headers=secure).headers
    assert name not in opened(HAMLET_TRUSTED_PROXIES="1").get("/v1/rulesets", headers=secure).headers
