"""Whether anybody notices a `helm upgrade` and a rollback on a full node, with Redis' request of before and of now.

Renders the chart with helm, and runs its pods on one processor that is shared by cgroups as a kubelet has them share
it: in proportion to their requests. Beside them are pods of others, which take all that they can get. Honest clients
play whole games meanwhile. All is done as the chart says: how many pods, probes, strategy, pause before the end, grace.
Needs Linux, the right to make cgroups, and helm. Prints a table; ends with exit code 1 if with the chart's own values
an answer was not 2xx or the upgrade did not end in time.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import yaml

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.first_process import ROOT, entry_point
from bench.node import Doc, NoNode, Plan, milli_of
from bench.rollout import Deployment, Node, Service, processors, roll_out
from bench.upgrade_players import Outcome, Player
from service.tools.stack.redis_server import server_binary

_CHART = ROOT / "helm" / "hamlet"
_COMPONENT = "app.kubernetes.io/component"
_BEFORE = "40m"
"""Redis' share until the chart's first upgrades on a full node: a fifth of a turn worker's."""
_NEIGHBOUR = 200
"""Thousandths of a processor that a pod of somebody else requests."""
_STEADY_SECONDS = 5.0
_COLUMNS = (
    "Redis requests",
    "requests",
    "answers",
    "not 2xx",
    "longest (s)",
    "upgrade (s)",
    "rollback (s)",
    "games ended",
    "not ready any more",
    "restarts",
)
_REVISIONS = {"1": "INFO", "2": "WARNING"}
"""A setting that the upgrade changes."""


@dataclass(frozen=True)
class Release:
    """The chart's objects, for Redis' own request (the chart's if it is empty)."""

    objects: list[Doc]

    @classmethod
    def rendered(cls, redis_cpu: str) -> Release:
        """By helm. Raises `SystemExit` where there is none."""
        installed = ROOT / ".tools" / "bin" / "helm"
        helm = str(installed) if installed.exists() else shutil.which("helm")
        if helm is None:
            raise SystemExit("helm is not here; `.ci/run` installs it.")
        options = ["--set", f"redis.bundled.resources.requests.cpu={redis_cpu}"] if redis_cpu else []
        command = [helm, "template", "hamlet", str(_CHART), "--kube-version", "1.30", *options]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return cls([item for item in yaml.safe_load_all(text) if item])

    def of_kind(self, kind: str) -> dict[str, Doc]:
        """The objects of a kind by their component."""
        chosen = [item for item in self.objects if item["kind"] == kind]
        return {item["metadata"]["labels"].get(_COMPONENT, ""): item for item in chosen}

    def replicas(self, component: str) -> int:
        """How many pods it has, if nothing scales it."""
        number = self.of_kind("Deployment")[component]["spec"].get("replicas")
        return int(number or self.of_kind("HorizontalPodAutoscaler")[component]["spec"]["minReplicas"])

    def requests(self) -> dict[str, int]:
        """What the pods of each component request together, in thousandths of a processor."""
        redis = self.of_kind("StatefulSet")["redis"]
        kinds = {**{name: (item, self.replicas(name)) for name, item in self.of_kind("Deployment").items()}}
        kinds["redis"] = redis, redis["spec"]["replicas"]
        return {
            name: number * milli_of(_box(item)["resources"]["requests"]["cpu"])
            for name, (item, number) in kinds.items()
        }


def _box(document: Doc) -> Doc:
    box: Doc = document["spec"]["template"]["spec"]["containers"][0]
    return box


def redis_plan(release: Release, processor: int, revision: str, port: int, folder: Path) -> Plan:
    """The bundled Redis, by its configuration, on the loopback."""
    document = release.of_kind("StatefulSet")["redis"]
    text = release.of_kind("ConfigMap")["redis"]["data"]["redis.conf"]
    for there, here in (
        ("bind * -::*", "bind 127.0.0.1"),
        ("port 6379", f"port {port}"),
        ("dir /data", f"dir {folder}"),
    ):
        assert f"{there}\n" in text
        text = text.replace(f"{there}\n", f"{here}\n")
    (folder / "redis.conf").write_text(text)
    command = [str(server_binary()), str(folder / "redis.conf")]
    return Plan("redis", command, os.environ, document["spec"]["template"]["spec"], processor)


