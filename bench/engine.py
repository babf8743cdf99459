"""Measures decisions per second of random self-play: our rulesets, compiled and in Python, beside other engines.

A decision is one player's choice and its execution, including forced ones and the listing of legal moves. Dealing and
other chance count as time but not as decisions. All contestants take turns, round after round, each for an equal slice
of time. So if the machine slows down, it slows down all of them. Seconds are processor time; the figure is the median
over the rounds. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

# When this file is a script, Python would take its folder for the place of packages, and `bench/engine.py` for
# `engine`. So the project's folder replaces it.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers import peers
from bench.self_play import slice_of

ROOT = Path(__file__).parents[1]
ROUNDS = 25

Slice = Callable[[str, float], tuple[int, int, float]]
"""A function that plays for a number of seconds with a seed. Returns the number of games, of decisions, and of
decisions per second.
"""


@dataclass(frozen=True, slots=True)
class Rate:
    """The decisions per second of one contestant: the median over the rounds, the slowest and the fastest round.

    `ratio`: in each round, the rate divided by the rate of the yardstick; the median of this.
    """

    name: str
    games: int
    decisions: int
    median: float
    slowest: float
    fastest: float
    ratio: float


class Build:
    """One build of the engine in a process of its own: a compiled one, from a folder, or the Python sources."""

    def __init__(self, folder: Path | None) -> None:
        environ = {name: value for name, value in os.environ.items() if name != "HAMLET_ENGINE"}
        if folder is not None:
            environ["HAMLET_ENGINE"] = str(folder)
        command = [sys.executable, "-m", "bench.self_play"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=pipe, stdout=pipe, text=True)
        told = self._answer()
        if told["compiled"] != (folder is not None):
            raise RuntimeError(f"no compiled engine in {folder}")
        self.name = "compiled" if folder is not None else "Python"
        self.games: list[str] = told["games"]

    def play(self, game: str, seed: str, seconds: float) -> tuple[int, int, float]:
        games, decisions, rate = self._ask({"play": game, "seed": seed, "seconds": seconds})
        return games, decisions, rate

    def surveys(self, seed: int) -> list[dict[str, Any]]:
        """Return surveys of random games by this build."""
        return [{**row, "name": f"{row['name']}, {self.name}"} for row in self._ask({"survey": seed})]

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, question: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


def contestants(builds: list[Build]) -> dict[str, Slice]:
    """Return all contestants by name, the yardstick first."""
    everybody: dict[str, Slice] = {
        name: lambda seed, seconds, play=play: slice_of(play, random.Random(seed), seconds)
        for name, play in peers.contestants()
    }
    for game in builds[0].games:
        for build in builds:
            everybody[f"hamlet {game}, {build.name}"] = partial(build.play, game)
    return everybody


def measure(everybody: dict[str, Slice], seconds: float, seed: int) -> list[Rate]:
    """Measure all contestants in turns, for about `seconds` in total."""
    share = seconds / (ROUNDS + 1) / len(everybody)
    results: dict[str, list[tuple[int, int, float]]] = {name: [] for name in everybody}
    for number in range(-1, ROUNDS):  # round -1 is for warming up
        for name, play in everybody.items():
            result = play(f"{seed} {number}", share)
            if number >= 0:
                results[name].append(result)
    rates = {name: [rate for _, _, rate in rows] for name, rows in results.items()}
    yardstick = next(iter(rates.values()))
    return [
        Rate(
            name=name,
            games=sum(row[0] for row in rows),
            decisions=sum(row[1] for row in rows),
            median=statistics.median(rates[name]),
            slowest=min(rates[name]),
            fastest=max(rates[name]),
            ratio=statistics.median(ours / theirs for ours, theirs in zip(rates[name], yardstick, strict=True)),
        )
        for name, rows in results.items()
    ]


def machine() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"


def print_tables(rates: list[Rate], surveys: list[dict[str, Any]]) -> None:
    print(f"{machine()}; " + ", ".join(f"{name} {pin}" for name, pin in peers.pins().items()))
    print(f"\n| random self-play, median of {ROUNDS} rounds | decisions/s | slowest to fastest | ratio |")
    print("|---|--:|--:|--:|")
    for row in rates:
        spread = f"{row.slowest:,.0f} to {row.fastest:,.0f}"
        print(f"| {row.name} | {row.median:,.0f} | {spread} | {row.ratio:.2f} |")
    print("\n| random games | decisions per game | legal moves, mean | legal moves, most | clone(), microseconds |")
    print("|---|--:|--:|--:|--:|")
    for found in surveys:
        moves = f"{found['moves_mean']:.1f} | {found['moves_max']}"
        print(f"| {found['name']} | {found['decisions_per_game']:.0f} | {moves} | {found['clone_microseconds']:.1f} |")


def main() -> int:
    """Run the command line. Returns the exit code, which is 1 if a peer is missing."""
    parser = argparse.ArgumentParser(description="Decisions per second of random self-play beside other engines.")
    parser.add_argument("--compiled", metavar="FOLDER", default="", help="the compiled engine, to measure it as well")
    parser.add_argument("--seconds", type=float, default=90.0, help="length of the run, about (default: 90)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random players (default: 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    arguments = parser.parse_args()
    faults = peers.missing()
    if faults:
        print("The engines to compare with are not all here; `make bench` installs them:", file=sys.stderr)
        print("\n".join(f"  {fault}" for fault in faults), file=sys.stderr)
        return 1
    folder = Path(arguments.compiled).resolve() if arguments.compiled else None
    builds = [Build(folder), Build(None)] if folder else [Build(None)]
    rates = measure(contestants(builds), arguments.seconds, arguments.seed)
    surveys = [row for build in builds for row in build.surveys(arguments.seed)]
    for build in builds:
        build.close()
    if arguments.json:
        tables = {"rates": [asdict(row) for row in rates], "surveys": surveys}
        print(json.dumps({"machine": machine(), "peers": peers.pins(), **tables}, indent=2))
    else:
        print_tables(rates, surveys)
    return 0


if __name__ == "__main__":
    sys.exit(main())
