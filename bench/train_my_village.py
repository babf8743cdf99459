"""Learns the value of villages at My Village from games that the project's own players play.

In each generation, games are played with the current weights, at first those in the file. Some moves are random, and
some players are less careful. Before each turn, and when a villager dies, the features of every seat's village are
recorded (`engine.my_village.heuristics.features`). The points that the village still gained until the end are fitted by
least squares with a penalty. The targets mix the seat's real final points with the fit's own predictions for later
positions (TD(lambda), solved again in each pass). The number of rounds left, and the certainty of a lead, are fitted to
the same games. The result replaces `weights.json`, including the record of how it was made. Needs numpy, which `make
bench` installs.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from math import exp
from pathlib import Path
from typing import Any

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

import numpy as np

from engine.my_village import MY_VILLAGE
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.features import NAMES, describe
from engine.my_village.heuristics.move_values import MoveValues
from engine.my_village.heuristics.weights import KNOTS, LIVES_STEP, MIN_LIVES, WEIGHTS, Weights, shares
from engine.my_village.scoring import points
from engine.my_village.state import DEATH, DICE, State
from engine.ruleset import Move

FILE = Path(__file__).parents[1] / "engine/my_village/heuristics/weights.json"

PENALTY = 60.0
"""The penalty of a weight, in units of its feature's spread. The penalty of its difference from the next knot's weight
is three times that.
"""
LAMBDA = 0.85
PASSES = 4
HELD_OUT = 8
"""One game out of this many is kept to measure the fit."""
REMEMBERED = 3
"""The number of generations that are fitted together."""
SEATS = (2, 3, 4, 4)
TABLE = 46
"""How careless players are: a move that is worse by this many points is chosen e times as rarely."""
TEMPERATURES = (0.0, 0.0, 0.4, 1.0)
"""How careless players are: a move that is worse by this many points is chosen e times as rarely."""
EXPLORE = (0.0, 0.0, 0.02, 0.05)
"""The probability of a random move, by game."""
GAME, SEAT, COUNT, MISSING, LIVES, COMING, EACH, AHEAD, POINTS, FINAL, WON, RIVAL = range(12)
"""The columns of a sample besides its features."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play."""

    game: int
    seed: int


def initialize(document: dict[str, Any]) -> None:
    """Set the weights of a worker process."""
    global weights
    weights = Weights(document)


weights = WEIGHTS


def choose(state: State, seat: int, moves: Sequence[Move], temperature: float, rng: random.Random) -> Move:
    """Return a player's move."""
    rates = MoveValues(state, seat, weights).of(moves)
    best = max(rates)
    if temperature:
        return rng.choices(moves, [exp((rate - best) / temperature) for rate in rates])[0]
    return rng.choice([move for move, rate in zip(moves, rates, strict=True) if rate == best])


def play(job: Job) -> tuple[list[list[float]], list[list[float]]]:
    """Play a game. Returns its samples: their known columns and their features."""
    rng = random.Random(f"{job.seed} {job.game}")
    seats = SEATS[job.game % len(SEATS)]
    state = MY_VILLAGE.setup(MY_VILLAGE.read_options({}, seats), seats, rng.randbytes(32))
    temperatures = [rng.choice(TEMPERATURES) for _ in range(seats)]
    explore = rng.choice(EXPLORE)
    known: list[list[float]] = []
    features: list[list[float]] = []
    while acting := MY_VILLAGE.to_act(state):
        seat = acting[0]
        if state.phase in (DICE, DEATH):
            clock = Clock(state, weights, running=state.phase != DICE)
            for who in range(seats):
                coming = clock.owners.count(who)
                parts = (clock.missing, clock.lives, coming, clock.turns_each, state.round, points(state, who))
                known.append([job.game, who, seats, *parts])
                features.append(describe(state, who))
        moves = MY_VILLAGE.legal_moves(state, seat)
        if len(moves) == 1 or rng.random() < explore:
            move = rng.choice(moves)
        else:
            move = choose(state, seat, moves, temperatures[seat], rng)
        MY_VILLAGE.advance(state, seat, move)
    result = MY_VILLAGE.result(state)
    assert result is not None
    finals = [score["total"] for score in result["scores"]]
    for row in known:
        who = int(row[SEAT])
        row[AHEAD] = state.round - row[AHEAD]
        won = 1 / len(result["winners"]) if who in result["winners"] else 0.0
        row += [finals[who], won, max(finals[:who] + finals[who + 1 :])]
    return known, features


