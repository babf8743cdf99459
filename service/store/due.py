"""The outbox of AI turns: games in which an AI seat is to act, or a person's time is up, claimed with a lease."""

from __future__ import annotations

from collections.abc import Iterable

from service.store import keys, scripts
from service.store.client import available
from service.store.store import Store


class DueTurns:
    """The due games of a store. Any number of dispatchers may share it, by buckets or all over."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._buckets = range(store.buckets)
        self._postpone = store.redis.register_script(scripts.POSTPONE)
        self._await = store.redis.register_script(scripts.AWAIT)
        self._drop = store.redis.register_script(scripts.DROP)
        self._overdue = store.redis.register_script(scripts.OVERDUE)

    def lease(self, seconds: float, limit: int = 100, buckets: Iterable[int] | None = None) -> list[str]:
        """Ids of games due now, at most `limit` of each bucket, longest due first within a bucket.

        Each is not due again for `seconds`, unless a commit makes it so: the lease is what revives the turn
        of a worker that died. Games that have expired are forgotten. One round trip for all buckets (by default
        every one). Raises `StoreUnavailable`.
        """
        with available(), self._redis.pipeline(transaction=False) as pipe:
            script = pipe.register_script(scripts.LEASE)
            for bucket in self._buckets if buckets is None else buckets:
                before, behind = keys.around_id(bucket)
                script(keys=[keys.due(bucket)], args=[round(seconds * 1000), limit, before, behind])
            return [game_id.decode() for leased in pipe.execute() for game_id in leased]

    def postpone(self, game_id: str, version: int, seconds: float) -> bool:
        """Let a game not be due before `seconds` from now, unless it has changed: then false.

        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._postpone(keys=_names(game_id), args=[game_id, version, round(seconds * 1000)]))

    def await_reactions(self, game_id: str, version: int, seconds: float) -> bool:
        """Whether less than `seconds` have passed since the last accepted move (or since the game began).

        The game is then due as soon as they have: sooner or later than it was. False also when it has changed.
        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._await(keys=_names(game_id), args=[game_id, version, round(seconds * 1000)]))

    def drop(self, game_id: str, version: int) -> None:
        """Let a game be due no more, or not before its deadline, unless it has changed. Raises `StoreUnavailable`."""
        with available():
            self._drop(keys=_names(game_id), args=[game_id, version])

    def overdue(self, game_id: str, version: int) -> bool:
        """Whether the time of the running turn is up; false also when the game has changed.

        Raises `StoreUnavailable`.
        """
        with available():
            return bool(self._overdue(keys=[keys.game(game_id, "head")], args=[version]))

    def count(self) -> int:
        """How many games are due or leased, or will be at a deadline, over all buckets."""
        with available(), self._redis.pipeline(transaction=False) as pipe:
            for bucket in self._buckets:
                pipe.zcard(keys.due(bucket))
            return sum(pipe.execute())


def _names(game_id: str) -> list[str]:
    return [keys.due(keys.bucket_of(game_id)), keys.game(game_id, "head")]
