"""Builds the Flask application: blueprints, middleware, request ids, request logs and metrics."""

from __future__ import annotations

import json
import re
import time
import uuid
from functools import cache, partial

import structlog
from flask import Flask, Response, g, request
from redis import Redis
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

from service.backend import open_decisions, open_games, open_queues, open_reviews
from service.config import disk, logs, metrics
from service.config.settings import Settings
from service.games.core import change_feed
from service.http.docs import pages, problem_pages
from service.http.metrics_port import Stored, beside
from service.http.middleware import browser_headers, compression, negotiation, rate_limits
from service.http.middleware.access.api_keys import ApiKeys
from service.http.middleware.access.counters import Counters
from service.http.openapi import document, webhook_calls
from service.http.openapi.blueprints import Contract
from service.http.operations import (
    bots,
    decisions,
    departures,
    games,
    health_checks,
    imports,
    invitations,
    levels,
    lists,
    players,
    positions,
    push,
    reviews,
    rulesets,
    turns,
    usage,
    webhooks,
)
from service.http.operations.streams import Streams
from service.http.schemas.bounds import MAX_NAME, MAX_SEAT
from service.http.web_ui import built_pages, home
from service.store import Store
from service.store.lists.key_registry import KeyStore
from service.store.outbox.rq_client import TURNS, Messages
from service.store.redis import keys
from service.store.redis.store_errors import NotReady, StoreUnavailable

API_VERSION = "1.0.0"
DESCRIPTION = """Village-building board games: play them, ask the rules, and leave a seat to an AI opponent.

The creator of a game gets a secret token for each seat. It gives access to what that seat may see and do. Without a
token you are a spectator. Errors are problems (RFC 9457), told apart by `type`. Clients must ignore fields, enum
values, events and moves that they do not know: later versions add more.
Request bodies are strict: unknown fields are refused, except in replays. They are JSON in UTF-8, without
`Content-Encoding`. The number of requests per minute is limited, and calls that take a lot of processor time count as
several. The header `RateLimit` says what is left; of `time`, which all of a caller's requests share, in milliseconds.
What people read, such as labels of moves and sentences of events, is in the language of `lang` (`en`, `de`), or else in
the one that `Accept-Language` prefers; `Content-Language` tells which one it is.
A request line of more than 2,048 bytes is answered with 414, and a head that is too large with 431.
"""
log = structlog.get_logger(__name__)


class _Digits(IntegerConverter):
    """A seat number in a path, in ASCII digits."""

    regex = "[0-9]{1,2}"

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=MAX_SEAT)