# --- fitting -------------------------------------------------------------------------------------


def fit_rounds(known: Any) -> dict[str, list[float]]:
    """Return, for each number of seats, the mean number of rounds that followed, by the lives left; smoothed."""
    found = {}
    for seats in sorted(set(SEATS)):
        some = known[(known[:, COUNT] == seats) & (known[:, MISSING] > 0)]
        place = np.clip((some[:, LIVES] - MIN_LIVES) / LIVES_STEP, 0, TABLE - 1e-6)
        low = place.astype(int)
        rows = np.zeros((len(some), TABLE + 1))
        rows[np.arange(len(some)), low] = 1 - (place - low)
        rows[np.arange(len(some)), low + 1] = place - low
        bend = np.diff(np.eye(TABLE + 1), 2, axis=0)
        normal = rows.T @ rows + 0.003 * len(some) * bend.T @ bend + 1e-6 * np.eye(TABLE + 1)
        table = np.linalg.solve(normal, rows.T @ some[:, AHEAD])
        found[str(seats)] = [round(float(x), 3) for x in np.maximum.accumulate(np.maximum(table, 0))]
    return found


def turns_of(known: Any, rounds: dict[str, list[float]]) -> Any:
    """Return the turns left of each sample, as `Clock.left` does."""
    turns = known[:, COMING].copy()
    for seats, table in rounds.items():
        some = (known[:, COUNT] == int(seats)) & (known[:, MISSING] > 0)
        place = (known[some, LIVES] - MIN_LIVES) / LIVES_STEP
        turns[some] += known[some, EACH] * np.interp(place, np.arange(len(table)), table)
    return turns


def targets(known: Any, totals: Any) -> Any:
    """Return the targets by TD(lambda). A sample's target comes from the seat's next sample in the same game; the last
    one has the true total.
    """
    found = known[:, FINAL].copy()
    following: dict[tuple[int, int], int] = {}
    for row in range(len(known) - 1, -1, -1):
        key = (int(known[row, GAME]), int(known[row, SEAT]))
        if key in following:
            after = following[key]
            found[row] = (1 - LAMBDA) * totals[after] + LAMBDA * found[after]
        following[key] = row
    return found


def rows(parts: Any, features: Any) -> Any:
    """Return each feature for each knot."""
    return (parts[:, :, None] * features[:, None, :]).reshape(len(parts), -1)


def fit_worth(known: Any, features: Any, parts: Any, trained: Any) -> tuple[Any, Any]:
    """Return the weights of the features at each knot, and all predictions of future gains."""
    scale = features.std(axis=0) + 0.01
    scaled = (features / scale).astype(np.float32)
    width = len(KNOTS) * len(NAMES)
    blocks = [trained[at : at + 20_000] for at in range(0, len(trained), 20_000)]
    normal = np.zeros((width, width))
    for block in blocks:
        some = rows(parts[block], scaled[block])
        normal += some.T @ some
    step = np.diff(np.eye(len(KNOTS)), 1, axis=0)
    normal += PENALTY * (np.eye(width) + 3 * np.kron(step.T @ step, np.eye(len(NAMES))))
    aims = known[:, FINAL]
    found, expected = np.zeros((len(KNOTS), len(NAMES))), np.zeros(len(known))
    for _ in range(PASSES):
        right = np.zeros(width)
        for block in blocks:
            right += rows(parts[block], scaled[block]).T @ (aims[block] - known[block, POINTS])
        found = np.linalg.solve(normal, right).reshape(len(KNOTS), len(NAMES)) / scale
        expected = ((features @ found.T) * parts).sum(axis=1)
        aims = targets(known, expected + known[:, POINTS])
    return found, expected


