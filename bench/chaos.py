"""Kills processes of a running stack at random while games are played, then proves that nothing was lost.

Starts `hamlet serve` in a folder of its own and creates games of both rulesets, with and without AI seats. A few random
clients play them over HTTP; when a game ends, a new one follows. Meanwhile it kills web processes, workers, the
dispatcher and Redis (SIGKILL), one after the other.

At the end every game must be finished. Every log must lead to the stored state, and must have each accepted move
exactly once and no other moves. Every notice must have reached the games' webhook, with the same body each time,
although the webhook refuses some notices at first. Prints a table of the kills; the exit code is 1 if anything was
wrong.

With `--redis cluster` the games are on three masters with a replica each. Masters are killed, replicas take over, slots
are moved, and the queues' Redis is lost and comes back empty.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from stamina import instrumentation

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers import chaos_cluster
from bench.helpers.chaos_cluster import ClusterChaos, Looks
from bench.helpers.chaos_games import Table, client_of, faults_of, play, prober_of
from bench.helpers.chaos_notices import NoticeReceiver
from bench.helpers.load_stacks import Server, hamlet
from hamlet_client import HamletError
from service.backend import open_games
from service.config.settings import load_settings

SETTINGS = {
    "HAMLET_RATE_LIMIT": "0",
    "HAMLET_TOKEN_RATE": "0",
    "HAMLET_DECISION_RATE": "0",
    "HAMLET_REACTION_SECONDS": "1",
    "HAMLET_WEBHOOKS": "local",
}
"""The settings of `make serve`, but without limits on requests, and with less time for people to react."""
PROCESSES = ("api process", "web", "worker", "decision worker", "webhook worker", "dispatcher")
"""A process of the API is a child of `web`, gunicorn's first process."""
_RECOVERY_SECONDS = 90.0
_LOOK_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: the kind of process, and the time in seconds since the start.

    The recovery has two parts: the seconds until the process was replaced, and the seconds until a request that needs
    this kind of process was answered; `None` if never.
    """

    at: float
    victim: str
    replaced: float | None
    served: float | None


class Stack:
    """The processes of a stack, as far as the supervisor's log lines identify them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._log = (server.folder / "log").open("rb")
        self._started: dict[str, int] = {}
        self._lock = threading.Lock()

    def programs(self) -> dict[str, int]:
        """Return the process id of each program."""
        with self._lock:
            while (line := self._log.readline()).endswith(b"\n"):
                if b'"event":"started"' in line:
                    said = json.loads(line)
                    self._started[said["program"]] = said["pid"]
            # Read an incomplete line again when it is complete.
            self._log.seek(-len(line), os.SEEK_CUR)
            return dict(self._started)

    def api_processes(self) -> set[int]:
        web = self.programs()["web"]
        with suppress(OSError):
            return set(map(int, Path(f"/proc/{web}/task/{web}/children").read_text().split()))
        return set()

    def redis(self) -> dict[str, str]:
        """Return the environment variables that name the Redis of the games."""
        environ = Path(f"/proc/{self.programs()['web']}/environ").read_text().split("\0")
        given = dict(entry.split("=", 1) for entry in environ if "=" in entry)
        return {name: value for name, value in given.items() if name.endswith("REDIS_URL")}

    def kill(self, victim: str, rng: random.Random) -> Callable[[], bool]:
        """Send SIGKILL to one process of this kind. Returns a function that returns whether the process has been
        replaced.
        """
        before = self.api_processes()
        if victim == "api process":
            pid = rng.choice(sorted(before))
            os.kill(pid, signal.SIGKILL)
            return lambda: len(self.api_processes() - {pid}) >= len(before)
        names = [name for name in self.programs() if name.rstrip(" 0123456789") == victim]
        name = rng.choice(sorted(names))
        pid = self.programs()[name]
        os.kill(pid, signal.SIGKILL)
        # Gunicorn is replaced only when its children are. For a moment the old children may still reply.
        return lambda: self.programs()[name] != pid and len(self.api_processes()) >= len(before)


