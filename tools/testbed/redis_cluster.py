"""A real Redis Cluster on the loopback, for tests and benches."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from service.tools.stack.redis_server import server_binary

SLOTS = 16384
NODE_TIMEOUT_MS = 1000
"""Short, so that a failover takes two seconds. Production uses a longer time."""
_PATIENCE_SECONDS = 60.0
_KEYS_AT_ONCE = 100


class GaveUp(Exception):
    """The cluster did not reach the expected state."""


@dataclass(eq=False)
class Node:
    """A server of the cluster. It may be killed, and restarted on its port with its data."""

    folder: Path
    port: int
    options: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self.folder.mkdir(exist_ok=True)
        command = [str(server_binary())]
        for name, value in {"port": str(self.port), "dir": str(self.folder), **self.options}.items():
            command += [f"--{name}", value]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        eventually(self.answers, f"the server on port {self.port}")

    def answers(self) -> bool:
        """Return whether it runs and has loaded its data."""
        with suppress(RedisError):
            return bool(self.call("PING"))
        return False

    def call(self, *command: Any) -> Any:
        with Redis(port=self.port, socket_timeout=5, decode_responses=True) as client:
            return client.execute_command(*command)

    def send(self, number: signal.Signals) -> None:
        """Send a signal, such as SIGSTOP to hang the server."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


class ClusterServers:
    """A cluster of `masters`, each with `replicas`. Slots are spread evenly."""

    def __init__(self, folder: Path, masters: int = 3, replicas: int = 1, **options: str) -> None:
        common = {
            "bind": "127.0.0.1",
            "save": "",
            "appendonly": "yes",
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            # When a master is down, games on the others stay available.
            "cluster-require-full-coverage": "no",
            "cluster-replica-validity-factor": "0",
            "repl-diskless-sync-delay": "0",
        }
        self.nodes = []
        for number in range(masters * (1 + replicas)):
            ports = {"cluster-port": str(free_port())}
            self.nodes.append(Node(folder / f"node-{number}", free_port(), {**common, **ports, **options}))
        self._masters = masters

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def start(self) -> None:
        for node in self.nodes:
            node.start()
        masters, replicas = self.nodes[: self._masters], self.nodes[self._masters :]
        for number, node in enumerate(masters):
            low, high = (SLOTS * at // self._masters for at in (number, number + 1))
            node.call("CLUSTER", "ADDSLOTSRANGE", low, high - 1)
        for number, node in enumerate(self.nodes, 1):
            node.call("CLUSTER", "SET-CONFIG-EPOCH", number)
            for other in self.nodes[: number - 1]:
                node.call("CLUSTER", "MEET", "127.0.0.1", other.port, other.options["cluster-port"])
        eventually(lambda: all(len(_table(node)) == len(self.nodes) for node in self.nodes), "the nodes to meet")
        for number, node in enumerate(replicas):
            node.call("CLUSTER", "REPLICATE", masters[number % self._masters].call("CLUSTER", "MYID"))
        self.await_health()

    def close(self) -> None:
        for node in self.nodes:
            node.kill()

    # --- what is ----------------------------------------------------------------------------

    def masters(self) -> dict[Node, set[int]]:
        """Return the nodes that own slots, as seen by a running node."""
        by_port = {node.port: node for node in self.nodes}
        found: dict[Node, set[int]] = {}
        for line in _table(next(node for node in self.nodes if node.answers())):
            if "master" in line.flags and "fail" not in line.flags and line.slots:
                found[by_port[line.port]] = line.slots
        return found

    def healthy(self) -> bool:
        """Return whether all nodes run and agree, every slot is served, and every replica is in sync."""
        if not all(node.process is not None and node.answers() for node in self.nodes):
            return False
        tables = [_table(node) for node in self.nodes]
        served = [sorted((line.port, tuple(sorted(line.slots))) for line in table if line.slots) for table in tables]
        everything = sum(len(slots) for _, slots in served[0]) == SLOTS
        agreed = all(one == served[0] for one in served)
        failing = any("fail" in flag for table in tables for line in table for flag in line.flags)
        return everything and agreed and not failing and all(map(_in_step, self.nodes))

    def await_health(self) -> None:
        """Wait until the cluster is healthy. Raises `GaveUp`."""
        eventually(self.healthy, "a healthy cluster")

    # --- what is done -----------------------------------------------------------------------

    def move(self, slots: Sequence[int], target: Node) -> None:
        """Move slots with their keys, one after the other, as `valkey-cli --cluster reshard` does in a running
        cluster.
        """
        names = {node: node.call("CLUSTER", "MYID") for node in self.masters()}
        for slot in slots:
            source = next(node for node, own in self.masters().items() if slot in own)
            if source is target:
                continue
            target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", names[source])
            source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", names[target])
            while keys := source.call("CLUSTER", "GETKEYSINSLOT", slot, _KEYS_AT_ONCE):
                source.call("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
            for node in (target, source):
                node.call("CLUSTER", "SETSLOT", slot, "NODE", names[target])

    def fail_over(self, master: Node) -> None:
        """Promote a replica of the master by a coordinated failover."""
        own = master.call("CLUSTER", "MYID")
        line = next(line for line in _table(master) if line.master == own and "fail" not in line.flags)
        next(node for node in self.nodes if node.port == line.port).call("CLUSTER", "FAILOVER")


@dataclass(frozen=True)
class _Line:
    """A node's entry about another node."""

    port: int
    flags: frozenset[str]
    master: str
    slots: set[int]


def _table(node: Node) -> list[_Line]:
    return [_line(text.split()) for text in node.call("CLUSTER", "NODES").splitlines()]


def _line(words: Sequence[str]) -> _Line:
    port = int(words[1].partition("@")[0].rpartition(":")[2])
    # Slots in brackets are being moved.
    slots = {slot for part in words[8:] if not part.startswith("[") for slot in _range(part)}
    return _Line(port, frozenset(words[2].split(",")), words[3], slots)


def _range(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


def _in_step(node: Node) -> bool:
    """Return whether the node sees a healthy cluster and is in sync with its master."""
    if "cluster_state:ok" not in node.call("CLUSTER", "INFO"):
        return False
    replication = node.call("INFO", "replication")
    return replication["role"] == "master" or (
        replication["master_link_status"] == "up" and not replication["master_sync_in_progress"]
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def eventually(look: Callable[[], bool], what: str) -> None:
    """Poll until `look` is true. Raises `GaveUp`."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with suppress(RedisError):
            if look():
                return
        time.sleep(0.02)
    raise GaveUp(f"waited in vain for {what}")
