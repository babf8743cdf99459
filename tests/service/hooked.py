"""Helpers for games with webhooks: their notices, the worker that sends them, and time."""

from __future__ import annotations

from typing import Any

import orjson
from redis import Redis

from engine.ruleset import Doc
from service.games import Games
from service.store.games.push_subscriptions import PushSubscriptions
from service.store.lists.webhook_registry import WebhookStore
from service.store.outbox.notice_queue import NoticeStore, body_of
from service.webhooks.delivery import Sender
from service.webhooks.push_messages import PushSigner
from tests.service.browsers import PUSH
from tests.service.receiver import Receiver
from workers.deliverer import Browsers, Deliverer

LEASE = 10


def left(redis: Redis) -> list[Doc]:
    """Return the bodies of pending notices of turns and ends, in the order of their ids."""
    found = [body for body in every(redis) if body["type"] in ("turn.started", "game.finished")]
    return [{**body, "data": {n: v for n, v in body["data"].items() if n != "deadline"}} for body in found]


def every(redis: Redis) -> list[Doc]:
    """Return the bodies of all pending notices as they would be sent, in the order of their ids."""
    found = [orjson.loads(body_of(redis.hgetall(name))) for name in sorted(_records(redis))]
    return [{**body, "data": NoticeStore(redis, 1)._fill_in(body["data"])} for body in found]


def ids(redis: Redis) -> list[str]:
    """Return the ids of pending notices of turns and ends."""
    return [name for name in every_id(redis) if "_turn_" in name or "_end_" in name]


def every_id(redis: Redis) -> list[str]:
    """Return the ids of all notices that were not given up."""
    names = [name for name in _records(redis) if redis.hget(name, "status") != b"failed"]
    return sorted(name.decode().partition(":notice:")[2] for name in names)


def _records(redis: Redis) -> list[bytes]:
    """Return the keys of all notices; of a cluster, on all its nodes."""
    return list(getattr(redis, "nodes", redis).scan_iter("*:notice:*"))


def notices_of(games: Games) -> NoticeStore:
    return NoticeStore(games.store.redis, games.store.buckets)


def deliverer(games: Games, receiver: Receiver, seconds: float = 5) -> Deliverer:
    """`seconds`: timeout of a receiver."""
    redis, signer = games.store.redis, PushSigner(PUSH["HAMLET_PUSH_KEY"], PUSH["HAMLET_PUSH_CONTACT"])
    browsers = Browsers(PushSubscriptions(redis), signer)
    return Deliverer(notices_of(games), WebhookStore(redis), Sender(receiver.guard, seconds), LEASE, browsers)


def send_all(games: Games, receiver: Receiver, seconds: float = 5) -> list[str | None]:
    """Send all pending notices; return their states."""
    worker = deliverer(games, receiver, seconds)
    return [worker.deliver(name) for name in every_id(games.store.redis)]


def decline(redis: Redis, seconds: float) -> None:
    """Age all notices by `seconds`, and end the pauses of receivers."""
    ms = round(seconds * 1000)
    for name in redis.scan_iter("*:notice:*"):
        for field in ("created", "after"):
            redis.hincrby(name, field, -ms)
    for queue in redis.scan_iter("*:notices*"):
        if redis.type(queue) == b"zset":
            for member, _ in redis.zscan_iter(queue):
                redis.zincrby(queue, -ms, member)
    for paused in redis.scan_iter("paused:*"):
        redis.delete(paused)


def made(games: Games, receiver: Receiver, *args: Any, **more: Any) -> Doc:
    """Create a game with a webhook at the receiver."""
    doc: Doc = orjson.loads(games.create_game(*args, webhook=receiver.url(), **more).body)
    return doc
