"""Push subscriptions: browsers that are notified of a seat's turns. Subscriptions are stored in the game's head."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass, field
from typing import Any, cast

import orjson

from engine.errors import GameOver
from service.store.redis import keys, scripts
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import Conflict, NoSuchGame

MAX_SUBSCRIPTIONS = 5
"""The highest number of subscriptions per seat. One more replaces the oldest."""


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser: the URL of its push service, and its keys in base64url."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    language: str

    @property
    def id(self) -> str:
        return keys.base32(hashlib.sha256(self.endpoint.encode()).digest()[:10])


def load_subscriptions(text: bytes) -> tuple[PushSubscription, ...]:
    return tuple(PushSubscription(*row[1:]) for row in orjson.loads(text))


class PushSubscriptions:
    """The subscriptions in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._change = Script(redis, scripts.PUSH)

    def put(self, game_id: str, seat: int, digest: bytes, subscription: PushSubscription) -> None:
        """Add or replace a subscription.

        `digest`: the hash of the seat's token. Raises `Conflict` if the seat now has another token, and `NoSuchGame`,
        `GameOver`.
        """
        row = [subscription.id, *astuple(subscription)]
        outcome = self._run(game_id, seat, subscription=row, token=digest, most=MAX_SUBSCRIPTIONS)
        errors = {b"gone": NoSuchGame("there is no such game"), b"over": GameOver("the game is over")}
        if outcome != b"done":
            raise errors.get(outcome) or Conflict("the seat has another token now")

    def end(self, game_id: str, seat: int, subscription_id: str | None = None) -> None:
        """End a subscription of a seat, or all of them."""
        self._run(game_id, seat, ended=subscription_id)

    def find(self, game_id: str, seat: int, subscription_id: str) -> tuple[PushSubscription | None, int]:
        """Return a subscription (`None` if it has ended) and the game's version."""
        with available():
            found, version = cast(
                "list[Any]", self._redis.hmget(keys.game(game_id, "head"), [f"push:{seat}", "version"])
            )
        return next((one for one in load_subscriptions(found or b"[]") if one.id == subscription_id), None), int(
            version or 0
        )

    def _run(self, game_id: str, seat: int, **args: Any) -> bytes:
        with available(writing=True):
            return cast("bytes", self._change(keys.of_game(game_id), {"id": game_id, "seat": seat, **args}))