def plan(
    release: Release, component: str, engine: str, redis: int, processor: int, revision: str, port: int, folder: Path
) -> Plan:
    """A process of ours, by the image's entry point, on the loopback."""
    document = release.of_kind("Deployment")[component]
    settings = release.of_kind("ConfigMap")[""]["data"]
    programs = {"gunicorn": [sys.executable, "-m", "gunicorn"], "python": [sys.executable]}
    program, *arguments = _box(document)["args"]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
    own = {
        "HAMLET_HOST": "127.0.0.1",
        **(
            {"PORT": str(port), "HAMLET_METRICS_PORT": "0"}
            if component == "api"
            else {"HAMLET_METRICS_PORT": str(port)}
        ),
        "HAMLET_REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        "HAMLET_LOG_LEVEL": _REVISIONS[revision],
        "PYTHONPATH": str(ROOT),
        "TMPDIR": str(folder),
        **({"HAMLET_ENGINE": engine} if engine else {}),
        **({"PROMETHEUS_MULTIPROC_DIR": str(folder / "metrics")} if component == "api" else {}),
    }
    command = [*entry_point(), *programs[program], *arguments]
    return Plan(component, command, {**inherited, **settings, **own}, document["spec"]["template"]["spec"], processor)


def tried(redis_cpu: str, players: int, neighbours: int, most: float, engine: str) -> Outcome:
    """Install, play, upgrade, roll back, each in at most so many seconds: what the players met."""
    release = Release.rendered(redis_cpu)
    processor, others = processors()
    os.sched_setaffinity(0, others)
    node = Node(sum(release.requests().values()) + neighbours * _NEIGHBOUR)
    outcome, over = Outcome(), threading.Event()
    playing: list[Player] = []
    try:
        redis = node.start(partial(redis_plan, release, processor), "1")
        deployments = {
            name: Deployment(
                node, item, release.replicas(name), partial(plan, release, name, engine, redis.port, processor)
            )
            for name, item in release.of_kind("Deployment").items()
        }
        service = Service(deployments["api"])
        roll = partial(roll_out, list(deployments.values()), unlist=service.unlist, seconds=most)
        outcome.seconds["install"] = roll("1")
        playing += [Player(number, service.port, outcome, over) for number in range(players)]
        for player in playing:
            player.start()
        for _ in range(neighbours):
            node.add_neighbour(_NEIGHBOUR, processor)
        time.sleep(_STEADY_SECONDS)
        outcome.began = time.monotonic()
        outcome.seconds["upgrade"] = roll("2")
        outcome.seconds["rollback"] = roll("1")
        time.sleep(_STEADY_SECONDS)
    except TimeoutError as late:
        outcome.late = str(late)
    finally:
        over.set()
        for player in playing:
            player.join()
        outcome.restarts = sum(pod.restarts for pod in node.pods)
        outcome.lapses = sum(pod.lapses for pod in node.pods)
        node.close()
        os.sched_setaffinity(0, others | {processor})
    return outcome


def row(request: str, outcome: Outcome) -> str:
    """Of the table."""
    seconds = (f"{outcome.seconds[name]:.0f}" if name in outcome.seconds else "-" for name in ("upgrade", "rollback"))
    cells = (
        request,
        outcome.asked,
        outcome.answered,
        outcome.failed,
        f"{outcome.longest:.1f}",
        *seconds,
        outcome.games,
        outcome.lapses,
        outcome.restarts,
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def _stop(number: int, _: object) -> None:
    """End, and leave nothing; `timeout` sends its signal twice."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--redis", default=f"{_BEFORE},", help="Redis' requests, with commas between; empty: the chart's"
    )
    parser.add_argument("--players", type=int, default=4, help="people who play (default: %(default)s)")
    parser.add_argument("--neighbours", type=int, default=2, help="pods of others (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=240.0, help="the upgrade's most (default: %(default)s)")
    parser.add_argument("--failures", action="store_true", help="print every failure, not only ten")
    given = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    compiled = subprocess.run([sys.executable, "tools/compile.py", "--ready"], cwd=ROOT, capture_output=True, text=True)
    print("| " + " | ".join(_COLUMNS) + " |\n|---|" + "--:|" * (len(_COLUMNS) - 1), flush=True)
    failed = 0
    for request in given.redis.split(","):
        cpu = request or f"{Release.rendered('').requests()['redis']}m, the chart"
        try:
            outcome = tried(request, given.players, given.neighbours, given.seconds, compiled.stdout.strip())
        except NoNode as refusal:
            print(refusal, file=sys.stderr)
            return 1
        print(row(cpu, outcome), flush=True)
        for failure in outcome.failures if given.failures else outcome.failures[:10]:
            print(json.dumps(failure), file=sys.stderr)
        if outcome.late:
            print(outcome.late, file=sys.stderr)
        failed += 0 if request else outcome.failed + bool(outcome.late)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
