"""Games with a clock; tests move deadlines instead of sleeping."""

from __future__ import annotations

from typing import Any

from redis import Redis

from engine.ruleset import Doc
from service.config.timestamps import moment
from service.games import Games
from service.store import DueTurns
from service.store.redis import keys
from tests.service.bots import PACE, Plain
from tests.service.outbox import lease
from workers.player import Player

SECONDS = 3600
CLOCK = {"turn_seconds": SECONDS, "takeover_level": "easy"}
FORFEIT = {"turn_seconds": SECONDS, "on_timeout": "forfeit"}


def head(game_id: str) -> str:
    """Return the key of a game's head."""
    return keys.game(game_id, "head")


def run_out(redis: Redis, game_id: str) -> None:
    """End the time of the running turn."""
    due = keys.due(keys.bucket_of(game_id))
    assert redis.hget(head(game_id), "deadline") not in (None, b"0")
    assert redis.zscore(due, game_id) is not None
    redis.hset(head(game_id), "deadline", 1)
    redis.zadd(due, {game_id: 1}, xx=True)


def due_at(redis: Redis, game_id: str) -> int | None:
    """When the game is due (ms), or `None`."""
    when = redis.zscore(keys.due(keys.bucket_of(game_id)), game_id)
    return None if when is None else int(when)


def stored_deadline(redis: Redis, game_id: str) -> str | None:
    """Return the stored deadline, formatted as in documents."""
    ms = redis.hget(head(game_id), "deadline")
    assert ms is not None
    return moment(int(ms)) if int(ms) else None


def told_deadlines(games: Games, game_id: str) -> set[str | None]:
    """Return the deadlines that viewers are shown."""
    game = games.queries.load_game(game_id)
    return {games.queries.document_for(game, viewer)["deadline"] for viewer in (None, *range(len(game.seats)))}


def player(games: Games, reaction_seconds: float = 0, **bots: Plain) -> Player:
    """Return a player in which every level plays the first legal move."""
    levels = {"easy": Plain(), "greedy": Plain(), **bots}
    return Player(games, levels, seconds=60, reaction_seconds=reaction_seconds, pace=PACE)


def events(games: Games, game_id: str) -> list[Doc]:
    """Return all events, as a spectator sees them."""
    told: list[Doc] = games.queries.events_for(games.queries.load_game(game_id), None, 0)["events"]
    return told


def leased(games: Games) -> list[str]:
    """Return the due games, with leases that expire immediately."""
    return lease(DueTurns(games.store), 0)


def statuses(games: Games, game_id: str) -> list[Any]:
    return [seat["status"] for seat in games.queries.document_for(games.queries.load_game(game_id), None)["seats"]]
