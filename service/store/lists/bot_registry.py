"""The registry of external bots: owners, connections, and the games in which they may move.

Each bucket has, for each bot, a set of the games in which the bot may move. The scripts that change a game
(`change.lua`) keep these sets up to date. Owners and connections are in a slot that those scripts never touch.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from operator import methodcaller
from typing import cast

import orjson

from service.store.redis import keys, scripts
from service.store.redis.batch import answers, reachable
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import BotNamed, BotNameTaken

MAX_CONNECTIONS = 8
"""The highest number of connections per bot."""
LATE_SECONDS = 300
"""For this many seconds after a bot has timed out in a game, the game does not wait for it, unless the bot acts in the
game earlier.
"""
MAX_GAMES = 100
"""The highest number of games per bucket that are reported to a bot at once. It gets the others as it plays."""


@dataclass(frozen=True, slots=True)
class OutsideBot:
    """A bot. `key`: the name of the API key that owns it; `about`: a line by its author."""

    name: str
    key: str
    about: str | None
    connected: bool = False


class BotStore:
    """The bots in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client, buckets: int) -> None:
        self._redis = redis
        self._buckets = range(buckets)
        self._register = Script(redis, scripts.BOT_REGISTER)
        self._enter = Script(redis, scripts.BOT_ENTER)
        self._leave = Script(redis, scripts.BOT_LEAVE)
        self._list = Script(redis, scripts.BOT_LIST)

    def register(self, bot: OutsideBot) -> bool:
        """Register the bot of an API key, or replace its description. Returns whether the bot is new.

        Raises `BotNameTaken` if another key's bot has this name, and `BotNamed` if the key has a bot with another name.
        """
        record = orjson.dumps({"key": bot.key, "about": bot.about})
        with available(writing=True):
            outcome = self._register(
                {"bots": keys.BOTS, "keys": keys.BOT_KEYS}, {"name": bot.name, "key": bot.key, "record": record}
            )
        if outcome == b"taken":
            raise BotNameTaken("another bot is already called {bot!r}", bot=bot.name)
        if isinstance(outcome, list):
            raise BotNamed(
                "the bot of this API key is called {bot!r}, and names do not change", bot=outcome[0].decode()
            )
        return bool(outcome)

    def of_key(self, key: str) -> str | None:
        """Return the name of the bot that this API key owns."""
        with available():
            name = cast("bytes | None", self._redis.hget(keys.BOT_KEYS, key))
        return None if name is None else name.decode()

    def known(self, names: Collection[str]) -> set[str]:
        if not names:
            return set()
        ordered = sorted(names)
        with available():
            records = cast("list[bytes | None]", self._redis.hmget(keys.BOTS, ordered))
        return {name for name, record in zip(ordered, records, strict=True) if record is not None}

    def all_bots(self) -> list[OutsideBot]:
        with available():
            facts = cast("list[bytes]", self._list({"bots": keys.BOTS}, {"around": keys.AROUND_BOT}))
        bots = []
        for at in range(0, len(facts), 3):
            record = orjson.loads(facts[at + 1])
            bots.append(OutsideBot(facts[at].decode(), record["key"], record["about"], int(facts[at + 2]) > 0))
        return sorted(bots, key=lambda bot: bot.name)

    # --- connections -------------------------------------------------------------------------

    def connect_bot(self, bot: str, connection: str, seconds: float) -> bool:
        """Register a connection for `seconds`. Returns `False` if the bot has reached its limit."""
        args = {"connection": connection, "ms": round(seconds * 1000), "most": MAX_CONNECTIONS}
        with available(writing=True):
            return bool(self._enter({"here": keys.bot_here(bot)}, args))

    def disconnect_bot(self, bot: str, connection: str, seconds: float) -> None:
        """Remove the connection. The bot counts as connected for another `seconds`."""
        with available(writing=True):
            self._leave({"here": keys.bot_here(bot)}, {"connection": connection, "ms": round(seconds * 1000)})

    def awaited(self, bot: str, game_id: str) -> bool:
        """Return whether the bot is connected and has not timed out in the game."""
        here, late = keys.bot_here(bot), keys.bot_late(bot, game_id)
        calls = [
            (late, methodcaller("exists", late)),
            (here, methodcaller("time")),
            (here, methodcaller("zrange", here, 0, 0, desc=True, withscores=True)),
        ]
        with available():
            is_late, (seconds, micros), longest = answers(self._redis, calls)
        return not is_late and any(until >= seconds * 1000 + micros // 1000 for _, until in longest)

    def late(self, bot: str, game_id: str) -> None:
        """Mark the bot as timed out in the game, until it moves there or `LATE_SECONDS` pass."""
        with available(writing=True):
            self._redis.set(keys.bot_late(bot, game_id), b"", ex=LATE_SECONDS)

    def awake(self, bot: str, game_id: str) -> None:
        """Remove the mark that `late` has set, because the bot has acted in the game."""
        with available(writing=True):
            self._redis.delete(keys.bot_late(bot, game_id))

    # --- games -------------------------------------------------------------------------------

    def games(self, bot: str) -> list[str]:
        """Return the ids of the games in which the bot may move, in one round trip.

        Within a bucket, the longest waiting games come first. In a cluster, an unreachable node does not affect the
        others.
        """
        sets = [keys.bot_games(bucket, bot) for bucket in self._buckets]
        with available():
            buckets = reachable(self._redis, [(name, methodcaller("zrange", name, 0, MAX_GAMES - 1)) for name in sets])
        return [game_id.decode() for bucket in buckets for game_id in bucket or ()]

    def forget(self, bot: str, game_id: str) -> None:
        """Remove a game that no longer exists from the games in which the bot may move."""
        with available():
            self._redis.zrem(keys.bot_games(keys.bucket_of(game_id), bot), game_id)
