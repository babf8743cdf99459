"""Measures how strong every level is at every table.

Plays the suite and writes the tables of docs/ai-research.md. Each game becomes a line of
`bench/results/strength.jsonl.xz` as soon as it is over. So Ctrl-C, SIGTERM or a crash lose no game, and the next run
continues from there. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import lzma
import signal
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers.strength_rows import GAMES, Row, suite
from bench.helpers.strength_table import write_table
from engine.registry import RULESETS
from service.tools.arena.games import Failed, PlayedMatch
from service.tools.arena.matches import Match, Tournament, deals_for
from service.tools.arena.pool import ProcessDied, cores, outcomes
from tools.testbed.seer import play_match

RESULTS = Path(__file__).parent / "results" / "strength.jsonl.xz"
SEED = "strength"


def matches(row: Row, games: int) -> Iterator[Match]:
    """Return the row's games, deal by deal in every rotation of the seats."""
    options = RULESETS[row.ruleset].read_options(row.options, row.seats)
    return Tournament(row.ruleset, options, (row.line_up,), deals_for(games, row.seats), f"{SEED}-{row.key}").matches()


def load() -> dict[str, dict[tuple[str, int], float]]:
    """Return the games played: for each row, and for each seed and rotation, the victory share of the row's level."""
    found: dict[str, dict[tuple[str, int], float]] = defaultdict(dict)
    for line in written().splitlines():
        game = json.loads(line)
        found[game["row"]][game["seed"], game["turn"]] = game["share"]
    return found


def written() -> bytes:
    """Return all lines of the results."""
    return lzma.decompress(RESULTS.read_bytes()) if RESULTS.exists() else b""


def pack() -> None:
    """Compress all lines together, because those of the last run were appended one by one."""
    if lines := written():
        packed = RESULTS.with_suffix(".new")
        packed.write_bytes(lzma.compress(lines))
        packed.replace(RESULTS)


def record(row: Row, played: PlayedMatch) -> None:
    """Append one game to the results."""
    seat = played.match.levels.index(row.level)
    thinking = [sum(seconds) for seconds in played.seconds]
    line = {
        "row": row.key,
        "seed": played.match.seed,
        "turn": played.match.turn,
        "share": 1 / len(played.winners) if seat in played.winners else 0.0,
        "total": played.totals[seat],
        "others": statistics.fmean(played.totals[:seat] + played.totals[seat + 1 :]) if row.seats > 1 else None,
        "seconds": round(thinking[seat], 2),
    }
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("ab") as out:
        out.write(lzma.compress(f"{json.dumps(line)}\n".encode()))


def jobs(rows: Sequence[Row], games: int) -> Iterator[tuple[Row, Match]]:
    """Yield the games still to be played, cheap rows first."""
    done = load()
    for row in sorted(rows, key=lambda row: (row.wanted is None, row.cost)):
        for match in matches(row, games):
            if (match.seed, match.turn) not in done[row.key]:
                yield row, match


def play_job(job: tuple[Row, Match]) -> tuple[Row, PlayedMatch | Failed]:
    """Play one game in a process of the pool."""
    return job[0], play_match(job[1])


def play_all(rows: Sequence[Row], games: int, processes: int, minutes: float) -> int:
    """Play until all games are played, the time is up or somebody interrupts. Returns the exit code."""
    until = time.monotonic() + 60 * minutes
    try:
        for row, outcome in outcomes(play_job, jobs(rows, games), processes):
            if isinstance(outcome, Failed):
                print(f"{row.key}: {outcome.level} failed\n{outcome.text}", file=sys.stderr)
                return 1
            record(row, outcome)
            if time.monotonic() > until:
                break
    except ProcessDied as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; what was played is kept", file=sys.stderr)
        return 130
    return 0


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def read_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description="Measures every level at every table, and writes the tables.")
    parser.add_argument(
        "--row", action="append", help="only rows whose key has this text (more than once: any of them)"
    )
    parser.add_argument("--wanted", action="store_true", help="only rows with a goal")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a row (default: {GAMES})")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after about this many minutes")
    parser.add_argument("--processes", type=int, default=cores(), help="default: one for each core")
    parser.add_argument("--list", action="store_true", help="only list the rows and what is played of them")
    parser.add_argument("--table", action="store_true", help="play nothing, only write the tables")
    return parser.parse_args()


def main() -> int:
    """Run the command line. Returns the exit code: 0, 1 if a bot failed, 130 if interrupted."""
    given = read_arguments()
    rows = [row for row in suite() if not given.row or any(text in row.key for text in given.row)]
    rows = [row for row in rows if row.wanted is not None or not given.wanted]
    if given.list:
        done = load()
        for row in rows:
            print(f"{len(done[row.key]):4} of {given.games}  {row.key}")
        return 0
    signal.signal(signal.SIGTERM, _interrupt)
    code = 0
    if not given.table:
        code = play_all(rows, given.games, given.processes, given.minutes)
        pack()
    write_table(suite(), load())
    return code


if __name__ == "__main__":
    sys.exit(main())
