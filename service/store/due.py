"""The outbox of AI turns: games in which an AI seat is to act, or a person's time is up, claimed with a lease."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import methodcaller
from typing import cast

from service.store import keys, scripts
from service.store.batch import answers
from service.store.client import available
from service.store.errors import NoSuchGame
from service.store.leasing import Look, look
from service.store.records import now_ms
from service.store.scripts import Script
from service.store.store import Store

MOST_PARKED = 100
"""Of one bucket."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What a worker begins: the `fields` of the game's head as stored.

    `tries`: how often the game's due turn was begun at this version, this time included, without a move coming of it;
    0 when nothing is due. `since_ms`: time since the last accepted move (or since the game began).
    """

    tries: int
    since_ms: int
    fields: dict[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Parked:
    """A game whose due turn nobody tries any more, why, and since when (ms since 1970)."""

    game_id: str
    reason: str
    at_ms: int


class DueTurns:
    """The due games of a store. Any number of dispatchers may share it, by buckets or all over."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._buckets = range(store.buckets)
        self._idle_ttl = store.idle_ttl
        self._postpone = Script(store.redis, scripts.POSTPONE)
        self._await = Script(store.redis, scripts.AWAIT)
        self._drop = Script(store.redis, scripts.DROP)
        self._overdue = Script(store.redis, scripts.OVERDUE)
        self._begin = Script(store.redis, scripts.BEGIN)
        self._again = Script(store.redis, scripts.AGAIN)
        self._park = Script(store.redis, scripts.PARK)
        self._lease = Script(store.redis, scripts.LEASE)
        self._unpark = Script(store.redis, scripts.UNPARK)

    def lease(self, seconds: float, limit: int = 100, buckets: Iterable[int] | None = None) -> list[str]:
        """Ids of games due now, at most `limit` of each bucket, longest due first within a bucket.

        Each is not due again for `seconds`, unless a commit makes it so: the lease is what revives the turn
        of a worker that died. Games that have expired are forgotten. One round trip for all buckets (by default
        every one). Raises `StoreUnavailable`.
        """
        return self.look(seconds, limit, self._buckets if buckets is None else buckets).names

    def look(self, seconds: float, limit: int, buckets: Iterable[int]) -> Look:
        """`lease`, with more to tell. In a cluster a node that is away does not stop the others."""
        lease = round(seconds * 1000)
        orders = {bucket: ([keys.due(bucket)], [lease, limit, *keys.around_id(bucket)]) for bucket in buckets}
        with available():
            return look(self._redis, self._lease, orders)

    def begin(self, game_id: str, seconds: float) -> Begun:
        """The game as it is now, and if something is due in it, count a try and hold it for `seconds`: one round trip.

        The try is counted before anything of the game is read, so that it counts even if it kills the worker; a commit
        makes it good. Raises `NoSuchGame`, `StoreUnavailable`.
        """
        with available():
            found = self._begin(_parking(game_id), [game_id, round(seconds * 1000)])
        if found is None:
            raise NoSuchGame(f"there is no game {game_id!r}")
        tries, now, *parts = cast("list[bytes]", found)
        fields = dict(zip(parts[::2], parts[1::2], strict=True))
        return Begun(int(tries), int(now) - int(fields.get(b"at", now)), fields)

    def again(self, game_id: str, seconds: float, version: int | None = None, forget: bool = False) -> bool:
        """Let a due game be due in `seconds`, sooner or later than it was; of a `version`, unless it has changed.

        `forget`: what was tried does not count. Raises `StoreUnavailable`.
        """
        args = [game_id, "" if version is None else version, round(seconds * 1000), int(forget)]
        with available():
            return bool(self._again(_names(game_id), args))

    def park(self, game_id: str, reason: str) -> bool:
        """Let a due game be due no more, since every try fails: true, unless it is not due.

        A commit makes it due again. Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._park(_parking(game_id), [game_id, reason, MOST_PARKED]))

    def unpark(self, game_id: str) -> bool:
        """Let a parked game be due at once, as if nothing had been tried: true, unless it is not parked or is gone.

        Raises `NoSuchGame` for what cannot be an id, and `StoreUnavailable`.
        """
        with available():
            return bool(self._unpark(_parking(game_id), [game_id]))

    def parked(self) -> list[Parked]:
        """All parked games, the latest first; what has expired is left out. Raises `StoreUnavailable`."""
        lists = [keys.parked(bucket) for bucket in self._buckets]
        with available():
            listed = answers(self._redis, [(at, methodcaller("zrange", at, 0, -1, withscores=True)) for at in lists])
            found = [(name.decode(), round(at)) for bucket in listed for name, at in bucket]
            heads = [keys.game(game_id, "head") for game_id, _ in found]
            reasons = answers(self._redis, [(head, methodcaller("hget", head, "parked")) for head in heads])
        games = [
            Parked(game_id, reason.decode(), at)
            for (game_id, at), reason in zip(found, reasons, strict=True)
            if reason is not None
        ]
        return sorted(games, key=lambda one: one.at_ms, reverse=True)

    def postpone(self, game_id: str, version: int, seconds: float) -> bool:
        """Let a game not be due before `seconds` from now, unless it has changed: then false.

        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._postpone(_names(game_id), [game_id, version, round(seconds * 1000)]))

    def await_reactions(self, game_id: str, version: int, seconds: float) -> bool:
        """Whether less than `seconds` have passed since the last accepted move (or since the game began).

        The game is then due as soon as they have: sooner or later than it was. False also when it has changed.
        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._await(_names(game_id), [game_id, version, round(seconds * 1000)]))

    def drop(self, game_id: str, version: int) -> None:
        """Let a game be due no more, or not before its deadline, unless it has changed. Raises `StoreUnavailable`."""
        with available():
            self._drop(_names(game_id), [game_id, version])

    def overdue(self, game_id: str, version: int) -> bool:
        """Whether the time of the running turn is up; false also when the game has changed.

        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._overdue([keys.game(game_id, "head")], [version]))

    def counts(self) -> tuple[int, int]:
        """How many games are due by now and not leased, and how many are parked. Raises `StoreUnavailable`."""
        now = now_ms()
        # What was parked before has expired: nothing of a game happens after that.
        oldest = now - self._idle_ttl * 1000
        waiting = [(name, methodcaller("zcount", name, "-inf", now)) for name in map(keys.due, self._buckets)]
        parked = [(name, methodcaller("zcount", name, oldest, "+inf")) for name in map(keys.parked, self._buckets)]
        with available():
            counted = answers(self._redis, [*waiting, *parked])
        return sum(counted[: len(waiting)]), sum(counted[len(waiting) :])

    def count(self) -> int:
        """How many games are due or leased, or will be at a deadline, over all buckets."""
        with available():
            return sum(
                answers(self._redis, [(name, methodcaller("zcard", name)) for name in map(keys.due, self._buckets)])
            )


def _parking(game_id: str) -> list[str]:
    return [*_names(game_id), keys.parked(keys.bucket_of(game_id))]


def _names(game_id: str) -> list[str]:
    return [keys.due(keys.bucket_of(game_id)), keys.game(game_id, "head")]
