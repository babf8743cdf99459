"""The games of players, and the erasure of players. A player is an opaque id that the owner of an API key assigns.

A player has two sorted sets in a slot of its own: unfinished games, and one row of history per finished game. A game is
added before it is stored, and a row is added before the game's end is stored. So no game is missing, even if a process
dies. Readers skip an entry if its game, or the end of it, was never stored.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from typing import cast

import orjson
from redis.exceptions import ResponseError

from engine.ruleset import Doc
from service.store.games.records import now_ms
from service.store.redis import keys, scripts
from service.store.redis.batch import Call, answers
from service.store.redis.client import Client, available
from service.store.redis.cluster import Cluster
from service.store.redis.scripts import Script
from service.store.redis.store_errors import StoreUnavailable

log = logging.getLogger(__name__)

REWRITE_SECONDS = 12 * 3600
"""How long after an erasure the append-only file is rewritten."""
UNFINISHED, HISTORY = "games", "history"
"""The lists of a player."""
_CHUNK = 200
_PART = 50
_KEPT_SECONDS = 366 * 86400


@dataclass(frozen=True, slots=True)
class ListedGame:
    """An entry of a player's list.

    `at_ms`: when the game was created or, for an entry of the history, when it ended (ms since 1970). `row`: the row of
    history. `unfinished`: whether the game is in the list of unfinished games.
    """

    game_id: str
    at_ms: int
    row: Doc | None = None
    unfinished: bool = False

    @property
    def text(self) -> str:
        """The sort key, which cursors contain."""
        return keys.sort_key_of(self.at_ms, self.game_id)


class PlayerIndex:
    """The games of players in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client, history_ttl: int, finished_ttl: int) -> None:
        """Create an index.

        `history_ttl`: how long a row of history is shown, in seconds; `finished_ttl`: how long a finished game is kept.
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
            games = keys.player(owner or "", player, UNFINISHED)
            calls += [(games, methodcaller("zadd", games, {game_id: created_ms})), self._keep(games, _KEPT_SECONDS)]
        if calls:
            with available(writing=True):
                answers(self._redis, calls)

    @contextmanager
    def ending(self, owner: str | None, rows: Sequence[tuple[str, Doc]], game_id: str) -> Iterator[None]:
        """Add a row of history for each player. The end of the game must be stored inside the block.

        After the block, the game is removed from the lists of unfinished games. If a player was erased meanwhile, the
        player's row is removed, too.
        """
        if not rows or owner is None:
            yield
            return
        texts = [(player, b" ".join([game_id.encode(), orjson.dumps(row)])) for player, row in rows]
        calls: list[Call] = []
        for player, text in texts:
            history, now = keys.player(owner, player, HISTORY), now_ms()
            calls += [
                (history, methodcaller("zadd", history, {text: now})),
                (history, methodcaller("zremrangebyscore", history, "-inf", now - 1000 * self._row_ttl)),
                self._keep(history, self._row_ttl),
            ]
        with available(writing=True):
            answers(self._redis, calls)
        yield
        # Best effort: a reader of the list also drops finished games.
        with suppress(StoreUnavailable), available(writing=True):
            fields = [f"player:{row['seat']}" for _, row in rows]
            seated = cast("list[bytes | None]", self._redis.hmget(keys.game(game_id, "head"), fields))
            calls = []
            for (player, text), now_seated in zip(texts, seated, strict=True):
                games, history = keys.player(owner, player, UNFINISHED), keys.player(owner, player, HISTORY)
                calls.append((games, methodcaller("zrem", games, game_id)))
                if now_seated is None:
                    calls.append((history, methodcaller("zrem", history, text)))
            answers(self._redis, calls)

    def leave(self, owner: str, player: str, game_id: str) -> None:
        """Remove a game that is over or was never stored."""
        with available(writing=True):
            self._redis.zrem(keys.player(owner, player, UNFINISHED), game_id)

    def _keep(self, name: str, seconds: int) -> Call:
        return name, methodcaller("expire", name, seconds)

    # --- reading -----------------------------------------------------------------------------

    def entries(
        self, owner: str, player: str, part: str, latest: float, *, hidden: bool = False
    ) -> Iterator[ListedGame]:
        """Yield the entries of the list `part`, latest first, beginning at the time `latest` (ms).

        Each read of Redis gets at most `_PART` entries.

        The unfinished games include those that have expired or were never stored. The history leaves out rows older
        than `history_ttl` seconds, unless `hidden` is set.
        """
        name, skip = keys.player(owner, player, part), 0
        least = 0 if hidden or part == UNFINISHED else now_ms() - 1000 * self._history_ttl
        while True:
            with available():
                read = self._redis.zrevrangebyscore(name, latest, least, skip, _PART, withscores=True)
            found = cast("list[tuple[bytes, float]]", read)
            rows = [(*text.partition(b" "), int(at)) for text, at in found]
            running: Sequence[float | None] = [0] * len(rows)
            if part == HISTORY and rows:
                with available():
                    games = keys.player(owner, player, UNFINISHED)
                    running = self._redis.zmscore(games, [row[0].decode() for row in rows])
            for (game_id, _, row, at), score in zip(rows, running, strict=True):
                yield ListedGame(game_id.decode(), at, orjson.loads(row) if row else None, score is not None)
            if len(found) < _PART:
                return
            last = found[-1][1]
            skip = sum(at == last for _, at in found) + (skip if last == latest else 0)
            latest = last

    # --- erasing -----------------------------------------------------------------------------

    def erase(self, owner: str, player: str) -> None:
        """Erase the player in all games and lists.

        If this fails, call it again. Personal data is stored nowhere else: stored documents have no names, and get the
        names of players from the games when they are read.
        """
        lists = (self.entries(owner, player, part, float("inf"), hidden=True) for part in (UNFINISHED, HISTORY))
        missing = self.erase_in({place.game_id for places in lists for place in places}, owner, player)
        # A missing game may be a rematch that was being stored. If it is still missing, its creator will find that the
        # player is gone.
        self.erase_in(missing, owner, player)
        own = [keys.player(owner, player, part) for part in (UNFINISHED, HISTORY)]
        with available(writing=True):
            answers(self._redis, [(name, methodcaller("delete", name)) for name in own])
            self._redis.set(keys.ERASED, now_ms() + 1000 * REWRITE_SECONDS, nx=True)

    def erase_in(self, games: Collection[str], owner: str, player: str) -> list[str]:
        """Erase the player in these games. Returns the games that do not exist."""
        names, outcomes = sorted(games), []
        for at in range(0, len(names), _CHUNK):
            heads = [keys.game(name, "head") for name in names[at : at + _CHUNK]]
            who = {"owner": owner, "player": player}
            with available(writing=True):
                outcomes += answers(self._redis, [(head, partial(self._erase, {"head": head}, who)) for head in heads])
        return [name for name, outcome in zip(names, outcomes, strict=True) if outcome is None]

    def rewrite(self) -> None:
        """Rewrite the append-only files if `REWRITE_SECONDS` have passed since an erasure.

        Until they are rewritten, the files contain the erased data.
        """
        with available():
            at = cast("bytes | None", self._redis.get(keys.ERASED))
        if at is None or int(at) > now_ms():
            return
        with available(writing=True):
            self._redis.delete(keys.ERASED)
            try:
                # In a cluster, every node must rewrite its file, even the replicas.
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
