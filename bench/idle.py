"""What Hamlet's processes cost when nobody plays: processor time of each kind, in percent of a core.

Starts `hamlet serve` in a folder of its own, on one Redis or on a cluster of three masters, stores games in which
people are to move, and watches. `redis` is the server, or all nodes of the cluster.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.chaos import SETTINGS, Stack
from bench.chaos_games import Client
from bench.load_stacks import Server, hamlet
from bench.redis_cluster import ClusterServers, Node, cpu_seconds, free_port


@contextmanager
def servers(cluster: bool) -> Iterator[tuple[Server, list[Node]]]:
    """The stack, and the servers of its cluster."""
    with tempfile.TemporaryDirectory(prefix="hamlet-idle-") as folder:
        nodes = ClusterServers(Path(folder), replicas=0)
        queues = Node(Path(folder, "queues"), free_port())
        try:
            environ = SETTINGS
            if cluster:
                nodes.start()
                queues.start()
                environ = {**SETTINGS, "HAMLET_REDIS_URL": nodes.url, "HAMLET_QUEUE_REDIS_URL": queues.url}
            server = hamlet(environ)
            try:
                yield server, [*nodes.nodes, queues] if cluster else []
            finally:
                server.close()
        finally:
            queues.kill()
            nodes.close()


def used(stack: Stack, nodes: list[Node]) -> dict[str, float]:
    """Seconds of processor time of each kind until now."""
    seconds: dict[str, float] = {}
    for name, pid in stack.programs().items():
        kind = name.rstrip(" 0123456789")
        for one in [pid, *(stack.api_processes() if kind == "web" else ())]:
            with suppress(OSError):
                seconds[kind] = seconds.get(kind, 0.0) + cpu_seconds(one)
    if nodes:
        seconds["redis"] = sum(node.cpu_seconds() for node in nodes)
    return seconds


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--redis", choices=("single", "cluster"), default="single")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with servers(given.redis == "cluster") as (server, nodes):
        client, stack = Client(server.port), Stack(server)
        for _ in range(given.games):
            client.call("POST", "/v1/games", {"ruleset": "villagers", "seats": [{"type": "human"}] * 2})
        time.sleep(3)
        before, began = used(stack, nodes), time.monotonic()
        time.sleep(given.seconds)
        after, passed = used(stack, nodes), time.monotonic() - began
    print(f"{given.redis}, {given.games} open games, {passed:.0f} s\n\n| process | % of a core |\n|---|--:|")
    for kind in sorted(after):
        print(f"| {kind} | {100 * (after[kind] - before[kind]) / passed:.2f} |")


if __name__ == "__main__":
    main()
