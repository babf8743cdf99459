"""Paged lists of games, without scans.

Each bucket keeps its part of a list. For a page, a first round trip reads a few times an equal share from each bucket.
If some buckets may have more for the page, a second round trip reads from them again. One more reads the heads of the
games. In a cluster, each of these is one round trip per node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import methodcaller

from service.store.games.game_store import Store
from service.store.games.records import Head
from service.store.redis import keys, scripts
from service.store.redis.batch import Call, answers
from service.store.redis.client import available
from service.store.redis.scripts import Script

MAX_SEATS = 16
"""The highest number of seats that the log can store. No ruleset has more."""
_FIELDS = (
    *("setup", "version", "clock", "deadline", "host", "host_name", "metadata"),
    *(f"{name}:{seat}" for name in ("token", "name", "player", "metadata") for seat in range(MAX_SEATS)),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for the lists of a scope: games with one of these rulesets and one of these statuses."""

    scope: str
    rulesets: Sequence[str]
    statuses: Sequence[str] = keys.STATUSES


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list. Its head has no position."""

    game_id: str
    status: str
    head: Head


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, newest first. `last`: the cursor for the next page; `None` at the end."""

    games: Sequence[Listed]
    last: str | None


class Lists:
    """The lists of the games in a store. Every method may raise `StoreUnavailable`."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._buckets = range(store.buckets)
        self._page = Script(store.redis, scripts.PAGE)

    def list_page(self, wanted: Wanted, behind: str | None, limit: int) -> Page:
        """Return at most `limit` games after the cursor `behind`; `None` starts at the newest.

        The page may be shorter if games expire meanwhile. Even then, the next page skips no game.
        """
        parts = [
            (bucket, keys.listed(bucket, wanted.scope, ruleset, status), status)
            for bucket in self._buckets
            for ruleset in wanted.rulesets
            for status in wanted.statuses
        ]
        some = min(limit + 1, 2 + 4 * limit // len(self._buckets))
        with available():
            lists = self._places(parts, behind, some)
            if some <= limit:
                edge = min(_newest(lists, limit + 1), default="")
                full = len(_newest(lists, limit + 1)) > limit
                # All games read from this bucket are on the page, so the bucket may have more for it.
                dry = [part for part in parts if len(lists[part]) == some and not (full and lists[part][-1] < edge)]
                lists |= self._places(dry, behind, limit + 1)
            statuses = {place: status for (_, _, status), places in lists.items() for place in places}
            newest = _newest(lists, limit + 1)
            heads = self._heads([place[12:] for place in newest[:limit]])
        games = [
            Listed(place[12:], statuses[place], head)
            for place, head in zip(newest, heads, strict=False)
            if head is not None
        ]
        return Page(games, newest[limit - 1] if len(newest) > limit else None)

    def _places(
        self, parts: Sequence[tuple[int, str, str]], behind: str | None, limit: int
    ) -> dict[tuple[int, str, str], list[str]]:
        """Return, for each of `parts`, at most `limit` sort keys after `behind`.

        All parts in one bucket are read at the same time.
        """
        by_bucket: dict[int, list[tuple[int, str, str]]] = {}
        for part in parts:
            by_bucket.setdefault(part[0], []).append(part)
        calls: list[Call] = []
        for bucket, several in by_bucket.items():
            registry = keys.listed(bucket)
            names = {"listed": registry, **{str(number): name for number, (_, name, _) in enumerate(several, 1)}}
            args = {"lists": len(several), "from": "+" if behind is None else f"({behind}", "most": limit}
            calls.append((registry, partial(self._page, names, args)))
        replies = answers(self._redis, calls)
        return {
            part: [place.decode() for place in places]
            for several, lists in zip(by_bucket.values(), replies, strict=True)
            for part, places in zip(several, lists, strict=False)
        }

    def _heads(self, ids: Sequence[str]) -> list[Head | None]:
        """Return the heads of games without their positions; `None` for missing games."""
        names = [keys.game(game_id, "head") for game_id in ids]
        heads = answers(self._redis, [(name, methodcaller("hmget", name, *_FIELDS)) for name in names])
        return [_head(dict(zip(_FIELDS, values, strict=True))) for values in heads]


def _newest(lists: Mapping[tuple[int, str, str], Sequence[str]], limit: int) -> list[str]:
    return sorted({place for places in lists.values() for place in places}, reverse=True)[:limit]


def _head(fields: Mapping[str, bytes | None]) -> Head | None:
    known = {name.encode(): value for name, value in fields.items() if value is not None}
    return Head.load_head({b"state": b"", **known}) if b"setup" in known else None
