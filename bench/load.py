"""Puts load on Hamlet, as `make serve` runs it, and on the minimal service of its kind, for a limited time.

Starts both servers, each with its own Redis in its own folder, and loads one at a time, in turns. Prints requests per
second and times of answers by kind, the ratio of moves to the bare app's, the effect of 1,000 open streams, the answers
to 1,000 long polls on one game, and how busy the generator was. The exit code is 1 if any answer was not the expected
one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers.load_client import Outcome, Player, drive
from bench.helpers.load_games import Script, Table, bare_creating, bare_moving, creating, dealt, mixing, moving, written
from bench.helpers.load_stacks import Server, bare, hamlet
from bench.helpers.load_watchers import watching
from tools.testbed.herd import herd

RAISED = {
    "HAMLET_RATE_LIMIT": "1000000",
    "HAMLET_TOKEN_RATE": "1000000",
    "HAMLET_WORKERS": "1",
    "HAMLET_STREAMS": "2000",
    "HAMLET_CONNECTIONS": "0",
}
"""Settings of Hamlet. Requests are counted but not limited, and there are as few workers as possible."""
MAX_SECONDS = 30.0
"""The time limit of a single run, in seconds."""


class Bench:
    """Both servers and all measurements."""

    def __init__(self, ours: Server, peer: Server, given: argparse.Namespace) -> None:
        self.ours = ours
        self.peer = peer
        self.given = given
        self.scripts = [written(number, given.seed) for number in range(given.games)]
        self.rounds: list[tuple[Outcome, Outcome]] = []
        self.created, self.mixed = Outcome(), Outcome()

    def tables(self, scripts: list[Script]) -> list[Table]:
        """Create games for the scripts, and measure the time of that."""
        tables: list[Table] = []
        players = [creating(some, tables) for some in dealt(scripts, self.given.connections)]
        outcome = drive(self.ours.port, players, MAX_SECONDS)
        self.created = _sum(self.created, outcome)
        return tables

    def round(self) -> None:
        """Measure one round: whole games at Hamlet, as many moves at the peer, and then a mix of ordinary requests at
        Hamlet.
        """
        connections = self.given.connections
        tables = self.tables(self.scripts)
        ours = self.moves(self.ours, [moving(some) for some in dealt(tables, connections)])
        games: list[Any] = []
        drive(self.peer.port, [bare_creating(len(tables), games)], MAX_SECONDS)
        each = len(ours.times["move"]) // len(games)
        players = [bare_moving(some, each) for some in dealt(games, connections)]
        self.rounds.append((ours, self.moves(self.peer, players)))
        tables, orders = self.tables(self.scripts), cycle(self.scripts)
        players = [mixing(some, orders) for some in dealt(tables, connections)]
        self.mixed = _sum(self.mixed, drive(self.ours.port, players, self.given.mixed_seconds))

    def moves(self, server: Server, players: list[Player]) -> Outcome:
        """Make moves only. Measure also the processor time that the server uses for them."""
        used = server.cpu_seconds()
        outcome = drive(server.port, players, MAX_SECONDS)
        outcome.cpu_seconds = server.cpu_seconds() - used
        return outcome

    def streams(self) -> dict[str, Any]:
        """Make moves at a steady rate without streams, with streams, and without streams again. All streams watch games
        in play.
        """
        given = self.given
        tables = self.tables([self.scripts[number % len(self.scripts)] for number in range(given.streams // 2)])
        wanted = [(table.path, token) for table in tables for token in (None, table.tokens["0"])]
        without, beside = Outcome(), Outcome()
        for _ in range(given.stream_rounds):
            without = _sum(without, self._paced(tables))
            with watching(self.ours.port, wanted) as told:
                beside = _sum(beside, self._paced(tables))
                told.send("end")
                messages = told.recv()
            without = _sum(without, self._paced(tables))
        return {
            "streams": len(wanted),
            "moves_per_second": given.rate,
            "messages_of_last_round": messages,
            "without_ms": _quantiles(without, "move"),
            "with_ms": _quantiles(beside, "move"),
            "p99_ratio": beside.ms("move", 0.99) / without.ms("move", 0.99),
            "faults": without.faults + beside.faults,
        }

    def polls(self) -> dict[str, Any]:
        """Open long polls on one game, all answered by one move, round after round. Returns the measurements."""
        rounds = []
        for _ in range(self.given.poll_rounds):
            (table,) = self.tables(self.scripts[:1])
            move = partial(drive, self.ours.port, [moving([table], 1)], MAX_SECONDS)
            outcome, seconds = herd(self.ours.port, table.path, self.given.polls, move)
            rounds.append({"answers": outcome, "seconds": seconds})
        faults = [f"long polls: {one['answers']}" for one in rounds if one["answers"] != {"200": self.given.polls}]
        return {"polls": self.given.polls, "rounds": rounds, "faults": faults}

    def _paced(self, tables: list[Table]) -> Outcome:
        given = self.given
        drive(self.ours.port, [moving(some, 1) for some in dealt(tables, given.connections)], 2.0, given.rate)
        players = [moving(some) for some in dealt(tables, 2 * given.connections)]
        return drive(self.ours.port, players, given.stream_seconds, given.rate)

    def report(self) -> dict[str, Any]:
        """Return all figures of the rounds."""
        ratios = [ours.rate("move") / peer.rate("move") for ours, peer in self.rounds]
        slower = [ours.ms("move", 0.99) / peer.ms("move", 0.99) for ours, peer in self.rounds]
        ours, peer = Outcome(), Outcome()
        for one, other in self.rounds:
            ours, peer = _sum(ours, one), _sum(peer, other)
        return {
            "moves": _figures(ours, "move"),
            "bare": _figures(peer, "move"),
            "cpu_ms": {
                "moves": 1000 * ours.cpu_seconds / len(ours.times["move"]),
                "bare": 1000 * peer.cpu_seconds / len(peer.times["move"]),
            },
            "ratio": {"median": median(ratios), "least": min(ratios), "most": max(ratios)},
            "p99_times": {"median": median(slower), "least": min(slower), "most": max(slower)},
            "create": _figures(self.created, "create"),
            "mixed": {kind: _figures(self.mixed, kind) for kind in sorted(self.mixed.times)},
            "busy": {"moves": ours.busy, "bare": peer.busy, "mixed": self.mixed.busy},
            "faults": ours.faults + peer.faults + self.created.faults + self.mixed.faults,
        }


def _sum(one: Outcome, other: Outcome) -> Outcome:
    one.add(other)
    return one


def _quantiles(outcome: Outcome, kind: str) -> dict[str, float]:
    return {"p50": outcome.ms(kind, 0.5), "p99": outcome.ms(kind, 0.99)}


def _figures(outcome: Outcome, kind: str) -> dict[str, float]:
    return {"count": len(outcome.times[kind]), "per_second": outcome.rate(kind), **_quantiles(outcome, kind)}


@contextmanager
def servers() -> Iterator[tuple[Server, Server]]:
    """Start both servers. They run until the block ends."""
    engine = {"HAMLET_ENGINE": os.environ["HAMLET_ENGINE"]} if os.environ.get("HAMLET_ENGINE") else {}
    ours = hamlet({**RAISED, **engine})
    try:
        peer = bare(RAISED)
        try:
            yield ours, peer
        finally:
            peer.close()
    finally:
        ours.close()


def show(report: dict[str, Any]) -> None:
    """Print the report as tables."""
    print(f"engine: {report['engine']}")
    if "moves" in report:
        show_rounds(report)
    if "streams" in report:
        one = report["streams"]
        for name, of in (("without streams", "without_ms"), (f"with {one['streams']} streams", "with_ms")):
            print(f"{one['moves_per_second']} moves/s {name}: p50 {one[of]['p50']:.2f}, p99 {one[of]['p99']:.2f} ms")
        print(f"p99 times {one['p99_ratio']:.2f}; {one['messages_of_last_round']} messages in the last round")
    for one in report.get("polls", {}).get("rounds", ()):
        answers = ", ".join(f"{count} x {status}" for status, count in sorted(one["answers"].items()))
        print(f"{report['polls']['polls']} long polls: {answers}; the last {one['seconds']:.2f} s after the move")


def show_rounds(report: dict[str, Any]) -> None:
    """Print moves beside those of the bare app, and mixed requests."""
    print(f"\n{'':24}{'count':>8}{'per s':>9}{'p50 ms':>9}{'p99 ms':>9}")
    lines = {"bare app, moves": report["bare"], "Hamlet, moves": report["moves"], "Hamlet, create": report["create"]}
    lines |= {f"Hamlet, mixed: {kind}": figures for kind, figures in report["mixed"].items()}
    for name, one in lines.items():
        print(f"{name:24}{one['count']:8}{one['per_second']:9.0f}{one['p50']:9.2f}{one['p99']:9.2f}")
    for name, of in (("moves per second, share of the bare app's", "ratio"), ("their p99, times its", "p99_times")):
        one = report[of]
        print(f"{name}: {one['median']:.2f} ({one['least']:.2f} to {one['most']:.2f})")
    print("processor time of all processes, ms a move: {moves:.2f}, bare app {bare:.2f}".format(**report["cpu_ms"]))
    print("the generator is busy for: " + ", ".join(f"{name} {part:.0%}" for name, part in report["busy"].items()))


def main() -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="of moves and mixed requests; 0 for none")
    parser.add_argument("--games", type=int, default=36, help="games played to their end in each round")
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--mixed-seconds", type=float, default=3.0, help="of mixed requests in each round")
    parser.add_argument("--streams", type=int, default=1000, help="open streams; 0 for none")
    parser.add_argument("--stream-rounds", type=int, default=2)
    parser.add_argument("--stream-seconds", type=float, default=6.0)
    parser.add_argument("--rate", type=int, default=200, help="moves a second beside the streams")
    parser.add_argument("--polls", type=int, default=1000, help="long polls on one game; 0 for none")
    parser.add_argument("--poll-rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="for a machine")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with servers() as (ours, peer):
        bench = Bench(ours, peer, given)
        for _ in range(given.rounds):
            bench.round()
        report: dict[str, Any] = {"engine": os.environ.get("HAMLET_ENGINE") or "Python"}
        report |= bench.report() if given.rounds else {}
        if given.streams:
            report["streams"] = bench.streams()
        if given.polls:
            report["polls"] = bench.polls()
    faults = [*report.pop("faults", [])]
    faults += [fault for part in ("streams", "polls") for fault in report.get(part, {}).pop("faults", [])]
    print(json.dumps(report, indent=2)) if given.json else show(report)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
