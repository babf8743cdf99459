"""Helpers for games with a reaction: the horn toy, a scripted bot, and time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import orjson
from redis import Redis

from engine.bots import Session
from engine.ruleset import Doc, Move, Ruleset
from service.games import Games, Seat
from service.store.redis import keys
from tests.service.bots import Plain
from tests.service.horn import BLOW, seed_of

AI = Seat("ai", None, "easy")
HUMAN = Seat("human")
TAKE_ONE: Doc = {"type": "take", "stones": 1}
BLOWN: Doc = {"type": "blow"}


class Told(Plain):
    """Takes one stone, and blows the horn only if the test says so. `asked`: the seats for which it had to decide on a
    reaction.
    """

    def __init__(self, reacts: bool = False) -> None:
        self.reacts = reacts
        self.asked: list[int] = []

    def react(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        self.asked.append(view.viewer)
        return (BLOW,) if self.reacts else None


def dealt(games: Games, seats: Sequence[Seat], horns: Sequence[bool], stones: int = 9) -> str:
    """Return a game in which exactly these seats hold a horn; seat 0 begins."""
    return games.create_game("horn", seats, {"stones": stones}, seed_of(*horns)).game_id


def played(games: Games, game_id: str, seat: int, *moves: Doc, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.play_moves(games.queries.load_game(game_id), seat, moves, **more).body)
    return doc


def head(game_id: str) -> str:
    """Return the key of a game's head."""
    return keys.game(game_id, "head")


def decline(redis: Redis, game_id: str, seconds: float) -> None:
    """Age the last move of a game by `seconds`."""
    redis.hincrby(head(game_id), "at", -round(seconds * 1000))


def due_after(redis: Redis, game_id: str) -> float | None:
    """When a game is due, in seconds after its last move, or `None`."""
    when = redis.zscore(keys.due(keys.bucket_of(game_id)), game_id)
    at = redis.hget(head(game_id), "at")
    assert at is not None
    return None if when is None else (float(when) - int(at)) / 1000
