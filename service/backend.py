"""Puts the games of a process together, from its settings: the same for the web server and the workers."""

from __future__ import annotations

from engine.bots import LEVELS
from service.catalogues import rulesets_of
from service.games import Games
from service.settings import InvalidSettings, Settings
from service.store import Store, connect
from service.turns import Turns


def open_games(settings: Settings) -> Games:
    """All stored games. Connects when first used. Raises `InvalidSettings` when no Redis is named, or by a catalogue.

    A commit that leaves a game to an AI seat tells the workers at once; it counts as their first lease, so that the
    dispatcher asks again only if nothing has come of it.
    """
    rulesets = rulesets_of(settings)
    redis = connect(redis_url(settings))
    store = Store(redis, settings.buckets, settings.idle_ttl, settings.finished_ttl, due_delay=settings.lease)
    return Games(store, rulesets, LEVELS, on_due=Turns(redis, settings.lease).ask)


def redis_url(settings: Settings) -> str:
    """The Redis to use. Raises `InvalidSettings` without one: only `hamlet serve` brings its own."""
    if settings.redis_url is None:
        raise InvalidSettings({"HAMLET_REDIS_URL": ["Must be set for this command."]})
    return settings.redis_url
