"""The jobs that the messages in the queues name."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import cache

from engine.registry import LEVELS, OWN
from service.backend import (
    open_decision_store,
    open_games,
    open_guard,
    open_messages,
    open_notices,
    open_push,
    open_review_store,
    open_store,
)
from service.config.catalogues import rulesets_of
from service.config.settings import load_settings
from service.store import Store
from service.store.games.push_subscriptions import PushSubscriptions
from service.store.lists.webhook_registry import WebhookStore
from service.store.outbox.rq_client import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.redis import keys
from service.store.redis.store_errors import NoSuchGame
from service.webhooks.delivery import Sender
from workers.decider import Decider
from workers.deliverer import Browsers, Deliverer
from workers.host_lanes import HostLanes
from workers.player import Player
from workers.reviewer import ReviewWorker
from workers.thinking_time import Pace

_JOB_SECONDS = 0.25
"""How long the job for one message makes decisions, in seconds. Then other messages, such as those for reviews, come
first.
"""


def play_turns(game_id: str) -> None:
    """Play the AI seats' due turns. Does nothing if none are due, or the game does not exist."""
    player().play_due_turns(game_id)


def decide(decision_id: str) -> None:
    """Make this decision or one that comes before it, or do part of a review. Does nothing if nothing is due."""
    if re.fullmatch(keys.REVIEW_PATTERN, decision_id):
        reviewer().step(decision_id)
    else:
        next_decision = decider().decide_for(_JOB_SECONDS, decision_id)
        if next_decision is not None:
            decision_messages().wake(next_decision)


def send_notices(*notice_ids: str) -> None:
    """Send the notices to their webhooks, except those that have been sent or are not due yet."""
    host_lanes().enqueue(*notice_ids)


def prove(queue: str) -> None:
    """Do a self-test: a sample of the queue's work, without a game. Any exception means that this process cannot work.

    It plays Hamlet's own games with the simplest bot. A broken package must not make the test fail, and other bots need
    no test: if one fails, a stand-in moves for it.
    """
    with suppress(NoSuchGame):
        games().head(games().new_id())
    if queue == WEBHOOKS:
        return
    bot, rng = LEVELS["random"], random.Random()
    rulesets = rulesets_of(load_settings())
    for rules in (rulesets[key] for key in OWN):
        seats = max(2, min(rules.seats))
        state = rules.setup(rules.read_options({}, seats), seats, b"proof")
        seat = rules.to_act(state)[0]
        rules.apply(state, seat, bot.choose(rules, rules.view(state, seat), rng))


@cache
def games() -> Store:
    """Return the store of games, which all jobs of this process share."""
    return open_store(load_settings(), background=True)


@cache
def player() -> Player:
    settings = load_settings()
    seconds = (settings.lease - 1) / 2
    pace = Pace(settings.lease, settings.decision_seconds)
    turns = open_messages(settings, TURNS, background=True)
    games = open_games(settings, background=True)
    return Player(games, LEVELS, seconds, settings.reaction_seconds, pace, lambda: turns.waiting() > 0)


@cache
def decider() -> Decider:
    settings = load_settings()
    decisions = open_decision_store(settings, games())
    pace = Pace(settings.lease, settings.decision_seconds)
    return Decider(decisions, rulesets_of(settings), LEVELS, pace)


@cache
def reviewer() -> ReviewWorker:
    settings = load_settings()
    store = open_review_store(settings, games())
    pace = Pace(settings.lease, settings.decision_seconds)
    return ReviewWorker(store, rulesets_of(settings), pace, decision_messages().enqueue, decider().decide_next)


@cache
def decision_messages() -> Messages:
    return open_messages(load_settings(), DECISIONS, background=True)


@cache
def host_lanes() -> HostLanes:
    settings = load_settings()
    store = open_store(settings)
    notices = open_notices(store)
    sender = Sender(open_guard(settings), settings.webhook_seconds)
    signer = open_push(settings)
    browsers = Browsers(PushSubscriptions(store.redis), signer) if signer else None
    deliverer = Deliverer(notices, WebhookStore(store.redis), sender, settings.lease, browsers)
    return HostLanes(notices.hosts_of, deliverer.deliver, notices.hold_notices)
