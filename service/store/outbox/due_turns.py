"""The outbox of turns: games in which an AI seat is to act or a person's time is up."""

from __future__ import annotations

from dataclasses import dataclass
from operator import methodcaller
from typing import Any

from service.store.games.game_store import Store
from service.store.games.records import now_ms
from service.store.outbox.leases import BegunItem, LeaseBatch, Outbox
from service.store.redis import keys
from service.store.redis.batch import answers
from service.store.redis.client import available
from service.store.redis.store_errors import NoSuchGame

MAX_PARKED = 100
"""The highest number of parked games that are listed per bucket."""


@dataclass(frozen=True, slots=True)
class Parked:
    """A parked game, with the reason and the time of parking (ms since 1970). Its due turn is no longer tried."""

    game_id: str
    reason: str
    at_ms: int


class DueTurns:
    """The due games of a store. Several dispatchers may share it. Every method may raise `StoreUnavailable`."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._buckets = range(store.buckets)
        self._idle_ttl = store.idle_ttl
        self._outbox = Outbox(store.redis, "turn")

    def lease_due(self, seconds: float, limit: int) -> LeaseBatch:
        """Lease the games that are due now, at most `limit` per bucket. Within a bucket, the game that has been due
        longest comes first.

        A leased game is due again after `seconds`, unless a commit changes that. So if a worker dies, another one plays
        its turns. Expired games are dropped. Takes one round trip for all buckets; in a cluster, unreachable nodes are
        skipped.
        """
        args = {"lease": round(seconds * 1000), "limit": limit, "scan": limit}
        with available():
            return self._outbox.lease_buckets(
                {
                    bucket: ({"due": keys.due(bucket)}, {**args, "around": keys.around_id(bucket)})
                    for bucket in self._buckets
                }
            )

    def begin_turn(self, game_id: str, seconds: float) -> BegunItem:
        """Load the game in one round trip. If something is due in it, also count a try and lease the game for
        `seconds`.

        The try is counted beforehand, so it counts even if the game kills the worker. A commit resets the count. Raises
        `NoSuchGame`.
        """
        with available():
            begun = self._outbox.begin_item(_names(game_id), game_id, seconds)
        if begun is None or b"setup" not in begun.fields:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return begun

    def retry_turn(self, game_id: str, seconds: float, version: int | None = None, forget: bool = False) -> bool:
        """Make a due game due again `seconds` from now. With a `version`, do so only if the game is still at that
        version.

        `forget`: whether to reset the count of tries.
        """
        return self._settle(game_id, version, due=round(seconds * 1000), forget=forget)

    def park(self, game_id: str, reason: str) -> bool:
        """Park a due game, because every try fails. Returns `False` if it is not due. A commit makes it due again."""
        return self._settle(game_id, None, reason=reason, most=MAX_PARKED)

    def unpark(self, game_id: str) -> bool:
        """Make a parked game due immediately, with no tries counted. Returns `False` if it is not parked or is gone.

        Raises `NoSuchGame` for an invalid id.
        """
        return self._settle(game_id, None, parked=True, due=0, forget=True)

    def parked(self) -> list[Parked]:
        """Return all parked games that have not expired, latest first."""
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
        """Make a game due `seconds` from now. Returns `False` if the game has changed."""
        return self._settle(game_id, version, hold=round(seconds * 1000))

    def await_reactions(self, game_id: str, version: int, seconds: float) -> bool:
        """Make the game due `seconds` after its last accepted move or, without one, after its beginning.

        Returns `False`, and changes nothing, if that time has passed or the game has changed.
        """
        return self._settle(game_id, version, since="at", due=round(seconds * 1000), ahead=True, forget=True)

    def drop(self, game_id: str, version: int) -> None:
        """Make a game due at its deadline, or no longer due if it has no deadline.

        Does nothing if the game has changed.
        """
        self._settle(game_id, version, since="deadline", due=0, forget=True)

    def _settle(self, game_id: str, version: int | None, **what: Any) -> bool:
        """Call `Outbox.settle`. With a `version`, do so only if the game is still at that version."""
        with available():
            holder = None if version is None else ("version", str(version))
            return self._outbox.settle(_names(game_id), game_id, holder, **what) is not None

    def counts(self) -> tuple[int, int]:
        """Return the number of games that are due and not leased, and the number of parked games."""
        now = now_ms()
        # Games parked before this time have expired, because a parked game does not change.
        oldest = now - self._idle_ttl * 1000
        waiting = [(name, methodcaller("zcount", name, "-inf", now)) for name in map(keys.due, self._buckets)]
        parked = [(name, methodcaller("zcount", name, oldest, "+inf")) for name in map(keys.parked, self._buckets)]
        with available():
            counted = answers(self._redis, [*waiting, *parked])
        return sum(counted[: len(waiting)]), sum(counted[len(waiting) :])


def _names(game_id: str) -> dict[str, str]:
    bucket = keys.bucket_of(game_id)
    return {"due": keys.due(bucket), "record": keys.game(game_id, "head"), "parked": keys.parked(bucket)}
