"""Labels decisions by deep searches: the data of `bench/train_policy.py`.

Games are played by fast searches with some random moves. Deep searches label some of their decisions. A label is one
line of JSON: the ruleset, the table, the game's seed, the position as text, the seat, and the search's visits and mean
value for each legal move. If the seat may react, those for declining follow. The lines are appended to a file, so an
interrupted run loses at most the games in play; the next run continues with further games.

    python -m bench.labels --ruleset villagers --out labels.jsonl --minutes 10
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.helpers.result_lines import write_lines
from bench.helpers.sampled_games import decisions_of, games_in, line_of
from engine.bots.search import Budget, Search
from engine.registry import RULESETS
from service.tools.arena.pool import cores, outcomes

TABLES = {
    "villagers": ("2", "2", "2", "2", "2 boxes", "3", "3 boxes", "4", "4 boxes", "5", "5 boxes", "1", "1 boxes"),
    "my_village": ("2", "2", "3", "4"),
}
"""The tables whose games are played in turn (`sampled_games.table_options`)."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game. `fast` and `deep`: the iterations of the searches that play and of those that label. `share`: of the
    decisions.
    """

    ruleset: str
    table: str
    game: int
    seed: str
    fast: int
    deep: int
    searches: int
    share: float
    until: float


def deep_search(job: Job, ruleset: Any, view: Any, rng: random.Random) -> tuple[list[int], list[float]]:
    """Return the visits and mean values of the legal moves, over independent searches."""
    moves = list(ruleset.view_moves(view))
    visits, values = [0] * len(moves), [0.0] * len(moves)
    declined = 0
    for _ in range(job.searches):
        decision = Search(Budget(job.deep, ahead=True)).decide(ruleset, view, random.Random(rng.random()))
        for one in decision.candidates:
            at = moves.index(one.move)
            visits[at] += one.visits
            values[at] += one.visits * one.chance
        declined += decision.iterations - sum(one.visits for one in decision.candidates)
    means = [round(value / max(1, count), 4) for value, count in zip(values, visits, strict=True)]
    if ruleset.view_to_act(view)[:1] != (view.viewer,):
        visits.append(declined)
        means.append(0.0)
    return visits, means


def labels_of(job: Job) -> list[dict[str, Any]]:
    """Return the labels of one game. It ends early when the time is up."""
    ruleset: Any = RULESETS[job.ruleset]
    rng = random.Random(f"{job.seed} {job.ruleset} {job.game}")
    return [
        label(job, ruleset, state, seat, rng)
        for state, seat in decisions_of(ruleset, job.table, rng, job.fast, lambda *_: job.share, job.until)
    ]


def label(job: Job, ruleset: Any, state: Any, seat: int, rng: random.Random) -> dict[str, Any]:
    """Return one label."""
    visits, values = deep_search(job, ruleset, ruleset.view(state, seat), rng)
    return {**line_of(ruleset, job.table, f"{job.seed} {job.game}", state, seat), "visits": visits, "values": values}


def jobs(arguments: argparse.Namespace, done: int, until: float) -> Iterator[Job]:
    """Yield the games after the first `done` ones."""
    tables = arguments.table or TABLES[arguments.ruleset]
    for game in range(done, done + arguments.games):
        if time.time() >= until:
            return
        yield Job(
            arguments.ruleset,
            tables[game % len(tables)],
            game,
            arguments.seed,
            arguments.fast,
            arguments.deep,
            arguments.searches,
            arguments.share,
            until,
        )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ruleset", choices=sorted(TABLES), required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--table", action="append", help="play only here (default: at all tables in turn)")
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
        write_lines(arguments.out, found)
        count += len(found)
    print(f"{count} labels")


if __name__ == "__main__":
    main()
