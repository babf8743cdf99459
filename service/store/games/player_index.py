"""The games of players, by the opaque ids that the owner of an API key assigns, and the erasure of players.

A player has two sorted sets in a slot of its own: unfinished games, and one row of history per finished game. A game
is added before it is stored, a row before the game's end is stored. So neither set misses a game, even if a process
dies. Readers drop a game if it, or its end, was never stored.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from typing import cast

import orjson
from redis.exceptions import ResponseError

from engine.ruleset import Doc
from service.store.games.records import Head, now_ms
from service.store.redis import keys, scripts
from service.store.redis.batch import Call, answers
from service.store.redis.client import Client, available
from service.store.redis.cluster import Cluster
from service.store.redis.scripts import Script

log = logging.getLogger(__name__)

REWRITE_SECONDS = 12 * 3600
"""The delay after an erasure until the append-only file is rewritten."""
_CHUNK = 200
_MAX_SEATS = 16
_FIELDS = (
    "setup",
    "version",
    *(f"{what}:{seat}" for what in ("token", "player", "name") for seat in range(_MAX_SEATS)),
)
_KEPT_SECONDS = 366 * 86400


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a player's list: the time by which it is sorted (ms since 1970) and, if it is finished, its row of
    history.
    """

    game_id: str
    at_ms: int
    row: Doc | None = None

    @property
    def text(self) -> str:
        """The sort key, which cursors contain."""
        return keys.sort_key_of(self.at_ms, self.game_id)


