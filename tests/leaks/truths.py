"""Two truths about a stored game that look the same to one viewer, and how to put either into Redis.

They have the same ids, tokens, public events and times. They differ in the position, drawn anew from what the viewer
may know, and in the log in everything that was for others only, which in the second truth holds a marker. There is no
game that, played from its beginning, would lead to the second. So both have a log that holds the events, which the
service only reads with `planted_entry`, and are played on from here: this is their base, and their first move cannot
be played again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from typing import Any

import orjson
from redis import Redis

from engine.events import EVERYONE, Event
from engine.replay import replay
from engine.ruleset import Doc, Move, Ruleset
from service.games.builds import pack_state
from service.store import Store, keys
from service.store.records import Base, Entry, Setup

POISON = "nobody-may-read-this"
"""Stands in the second truth for what was told to others only, and for their moves."""


@dataclass(frozen=True)
class Truth:
    """What is stored, and the state that it holds."""

    stored: dict[bytes, bytes]
    state: Any

    def put(self, redis: Redis) -> None:
        """Make it all that Redis holds."""
        with redis.pipeline() as pipe:
            pipe.flushall()
            for key, value in self.stored.items():
                pipe.restore(key, 0, value)
            pipe.execute()


@dataclass(frozen=True)
class Pair:
    """The true game and another one that the viewer cannot tell from it."""

    rules: Ruleset[Any, Any]
    game_id: str
    version: int
    viewer: int | None
    truths: tuple[Truth, Truth]
    original: Truth

    def alike(self, seat: int) -> Iterator[Move]:
        """Moves that a seat has in both, after which they still look the same to the viewer."""
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
    """The game as it is stored now beside another one with the same look. Redis then holds the other one."""
    head = Store(redis).head(game_id)
    true = rules.restore(head.position)
    other = rules.sample(rules.view(true, viewer), rng)
    original = Truth(dumped(redis), true)
    log = Store(redis).log(game_id, 0, head.version)
    _, history = replay(rules, head.setup.options, len(head.seats), head.setup.seed, [entry.step for entry in log])
    told = [replace(entry, events=tuple(events)) for entry, events in zip(log, history, strict=True)]
    first = _written(redis, rules, game_id, true, told)
    second = _written(redis, rules, game_id, other, [_poisoned(entry, viewer) for entry in told])
    return Pair(rules, game_id, head.version, viewer, (first, second), original)


def _written(redis: Redis, rules: Ruleset[Any, Any], game_id: str, state: Any, log: list[Entry]) -> Truth:
    """The truth that has this state and this log."""
    stored = pack_state(rules, state)
    base = Base(len(log), stored).dump()
    redis.hset(keys.game(game_id, "head"), mapping={"state": stored, "base": base})
    for index, entry in enumerate(log):
        move = entry.move if index else {"type": POISON}
        text = orjson.dumps([entry.seat, entry.at_ms, move, [astuple(event) for event in entry.events or ()]])
        redis.lset(keys.game(game_id, "log"), index, text)
    return Truth(dumped(redis), state)


_LOAD = Entry.load


def planted_entry(text: bytes, setup: Setup) -> Entry:
    """Instead of `Entry.load`: an entry of these truths with its events, or one that was played after them."""
    if not text.startswith(b"["):
        return _LOAD(text, setup)
    seat, at_ms, move, events = orjson.loads(text)
    return Entry(seat, move, tuple(Event(*event) for event in events), at_ms)


def dumped(redis: Redis) -> dict[bytes, bytes]:
    """All that Redis holds."""
    return {key: redis.dump(key) for key in redis.scan_iter()}


def _poisoned(entry: Entry, viewer: int | None) -> Entry:
    move = entry.move if entry.seat == viewer else {"type": POISON}
    return replace(entry, move=move, events=tuple(_of_others(event, viewer) for event in entry.events or ()))


def _of_others(event: Event, viewer: int | None) -> Event:
    told = event.audience == EVERYONE or (viewer is not None and event.audience >> viewer & 1)
    return event if told else replace(event, private=dict.fromkeys(event.private, POISON) | {POISON: POISON})