class _Name(UnicodeConverter):
    """A name in a path. A path with a name longer than `MAX_NAME` gets 404, because no id is that long."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, maxlength=MAX_NAME)


def create_app(settings: Settings) -> Flask:
    """Return the application for the games in the Redis that the settings name. Raises `InvalidSettings`."""
    logs.configure(settings.log_level, form=settings.log_format)
    app, api = bare_app()
    app.extensions["games"] = service = open_games(settings)
    app.extensions["figures"] = stored = Stored(service.store, open_queues(settings))
    app.extensions["store"] = partial(_check_store, service.store, settings)
    app.extensions["workers"] = partial(_check_workers, open_queues(settings))
    app.extensions["decisions"] = open_decisions(settings, service)
    app.extensions["reviews"] = open_reviews(settings, service)
    app.extensions["streams"] = Streams(settings.stream_heartbeat_seconds, settings.streams)
    per_minute = {
        rate_limits.CALLS: settings.rate_limit,
        rate_limits.DECISIONS: settings.decision_rate,
        rate_limits.REQUESTS: settings.token_rate,
        rate_limits.CODES: -(-settings.rate_limit // rate_limits.CODES_PART),
    }
    app.extensions["keys"] = key_store = KeyStore(service.store.redis)
    keys = ApiKeys(key_store, settings.api_keys == "required")
    rate_limits.RateLimiter(per_minute, Counters(service.store.redis), keys).install_limits(app)
    negotiation.install_negotiation(app)
    browser_headers.install_browser_headers(app, settings.cors_origins, settings.hsts)
    if trusted := settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted)  # type: ignore[method-assign]
    compression.install_compression(app)
    if settings.metrics_port:
        app.wsgi_app = beside(app.wsgi_app, settings.metrics_port, stored)  # type: ignore[method-assign, assignment]
    app.extensions["contract"] = cache(lambda: json.loads(document.text_of(api)))
    return app


def _check_store(store: Store, settings: Settings) -> None:
    """Raise `NotReady` if games cannot be played. For an embedded Redis, also check the disk."""
    try:
        store.ping()
    except NotReady as failure:
        embedded = str(settings.redis_url).startswith("unix:") and settings.data_dir.is_dir()
        if "redis" in failure.missing and embedded and (refusal := disk.refusal(settings.data_dir)):
            raise NotReady({"redis": f"has stopped: its disk cannot be written to ({refusal})"}) from failure
        raise


def _check_workers(queues: Redis) -> None:
    """Raise `NotReady` if no worker can play.

    If there are no workers at all, the error is raised only while turns are waiting, because the operator may have
    scaled the workers to zero. If the queues' Redis does not answer, nothing is raised.
    """
    try:
        waiting, workers = Messages.length(queues, TURNS), Messages.workers(queues, TURNS)
    except StoreUnavailable:
        return
    if workers and not any(workers):
        raise NotReady({"workers": "cannot play: all that they try fails"})
    if waiting and not workers:
        raise NotReady({"workers": "are away or cannot play, and turns wait for them"})


def bare_app() -> tuple[Flask, Contract]:
    """Return the application without games, and its contract."""
    app = Flask("hamlet", static_folder=None)
    # Code that reads a body sets the limit for its call (`service.http.middleware.request_bodies`).
    app.config["MAX_CONTENT_LENGTH"] = 0
    # A path with double slashes is unknown (404) and not redirected.
    app.url_map.merge_slashes = False
    app.url_map.converters |= {"int": _Digits, "default": _Name, "string": _Name}
    api = Contract(app, title="Hamlet", version=API_VERSION, description=DESCRIPTION)
    calls = rulesets, games, lists, imports, departures, turns, invitations, bots, positions, decisions, reviews, levels
    others = players, push, webhooks, usage, health_checks
    # Several modules share the blueprint of games.
    for blueprint in dict.fromkeys(module.blueprint for module in (*calls, *others)):
        api.register_blueprint(blueprint)
    api.add_part(partial(webhook_calls.describe, api))
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(built_pages.blueprint)
    app.register_blueprint(home.blueprint)
    app.register_blueprint(problem_pages.blueprint)
    app.before_request(_begin)
    app.after_request(_end)
    return app, api


def _begin() -> None:
    header = request.headers.get("X-Request-Id", "")
    g.request_id = header if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", header) else uuid.uuid4().hex
    g.began = time.perf_counter()
    change_feed.on_hang_up.set(getattr(request.environ.get("gunicorn.socket"), "on_hang_up", None))
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _end(response: Response) -> Response:
    seconds, current = time.perf_counter() - g.began, request._get_current_object()  # type: ignore[attr-defined]
    # Unknown paths share one series, so that clients cannot create new ones.
    method, route = (current.method, current.url_rule.rule) if current.url_rule else ("other", "other")
    metrics.observe(method, route, response.status_code, seconds)
    # Only a valid game id is logged, because a client may send a token there by mistake.
    game_id = (current.view_args or {}).get("game", "")
    game = game_id if re.fullmatch(keys.ID_PATTERN, game_id) else None
    log.info("request", method=method, route=route, game=game, status=response.status_code, ms=round(seconds * 1000, 1))
    response.headers.add("X-Request-Id", g.request_id)
    # Most answers depend on the caller, and many contain secrets: caches must not store them.
    response.headers.setdefault("Cache-Control", "no-store")
    return response