class PlayerIndex:
    """The games of players in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client, history_ttl: int, finished_ttl: int) -> None:
        """`history_ttl`: seconds for which a row of history is shown; `finished_ttl`: seconds for which a finished
        game is kept.

        A row is kept for at least as long as its game, because an erasure finds the game by this row.
        """
        self._redis = redis
        self._history_ttl = history_ttl
        self._row_ttl = max(history_ttl, finished_ttl)
        self._erase = Script(redis, scripts.ERASE)

    # --- writing -----------------------------------------------------------------------------

    def enter(self, owner: str | None, players: Iterable[str | None], game_id: str, created_ms: int) -> None:
        """Add a game. Call this before the game is stored."""
        calls: list[Call] = []
        for player in {one for one in players if owner is not None and one is not None}:
            games = keys.player(owner or "", player, "games")
            calls += [(games, methodcaller("zadd", games, {game_id: created_ms})), self._keep(games, _KEPT_SECONDS)]
        if calls:
            with available(writing=True):
                answers(self._redis, calls)

    def end(self, owner: str, rows: Iterable[tuple[str, Doc]], game_id: str) -> None:
        """Add a row of history for each player. Call this before the game's end is stored."""
        calls: list[Call] = []
        for player, row in rows:
            history, now = keys.player(owner, player, "history"), now_ms()
            text = b" ".join([game_id.encode(), orjson.dumps(row)])
            calls += [
                (history, methodcaller("zadd", history, {text: now})),
                (history, methodcaller("zremrangebyscore", history, "-inf", now - 1000 * self._row_ttl)),
                self._keep(history, self._row_ttl),
            ]
        with available(writing=True):
            answers(self._redis, calls)

    def leave(self, owner: str, players: Iterable[str], game_ids: Sequence[str]) -> None:
        """Remove games that are over, or were never stored."""
        sets = [keys.player(owner, player, "games") for player in players]
        with available(writing=True):
            answers(self._redis, [(games, methodcaller("zrem", games, *game_ids)) for games in sets])

    def _keep(self, name: str, seconds: int) -> Call:
        return name, methodcaller("expire", name, seconds)

    # --- reading -----------------------------------------------------------------------------

    def unfinished(self, owner: str, player: str) -> list[ListedGame]:
        """Return the player's unfinished games, latest first, including games that have expired or were
        never stored.
        """
        games = keys.player(owner, player, "games")
        with available():
            found = self._redis.zrevrange(games, 0, -1, withscores=True)
        return [ListedGame(name.decode(), int(at)) for name, at in cast("list[tuple[bytes, float]]", found)]

    def history(self, owner: str, player: str, behind: ListedGame | None = None, limit: int = -1) -> list[ListedGame]:
        """Return at most `limit` rows of history of the last `history_ttl` seconds, latest first, starting
        after `behind`.
        """
        latest = "+inf" if behind is None else str(behind.at_ms)
        return self._rows(owner, player, latest, now_ms() - 1000 * self._history_ttl, limit)

    def _rows(self, owner: str, player: str, latest: str, least: int, limit: int = -1) -> list[ListedGame]:
        history = keys.player(owner, player, "history")
        with available():
            found = self._redis.zrevrangebyscore(history, latest, least, 0, limit, withscores=True)
        rows = ((text.partition(b" "), int(at)) for text, at in cast("list[tuple[bytes, float]]", found))
        return [ListedGame(name.decode(), at, orjson.loads(row)) for (name, _, row), at in rows]

    # --- erasing -----------------------------------------------------------------------------

    def erase(self, owner: str, player: str) -> int:
        """Erase the player in all games and lists; return the number of games.

        May be repeated if it fails. Nothing personal is stored elsewhere: documents get their names from the games.
        """
        places = [*self.unfinished(owner, player), *self._rows(owner, player, "+inf", 0)]
        left = sorted({place.game_id for place in places})
        erased = 0
        while left:
            again = []
            for at in range(0, len(left), _CHUNK):
                chunk = left[at : at + _CHUNK]
                outcomes = self._erase_in(chunk, owner, player)
                erased += outcomes.count(b"done")
                again += [name for name, outcome in zip(chunk, outcomes, strict=True) if outcome == b"conflict"]
            left = again
        own = [keys.player(owner, player, part) for part in ("games", "history")]
        with available(writing=True):
            answers(self._redis, [(name, methodcaller("delete", name)) for name in own])
            self._redis.set(keys.ERASED, now_ms() + 1000 * REWRITE_SECONDS, nx=True)
        return erased

    def rewrite(self) -> None:
        """Rewrite the append-only files some hours after an erasure, because they still contain the erased data."""
        with available():
            at = cast("bytes | None", self._redis.get(keys.ERASED))
        if at is None or int(at) > now_ms():
            return
        with available(writing=True):
            self._redis.delete(keys.ERASED)
            try:
                # In a cluster, every node must do so, including replicas.
                where = {}
                if isinstance(self._redis, Cluster):
                    where["target_nodes"] = self._redis.nodes.nodes_manager.nodes_cache
                self._redis.bgrewriteaof(**where)
            except ResponseError as failure:
                if "in progress" in str(failure):
                    # A running rewrite may have begun before the erasure, so try again soon.
                    self._redis.set(keys.ERASED, now_ms(), nx=True)
                else:
                    log.warning("the append-only file was not rewritten: %s", failure)

    def _erase_in(self, names: Sequence[str], owner: str, player: str) -> list[bytes | None]:
        """Erase the player in these games. Returns the outcome for each game.

        The outcome is `None` if the game is gone, or no longer has this player.
        """
        heads = [keys.game(name, "head") for name in names]
        with available():
            found = answers(self._redis, [(head, methodcaller("hmget", head, _FIELDS)) for head in heads])
        calls: list[Call] = []
        changed: list[int] = []
        for number, (head, values) in enumerate(zip(heads, found, strict=True)):
            fields = {name.encode(): value for name, value in zip(_FIELDS, values, strict=True) if value is not None}
            if b"setup" not in fields:
                continue
            loaded = Head.load_head(fields)
            seats = [at for at, seat in enumerate(loaded.seats) if seat.player == player]
            if not seats or loaded.setup.table.owner != owner:
                continue
            known = {loaded.seats[seat].name for seat in seats}
            after = loaded.setup.without(seats, known).dump_setup()
            args = {"seats": seats, "before": fields[b"setup"], "after": after}
            calls.append((head, partial(self._erase, {"head": head}, args)))
            changed.append(number)
        outcomes: list[bytes | None] = [None] * len(names)
        with available(writing=True):
            for number, outcome in zip(changed, answers(self._redis, calls), strict=True):
                outcomes[number] = outcome
        return outcomes
