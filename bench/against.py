"""Matches against an earlier version of the project, which plays in a process of its own.

The earlier version gets views and gives moves, as documents. `bench/helpers/old_player.py` runs in a worktree of it.
Each deal is played from every seat: one seat is this version, the others are the earlier one. Solo games are played by
both versions, with equal deals. Each game becomes a line of the results, so an interrupted run can be continued. Prints
the share of wins with its 95 % interval, and the processor time of a decision for both versions.

    git worktree add ../old 5f0d452 && (cd ../old && python tools/compile.py)
    python -m bench.against --old ../old --level hard --games 100
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log10
from pathlib import Path
from typing import Any

from bench.helpers.old_bot import OldBot
from bench.helpers.result_lines import read_lines, write_lines
from engine.bots import LEVELS
from engine.registry import RULESETS
from service.tools.arena.games import Failed, play
from service.tools.arena.matches import Match, Tournament, deals_for
from service.tools.arena.pool import cores, outcomes
from service.tools.arena.statistics import wilson

BEFORE = "before"
"""The name of the earlier version's player."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game. The first seat of the line-up is this version's. In solo games, the only seat is either version's."""

    old: str
    old_level: str
    level: str
    options: str
    match: Match

    @property
    def seat(self) -> int:
        """The seat of this version; -1 if it has none."""
        return self.match.levels.index(self.level) if self.level in self.match.levels else -1

    @property
    def key(self) -> str:
        match = self.match
        parts = (match.ruleset, self.options, len(match.levels), self.level, self.old_level, match.seed, self.seat)
        return " ".join(map(str, parts))


old_bot = cache(OldBot)


def play_job(job: Job) -> dict[str, Any]:
    """Play a game. Returns the line of its results."""
    old = old_bot(job.old, job.old_level)
    old.seconds.clear()
    played = play(RULESETS[job.match.ruleset], {job.level: LEVELS[job.level], BEFORE: old}, job.match)
    if isinstance(played, Failed):
        raise SystemExit(played.text)
    own = max(job.seat, 0)
    seconds = [list(played.seconds[own]) if job.seat >= 0 else [], old.seconds]
    others = [total for seat, total in enumerate(played.totals) if seat != own] or [played.totals[0]]
    return {
        "key": job.key,
        "share": 1 / len(played.winners) if own in played.winners else 0.0,
        "margin": played.totals[own] - sum(others) / len(others),
        "total": played.totals[own],
        "decisions": [len(some) for some in seconds],
        "seconds": [round(sum(some), 3) for some in seconds],
    }


def jobs(arguments: argparse.Namespace) -> Iterator[Job]:
    """Yield the games of the match, deal by deal."""
    seats, level = arguments.seats, arguments.level
    options = RULESETS[arguments.ruleset].read_options(json.loads(arguments.options), seats)
    line_ups = ((level,), (BEFORE,)) if seats == 1 else ((level, *(BEFORE,) * (seats - 1)),)
    deals = deals_for(arguments.games, max(seats, len(line_ups)))
    for match in Tournament(arguments.ruleset, options, line_ups, deals, arguments.seed).matches():
        yield Job(str(arguments.old.resolve()), arguments.old_level or level, level, arguments.options, match)


def summary(lines: Sequence[dict[str, Any]], seats: int) -> str:
    """Return the share of wins, and the processor time of a decision."""
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
    """Run the command line."""
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
        done = {line["key"]: line for line in read_lines(arguments.out)}
    wanted = list(jobs(arguments))
    lines = [done[job.key] for job in wanted if job.key in done]
    for line in outcomes(play_job, [job for job in wanted if job.key not in done], arguments.processes):
        lines.append(line)
        if arguments.out:
            write_lines(arguments.out, [line])
    for new in (True, False) if arguments.seats == 1 else (True,):
        own = [line for line in lines if (line["key"].rpartition(" ")[2] != "-1") is new]
        print("now:   " if new else "before:", summary(own, arguments.seats))


if __name__ == "__main__":
    main()
