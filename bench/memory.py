"""What a stored game takes in Redis: at its beginning, in its middle and at its end, for tables of each ruleset.

Plays games at random in a Redis of its own and asks it (`MEMORY USAGE`). No timing; a few seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean
from typing import Any

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from service.backend import open_games
from service.games import Games, Seat
from service.settings import load_settings
from service.stack.redis_server import answers, lock_folder, redis_program
from service.store import keys

ALL = {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("villagers", 1, {}),
    ("villagers", 2, {}),
    ("villagers", 3, {}),
    ("villagers", 5, {}),
    ("villagers", 5, ALL),
    ("my_village", 2, {}),
    ("my_village", 4, {}),
)


def size(games: Games, game_id: str) -> int:
    """Bytes of the keys of a game: its head and its log."""
    redis = games.store.redis
    return sum(int(redis.memory_usage(keys.game(game_id, part), samples=0) or 0) for part in ("head", "log"))


def sizes(games: Games, ruleset: str, seats: int, options: dict[str, Any], rng: random.Random) -> list[int]:
    """The bytes of a game after each of its moves, from version 0 on."""
    game_id = games.create(ruleset, [Seat("human", "Ada")] * seats, options).game_id
    found = [size(games, game_id)]
    game = games.load(game_id)
    while acting := game.to_act:
        game.apply(acting[0], rng.choice(game.ruleset.legal_moves(game.state, acting[0])))
        games.commit(game)
        found.append(size(games, game_id))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10, help="of each kind of table")
    given = parser.parse_args()
    print("| ruleset | seats | moves | bytes at the start | in the middle | at the end |")
    print("|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        place, lock = Path(folder, "redis.sock"), lock_folder(Path(folder, "data"))
        server = subprocess.Popen(redis_program(Path(folder, "data"), place, lock).command, pass_fds=(lock,))
        os.close(lock)
        try:
            while not answers(f"unix://{place}"):
                time.sleep(0.05)
            games = open_games(load_settings({"HAMLET_REDIS_URL": f"unix://{place}"}))
            for ruleset, seats, options in TABLES:
                all_sizes = [sizes(games, ruleset, seats, options, random.Random(n)) for n in range(given.games)]
                columns = [mean(one[round(at * (len(one) - 1))] for one in all_sizes) for at in (0, 0.5, 1)]
                moves = mean(len(one) - 1 for one in all_sizes)
                name = f"{ruleset}, all expansions" if options else ruleset
                print(f"| {name} | {seats} | {moves:.0f} | " + " | ".join(f"{one:.0f}" for one in columns) + " |")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
