"""Decisions per second of random self-play: our rulesets beside other game engines, in one run.

A decision is one player's choice carried out, forced ones included, with the listing of the legal moves it was
chosen from; dealing and other chance is part of the time, not of the count. All contestants take turns,
round after round, each for an equal slice of time, so that a machine that slows down slows them all. Seconds are
processor time, the figure is the median over the rounds. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

# As a script this file would hide the package `engine`: the project takes the place of its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench import peers
from engine.registry import RULESETS
from engine.ruleset import Move, Ruleset

ROUNDS = 25
SEATS = (2, 4)
SURVEYED_GAMES = 30
STATES_PER_GAME = 5
CLONE_PASSES = 9

CarryOut = Callable[[Any, int, Move], object]


@dataclass(frozen=True, slots=True)
class Rate:
    """Decisions per second of one contestant: the median over the rounds, the slowest and the fastest round.

    `ratio` is the median over the rounds of its rate divided by the yardstick's rate in the same round.
    """

    name: str
    games: int
    decisions: int
    median: float
    slowest: float
    fastest: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Survey:
    """What random games of one of our rulesets look like, and the time of a `clone()` in them."""

    name: str
    games: int
    decisions_per_game: float
    moves_mean: float
    moves_max: int
    clone_microseconds: float


def self_play(ruleset: Ruleset[Any, Any], seats: int, carry_out: CarryOut) -> peers.PlayGame:
    """Whole random games of a ruleset through its public interface."""
    options = ruleset.read_options({}, seats)

    def play(rng: random.Random) -> int:
        state = ruleset.setup(options, seats, rng.randbytes(32))
        decisions = 0
        while acting := ruleset.to_act(state):
            seat = acting[0]
            carry_out(state, seat, rng.choice(ruleset.legal_moves(state, seat)))
            decisions += 1
        return decisions

    return play


def our_settings() -> Iterator[tuple[str, Ruleset[Any, Any], int]]:
    """Name, ruleset and seats of everything of ours that is measured."""
    for key, ruleset in RULESETS.items():
        for seats in SEATS:
            if seats in ruleset.seats:
                yield f"{key}, {seats} seats", ruleset, seats


def contestants() -> dict[str, peers.PlayGame]:
    """Everybody, by name; the yardstick first."""
    games = dict(peers.contestants())
    for name, ruleset, seats in our_settings():
        games[f"hamlet {name}, advance"] = self_play(ruleset, seats, ruleset.advance)
        games[f"hamlet {name}, apply"] = self_play(ruleset, seats, ruleset.apply)
    return games


def slice_of(play: peers.PlayGame, rng: random.Random, seconds: float) -> tuple[int, int, float]:
    """Whole games until the time is up: games, decisions, decisions per second of processor time."""
    games = decisions = 0
    end = time.perf_counter() + seconds
    start = time.process_time()
    while games == 0 or time.perf_counter() < end:
        decisions += play(rng)
        games += 1
    return games, decisions, decisions / (time.process_time() - start)


def measure(games: dict[str, peers.PlayGame], seconds: float, seed: int) -> list[Rate]:
    """Let everybody play in turns for about so many seconds in all."""
    share = seconds / (ROUNDS + 1) / len(games)
    results: dict[str, list[tuple[int, int, float]]] = {name: [] for name in games}
    for number in range(-1, ROUNDS):  # round -1 warms up
        for name, play in games.items():
            result = slice_of(play, random.Random(f"{seed} {number}"), share)
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


def survey(name: str, ruleset: Ruleset[Any, Any], seats: int, rng: random.Random) -> Survey:
    """Play some games, count the legal moves of every decision, keep a few states and clone them."""
    counts: list[int] = []
    states: list[Any] = []
    met: list[Any] = []

    def watched(state: Any, seat: int, move: Move) -> None:
        counts.append(len(ruleset.legal_moves(state, seat)))
        met.append(ruleset.clone(state))
        ruleset.advance(state, seat, move)

    play = self_play(ruleset, seats, watched)
    for _ in range(SURVEYED_GAMES):
        met.clear()
        play(rng)
        states += rng.sample(met, STATES_PER_GAME)
    return Survey(
        name=name,
        games=SURVEYED_GAMES,
        decisions_per_game=len(counts) / SURVEYED_GAMES,
        moves_mean=statistics.mean(counts),
        moves_max=max(counts),
        clone_microseconds=clone_time(ruleset, states),
    )


def clone_time(ruleset: Ruleset[Any, Any], states: Sequence[Any]) -> float:
    """Microseconds of one `clone()`, averaged over the states, the median of several passes."""
    passes = []
    for _ in range(CLONE_PASSES):
        start = time.process_time()
        for state in states:
            ruleset.clone(state)
        passes.append((time.process_time() - start) / len(states) * 1e6)
    return statistics.median(passes)


def machine() -> str:
    """What it ran on, in a few words."""
    return f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"


def print_tables(rates: list[Rate], surveys: list[Survey]) -> None:
    """Both tables, in Markdown."""
    print(f"{machine()}; " + ", ".join(f"{name} {pin}" for name, pin in peers.pins().items()))
    print(f"\n| random self-play, median of {ROUNDS} rounds | decisions/s | slowest to fastest | ratio |")
    print("|---|--:|--:|--:|")
    for row in rates:
        spread = f"{row.slowest:,.0f} to {row.fastest:,.0f}"
        print(f"| {row.name} | {row.median:,.0f} | {spread} | {row.ratio:.2f} |")
    print("\n| random games | decisions per game | legal moves, mean | legal moves, most | clone(), microseconds |")
    print("|---|--:|--:|--:|--:|")
    for row in surveys:
        moves = f"{row.moves_mean:.1f} | {row.moves_max}"
        print(f"| {row.name} | {row.decisions_per_game:.0f} | {moves} | {row.clone_microseconds:.1f} |")


def main() -> int:
    """The command line; returns the exit code, 1 when a peer is missing."""
    parser = argparse.ArgumentParser(description="Decisions per second of random self-play beside other engines.")
    parser.add_argument("--seconds", type=float, default=75.0, help="length of the run, about (default: 75)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random players (default: 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    arguments = parser.parse_args()
    faults = peers.missing()
    if faults:
        print("The engines to compare with are not all here; `make bench` installs them:", file=sys.stderr)
        print("\n".join(f"  {fault}" for fault in faults), file=sys.stderr)
        return 1
    rates = measure(contestants(), arguments.seconds, arguments.seed)
    surveys = [survey(*setting, random.Random(arguments.seed)) for setting in our_settings()]
    if arguments.json:
        tables = {"rates": [asdict(row) for row in rates], "surveys": [asdict(row) for row in surveys]}
        print(json.dumps({"machine": machine(), "peers": peers.pins(), **tables}, indent=2))
    else:
        print_tables(rates, surveys)
    return 0


if __name__ == "__main__":
    sys.exit(main())