class Killer:
    """Kills processes by a schedule that the seed determines, and measures each recovery."""

    def __init__(self, stack: Stack, seed: int, pause: float, cluster: ClusterChaos | None) -> None:
        self.kills: list[Kill] = []
        self.unused: list[str] = []
        self._stack = stack
        self._cluster = cluster
        self._rng = random.Random(f"kills {seed}")
        self._pause = pause

    def run(self, until: float, stopped: threading.Event) -> None:
        """Kill each kind of process in turn until the time `until`, as `time.monotonic` returns it. Each round has a
        new random order.
        """
        began = time.monotonic()
        while time.monotonic() < until and not stopped.is_set():
            kinds = victims(self._cluster is not None)
            self.unused = self.unused or self._rng.sample(kinds, len(kinds))
            if stopped.wait(self._rng.uniform(0.3, 1.7) * self._pause):
                return
            victim, at = self.unused.pop(), time.monotonic()
            with self._harm(victim) as looks, ThreadPoolExecutor(2) as pool:
                times = [pool.submit(_seconds_until, look) for look in looks]
                self.kills.append(Kill(round(at - began, 1), victim, *(each.result() for each in times)))

    @contextmanager
    def _harm(self, victim: str) -> Iterator[Looks]:
        if self._cluster is None or victim in PROCESSES:
            yield self._stack.kill(victim, self._rng), self._probe(victim)
            return
        with self._cluster.harm(victim, self._rng) as looks:
            yield looks or (self._cluster.queues_back, self._probe("worker"))

    def _probe(self, victim: str) -> Callable[[], bool]:
        """Return whether a request that needs this kind of process is answered. The request is a read, a new game, an
        AI turn or a decision.
        """
        client = prober_of(self._stack.server.port)
        human, ai = {"type": "human"}, {"type": "ai", "level": "random"}

        def probe() -> bool:
            if victim in ("api process", "web", "webhook worker"):
                return bool(client.api.get_health())
            first = ai if victim in ("worker", "dispatcher") else human
            game = client.games.create("villagers", seats=[first, human], options={"first_player": "0"})
            if victim == "redis":
                return True
            if first is ai:
                return game.refresh(after=0, wait=30)["version"] > 0
            return bool(game.hint("random"))

        return probe


def _seconds_until(look: Callable[[], bool]) -> float | None:
    began = time.monotonic()
    while (passed := time.monotonic() - began) < _RECOVERY_SECONDS:
        with suppress(HamletError, OSError, KeyError):
            if look():
                return round(time.monotonic() - began, 2)
        time.sleep(_LOOK_SECONDS)
    return None if passed else 0.0


@dataclass
class Report:
    """The results. `faults`: all faults, by game."""

    kills: list[Kill]
    games: int
    finished: int
    moves: int
    accepted: int
    repeated: int
    faults: dict[str, list[str]]
    notices: int
    notices_repeated: int
    neighbours: dict[str, float] | None = None


def victims(cluster: bool) -> tuple[str, ...]:
    return PROCESSES + (chaos_cluster.VICTIMS if cluster else ("redis",))


def run(server: Server, given: argparse.Namespace, cluster: ClusterChaos | None) -> Report:
    """Run the test: play and kill, wait until all games are over, then check them."""
    stack = Stack(server)
    clients = [client_of(server.port) for _ in range(given.clients)]
    tables: list[list[Table]] = [[] for _ in clients]
    now = time.monotonic()
    until, last = now + 60 * given.minutes, now + 60 * (given.minutes + given.patience)
    killer, stopped = Killer(stack, given.seed, given.pause, cluster), threading.Event()
    if cluster is not None:
        cluster.watch(server.port, lambda: [table.id for table in chain.from_iterable(map(list, tables))])
    faults: dict[str, list[str]] = {}
    repeated: list[instrumentation.RetryDetails] = []
    instrumentation.set_on_retry_hooks([repeated.append])
    receiver = NoticeReceiver(given.seed)

    def client_plays(number: int) -> None:
        own, count = random.Random(f"client {given.seed} {number}"), len(range(number, given.games, given.clients))
        try:
            play(clients[number], tables[number], count, own, until, last, receiver.url)
        except HamletError as reason:
            faults[f"client {number}"] = [str(reason)]

    with ThreadPoolExecutor(given.clients + 1) as pool:
        killing = pool.submit(killer.run, until, stopped)
        playing = [pool.submit(client_plays, number) for number in range(given.clients)]
        for each in playing:
            each.result()
        stopped.set()
        killing.result()
    report = _checked(stack, list(chain.from_iterable(tables)), len(repeated), killer, faults, receiver)
    receiver.close()
    if cluster is not None:
        report.neighbours = vars(cluster.neighbours)
    return report


