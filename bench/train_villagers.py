"""Learns the value of a seat's features at Villagers from games that the project's own players play.

Each game is played by one level with some random moves. When a round begins, now and then, and after each random move,
every seat's features are recorded (`engine.villagers.heuristics.features`). Their value is fitted by least squares with
a penalty. The targets mix the seat's real final gold with the fit's own predictions for later positions (TD(lambda),
solved again in each pass). The result replaces `weights.json`, including the record of how it was made.

The value of cards depends on how they are played. So run it again with the player that searches by these weights, to
get better ones. `--keep` keeps the samples of a run, `--earlier` counts them again in a later run, `--blend` also
counts the previous weights. Needs numpy, which `make bench` installs.
"""

from __future__ import annotations

import argparse
import json
import pickle
import platform
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

import numpy as np

from engine.bots import LEVELS, Bot, Session
from engine.bots.search import Budget, Search
from engine.villagers import VILLAGERS
from engine.villagers.catalogue import CARD_NAMES
from engine.villagers.heuristics.features import NUMBERS, PLACES, describe
from engine.villagers.state import State

WEIGHTS = Path(__file__).parents[1] / "engine/villagers/heuristics/weights.json"
BOXES = ("saints", "scoundrels", "profiteers", "developments")
LEVELS_OF_SOLO = ("beginner", "normal", "normal", "hard", "hard")
TABLES = {"two": (2,), "more": (3, 4, 4, 5), "solo": (1,)}
"""The seats of the games from which each kind of table learns. The Countess's value comes from the solo games."""

PENALTY = 60.0
LAMBDA = 0.85
PASSES = 6
RUN = 1_000_000
"""A number higher than the games of a run, so that the games of several runs can be distinguished."""
HELD_OUT = 8
"""One game out of this many is kept to measure the fit."""

LENGTHS = {"numbers": len(NUMBERS), "held": PLACES * len(CARD_NAMES), "shown": len(CARD_NAMES)}
WIDTH = 4 * sum(LENGTHS.values())
"""The number of columns. Each length counts four times: for two numbers of markets held, constant and growing."""


Flat = Mapping[str, list[list[float]]]
"""Weights by name: one list for each number of markets held."""


class Seen(NamedTuple):
    """`Features` in a form that can be sent between processes."""

    numbers: list[float]
    held: list[int]
    shown: list[int]
    sure: float
    active: float
    reach: float
    rounds: float
    market: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A seat's features at one moment, and its gold at the end of the game. In solo games seat 1 is the Countess."""

    game: int
    seat: int
    features: Seen
    gold: int


@dataclass(frozen=True)
class Run:
    """The samples of one run, how they were made, and the weight of one of them relative to a sample of the last
    run.
    """

    made: dict[str, Any]
    samples: list[Sample]
    weight: float = 1.0

    def of(self, seat: int | None) -> Run:
        """Return the samples of one seat, or of all seats."""
        return replace(self, samples=[sample for sample in self.samples if seat is None or sample.seat == seat])


@dataclass(frozen=True, slots=True)
class Job:
    """One game to play. `player`: a level, or the iterations of a search."""

    kind: str
    game: int
    seed: int
    player: str
    explore: float


def bot_of(player: str) -> Bot:
    """Return the player for a level or a number of iterations."""
    return Search(Budget(int(player))) if player.isdigit() else LEVELS[player]


