"""Matches against an earlier version of the project, which plays in a process of its own.

The earlier version gets views and gives moves, as documents. `bench/helpers/old_player.py` runs in a worktree of it.
Each deal is played from every seat: one seat is this version, the others are the earlier one; `--others` turns that
round. Solo games are played by both versions, with equal deals. Each game becomes a line of the results, so an
interrupted run goes on where it stopped. Printed are the share of wins with its 95 % interval, and the processor time
of a decision of both.

    git worktree add ../old 5f0d452 && (cd ../old && python tools/compile.py)
    python -m bench.against --old ../old --level hard --games 100
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log10
from pathlib import Path
from typing import Any

from engine.bots import LEVELS, Session
from engine.registry import RULESETS
from service.tools.arena.pool import cores, outcomes
from service.tools.arena.statistics import wilson

PLAYER = Path(__file__).parent / "helpers/old_player.py"


@dataclass(frozen=True, slots=True)
class Job:
    """One game: `seat` is played by this version, the others by the earlier one; -1: all by the earlier one."""

    old: str
    ruleset: str
    options: str
    seats: int
    level: str
    old_level: str
    deal: str
    seat: int

    @property
    def key(self) -> str:
        parts = (self.ruleset, self.options, self.seats, self.level, self.old_level, self.deal, self.seat)
        return " ".join(map(str, parts))


class OldPlayer:
    """The process of the earlier version."""

    def __init__(self, folder: str) -> None:
        environ = {**os.environ, "HAMLET_ENGINE": f"{folder}/.compiled", "PYTHONPATH": folder}
        command = [sys.executable, str(PLAYER), folder]
        self._process = subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def move(self, **asked: Any) -> tuple[dict[str, Any] | None, float]:
        """The move, and the processor seconds that it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["move"], answer["seconds"]


old_player = cache(OldPlayer)


def play(job: Job) -> dict[str, Any]:
    """Play a game; the line of its results."""
    ruleset: Any = RULESETS[job.ruleset]
    state = ruleset.setup(ruleset.read_options(json.loads(job.options), job.seats), job.seats, job.deal.encode())
    old, bot, session = old_player(job.old), LEVELS[job.level], Session()
    seconds: list[list[float]] = [[], []]
    number = 0
    while acting := ruleset.to_act(state):
        for seat in (*acting[1:], acting[0]):
            reacting = seat != acting[0]
            moves = ruleset.legal_moves(state, seat)
            number += 1
            view = ruleset.view(state, seat)
            seed = f"{job.deal} {number}"
            if len(moves) == 1 and not reacting:
                move = moves[0]
            elif seat == job.seat:
                began = time.process_time()
                choose = bot.react if reacting else bot.choose
                move = choose(ruleset, view, random.Random(seed), session)
                seconds[0].append(time.process_time() - began)
            else:
                doc, took = old.move(
                    ruleset=job.ruleset,
                    level=job.old_level,
                    game=job.key,
                    seat=seat,
                    view=ruleset.write_view(view),
                    seed=seed,
                    reacting=reacting,
                )
                move = None if doc is None else ruleset.read_move(state, seat, doc)
                seconds[1].append(took)
            if move is not None:
                ruleset.advance(state, seat, move)
                break
    result = ruleset.result(state)
    winners, totals = result["winners"], [row["total"] for row in result["scores"]]
    own = max(job.seat, 0)
    others = [total for seat, total in enumerate(totals) if seat != own] or [totals[0]]
    return {
        "key": job.key,
        "share": 1 / len(winners) if own in winners else 0.0,
        "margin": totals[own] - sum(others) / len(others),
        "total": totals[own],
        "decisions": [len(seconds[0]), len(seconds[1])],
        "seconds": [round(sum(seconds[0]), 3), round(sum(seconds[1]), 3)],
    }


def jobs(arguments: argparse.Namespace) -> Iterator[Job]:
    """The games of the match, deal by deal."""
    seats = arguments.seats
    rotation = (0, -1) if seats == 1 else range(seats)
    for deal in range(-(-arguments.games // seats)):
        for seat in rotation:
            yield Job(
                str(arguments.old.resolve()),
                arguments.ruleset,
                arguments.options,
                seats,
                arguments.level,
                arguments.old_level or arguments.level,
                f"{arguments.seed} {deal}",
                seat,
            )


def summary(lines: Sequence[dict[str, Any]], seats: int) -> str:
    """The share of wins, and the processor time of a decision."""
    games = len(lines)
    wins = sum(line["share"] for line in lines)
    share, (low, high) = wins / games, wilson(wins, games)
    margin = sum(line["margin"] for line in lines) / games
    times = [
        1000 * sum(line["seconds"][at] for line in lines) / max(1, sum(line["decisions"][at] for line in lines))
        for at in (0, 1)
    ]
    odds = share / max(1e-9, 1 - share) * max(1, seats - 1)
    return (
        f"{100 * share:.1f} % ({100 * low:.1f}-{100 * high:.1f}) of {games} games, "
        f"{400 * log10(max(1e-9, odds)):+.0f} Elo, margin {margin:+.1f}; "
        f"ms a decision: {times[0]:.1f} now, {times[1]:.1f} before"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--old", type=Path, required=True, help="a worktree of the earlier version")
    parser.add_argument("--ruleset", default="villagers")
    parser.add_argument("--options", default="{}", help="of the game, as JSON")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", default="medium")
    parser.add_argument("--old-level", help="default: the same level")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="against")
    parser.add_argument("--out", type=Path, help="a file for the results; what it has is not played again")
    parser.add_argument("--processes", type=int, default=cores())
    arguments = parser.parse_args()
    done: dict[str, dict[str, Any]] = {}
    if arguments.out and arguments.out.exists():
        done = {line["key"]: line for line in map(json.loads, arguments.out.read_text().splitlines())}
    wanted = list(jobs(arguments))
    lines = [done[job.key] for job in wanted if job.key in done]
    for line in outcomes(play, [job for job in wanted if job.key not in done], arguments.processes):
        lines.append(line)
        if arguments.out:
            with arguments.out.open("a") as out:
                out.write(json.dumps(line) + "\n")
    for new in (True, False) if arguments.seats == 1 else (True,):
        own = [line for line in lines if (line["key"].rpartition(" ")[2] != "-1") is new]
        print("now:   " if new else "before:", summary(own, arguments.seats))


if __name__ == "__main__":
    main()
