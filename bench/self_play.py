"""Random self-play of our rulesets with one build of the engine, in a process of its own.

`bench.engine` starts it once for each build and sends lines of JSON. The answer to `{"play": name, "seed": text,
"seconds": n}` is a slice of games; the answer to `{"survey": seed}` is figures of random games.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.build import COMPILED
from engine.registry import RULESETS
from engine.ruleset import Move, Ruleset

SEATS = (2, 4)
SURVEYED_GAMES = 30
STATES_PER_GAME = 5
CLONE_PASSES = 9

CarryOut = Callable[[Any, int, Move], object]
PlayGame = Callable[[random.Random], int]
"""A function that plays one whole game at random and returns its number of decisions."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Figures of random games of one of our rulesets, and the time that a `clone()` takes in them."""

    name: str
    games: int
    decisions_per_game: float
    moves_mean: float
    moves_max: int
    clone_microseconds: float


def self_play(ruleset: Ruleset[Any, Any], seats: int, carry_out: CarryOut) -> PlayGame:
    """Return a function that plays whole random games of a ruleset through its public interface."""
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
    """Return the name, the ruleset and the number of seats of each of our contestants."""
    for key, ruleset in RULESETS.items():
        for seats in SEATS:
            if seats in ruleset.seats:
                yield f"{key}, {seats} seats", ruleset, seats


def our_games() -> dict[str, PlayGame]:
    """Return our contestants by name."""
    games = {}
    for name, ruleset, seats in our_settings():
        games[f"{name}, advance"] = self_play(ruleset, seats, ruleset.advance)
        games[f"{name}, apply"] = self_play(ruleset, seats, ruleset.apply)
    return games


def slice_of(play: PlayGame, rng: random.Random, seconds: float) -> tuple[int, int, float]:
    """Play whole games until the time is up. Returns the numbers of games, of decisions, and of decisions per second of
    processor time.
    """
    games = decisions = 0
    end = time.perf_counter() + seconds
    start = time.process_time()
    while games == 0 or time.perf_counter() < end:
        decisions += play(rng)
        games += 1
    return games, decisions, decisions / (time.process_time() - start)


def survey(name: str, ruleset: Ruleset[Any, Any], seats: int, rng: random.Random) -> Survey:
    """Play some games, count the legal moves of every decision, keep a few states, and measure cloning them."""
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
    """Return the microseconds of one `clone()`: the mean over the states, then the median of several passes."""
    passes = []
    for _ in range(CLONE_PASSES):
        start = time.process_time()
        for state in states:
            ruleset.clone(state)
        passes.append((time.process_time() - start) / len(states) * 1e6)
    return statistics.median(passes)


def main() -> None:
    """Answer requests until the input ends. The first line of output names this build and its contestants."""
    games = our_games()
    tell({"compiled": COMPILED, "games": list(games)})
    for line in sys.stdin:
        asked = json.loads(line)
        if "play" in asked:
            tell(slice_of(games[asked["play"]], random.Random(asked["seed"]), asked["seconds"]))
        else:
            tell([asdict(survey(*setting, random.Random(asked["survey"]))) for setting in our_settings()])


def tell(answer: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
