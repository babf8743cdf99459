"""What games of My Village between `greedy` players look like: a table to hold against the reconstructed numbers.

Prints, for each seat count, rounds, deaths, rat invasions, points by category and the winner's points: means, and the
lowest and the highest in brackets.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

# As a script this file would hide the package `engine`: the project takes the place of its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.events import Event
from engine.my_village import MY_VILLAGE

INVASION = MY_VILLAGE.catalogues["standard"].invasion


@dataclass(slots=True)
class Games:
    """What was counted in the games of one seat count; points by category are summed over all seats."""

    rounds: list[int] = field(default_factory=list)
    deaths: list[int] = field(default_factory=list)
    invasions: list[int] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    totals: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    levels: dict[str, list[int]] = field(default_factory=dict)
    most_moves: int = 0


def play(seats: int, number: int, levels: list[str], games: Games) -> None:
    """One game with these levels in the seats, counted into `games`."""
    rng = random.Random(f"{seats} {number}")
    state = MY_VILLAGE.setup(MY_VILLAGE.read_options({}, seats), seats, rng.randbytes(32))
    told: list[Event] = []
    while acting := MY_VILLAGE.to_act(state):
        seat = acting[0]
        view = MY_VILLAGE.view(state, seat)
        games.most_moves = max(games.most_moves, len(MY_VILLAGE.view_moves(view)))
        told += MY_VILLAGE.apply(state, seat, LEVELS[levels[seat]].choose(MY_VILLAGE, view, rng))
    result = MY_VILLAGE.result(state)
    assert result is not None
    games.rounds.append(state.round)
    games.deaths.append(sum(event.type == "villager_died" for event in told))
    games.invasions.append(sum(event.type == "rat_moved" and event.public["space"] == INVASION for event in told))
    for score in result["scores"]:
        games.points.update({line["item"]: line["gold"] for line in score["lines"]})
        games.totals.append(score["total"])
        games.levels.setdefault(levels[score["seat"]], []).append(score["total"])
    games.winners.append(result["scores"][result["winners"][0]]["total"])


def print_table(played: dict[int, Games], count: int) -> None:
    """All seat counts side by side, in Markdown."""
    print(f"| {count} games each | " + " | ".join(f"{seats} seats" for seats in played) + " |")
    print("|---|" + "--:|" * len(played))

    def row(name: str, cells: list[str]) -> None:
        print(f"| {name} | " + " | ".join(cells) + " |")

    def spread(numbers: list[int]) -> str:
        return f"{statistics.mean(numbers):.1f} ({min(numbers)}-{max(numbers)})"

    row("rounds", [spread(games.rounds) for games in played.values()])
    row("deaths", [spread(games.deaths) for games in played.values()])
    row("rat invasions", [spread(games.invasions) for games in played.values()])
    for item in next(iter(played.values())).points:
        row(item, [f"{games.points[item] / len(games.totals):.1f}" for games in played.values()])
    row("total", [spread(games.totals) for games in played.values()])
    row("winner", [spread(games.winners) for games in played.values()])
    row("most legal moves", [str(games.most_moves) for games in played.values()])
    for level in sorted({level for games in played.values() for level in games.levels}):
        row(f"total of {level}", [f"{statistics.mean(games.levels[level]):.1f}" for games in played.values()])


def main() -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="A table of My Village games between AI players.")
    parser.add_argument("--games", type=int, default=300, help="games for each seat count (default: 300)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4], help="seat counts (default: 2 3 4)")
    parser.add_argument("--against-random", action="store_true", help="only seat 0 plays greedy, the others random")
    arguments = parser.parse_args()
    played = {}
    for seats in arguments.seats:
        others = "random" if arguments.against_random else "greedy"
        games = played[seats] = Games()
        for number in range(arguments.games):
            play(seats, number, ["greedy", *[others] * (seats - 1)], games)
    print_table(played, arguments.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
