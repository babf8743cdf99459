"""Measures how one hostile client disturbs honest ones, and how much memory it can make the server use.

Starts Hamlet as `make serve` does, with its ordinary limits. Honest clients, at an address of their own, make moves at
a steady rate, request scores, and check the server's health. Then a client at another address attacks in one way after
the other (`bench/helpers/hostile_client.py`).

Prints for each attack: how long honest clients waited without it and during it, the ratio of their p99, the answers
that the hostile client got, and the largest memory of each kind of process. The exit code is 1 if an honest request was
not answered properly.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

import orjson

from bench.helpers.hostile_client import ATTACKS
from bench.helpers.load_client import Outcome, Player, drive, request_of
from bench.helpers.load_games import Table, creating, dealt, moving, written
from bench.helpers.load_stacks import Server, hamlet
from tools.testbed.hostile_bodies import body, position

HONEST, CREATOR = "127.0.0.2", "127.0.0.3"
GAME = {"ruleset": "villagers", "seats": [{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]}
POSITION = {"position": {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}}
CALLS = {
    "list_position_moves": "/v1/positions/moves",
    "apply_position_moves": "/v1/positions/apply",
    "score_position": "/v1/positions/score",
    "view_position": "/v1/positions/view",
    "create_decision": "/v1/decisions",
    "create_game": "/v1/games",
    "play_moves": "{game}/moves",
    "create_hint": "{game}/hint",
}
OWNED = 200
"""The number of games that the hostile client has made with its API key."""
RIVALS = 10
"""The number of players who share the other seat of these games. Each is erased once."""
LINES = (10, 1000)
"""The numbers of lines in calls for decisions: a few, and the most that are allowed."""
DEAR_LINES = 40
"""The number of lines in a call with expensive positions."""
LINE = "villagers phase=build seats=[(hand=[cooper] gold=3) ()]"
KINDS = ("move", "score", "health")
MEBIBYTE = 1024 * 1024


class Bench:
    """The server, the games of the honest clients, and the game of the hostile client."""

    def __init__(self, server: Server, given: argparse.Namespace) -> None:
        self.server = server
        self.given = given
        self.tables: list[Table] = []
        scripts = [written(number, given.seed) for number in range(given.games)]
        players = [creating(some, self.tables) for some in dealt(scripts, 4)]
        self.faults = drive(server.port, players, 60.0, address=HONEST).faults

    def honest(self, seconds: float) -> Outcome:
        """Run the honest clients for this number of seconds. Returns the outcome."""
        players: list[Player] = [moving(some) for some in dealt(self._open(), self.given.connections)]
        players += [
            asking("score", "POST", "/v1/positions/score", orjson.dumps(POSITION)),
            asking("health", "GET", "/healthz"),
        ]
        outcome = drive(self.server.port, players, seconds, self.given.rate, HONEST)
        self.faults += outcome.faults
        return outcome

    def _open(self) -> Sequence[Table]:
        return [table for table in self.tables if not table.over]

    def attack(self, name: str, needs: Any) -> dict[str, Any]:
        """Run an attack. Returns the outcome of the honest clients before, during and after it, and the memory of the
        server's processes.
        """
        seconds = self.given.seconds
        alone = self.honest(seconds)
        forget_memory(self.server)
        program = (sys.executable, "-m", "bench.helpers.hostile_client")
        command = [*program, name, str(self.server.port), str(seconds + 1.0)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1], text=True
        ) as client:
            assert client.stdin is not None
            assert client.stdout is not None
            client.stdin.write(json.dumps(needs))
            client.stdin.close()
            time.sleep(0.3)
            beside = self.honest(seconds)
            told = json.loads(client.stdout.read() or "{}")
        memory = largest_memory(self.server)
        alone.add(self.honest(seconds))
        return {"alone": figures(alone), "beside": figures(beside), "told": told, "memory": memory}


def asking(kind: str, method: str, path: str, sent: bytes | None = None) -> Player:
    """Yield the same request again and again."""
    while True:
        yield request_of(kind, method, path, sent)


def figures(outcome: Outcome) -> dict[str, Any]:
    """Return milliseconds by kind of request."""
    return {kind: {"p50": outcome.ms(kind, 0.5), "p99": outcome.ms(kind, 0.99)} for kind in KINDS}


# --- memory --------------------------------------------------------------------------------------


def named(server: Server) -> Iterator[tuple[int, str]]:
    """Yield the server's processes with their kinds."""
    processes = server.processes()
    parents = dict(processes)
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode() for pid in parents}
    depth = {pid: sum("gunicorn" in commands.get(at, "") for at in ancestors(pid, parents)) for pid in parents}
    for pid, command in commands.items():
        if "gunicorn" in command:
            yield pid, {0: "gunicorn's first", 1: "web", 2: "computing"}[depth[pid]]
        elif "workers." in command:
            yield pid, "worker"
        else:
            yield pid, "Redis" if "server" in command.partition(" ")[0] else "supervisor"


def ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while (pid := parents.get(pid, 0)) in parents:
        yield pid


def forget_memory(server: Server) -> None:
    """Let the system measure the processes' peak memory from now on."""
    for pid, _ in named(server):
        with suppress(OSError):
            Path(f"/proc/{pid}/clear_refs").write_text("5")


def largest_memory(server: Server) -> dict[str, dict[str, float]]:
    """Return the memory of the largest process of each kind, in MiB: the peak `rss` since `forget_memory`, and the
    present `pss`.
    """
    found: dict[str, dict[str, float]] = {}
    for pid, name in named(server):
        with suppress(OSError, IndexError):
            rss, pss = _kib(f"/proc/{pid}/status", "VmHWM:"), _kib(f"/proc/{pid}/smaps_rollup", "Pss:")
            of = found.setdefault(name, {"rss": 0.0, "pss": 0.0})
            of["rss"], of["pss"] = max(of["rss"], rss / 1024), max(of["pss"], pss / 1024)
    return found


def _kib(file: str, name: str) -> int:
    return int(Path(file).read_text().partition(name)[2].split()[0])


# --- the whole -----------------------------------------------------------------------------------


def costly(game: str, token: str, count: int) -> list[tuple[str, str, str | None]]:
    """Return expensive bodies for each call that takes one, with its path and token."""
    posts = []
    for number in range(count):
        for call, path in CALLS.items():
            text = body(call, random.Random(number).randint).decode()
            posts.append((path.format(game=game), text, token if "{game}" in path else None))
    return posts


def owning(server: Server) -> tuple[str, list[tuple[str, str, str, str]]]:
    """Create an API key with `OWNED` games of a player and a webhook. Returns the key and its costly calls: method,
    path, body, media type.
    """
    key, kind = server.new_key("hostile"), "application/json"
    client = http.client.HTTPConnection("127.0.0.1", server.port)

    def made(path: str, doc: Any) -> str:
        client.request("POST", path, json.dumps(doc), {"Hamlet-Api-Key": key, "Content-Type": kind})
        return str(json.load(client.getresponse())["id"])

    webhook = made("/v1/webhooks", {"url": "http://127.0.0.1:9/"})
    games = []
    for number in range(OWNED):
        seats = [{"type": "human", "player": f"u_{seat}"} for seat in (0, 1 + number % RIVALS)]
        games.append(made("/v1/games", {"ruleset": "villagers", "seats": seats}))
    game = games[-1]
    line = json.dumps({"ruleset": "villagers", "seat": 0, "level": "medium", "position": LINE})
    documents = [position(random.Random(number).randint) for number in range(DEAR_LINES)]
    dear = [json.dumps({"ruleset": doc["ruleset"], "seat": 0, "level": "random", "position": doc}) for doc in documents]
    calls = [
        ("GET", "/v1/players/u_0/games?limit=100", ""),
        ("GET", "/v1/players/u_0/games?limit=100&to_act=true", ""),
        ("GET", "/v1/players/u_0/export", ""),
        ("GET", "/v1/games?mine=true&limit=100", ""),
        ("GET", "/v1/usage", ""),
        ("GET", "/v1/webhooks", ""),
        ("GET", f"/v1/webhooks/{webhook}/deliveries", ""),
        ("POST", f"/v1/webhooks/{webhook}/ping", ""),
        ("POST", f"/v1/webhooks/{webhook}/secret", ""),
        ("PATCH", f"/v1/webhooks/{webhook}", '{"paused": false}'),
        ("POST", f"/v1/webhooks/{webhook}/resend", '{"since": "2020-01-01T00:00:00Z"}'),
        ("POST", f"/v1/games/{game}/seats/0/token", ""),
        *(("DELETE", f"/v1/players/u_{number}", "") for number in range(1, RIVALS + 1)),
    ]
    owned = [(method, path, body, kind) for method, path, body in calls]
    bodies = [*([line] * number for number in LINES), dear]
    return key, [*owned, *(("POST", "/v1/decisions", "\n".join(lines), "application/x-ndjson") for lines in bodies)]