def _checked(
    stack: Stack,
    tables: list[Table],
    repeated: int,
    killer: Killer,
    faults: dict[str, list[str]],
    receiver: NoticeReceiver,
) -> Report:
    games = open_games(load_settings(stack.redis()))
    receiver.drain(games)
    for table in tables:
        if found := [*faults_of(games, table), *receiver.faults_of(games, table)]:
            faults[table.id] = found
    faults |= {"notices": receiver.faults} if receiver.faults else {}
    slow = [f"{kill.victim} at {kill.at} s" for kill in killer.kills if kill.replaced is None or kill.served is None]
    return Report(
        killer.kills,
        len(tables),
        sum(table.finished for table in tables),
        sum(games.store.head(table.id).version for table in tables),
        sum(len(table.accepted) for table in tables),
        repeated,
        faults | ({"not recovered": slow} if slow else {}),
        len(receiver.bodies),
        receiver.repeated,
    )


def show(report: Report) -> None:
    print("| killed | times | replaced after, s: median | longest | served after, s: median | longest |")
    print("|---|--:|--:|--:|--:|--:|")
    for victim in victims(report.neighbours is not None):
        kills = [kill for kill in report.kills if kill.victim == victim]
        columns: list[Any] = [victim, len(kills)]
        for times in ([kill.replaced for kill in kills], [kill.served for kill in kills]):
            known = [seconds for seconds in times if seconds is not None]
            columns += [f"{median(known):.2f}", f"{max(known):.2f}"] if known else ["-", "-"]
        print("| " + " | ".join(map(str, columns)) + " |")
    print(
        f"\n{len(report.kills)} kills; {report.finished} of {report.games} games finished; {report.moves} moves, "
        f"{report.accepted} of them by clients, who had to ask {report.repeated} times again; "
        f"{report.notices} notices, with {report.notices_repeated} repetitions"
    )
    if report.neighbours:
        print(
            "games of other nodes while a master was away: {looks} looks, {unanswered} not answered, the longest took "
            "{longest} s".format(**report.neighbours)
        )
    if not report.faults and report.finished == report.games:
        print("every game finished, nothing lost, nothing doubled")
    for where, found in report.faults.items():
        for fault in found[:5]:
            print(f"WRONG {where}: {fault}")


def main() -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="for which processes are killed")
    parser.add_argument("--games", type=int, default=50, help="at a time: another follows each that ends")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--pause", type=float, default=4.0, help="mean seconds from a recovery to the next kill")
    parser.add_argument("--patience", type=float, default=10.0, help="minutes after the kills for games to end")
    parser.add_argument("--redis", choices=("single", "cluster"), default="single")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="for a machine")
    given = parser.parse_args()
    engine = {"HAMLET_ENGINE": os.environ["HAMLET_ENGINE"]} if os.environ.get("HAMLET_ENGINE") else {}
    with ExitStack() as stack:
        cluster = None
        if given.redis == "cluster":
            cluster = ClusterChaos(Path(stack.enter_context(TemporaryDirectory(prefix="hamlet-chaos-"))))
            stack.callback(cluster.close)
            cluster.start()
        server = hamlet({**SETTINGS, **engine, **(cluster.environ if cluster else {})})
        stack.callback(server.close)
        report = run(server, given, cluster)
    print(json.dumps(asdict(report), indent=2)) if given.json else show(report)
    return 1 if report.faults or report.finished < report.games else 0


if __name__ == "__main__":
    sys.exit(main())
