"""Measures how much memory a stored game takes in Redis at its beginning, middle and end, for tables of each ruleset.

Plays games at random in a Redis of its own. It reads `MEMORY USAGE` of a game's keys, and the growth of `used_memory`
for each game. The growth includes everything: the bucket's sorted sets, expiry, tables of keys. The log stores times,
so up to a minute passes between two moves. The bench measures no times and takes a few minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from statistics import mean
from typing import Any

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers.own_redis import own_redis
from engine.ruleset import Move, Ruleset
from service.backend import open_games
from service.config.settings import load_settings
from service.games import Games, Seat
from service.games.core import model
from service.store.games.records import now_ms
from service.store.redis import keys

Step = tuple[int, Move]

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


def script(ruleset: Ruleset[Any, Any], seats: int, options: dict[str, Any], number: int) -> tuple[bytes, list[Step]]:
    """Play a game at random. Returns its seed and its moves."""
    seed, rng = b"memory %d" % number, random.Random(number)
    state = ruleset.setup(ruleset.read_options(options, seats), seats, seed)
    steps: list[Step] = []
    while acting := ruleset.to_act(state):
        move = rng.choice(ruleset.legal_moves(state, acting[0]))
        steps.append((acting[0], move))
        ruleset.advance(state, acting[0], move)
    return seed, steps


class Table:
    """A stored game, and its moves that have not been made yet."""

    def __init__(self, games: Games, ruleset: str, seats: int, options: dict[str, Any], number: int) -> None:
        seed, self._steps = script(games.rulesets[ruleset], seats, options, number)
        self._games = games
        self._rng = random.Random(number)
        self._played = 0
        self.moves = len(self._steps)
        self.id = games.create_game(
            ruleset, [Seat("human", f"Ada {seat}") for seat in range(seats)], options, seed=seed.decode()
        ).game_id

    def play(self, share: float) -> None:
        """Play up to this share of the whole game, with a commit for each move."""
        game = self._games.queries.load_game(self.id)
        for seat, move in self._steps[self._played : round(share * self.moves)]:
            self._played += 1
            CLOCK.ms += self._rng.randint(1_000, 60_000)
            game.apply_move(seat, move)
            self._games.commit(game)

    def size(self) -> int:
        """Return the bytes of its head and its log."""
        names = (keys.game(self.id, part) for part in ("head", "log"))
        return sum(int(self._games.store.redis.memory_usage(name, samples=0) or 0) for name in names)


class Clock:
    """The time at which moves are made, in ms. It advances only when it is set."""

    def __init__(self) -> None:
        self.ms = now_ms()

    def __call__(self) -> int:
        """Return the present time of this clock."""
        return self.ms


CLOCK = Clock()


def row(games: Games, ruleset: str, seats: int, options: dict[str, Any], count: int) -> str:
    """Return a row of the table."""
    redis = games.store.redis

    def used() -> int:
        return int(redis.info("memory")["used_memory"])

    redis.execute_command("FLUSHALL", "SYNC")
    before = used()
    tables = [Table(games, ruleset, seats, options, number) for number in range(count)]
    cells = [f"{ruleset}, all expansions" if options else ruleset, f"{seats}", f"{mean(t.moves for t in tables):.0f}"]
    for share in (0, 0.5, 1):
        for table in tables:
            table.play(share)
        cells += [f"{mean(table.size() for table in tables):.0f}", f"{(used() - before) / count:.0f}"]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="of each kind of table; few make `grown` inexact")
    given = parser.parse_args()
    model.now_ms = CLOCK  # type: ignore[attr-defined]
    print("| ruleset | seats | moves | start: keys | grown | middle: keys | grown | end: keys | grown |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    # This file does not matter here, and its buffer would count.
    with own_redis("--appendonly", "no") as url:
        games = open_games(load_settings({"HAMLET_REDIS_URL": url}))
        # Scripts, connections and buffers do not grow with the number of games.
        row(games, *TABLES[-1], 10)
        for ruleset, seats, options in TABLES:
            print(row(games, ruleset, seats, options, given.games), flush=True)


if __name__ == "__main__":
    main()
