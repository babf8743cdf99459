"""What all expansions add to the processor time of a level's decisions, beside the base game in the same run.

One seat of the level among `greedy`, base game and all expansions by turns. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

# As a script this file would hide the package `engine`: the project takes the place of its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.strength_rows import ALL, tables
from engine.registry import RULESETS
from service.tools.arena.games import Played, play_match
from service.tools.arena.matches import Match, Tournament, deals_for


def matches(level: str, seats: int, table: str, games: int) -> list[Match]:
    """The same deals in every rotation of the seats."""
    options = RULESETS["villagers"].read_options(tables()[table], seats)
    line_up = (level, *("greedy",) * (seats - 1))
    return list(Tournament("villagers", options, (line_up,), deals_for(games, seats), "expansions").matches())[:games]


def thinking(match: Match, level: str) -> tuple[float, int]:
    """CPU seconds of the level's decisions that had alternatives, and how many they were."""
    played = play_match(match)
    assert isinstance(played, Played), played.text
    seconds = played.seconds[match.levels.index(level)]
    return sum(seconds), len(seconds)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Processor time with all expansions, over the base game's.")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--games", type=int, default=20, help="at each table (default: 20)")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 5])
    given = parser.parse_args()
    for seats in given.seats:
        spent: dict[str, list[tuple[float, int]]] = {"base": [], ALL: []}
        pairs = zip(*(matches(given.level, seats, table, given.games) for table in spent), strict=True)
        for pair in pairs:
            for table, match in zip(spent, pair, strict=True):
                spent[table].append(thinking(match, given.level))
        game = {table: statistics.fmean(seconds for seconds, _ in rows) for table, rows in spent.items()}
        decision = {table: sum(s for s, _ in rows) / sum(n for _, n in rows) for table, rows in spent.items()}
        print(
            f"{seats} seats: a decision {decision[ALL] / decision['base']:.2f} times the base game's "
            f"({1000 * decision['base']:.0f} and {1000 * decision[ALL]:.0f} ms), "
            f"a game {game[ALL] / game['base']:.2f} times ({game['base']:.1f} and {game[ALL]:.1f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
