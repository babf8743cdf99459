"""Tables of greedy self-play in Villagers: solo by difficulty, each expansion alone. A wrong rule shows as an odd one.

`python bench/villagers_table.py [games]`; all cores; no timing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

# As a script this file would hide the package `engine`: the project takes the place of its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.registry import RULESETS

RULES = RULESETS["villagers"]


@dataclass(frozen=True)
class Outcome:
    """How one game ended: the winners' (solo: the player's) gold, the Countess's, whether the player won, rounds."""

    gold: int
    rival: int
    won: bool
    rounds: int


def play(seats: int, options: dict[str, Any], level: str, number: int) -> Outcome:
    """One game, every seat at this level."""
    rng, bot = random.Random(number), LEVELS[level]
    state = RULES.setup(RULES.read_options(options, seats), seats, number.to_bytes(4, "big"))
    while acting := RULES.to_act(state):
        for seat in acting[1:]:
            reaction = bot.react(RULES, RULES.view(state, seat), rng)
            if reaction is not None:
                RULES.advance(state, seat, reaction)
                break
        else:
            RULES.advance(state, acting[0], bot.choose(RULES, RULES.view(state, acting[0]), rng))
    result = RULES.result(state)
    assert result is not None
    rivals = result.get("rivals", [])
    golds = [score["total"] for score in result["scores"]]
    rival = rivals[0]["total"] if rivals else 0
    return Outcome(max(golds), rival, bool(result["winners"]), state.round)


def _some(seats: int, options: dict[str, Any], level: str, numbers: Sequence[int]) -> list[Outcome]:
    return [play(seats, options, level, number) for number in numbers]


def games(pool: ProcessPoolExecutor, seats: int, options: dict[str, Any], level: str, count: int) -> list[Outcome]:
    """So many games, spread over the cores."""
    parts = [range(first, min(first + 25, count)) for first in range(0, count, 25)]
    jobs = [pool.submit(_some, seats, options, level, part) for part in parts]
    return [outcome for job in jobs for outcome in job.result()]


def main() -> None:
    """Print both tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with ProcessPoolExecutor() as pool:
        print(f"| solo, {count} games each | level | wins | player's gold | Countess's gold | rounds |")
        print("|---|---|--:|--:|--:|--:|")
        for difficulty in ("beginner", "normal", "hard"):
            for level in ("greedy", "random"):
                found = games(pool, 1, {"solo": difficulty}, level, count)
                wins = 100 * mean(one.won for one in found)
                figures = (
                    mean(one.gold for one in found),
                    mean(one.rival for one in found),
                    mean(one.rounds for one in found),
                )
                print(
                    f"| {difficulty} | {level} | {wins:.1f} % | "
                    + " | ".join(f"{figure:.1f}" for figure in figures)
                    + " |"
                )
        print(f"\n| 3 seats, greedy, {count} games each | winner's gold | rounds |")
        print("|---|--:|--:|")
        for expansions in ([], ["saints"], ["scoundrels"], ["profiteers"], ["developments"]):
            found = games(pool, 3, {"expansions": expansions}, "greedy", count)
            name = expansions[0] if expansions else "base game"
            print(f"| {name} | {mean(one.gold for one in found):.1f} | {mean(one.rounds for one in found):.2f} |")


if __name__ == "__main__":
    main()
