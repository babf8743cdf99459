"""What Kubernetes does of an upgrade: a Deployment that replaces its pods, and a Service that leads to those ready."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.load_stacks import free_port
from bench.node import Doc, Group, Plan, Pod

UNLISTED_SECONDS = 1.0
"""Until every node knows that a pod is no longer in a Service."""
_POLL_SECONDS = 0.1

Planner = Callable[[str, int, Path], Plan]
"""The plan of a revision's pod that listens on a port, with a folder of its own."""


class Node:
    """All pods, in one folder and one cgroup, until `close`."""

    def __init__(self, milli: int) -> None:
        self.group = Group.of_node(milli)
        self._folder = tempfile.TemporaryDirectory(prefix="hamlet-upgrade-")
        self.folder = Path(self._folder.name)
        self.pods: list[Pod] = []
        self._numbers = itertools.count()
        self._neighbours: list[tuple[subprocess.Popen[bytes], Group]] = []

    def start(self, plan: Planner, revision: str) -> Pod:
        """One more pod."""
        number = next(self._numbers)
        folder = self.folder / str(number)
        folder.mkdir()
        port = free_port()
        planned = plan(revision, port, folder)
        pod = Pod(planned, port, Group(self.group.path / str(number), planned.milli), folder)
        self.pods.append(pod)
        return pod

    def add_neighbour(self, milli: int, processor: int) -> None:
        """A pod of somebody else, which takes all that it can get."""
        group = Group(self.group.path / f"neighbour-{len(self._neighbours)}", milli)
        command = ["sh", "-c", group.entry(processor) + "; while :; do :; done"]
        self._neighbours.append((subprocess.Popen(command), group))

    def close(self) -> None:
        """Nothing is left."""
        for pod in self.pods:
            pod.kill()
        for process, group in self._neighbours:
            process.kill()
            process.wait()
            group.close()
        self.group.close()
        self._folder.cleanup()


class Deployment:
    """Pods of one kind, replaced by those of another revision as its strategy says."""

    def __init__(self, node: Node, document: Doc, replicas: int, plan: Planner) -> None:
        spec = document["spec"]
        strategy = spec["strategy"]["rollingUpdate"]
        self.replicas = replicas
        self._most = replicas + int(strategy["maxSurge"])
        self._least = replicas - int(strategy["maxUnavailable"])
        self._after = float(spec.get("minReadySeconds", 0))
        self._node, self._plan = node, plan
        self.new: list[Pod] = []
        self.old: list[Pod] = []
        self._revision = ""

    def listed(self) -> list[Pod]:
        """Pods that are to stay for now."""
        return [pod for pod in [*self.old, *self.new] if not pod.leaving]

    def roll(self, revision: str) -> None:
        """From now on `step` brings the pods of this revision."""
        self._revision = revision
        self.old, self.new = self.old + self.new, []

    def step(self, unlist: Callable[[Pod], None]) -> bool:
        """Start and end what may be started and ended now: whether all is done."""
        while len(self.new) < self.replicas and len(self.listed()) < self._most:
            self.new.append(self._node.start(self._plan, self._revision))
        now = time.monotonic()
        available = [pod for pod in self.listed() if pod.ready and now - pod.ready_since >= self._after]
        staying = [pod for pod in self.old if not pod.leaving]
        # Those that are not available go first.
        for pod in sorted(staying, key=lambda pod: pod in available):
            if pod in available and len(available) <= self._least:
                break
            if pod in available:
                available.remove(pod)
            elif len(self.listed()) <= self._least:
                break
            pod.leave(lambda pod=pod: unlist(pod))  # type: ignore[misc]
        self.old = [pod for pod in self.old if not pod.gone.is_set()]
        return not self.old and all(pod in available for pod in self.new) and len(self.new) == self.replicas


class Service:
    """Leads each new connection to one of the ready pods; a connection that is open stays where it is."""

    def __init__(self, deployment: Deployment) -> None:
        self._deployment = deployment
        self._unlisted: set[Pod] = set()
        self._turn = itertools.count(random.randrange(100))

    def unlist(self, pod: Pod) -> None:
        """Lead nobody there any more, as soon as that is known."""
        time.sleep(UNLISTED_SECONDS)
        self._unlisted.add(pod)

    def port(self) -> int:
        """The next pod's. Raises `ConnectionRefusedError` when none is ready."""
        pods = [pod for pod in [*self._deployment.old, *self._deployment.new] if pod.ready]
        pods = [pod for pod in pods if pod not in self._unlisted]
        if not pods:
            raise ConnectionRefusedError("no pod is ready")
        return pods[next(self._turn) % len(pods)].port


def roll_out(deployments: list[Deployment], revision: str, unlist: Callable[[Pod], None], seconds: float) -> float:
    """Bring all to a revision at once: how long it took. Raises `TimeoutError` with the pods that are late."""
    began = time.monotonic()
    for deployment in deployments:
        deployment.roll(revision)
    while [deployment for deployment in deployments if not deployment.step(unlist)]:
        if time.monotonic() > began + seconds:
            late = [pod for one in deployments for pod in one.new if not pod.ready]
            logs = "".join(f"\n{pod.plan.component}: {(pod.folder / 'log').read_text()[-500:]}" for pod in late)
            raise TimeoutError(f"not rolled out after {seconds:.0f} s{logs}")
        time.sleep(_POLL_SECONDS)
    return time.monotonic() - began


def processors() -> tuple[int, set[int]]:
    """The node's processor, and those of everybody else."""
    mine = sorted(os.sched_getaffinity(0))
    return mine[-1], set(mine[:-1] or mine)
