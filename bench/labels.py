"""Labels decisions by deep searches: the data of `bench/train_policy.py`.

Games are played by fast searches with some random moves. Some of their decisions are searched anew, deeply. A label is
one line of JSON: the ruleset, the table, the game's seed, the position as text, the seat, and for each legal move (then
for declining, if the seat may react) the visits and the mean value of the search. The lines are appended to a file, so
an interrupted run loses at most the games in play; the next run continues with further games.

    python -m bench.labels --ruleset villagers --out labels.jsonl --minutes 10
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bots import Session
from engine.bots.search import Budget, Search
from engine.notation import position_text
from engine.registry import RULESETS
from service.tools.arena.pool import cores, outcomes

BOXES = ("saints", "scoundrels", "profiteers", "developments")
EXPLORE = 0.04
"""The probability of a random move, so that positions differ from those of good play."""

TABLES = {
    "villagers": ("2", "2", "2", "2", "2 boxes", "3", "3 boxes", "4", "4 boxes", "5", "5 boxes", "1", "1 boxes"),
    "my_village": ("2", "2", "3", "4"),
}
"""The tables whose games are played in turn: the number of seats, and whether there are expansions."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game. `fast` and `deep`: iterations of the searches that play and that label; `share`: of the decisions."""

    ruleset: str
    game: int
    seed: str
    fast: int
    deep: int
    searches: int
    share: float
    until: float


def table_options(table: str, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """The seats and the options of a table."""
    seats, _, boxes = table.partition(" ")
    options: dict[str, Any] = {}
    if boxes:
        options["expansions"] = [box for box in BOXES if rng.random() < 0.6]
    if seats == "1":
        options["solo"] = rng.choice(("normal", "hard"))
    return int(seats), options


def deep_search(job: Job, ruleset: Any, view: Any, rng: random.Random) -> tuple[list[int], list[float]]:
    """The visits and mean values of the legal moves, over independent searches."""
    moves = list(ruleset.view_moves(view))
    visits, values = [0] * len(moves), [0.0] * len(moves)
    declined = 0
    for _ in range(job.searches):
        decision = Search(Budget(job.deep, ahead=True)).decide(ruleset, view, random.Random(rng.random()))
        for one in decision.candidates:
            at = moves.index(one.move)
            visits[at] += one.visits
            values[at] += one.visits * one.value
        declined += decision.iterations - sum(one.visits for one in decision.candidates)
    means = [round(value / max(1, count), 4) for value, count in zip(values, visits, strict=True)]
    if ruleset.view_to_act(view)[:1] != (view.viewer,):
        visits.append(declined)
        means.append(0.0)
    return visits, means


def labels_of(job: Job) -> list[dict[str, Any]]:
    """The labels of one game, which ends early when the time is up."""
    ruleset: Any = RULESETS[job.ruleset]
    tables = TABLES[job.ruleset]
    table = tables[job.game % len(tables)]
    rng = random.Random(f"{job.seed} {job.ruleset} {job.game}")
    seats, options = table_options(table, rng)
    state = ruleset.setup(ruleset.read_options(options, seats), seats, rng.randbytes(16))
    player, sessions = Search(Budget(job.fast)), [Session() for _ in range(seats)]
    found = []
    while (acting := ruleset.to_act(state)) and time.time() < job.until:
        for seat in acting[1:]:
            if rng.random() < job.share:
                found.append(label(job, ruleset, table, state, seat, rng))
        seat = acting[0]
        moves = ruleset.legal_moves(state, seat)
        if len(moves) > 1 and rng.random() < job.share:
            found.append(label(job, ruleset, table, state, seat, rng))
        strayed = rng.random() < EXPLORE
        view = ruleset.view(state, seat)
        move = rng.choice(moves) if strayed else player.choose(ruleset, view, rng, sessions[seat])
        ruleset.advance(state, seat, move)
    return found


def label(job: Job, ruleset: Any, table: str, state: Any, seat: int, rng: random.Random) -> dict[str, Any]:
    """One label."""
    visits, values = deep_search(job, ruleset, ruleset.view(state, seat), rng)
    return {
        "ruleset": job.ruleset,
        "table": table,
        "game": f"{job.seed} {job.game}",
        "position": position_text(ruleset, ruleset.write_position(state)),
        "seat": seat,
        "visits": visits,
        "values": values,
    }


def read_labels(path: Path) -> Iterator[dict[str, Any]]:
    """The labels of a file, which may be compressed (`.xz`)."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def jobs(arguments: argparse.Namespace, done: int, until: float) -> Iterator[Job]:
    """The games after the first `done` ones."""
    for game in range(done, done + arguments.games):
        if time.time() >= until:
            return
        yield Job(
            arguments.ruleset,
            game,
            arguments.seed,
            arguments.fast,
            arguments.deep,
            arguments.searches,
            arguments.share,
            until,
        )


def games_in(path: Path, seed: str) -> int:
    """One more than the last game of this seed in the file."""
    if not path.exists():
        return 0
    games = [one["game"].rpartition(" ") for one in read_labels(path)]
    return max((int(game) for before, _, game in games if before == seed), default=-1) + 1


def write_labels(path: Path, found: Sequence[dict[str, Any]]) -> None:
    """Append labels to the file."""
    with path.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in found)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ruleset", choices=sorted(TABLES), required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", default="labels")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--share", type=float, default=0.18, help="of the decisions that are labelled")
    parser.add_argument("--fast", type=int, default=60, help="iterations of the player")
    parser.add_argument("--deep", type=int, default=350, help="iterations of a search that labels, with rollouts")
    parser.add_argument("--searches", type=int, default=1, help="searches for each label")
    parser.add_argument("--processes", type=int, default=cores())
    arguments = parser.parse_args()
    until = time.time() + 60 * arguments.minutes
    count = 0
    todo = jobs(arguments, games_in(arguments.out, arguments.seed), until)
    for found in outcomes(labels_of, todo, arguments.processes):
        write_labels(arguments.out, found)
        count += len(found)
    print(f"{count} labels")


if __name__ == "__main__":
    main()
