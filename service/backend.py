"""Builds the games, decisions and queues of a web process or worker from its settings."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from redis import Redis

from engine.registry import LEVELS
from service.config.catalogues import rulesets_of
from service.config.packages import refused_packages
from service.config.redis_url import shown
from service.config.settings import InvalidSettings, Settings
from service.games import Games
from service.games.ai.decision_requests import Decisions
from service.games.ai.reviews.review_requests import Reviews
from service.store import DecisionStore, Store, connect
from service.store.outbox.decision_queue import QueueLimits
from service.store.outbox.notice_queue import NoticeStore
from service.store.outbox.review_queue import ReviewStore
from service.store.outbox.rq_client import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.redis.client import PATIENT_SECONDS, connect_single
from service.webhooks.guard import Guard
from service.webhooks.push_messages import PushSigner

log = logging.getLogger(__name__)


def log_start(settings: Settings, process: str) -> None:
    """Log the process's version, its Redis servers and the packages that failed their trial.

    Raises `InvalidSettings` if no Redis URL is set.
    """
    places = {"redis": shown(redis_url(settings)), "queues": shown(queue_url(settings))}
    try:
        own_version = version("hamlet-games")
    except PackageNotFoundError:
        own_version = "not installed"
    log.info("started: %s", process, extra={"version": own_version, **places})
    for sentence in refused_packages():
        log.error(sentence)


def open_games(settings: Settings, background: bool = False) -> Games:
    """Return the games stored in Redis; the connection opens on first use.

    If a commit leaves work (an AI turn, a notice), the commit leases this work and sends a message to a worker. If the
    work is not done when the lease ends, the dispatcher sends another message. The lease of a notice lasts a second.

    `background`: whether the process answers no requests, so that it can wait for slow replies from Redis. Raises
    `InvalidSettings` if no Redis URL is set or a catalogue is faulty.
    """
    rulesets, store = rulesets_of(settings), open_store(settings, background)
    turns, sending = (open_messages(settings, queue, background) for queue in (TURNS, WEBHOOKS))
    signer = open_push(settings)
    return Games(
        store,
        rulesets,
        LEVELS,
        on_due=turns.enqueue,
        on_notice=sending.wake,
        guard=open_guard(settings),
        most_ms=settings.thinking_ms,
        bot_seconds=settings.bot_seconds,
        push_key=signer.public_key if signer else None,
    )


def open_store(settings: Settings, background: bool = False) -> Store:
    """Return the store of games; the connection opens on first use. Raises `InvalidSettings`.

    `background`: as for `open_games`.
    """
    url = redis_url(settings)
    redis = connect(url, timeout=PATIENT_SECONDS) if background else connect(url)
    return Store(
        redis, settings.buckets, settings.idle_ttl, settings.finished_ttl, settings.lease, settings.history_ttl
    )


def open_messages(settings: Settings, queue: str, background: bool = False) -> Messages:
    """Open a queue with the timeouts from the settings. `background`: as for `open_games`."""
    seconds = settings.webhook_seconds if queue == WEBHOOKS else settings.decision_seconds
    return Messages(open_queues(settings, background), queue, settings.lease, seconds)


def open_queues(settings: Settings, background: bool = False) -> Redis:
    """Return the client for the queues, one per process. It connects on first use. Raises `InvalidSettings`."""
    return _queues(queue_url(settings), background)


@cache
def _queues(url: str, background: bool) -> Redis:
    return connect_single(url, timeout=PATIENT_SECONDS) if background else connect_single(url)


def open_notices(store: Store) -> NoticeStore:
    return NoticeStore(store.redis, store.buckets)


def open_guard(settings: Settings) -> Guard:
    return Guard(
        settings.webhooks,
        settings.webhook_allow,
        settings.webhook_schemes,
        settings.webhook_ports,
        float(settings.webhook_seconds),
    )


def open_push(settings: Settings) -> PushSigner | None:
    """Return the signer of messages to browsers. Raises `InvalidSettings` if its key is unusable.

    Returns `None` if the settings have no key for signing, or turn off webhooks.
    """
    if not settings.push_key or settings.webhooks == "off":
        return None
    try:
        return PushSigner(settings.push_key, settings.push_contact or "")
    except Exception:
        raise InvalidSettings({"HAMLET_PUSH_KEY": ["Must be a private key on P-256: docs/operations.md."]}) from None


def open_decisions(settings: Settings, games: Games) -> Decisions:
    """Return the decisions, which are stored in the games' Redis. Each new decision wakes a worker immediately."""
    messages = open_messages(settings, DECISIONS)
    store = open_decision_store(settings, games.store)
    receivers = games.webhooks.receivers
    return Decisions(store, games.rulesets, games.queries.changes, messages.wake, settings.thinking_ms, receivers)


def open_decision_store(settings: Settings, store: Store) -> DecisionStore:
    waiting = QueueLimits(settings.decisions_waiting, settings.caller_decisions)
    return DecisionStore(store.redis, settings.decision_ttl, waiting, due_delay=settings.lease)


def open_reviews(settings: Settings, games: Games) -> Reviews:
    """Return the reviews of games. Each new review wakes a worker immediately."""
    messages = open_messages(settings, DECISIONS)
    store, receivers = open_review_store(settings, games.store), games.webhooks.receivers
    return Reviews(store, games.queries, messages.enqueue, settings.thinking_ms, receivers)


def open_review_store(settings: Settings, store: Store) -> ReviewStore:
    waiting = QueueLimits(settings.decisions_waiting, settings.caller_decisions)
    return ReviewStore(store.redis, settings.decision_ttl, waiting, due_delay=settings.lease)


def queue_url(settings: Settings) -> str:
    """Return the URL of the queues' Redis, which defaults to the games' Redis. Raises `InvalidSettings`."""
    return settings.queue_redis_url or redis_url(settings)


def redis_url(settings: Settings) -> str:
    """Return the URL of the games' Redis. Raises `InvalidSettings` if none is set. Only `hamlet serve` needs none,
    because it starts a Redis.
    """
    if settings.redis_url is None:
        raise InvalidSettings({"HAMLET_REDIS_URL": ["Must be set for this command."]})
    return settings.redis_url