def run(given: argparse.Namespace, server: Server) -> tuple[dict[str, Any], list[str]]:
    """Run all attacks. Returns the faults that honest clients met."""
    bench = Bench(server, given)
    made: list[bytes] = []

    def create() -> Player:
        answer = yield request_of("create", "POST", "/v1/games", orjson.dumps(GAME), expected=201)
        made.append(answer.body)

    bench.faults += drive(server.port, [create()], 10.0, address=CREATOR).faults
    game = orjson.loads(made[0])
    path, token = f"/v1/games/{game['id']}", game["tokens"][str(game["to_act"][0])]
    key, owned = owning(server)
    needs = {"position": POSITION, "game": path, "posts": costly(path, token, given.bodies), "key": key, "owned": owned}
    bench.honest(2.0)
    return {name: bench.attack(name, needs) for name in given.attacks}, bench.faults


def show(report: dict[str, Any]) -> None:
    """Print the report as tables."""
    print(f"engine: {os.environ.get('HAMLET_ENGINE') or 'Python'}\n")
    print(f"{'':10}{'':8}{'alone p50':>10}{'p99':>8}{'beside p50':>12}{'p99 ms':>8}{'ratio':>7}")
    for name, one in report.items():
        for kind in KINDS:
            alone, beside = one["alone"][kind], one["beside"][kind]
            print(f"{name if kind == KINDS[0] else '':10}{kind:8}{alone['p50']:10.2f}{alone['p99']:8.2f}", end="")
            print(f"{beside['p50']:12.2f}{beside['p99']:8.2f}{beside['p99'] / alone['p99']:7.1f}")
        print(f"{'':10}told: " + ", ".join(f"{count} x {status}" for status, count in sorted(one["told"].items())))
        parts = [f"{kind} {of['rss']:.0f} ({of['pss']:.0f})" for kind, of in sorted(one["memory"].items())]
        print(f"{'':10}MiB, largest RSS (PSS at the end): " + ", ".join(parts))


def main() -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS), metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=6.0, help="of each attack, and before and after it")
    parser.add_argument("--rate", type=int, default=80, help="honest requests a second")
    parser.add_argument("--connections", type=int, default=8, help="connections of the honest clients that make moves")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--bodies", type=int, default=20, help="costly bodies for each call")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="for a machine")
    given = parser.parse_args()
    if unknown := set(given.attacks) - set(ATTACKS):
        parser.error(f"no such attack: {', '.join(unknown)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # As `make serve` does, but with a single worker. Honest moves come faster than any person's.
    environ = {"HAMLET_WORKERS": "1", "HAMLET_WEBHOOKS": "local"} | {
        name: os.environ[name] for name in ("HAMLET_ENGINE",) if name in os.environ
    }
    server = hamlet(environ)
    try:
        report, faults = run(given, server)
    finally:
        server.close()
    print(json.dumps(report, indent=2)) if given.json else show(report)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
