"""Puts the games and decisions of a process together, from its settings: for the web server as for the workers."""

from __future__ import annotations

from engine.bots import LEVELS
from service.catalogues import rulesets_of
from service.decisions import Decisions
from service.games import Games
from service.messages import DECISIONS, TURNS, WEBHOOKS, Messages
from service.settings import InvalidSettings, Settings
from service.store import DecisionStore, Store, connect
from service.store.client import PATIENT_SECONDS
from service.store.decisions import Waiting
from service.webhooks.guard import Guard


def open_games(settings: Settings, patient: bool = False) -> Games:
    """All stored games. Connects when first used. Raises `InvalidSettings` when no Redis is named, or by a catalogue.

    A commit that leaves a game to an AI seat, or a notice for a webhook, tells the workers at once; it counts as their
    first lease, so that the dispatcher asks again only if nothing has come of it. `patient`: nobody waits for answers,
    so Redis may be slow.
    """
    rulesets = rulesets_of(settings)
    url = redis_url(settings)
    redis = connect(url, timeout=PATIENT_SECONDS) if patient else connect(url)
    store = Store(redis, settings.buckets, settings.idle_ttl, settings.finished_ttl, due_delay=settings.lease)
    turns = Messages(redis, TURNS, settings.lease, settings.decision_seconds)
    sending = Messages(redis, WEBHOOKS, settings.lease, settings.webhook_seconds)
    return Games(store, rulesets, LEVELS, turns.ask, sending.ask, open_guard(settings))


def open_guard(settings: Settings) -> Guard:
    """Where webhooks may lead, by the settings."""
    return Guard(
        settings.webhooks,
        settings.webhook_allow,
        settings.webhook_schemes,
        settings.webhook_ports,
        float(settings.webhook_seconds),
    )


def open_decisions(settings: Settings, games: Games) -> Decisions:
    """All decisions, in the games' Redis and by their rulesets. A new one tells the workers at once, like a commit."""
    redis = games.store.redis
    waiting = Waiting(settings.decisions_waiting, settings.caller_decisions)
    store = DecisionStore(redis, settings.decision_ttl, waiting, due_delay=settings.lease)
    messages = Messages(redis, DECISIONS, settings.lease, settings.decision_seconds)
    return Decisions(store, games.rulesets, games.changes, on_asked=messages.ask)


def redis_url(settings: Settings) -> str:
    """The Redis to use. Raises `InvalidSettings` without one: only `hamlet serve` brings its own."""
    if settings.redis_url is None:
        raise InvalidSettings({"HAMLET_REDIS_URL": ["Must be set for this command."]})
    return settings.redis_url
