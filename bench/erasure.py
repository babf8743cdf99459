"""Measures the processor time of erasing a player with many games: `python bench/erasure.py [games]`, on a Redis of its
own.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from redis import Redis

if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers.own_redis import own_redis
from engine.registry import LEVELS, RULESETS
from service.games import Games
from service.store import Store
from service.store.games.records import Seat
from service.store.games.visibility import Visibility

LIMIT_SECONDS = 2.0


def measure(redis: Redis, number: int) -> tuple[float, float]:
    """Return the processor seconds that this process and Redis need to erase a player with this many games."""
    games = Games(Store(redis), RULESETS, LEVELS)
    ada = Seat("human", "Ada", player="u_ada", metadata={"rating": "1400"})
    for _ in range(number):
        games.create_game(
            "villagers", [ada, Seat("ai", None, "random")], table=Visibility(owner="shop"), metadata={"league": "one"}
        )
    before = time.process_time(), redis.info("cpu")["used_cpu_user"] + redis.info("cpu")["used_cpu_sys"]
    games.store.players.erase("shop", "u_ada")
    after = time.process_time(), redis.info("cpu")["used_cpu_user"] + redis.info("cpu")["used_cpu_sys"]
    left = [name for name in redis.scan_iter("*:head") if redis.hexists(name, "player:0")]
    assert not left, "a game still has the player"
    return after[0] - before[0], after[1] - before[1]


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with own_redis() as url:
        own, of_redis = measure(Redis.from_url(url), number)
    print(f"{number} games: {own:.2f} s of processor time, and {of_redis:.2f} s of Redis")
    sys.exit(own + of_redis > LIMIT_SECONDS)


if __name__ == "__main__":
    main()
