"""The outbox of AI turns: games in which an AI seat is to act, or a person's time is up, claimed with a lease."""

from __future__ import annotations

from dataclasses import dataclass
from operator import methodcaller
from typing import Any

from service.store.games.game_store import Store
from service.store.games.records import now_ms
from service.store.outbox.leases import Begun, Look, Outbox
from service.store.redis import keys
from service.store.redis.batch import answers
from service.store.redis.client import available
from service.store.redis.store_errors import NoSuchGame

MAX_PARKED = 100
"""Of one bucket."""


@dataclass(frozen=True, slots=True)
class Parked:
    """A game whose due turn nobody tries any more, why, and since when (ms since 1970)."""

    game_id: str
    reason: str
    at_ms: int


class DueTurns:
    """The due games of a store. Any number of dispatchers may share it. Every method may raise `StoreUnavailable`."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._buckets = range(store.buckets)
        self._idle_ttl = store.idle_ttl
        self._outbox = Outbox(store.redis, "turn")

    def look(self, seconds: float, limit: int) -> Look:
        """Ids of games due now, at most `limit` of each bucket, longest due first within a bucket.

        Each is not due again for `seconds`, unless a commit makes it so: the lease is what revives the turn
        of a worker that died. Games that have expired are forgotten. One round trip for all buckets; in a cluster a
        node that is away does not stop the others.
        """
        args = {"lease": round(seconds * 1000), "limit": limit, "scan": limit}
        with available():
            return self._outbox.look(
                {
                    bucket: ({"due": keys.due(bucket)}, {**args, "around": keys.around_id(bucket)})
                    for bucket in self._buckets
                }
            )

    def begin(self, game_id: str, seconds: float) -> Begun:
        """The game as it is now, and if something is due in it, count a try and hold it for `seconds`: one round trip.

        The try is counted before anything of the game is read, so that it counts even if it kills the worker; a commit
        makes it good. Raises `NoSuchGame`.
        """
        with available():
            begun = self._outbox.begin(_names(game_id), game_id, seconds)
        if begun is None or b"setup" not in begun.fields:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return begun

    def again(self, game_id: str, seconds: float, version: int | None = None, forget: bool = False) -> bool:
        """Let a due game be due in `seconds`, sooner or later than it was; of a `version`, unless it has changed.

        `forget`: what was tried does not count.
        """
        return self._settle(game_id, version, due=round(seconds * 1000), forget=forget)

    def park(self, game_id: str, reason: str) -> bool:
        """Let a due game be due no more, since every try fails: true, unless it is not due.

        A commit makes it due again.
        """
        return self._settle(game_id, None, reason=reason, most=MAX_PARKED)

    def unpark(self, game_id: str) -> bool:
        """Let a parked game be due at once, as if nothing had been tried: true, unless it is not parked or is gone.

        Raises `NoSuchGame` for what cannot be an id.
        """
        return self._settle(game_id, None, parked=True, due=0, forget=True)

    def parked(self) -> list[Parked]:
        """All parked games, the latest first; what has expired is left out."""
        lists = [keys.parked(bucket) for bucket in self._buckets]
        with available():
            listed = answers(self._redis, [(at, methodcaller("zrange", at, 0, -1, withscores=True)) for at in lists])
            places = [(name.decode(), round(at)) for bucket in listed for name, at in bucket]
            heads = [keys.game(game_id, "head") for game_id, _ in places]
            reasons = answers(self._redis, [(head, methodcaller("hget", head, "parked")) for head in heads])
        games = [
            Parked(game_id, reason.decode(), at)
            for (game_id, at), reason in zip(places, reasons, strict=True)
            if reason is not None
        ]
        return sorted(games, key=lambda one: one.at_ms, reverse=True)

    def postpone(self, game_id: str, version: int, seconds: float) -> bool:
        """Let a game not be due before `seconds` from now, unless it has changed: then false."""
        return self._settle(game_id, version, hold=round(seconds * 1000))

    def await_reactions(self, game_id: str, version: int, seconds: float) -> bool:
        """Whether less than `seconds` have passed since the last accepted move (or since the game began).

        The game is then due as soon as they have: sooner or later than it was. False also when it has changed.
        """
        return self._settle(game_id, version, since="at", due=round(seconds * 1000), ahead=True, forget=True)

    def drop(self, game_id: str, version: int) -> None:
        """Let a game be due no more, or not before its deadline, unless it has changed."""
        self._settle(game_id, version, since="deadline", due=0, forget=True)

    def _settle(self, game_id: str, version: int | None, **what: Any) -> bool:
        """See `Outbox.settle`. A turn is whose who plays it at the game's version."""
        with available():
            holder = None if version is None else ("version", str(version))
            return self._outbox.settle(_names(game_id), game_id, holder, **what) is not None

    def counts(self) -> tuple[int, int]:
        """How many games are due by now and not leased, and how many are parked."""
        now = now_ms()
        # What was parked before has expired: nothing of a game happens after that.
        oldest = now - self._idle_ttl * 1000
        waiting = [(name, methodcaller("zcount", name, "-inf", now)) for name in map(keys.due, self._buckets)]
        parked = [(name, methodcaller("zcount", name, oldest, "+inf")) for name in map(keys.parked, self._buckets)]
        with available():
            counted = answers(self._redis, [*waiting, *parked])
        return sum(counted[: len(waiting)]), sum(counted[len(waiting) :])


def _names(game_id: str) -> dict[str, str]:
    bucket = keys.bucket_of(game_id)
    return {"due": keys.due(bucket), "record": keys.game(game_id, "head"), "parked": keys.parked(bucket)}