def fit_spread(known: Any, totals: Any, parts: Any) -> list[float]:
    """Return the spread of a lead, at the end of the game and at each knot. It is a logistic regression of victories at
    two seats on the lead.
    """
    some = known[:, COUNT] == 2
    pairs = totals[some].reshape(-1, 2)
    lead, won, part = pairs[:, 0] - pairs[:, 1], known[some, WON][::2], parts[some][::2]
    design = np.hstack([np.ones((len(part), 1)), part])
    spread = np.array([2.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    for _ in range(400):
        wide = np.maximum(design @ spread, 0.5)
        chance = 1 / (1 + np.exp(-np.clip(lead / wide, -30, 30)))
        slope = (won - chance) * -lead / wide**2
        bend = chance * (1 - chance) * (lead / wide**2) ** 2
        step = np.linalg.solve((design * bend[:, None]).T @ design + 1e-3 * len(lead) * np.eye(6), design.T @ slope)
        spread = np.maximum(spread + 0.5 * step, 0.05)
    return [round(float(x), 3) for x in spread]


def quality(known: Any, totals: Any, turns: Any) -> list[dict[str, float]]:
    """Return the explained variance and the error of the future gains, in points, by the turns left."""
    missed, rest = totals - known[:, FINAL], known[:, FINAL] - known[:, POINTS]
    found = []
    for low, high in ((0, 2), (2, 5), (5, 10), (10, 15), (15, 40)):
        some = (turns > low) & (turns <= high)
        error = float((missed[some] ** 2).mean())
        explained = 1 - error / float(rest[some].var())
        found.append({"turns_from": low, "explained": round(explained, 3), "error": round(error**0.5, 1)})
    return found


def fit(known: Any, features: Any) -> tuple[dict[str, Any], list[dict[str, float]]]:
    """Return the weights as a document, and how well they predict the games that were held out."""
    rounds = fit_rounds(known)
    turns = turns_of(known, rounds)
    parts = np.array([shares(float(left)) for left in turns], dtype=np.float32)
    held = known[:, GAME] % (HELD_OUT * len(SEATS)) < len(SEATS)
    table, expected = fit_worth(known, features, parts, np.nonzero(~held)[0])
    totals = expected + known[:, POINTS]
    document = {
        "worth": [{name: round(float(x), 3) for name, x in zip(NAMES, knot, strict=True)} for knot in table],
        "rounds": rounds,
        "spread": fit_spread(known, totals, parts),
    }
    return document, quality(known[held], totals[held], turns[held])


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--games", type=int, default=2000, help="of each generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="record how the weights in the file were made")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args()
    document: dict[str, Any] = json.loads(FILE.read_text())
    before = document["provenance"] if arguments.on else None
    played: list[tuple[Any, Any]] = []
    report: list[dict[str, float]] = []
    for generation in range(arguments.generations):
        first = generation * arguments.games
        jobs = [Job(game, arguments.seed) for game in range(first, first + arguments.games)]
        with ProcessPoolExecutor(arguments.processes, initializer=initialize, initargs=(document,)) as pool:
            games = list(pool.map(play, jobs, chunksize=10))
        known = np.array([row for game in games for row in game[0]])
        features = np.array([row for game in games for row in game[1]], dtype=np.float32)
        played = [*played, (known, features)][-REMEMBERED:]
        document, report = fit(
            np.concatenate([part[0] for part in played]), np.concatenate([part[1] for part in played])
        )
        print(generation, len(known), "mean", known[:, FINAL].mean().round(1), document["spread"], report, flush=True)
        made = {
            "script": "bench/train_my_village.py",
            **{key: getattr(arguments, key) for key in ("generations", "games", "seed")},
            "generation": generation + 1,
            "seats": SEATS,
            "samples": sum(len(part[0]) for part in played),
            "penalty": PENALTY,
            "lambda": LAMBDA,
            "passes": PASSES,
            "remembered": REMEMBERED,
            "player": "first guesses of the generation before",
            "temperatures": TEMPERATURES,
            "explore": EXPLORE,
            "date": date.today().isoformat(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "held_out": report,
            "before": before,
        }
        arguments.out.write_text(json.dumps({"provenance": made, **document}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
