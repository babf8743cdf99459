"""External bots: whose they are, which are connected, and in which games they may move.

In which games a bot may move is written down by the scripts that change a game (`change.lua`), in a set of each bucket.
Who it is, and whether it is there, lies in one slot, which those scripts never touch.
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
"""Of one bot at a time."""
LATE_SECONDS = 300
"""For how long a bot that let a move's time run out is not waited for in that game, unless it moves there."""
MAX_GAMES = 100
"""Of one bucket, that a bot is told at once; it hears of the others as it plays."""


@dataclass(frozen=True, slots=True)
class OutsideBot:
    """A bot: `key` is the name of the API key that owns it, `about` a line of its author's."""

    name: str
    key: str
    about: str | None
    connected: bool = False


class BotStore:
    """The bots of a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client, buckets: int) -> None:
        self._redis = redis
        self._buckets = range(buckets)
        self._register = Script(redis, scripts.BOT_REGISTER)
        self._enter = Script(redis, scripts.BOT_ENTER)
        self._leave = Script(redis, scripts.BOT_LEAVE)
        self._list = Script(redis, scripts.BOT_LIST)

    def register(self, bot: OutsideBot) -> bool:
        """Make it its key's bot, or replace what is told about it: whether it is new.

        Raises `BotNameTaken` if the name is another key's, `BotNamed` if the key has a bot of another name.
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
        """The name of the bot that the API key of this name owns."""
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

    def all(self) -> list[OutsideBot]:
        with available():
            facts = cast("list[bytes]", self._list({"bots": keys.BOTS}, {"around": keys.AROUND_BOT}))
        bots = []
        for at in range(0, len(facts), 3):
            record = orjson.loads(facts[at + 1])
            bots.append(OutsideBot(facts[at].decode(), record["key"], record["about"], int(facts[at + 2]) > 0))
        return sorted(bots, key=lambda bot: bot.name)

    # --- who is there ------------------------------------------------------------------------

    def enter(self, bot: str, connection: str, seconds: float) -> bool:
        """A connection of the bot is there for so long; false, and it is not, if the bot has too many others."""
        args = {"connection": connection, "ms": round(seconds * 1000), "most": MAX_CONNECTIONS}
        with available(writing=True):
            return bool(self._enter({"here": keys.bot_here(bot)}, args))

    def leave(self, bot: str, connection: str, seconds: float) -> None:
        """The connection is gone, but the bot is waited for so long: it may come back."""
        with available(writing=True):
            self._leave({"here": keys.bot_here(bot)}, {"connection": connection, "ms": round(seconds * 1000)})

    def awaited(self, bot: str, game_id: str) -> bool:
        """Whether the bot is connected, and has not let the time of its last move in the game run out."""
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
        """The time of a move is up: the bot is not waited for in the game, until it moves there or some time passes."""
        with available(writing=True):
            self._redis.set(keys.bot_late(bot, game_id), b"", ex=LATE_SECONDS)

    def awake(self, bot: str, game_id: str) -> None:
        """The bot has said something in the game."""
        with available(writing=True):
            self._redis.delete(keys.bot_late(bot, game_id))

    # --- what it may do ----------------------------------------------------------------------

    def games(self, bot: str) -> list[str]:
        """Ids of the games in which the bot may move, longest first within a bucket; one round trip.

        In a cluster a node that is away does not stop the others.
        """
        sets = [keys.bot_games(bucket, bot) for bucket in self._buckets]
        with available():
            buckets = reachable(self._redis, [(name, methodcaller("zrange", name, 0, MAX_GAMES - 1)) for name in sets])
        return [game_id.decode() for bucket in buckets for game_id in bucket or ()]

    def forget(self, bot: str, game_id: str) -> None:
        """The game is gone."""
        with available():
            self._redis.zrem(keys.bot_games(keys.bucket_of(game_id), bot), game_id)
