"""Push subscriptions of seats, in the game's head, so that they end with it: where browsers get notified."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

import orjson

from engine.errors import GameOver
from service.store.redis import keys, scripts
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import Conflict, NoSuchGame

MAX_SUBSCRIPTIONS = 5
"""The most subscriptions per seat. Another one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that a seat's player has subscribed. `p256dh`, `auth`: its keys, in base64url."""

    id: str
    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    language: str

    @staticmethod
    def of_browser(endpoint: str, p256dh: str, auth: str, language: str) -> PushSubscription:
        """Return the subscription, whose id depends on the endpoint only."""
        name = base64.b32encode(hashlib.sha256(endpoint.encode()).digest()[:10]).decode().lower()
        return PushSubscription(name, endpoint, p256dh, auth, language)


def load_subscriptions(text: bytes) -> tuple[PushSubscription, ...]:
    return tuple(PushSubscription(*row) for row in orjson.loads(text))


class PushSubscriptions:
    """The subscriptions in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._change = Script(redis, scripts.PUSH)

    def put(self, game_id: str, seat: int, digest: bytes, subscription: PushSubscription) -> None:
        """Add or replace a subscription. `digest`: the hash of the seat's token.

        Raises `NoSuchGame`, `GameOver`, and `Conflict` if the seat has another token now.
        """
        args = {"subscription": list(astuple(subscription)), "token": digest, "most": MAX_SUBSCRIPTIONS}
        self._run(game_id, seat, args)

    def end(self, game_id: str, seat: int, subscription_id: str | None = None) -> None:
        """End a subscription of a seat, or all of them. Raises `NoSuchGame`."""
        self._run(game_id, seat, {"ended": subscription_id})

    def find(self, game_id: str, seat: int, subscription_id: str) -> tuple[PushSubscription | None, int]:
        """Return a subscription, if it has not ended, and the version of the game."""
        with available():
            found: Sequence[Any] = self._redis.hmget(keys.game(game_id, "head"), [f"push:{seat}", "version"])
        known = load_subscriptions(found[0] or b"[]")
        return next((one for one in known if one.id == subscription_id), None), int(found[1] or 0)

    def _run(self, game_id: str, seat: int, args: dict[str, Any]) -> None:
        with available(writing=True):
            outcome = self._change(keys.of_game(game_id), {"id": game_id, "seat": seat, **args})
        if outcome == b"gone":
            raise NoSuchGame(f"there is no game {game_id!r}")
        if outcome == b"over":
            raise GameOver("the game is over")
        if outcome == b"conflict":
            raise Conflict("the seat has another token now")
