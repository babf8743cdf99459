"""What a move costs on one, two and three masters: processor time of Redis and of the web processes, apart.

Starts `hamlet serve` with the games on a cluster of so many masters, and plays whole games of `bench/load.py` on a few
connections. On a machine of few cores all of it shares these, so that moves a second by the clock say little; the
processor time says how many a core of each kind can do, and the share of the busiest master how evenly they spread.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.chaos import Stack
from bench.load import MAX_SECONDS, RAISED
from bench.load_client import drive
from bench.load_games import Table, creating, dealt, moving, written
from bench.load_stacks import hamlet
from bench.redis_cluster import ClusterServers, Node, cpu_seconds, free_port


@dataclass(frozen=True)
class Cost:
    """Of one move, in ms of processor time; `busiest`: the share of Redis' time that the busiest master has."""

    masters: int
    moves: int
    per_second: float
    redis_ms: float
    busiest: float
    web_ms: float
    faults: int

    @property
    def redis_most(self) -> float:
        """Moves a second at which the busiest master has used up a core."""
        return 1000 / (self.redis_ms * self.busiest)

    @property
    def web_most(self) -> float:
        """Moves a second that one core of web processes can do."""
        return 1000 / self.web_ms


def measured(masters: int, given: argparse.Namespace) -> Cost:
    """Play games on so many masters."""
    with tempfile.TemporaryDirectory(prefix="hamlet-cluster-") as folder:
        servers = ClusterServers(Path(folder), masters, replicas=0)
        queues = Node(Path(folder, "queues"), free_port(), {"save": ""})
        try:
            servers.start()
            queues.start()
            engine = {"HAMLET_ENGINE": os.environ["HAMLET_ENGINE"]} if os.environ.get("HAMLET_ENGINE") else {}
            where = {"HAMLET_REDIS_URL": servers.url, "HAMLET_QUEUE_REDIS_URL": queues.url}
            server = hamlet({**RAISED, **engine, **where})
            try:
                return _played(masters, given, servers, Stack(server))
            finally:
                server.close()
        finally:
            queues.kill()
            servers.close()


def _played(masters: int, given: argparse.Namespace, servers: ClusterServers, stack: Stack) -> Cost:
    port, tables = stack.server.port, list[Table]()
    scripts = [written(number, given.seed) for number in range(given.games)]
    # Also so that all scripts are known, and all connections made, before anything counts.
    drive(port, [creating(some, tables) for some in dealt(scripts, given.connections)], MAX_SECONDS)
    drive(port, [moving(some, 2) for some in dealt(tables, given.connections)], MAX_SECONDS)
    processes = stack.api_processes()
    redis = [node.cpu_seconds() for node in servers.nodes]
    web = sum(map(cpu_seconds, processes))
    outcome = drive(port, [moving(some) for some in dealt(tables, given.connections)], MAX_SECONDS)
    used = [node.cpu_seconds() - before for node, before in zip(servers.nodes, redis, strict=True)]
    moves = len(outcome.times["move"])
    return Cost(
        masters,
        moves,
        outcome.rate("move"),
        1000 * sum(used) / moves,
        max(used) / sum(used),
        1000 * (sum(map(cpu_seconds, processes)) - web) / moves,
        len(outcome.faults),
    )


def main() -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--masters", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--games", type=int, default=36)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    costs = [measured(masters, given) for masters in given.masters]
    print("| masters | moves | Redis, ms a move | busiest master | moves/s until it is full | web, ms a move |", end="")
    print(" moves/s of a web core | moves/s by the clock, here |\n|--:|--:|--:|--:|--:|--:|--:|--:|")
    for cost in costs:
        print(
            f"| {cost.masters} | {cost.moves} | {cost.redis_ms:.3f} | {cost.busiest:.0%} | {cost.redis_most:,.0f} | "
            f"{cost.web_ms:.2f} | {cost.web_most:,.0f} | {cost.per_second:,.0f} |"
        )
    faults = sum(cost.faults for cost in costs)
    if faults:
        print(f"{faults} answers were not as expected", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
