"""Two states of a stored game that look the same to one viewer, and functions to put either into Redis.

They have the same ids, tokens, public events and times. The position of the second one is sampled from the viewer's
knowledge. Its log has a marker for everything that only others may see. No game, played from its beginning, leads to
the second state. So both continue from here, with `beginning`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import orjson
from redis import Redis

from engine.events import EVERYONE, Event
from engine.replay import Replayer
from engine.ruleset import Doc, Move, Ruleset
from service.games.core.model import Game
from service.games.core.stored_states import pack_state
from service.games.history import time_travel
from service.store import Store
from service.store.games.records import Entry, Setup
from service.store.redis import keys

POISON = "nobody-may-read-this"
"""Stands in the second state for everything that only others may see, and for their moves."""
BEGINS = "begins"
"""The field of a truth's head with its version and position."""


@dataclass(frozen=True)
class Truth:
    """The content of Redis, and the state in it."""

    stored: dict[bytes, bytes]
    state: Any

    def put(self, redis: Redis) -> None:
        """Replace the content of Redis by it."""
        with redis.pipeline() as pipe:
            pipe.flushall()
            for key, value in self.stored.items():
                pipe.restore(key, 0, value)
            pipe.execute()


@dataclass(frozen=True)
class Pair:
    """The true game and another one that the viewer cannot distinguish from it."""

    rules: Ruleset[Any, Any]
    game_id: str
    version: int
    viewer: int | None
    truths: tuple[Truth, Truth]
    original: Truth

    def alike(self, seat: int) -> Iterator[Move]:
        """Return moves that a seat has in both states, and after which both still look the same to the viewer."""
        one, two = (truth.state for truth in self.truths)
        both = set(self.rules.legal_moves(one, seat)) & set(self.rules.legal_moves(two, seat))
        for move in sorted(both):
            if self._after(one, seat, move) == self._after(two, seat, move):
                yield move

    def _after(self, state: Any, seat: int, move: Move) -> Doc:
        after = self.rules.clone(state)
        self.rules.apply(after, seat, move)
        return self.rules.write_view(self.rules.view(after, self.viewer))


def pair(redis: Redis, rules: Ruleset[Any, Any], game_id: str, viewer: int | None, rng: random.Random) -> Pair:
    """Return the game as it is stored now, and another one that looks the same. Redis then holds the other one."""
    head = Store(redis).head(game_id)
    true = rules.restore(head.position)
    other = rules.sample(rules.view(true, viewer), rng)
    original = Truth(dumped(redis), true)
    log = Store(redis).log(game_id, 0, head.version)
    first = _written(redis, rules, game_id, head.setup, true, log)
    second = _written(redis, rules, game_id, head.setup, other, [_poisoned(entry, viewer) for entry in log])
    return Pair(rules, game_id, head.version, viewer, (first, second), original)


def _written(redis: Redis, rules: Ruleset[Any, Any], game_id: str, setup: Setup, state: Any, log: list[Entry]) -> Truth:
    """Return the truth with this state and this log."""
    begins = orjson.dumps([len(log), rules.write_position(state)])
    redis.hset(keys.game(game_id, "head"), mapping={"state": pack_state(rules, state), BEGINS: begins})
    for index, entry in enumerate(log):
        redis.lset(keys.game(game_id, "log"), index, entry.dump_entry(setup))
    return Truth(dumped(redis), state)


_BEGINNING = time_travel.beginning


def beginning(redis: Redis, game: Game) -> Replayer:
    """Replaces `time_travel.beginning`: where one of these truths begins, or any other game."""
    begins = redis.hget(keys.game(game.id, "head"), BEGINS)
    if begins is None:
        return _BEGINNING(game)
    version, position = orjson.loads(begins)
    return Replayer(game.ruleset, game.ruleset.restore(position), version)


def dumped(redis: Redis) -> dict[bytes, bytes]:
    """Return the content of Redis."""
    return {key: redis.dump(key) for key in redis.scan_iter()}


def _poisoned(entry: Entry, viewer: int | None) -> Entry:
    move = entry.move if entry.seat == viewer else {"type": POISON}
    return replace(entry, move=move, events=tuple(_of_others(event, viewer) for event in entry.events))


def _of_others(event: Event, viewer: int | None) -> Event:
    told = event.audience == EVERYONE or (viewer is not None and event.audience >> viewer & 1)
    return event if told else replace(event, private=dict.fromkeys(event.private, POISON) | {POISON: POISON})