def table_of(kind: str, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Return the seats and options of a game. Every second game is the base game; the others have expansions."""
    seats = rng.choice(TABLES[kind])
    boxes = [box for box in BOXES if rng.random() < 0.5] if rng.random() < 0.3 else []
    options: dict[str, Any] = {"expansions": boxes}
    if seats == 1:
        options["solo"] = rng.choice(LEVELS_OF_SOLO)
    return seats, options


def seen(state: State, seat: int) -> Seen:
    """Return a seat's present features."""
    found = describe(state, seat)
    return Seen(*(getattr(found, name) for name in Seen._fields))


def play(job: Job) -> list[Sample]:
    """Play a game. Returns its samples."""
    rng = random.Random(f"{job.seed} {job.kind} {job.game}")
    seats, options = table_of(job.kind, rng)
    state = VILLAGERS.setup(VILLAGERS.read_options(options, seats), seats, rng.randbytes(16))
    bot, sessions = bot_of(job.player), [Session() for _ in range(seats)]
    found: list[tuple[int, Seen]] = []
    strayed, stage = False, None
    while acting := VILLAGERS.to_act(state):
        seat = acting[0]
        before, stage = stage, VILLAGERS.stage(state)
        if strayed or stage != before or rng.random() < 0.15:
            found += [(index, seen(state, index)) for index in range(len(state.seats))]
        moves = VILLAGERS.legal_moves(state, seat)
        strayed = len(moves) > 1 and rng.random() < job.explore
        view = VILLAGERS.view(state, seat)
        move = rng.choice(moves) if strayed else bot.choose(VILLAGERS, view, rng, sessions[seat])
        VILLAGERS.advance(state, seat, move)
    return [Sample(job.game, index, features, state.seats[index].gold) for index, features in found]


def played(kind: str, arguments: argparse.Namespace) -> Run:
    """Play the games of a kind of table. Returns them as a new run."""
    made = {key: getattr(arguments, key) for key in ("player", "games", "explore", "seed")}
    jobs = [Job(kind, game, arguments.seed, arguments.player, arguments.explore) for game in range(arguments.games)]
    with ProcessPoolExecutor(arguments.processes) as pool:
        return Run(made, [sample for game in pool.map(play, jobs, chunksize=10) for sample in game])


def kept(earlier: Sequence[str], kind: str) -> list[Run]:
    """Return the earlier runs for a kind of table."""
    found = []
    for entry in earlier:
        folder, _, weight = entry.rpartition(":")
        run: Run = pickle.loads((Path(folder) / f"{kind}.pickle").read_bytes())
        found.append(replace(run, weight=float(weight)))
    return found


def columns(sample: Sample) -> Iterator[tuple[int, float]]:
    """Yield the columns and values of a sample's row, in the order of `unpacked`."""
    seen = sample.features
    at = 0
    parts = (
        ("numbers", enumerate(seen.numbers), seen.active, seen.rounds),
        ("held", seen.held, seen.reach, seen.reach * seen.rounds),
        ("shown", seen.shown, seen.active, seen.rounds),
    )
    for name, entries, constant, growing in parts:
        length = LENGTHS[name]
        start = at + 2 * length * seen.market
        for entry in entries:
            place, value = entry if isinstance(entry, tuple) else (entry, 1.0)
            yield start + place, value * constant
            yield start + length + place, value * growing
        at += 4 * length


def rows(samples: Sequence[Sample]) -> Any:
    """Return the samples as a matrix."""
    matrix = np.zeros((len(samples), WIDTH), dtype=np.float32)
    for row, sample in enumerate(samples):
        for place, value in columns(sample):
            matrix[row, place] += value
    return matrix


def sures(samples: Sequence[Sample]) -> Any:
    """Return the part of the sum that no weight changes: the gold that was certain."""
    return np.array([sample.features.sure for sample in samples])


def unpacked(vector: Any) -> dict[str, list[list[float]]]:
    """Return the fitted weights by name: one list for each number of markets held."""
    found: dict[str, list[list[float]]] = {}
    at = 0
    for name, length in LENGTHS.items():
        parts = [[round(float(x), 3) for x in vector[at + step * length :][:length]] for step in range(4)]
        found[name], found[f"{name}_rounds"] = [parts[0], parts[2]], [parts[1], parts[3]]
        at += 4 * length
    return found


def blended(before: Flat, fitted: Flat, part: float) -> dict[str, list[list[float]]]:
    """Return a mixture of the previous and the fitted weights. `part`: the share of the previous ones."""

    def mean(old: Sequence[float], new: Sequence[float]) -> list[float]:
        return [round(part * x + (1 - part) * y, 3) for x, y in zip(old, new, strict=True)]

    return {name: [mean(*pair) for pair in zip(before[name], fitted[name], strict=True)] for name in fitted}


def targets(samples: Sequence[Sample], values: Any) -> Any:
    """Return the targets by TD(lambda). A sample's target comes from the seat's next sample in the same game; the last
    one has the true gold.
    """
    found = np.array([float(sample.gold) for sample in samples])
    following: dict[tuple[int, int], int] = {}
    for row in range(len(samples) - 1, -1, -1):
        key = (samples[row].game, samples[row].seat)
        if key in following:
            after = following[key]
            found[row] = (1 - LAMBDA) * values[after] + LAMBDA * found[after]
        following[key] = row
    return found


def fit(runs: Sequence[Run]) -> tuple[Any, list[dict[str, float]]]:
    """Return the weights, and how well they predict the held-out games of the last run."""
    trained, counts = [], []
    for number, run in enumerate(runs):
        some = [replace(sample, game=sample.game + number * RUN) for sample in run.samples if sample.game % HELD_OUT]
        trained += some
        counts += [run.weight] * len(some)
    weight = np.array(counts, dtype=np.float32)
    matrix = rows(trained)
    normal = (matrix.T @ (matrix * weight[:, None])).astype(np.float64) + PENALTY * np.eye(WIDTH)
    sure = sures(trained)
    aims = np.array([float(sample.gold) for sample in trained]) - sure
    weights = np.zeros(WIDTH)
    for _ in range(PASSES):
        weights = np.linalg.solve(normal, matrix.T @ (aims * weight))
        aims = targets(trained, matrix @ weights + sure) - sure
    return weights, quality([sample for sample in runs[-1].samples if not sample.game % HELD_OUT], weights)


def quality(samples: Sequence[Sample], weights: Any) -> list[dict[str, float]]:
    """Return the explained variance and the error, in gold, by the rounds left."""
    left = np.array([sample.features.rounds for sample in samples])
    gold = np.array([float(sample.gold) for sample in samples])
    missed = rows(samples) @ weights + sures(samples) - gold
    found = []
    for low, high in ((0, 0.3), (0.3, 1), (1, 2), (2, 3), (3, 6)):
        some = (left >= low) & (left < high)
        if some.any():
            error = float((missed[some] ** 2).mean())
            explained = 1 - error / max(1e-9, float(gold[some].var()))
            found.append({"rounds_from": low, "explained": round(explained, 3), "error": round(error**0.5, 1)})
    return found


def learn(kind: str, arguments: argparse.Namespace, learned: dict[str, Any], made: dict[str, Any]) -> None:
    """Replace the weights of a kind of table, and the record of how they were made."""
    runs = [*kept(arguments.earlier, kind), *([played(kind, arguments)] if arguments.games else [])]
    if arguments.keep and arguments.games:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{kind}.pickle").write_bytes(pickle.dumps(runs[-1]))
    parts = {"solo": 0, "countess": 1} if kind == "solo" else {kind: None}
    for name, seat in parts.items():
        some = [run.of(seat) for run in runs]
        weights, report = fit(some)
        fitted, earlier = unpacked(weights), {}
        if arguments.blend:
            fitted = blended(learned[name], fitted, arguments.blend)
            earlier = {"blended_with": {"part": arguments.blend, **made[name]}}
        learned[name] = fitted
        made[name] = {
            "script": "bench/train_villagers.py",
            "runs": [{**run.made, "weight": run.weight, "samples": len(run.samples)} for run in some],
            "penalty": PENALTY,
            "lambda": LAMBDA,
            "passes": PASSES,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "held_out": report,
            **earlier,
        }
        print(name, report, flush=True)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--player", default="greedy", help="a level, or a number of iterations of search")
    parser.add_argument("--games", type=int, default=1500, help="of each kind of table; 0: only those of --earlier")
    parser.add_argument("--explore", type=float, default=0.04, help="probability of a random move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="two,more,solo")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder to keep the samples in")
    parser.add_argument(
        "--earlier", nargs="*", default=[], metavar="FOLDER:WEIGHT", help="samples kept by earlier runs"
    )
    parser.add_argument("--blend", type=float, default=0.0, help="the share of the previous weights, 0 to 1")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    arguments = parser.parse_args()
    if not arguments.games and not arguments.earlier:
        parser.error("there are no games to learn from")
    document = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    if arguments.blend and (document.get("cards"), document.get("numbers")) != (list(CARD_NAMES), list(NUMBERS)):
        parser.error("the weights that are there are for other cards or numbers")
    learned, made = document.get("weights", {}), document.get("provenance", {})
    for kind in arguments.kinds.split(","):
        learn(kind, arguments, learned, made)
        whole = {"provenance": made, "cards": CARD_NAMES, "numbers": NUMBERS, "weights": learned}
        arguments.out.write_text(json.dumps(whole, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
