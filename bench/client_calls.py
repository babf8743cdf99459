"""What a plain client sends and receives in a game: calls and bytes on the wire, beside the figures that are wanted.

Starts a server of its own (or asks the one of `--server PORT`, on this machine), and plays games of two, one seat
against an AI, as a client would that knows nothing but the contract: one connection, one request after the other, of
every list of moves one at random. Bytes are those that the socket sends and receives, heads included.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import socket
import sys
from dataclasses import dataclass, field
from http.client import HTTPResponse
from typing import Any

import brotli

from bench.load_stacks import Server

WANTED_CALLS, WANTED_KB = 90, 120
"""For a game of Villagers: less than so many calls, and kilobytes (of 1,000 bytes)."""
NEW_GAME = {"seats": [{"type": "human", "name": "Ada"}, {"type": "ai", "name": "Bertha", "level": "greedy"}]}
ENCODINGS = ("identity", "gzip", "br")
WAIT = 20
UNPACK: dict[str, Any] = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}


@dataclass
class Wire:
    """One connection, and what goes over it."""

    port: int
    encoding: str
    token: str = ""
    calls: int = 0
    sent: int = 0
    received: int = 0
    bodies: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def call(self, kind: str, method: str, path: str, body: Any = None) -> Any:
        """The document of the answer, which must not be a refusal."""
        text = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
        lines.append(f"Accept-Encoding: {self.encoding}")
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(text)}"] if text else []
        request = "\r\n".join([*lines, "", ""]).encode() + text
        self._socket.sendall(request)
        answer = HTTPResponse(self._socket, method=method)
        answer.begin()
        packed = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {packed!r}")
        # As they came, but for the spaces that a reader of heads does not keep.
        head = len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n")
        head += sum(len(f"{name}: {value}\r\n".encode()) for name, value in answer.getheaders())
        self.calls += 1
        self.sent += len(request)
        self.received += head + len(packed)
        self.bodies += len(packed)
        self.by_kind[kind] = self.by_kind.get(kind, 0) + len(packed)
        return json.loads(UNPACK[answer.getheader("Content-Encoding") or "identity"](packed))


def play(wire: Wire, ruleset: str, seed: str) -> int:
    """A whole game; its last version."""
    rng = random.Random(seed)
    more = "include=moves,events"
    order = {**NEW_GAME, "ruleset": ruleset, "seed": seed}
    game = wire.call("create", "POST", f"/v1/games?{more}", order)
    wire.token = game["tokens"]["0"]
    path = f"/v1/games/{game['id']}"
    while game["status"] != "finished":
        if game["moves"]:
            body = {"move_id": rng.choice(game["moves"])["id"]}
            game = wire.call("move", "POST", f"{path}/moves?{more}&wait={WAIT}", body)["game"]
        else:
            game = wire.call("wait", "GET", f"{path}?after={game['version']}&wait={WAIT}&{more}")
    return int(game["version"])


def lean(wire: Wire, ruleset: str, seed: str) -> int:
    """The same turn by turn: what never changes is told once."""
    rng = random.Random(seed)
    game = wire.call("create", "POST", "/v1/games", {**NEW_GAME, "ruleset": ruleset, "seed": seed})
    wire.token = game["tokens"]["0"]
    path = f"/v1/games/{game['id']}/turn"
    turn = wire.call("turn", "GET", f"{path}?after=0&wait={WAIT}")
    while turn["status"] != "finished":
        if turn["moves"]:
            body = {"move_id": rng.choice(turn["moves"])["id"]}
            turn = wire.call("move", "POST", f"{path}?wait={WAIT}", body)
        else:
            turn = wire.call("turn", "GET", f"{path}?after={turn['version']}&wait={WAIT}")
    return int(turn["version"])


def plain(wire: Wire, ruleset: str, seed: str) -> int:
    """The same as before there was `include`: list, move, wait, read the events."""
    rng = random.Random(seed)
    game = wire.call("create", "POST", "/v1/games", {**NEW_GAME, "ruleset": ruleset, "seed": seed})
    wire.token = game["tokens"]["0"]
    path = f"/v1/games/{game['id']}"
    while game["status"] != "finished":
        if 0 in game["to_act"]:
            moves = wire.call("list", "GET", f"{path}/moves")["moves"]
            game = wire.call("move", "POST", f"{path}/moves", {"move_id": rng.choice(moves)["id"]})["game"]
        else:
            known = game["version"]
            game = wire.call("wait", "GET", f"{path}?after={known}&wait={WAIT}")
            wire.call("events", "GET", f"{path}/events?after={known}")
    return int(game["version"])


def compare(port: int, ruleset: str, games: int) -> bool:
    """Print the table of a ruleset; whether what is wanted is reached (where something is)."""
    print(f"\n{ruleset}, one seat against `greedy`, mean of {games} games")
    print(f"{'':10} {'encoding':9} {'versions':>8} {'calls':>6} {'sent kB':>8} {'received kB':>11} {'bodies kB':>9}")
    reached = True
    for name, way in (("separate", plain), ("include", play), ("turn", lean)):
        for encoding in ENCODINGS:
            wires, versions = list[Wire](), list[int]()
            for number in range(games):
                # One after the other: the server closes what is silent for long.
                wires.append(Wire(port, encoding))
                versions.append(way(wires[-1], ruleset, f"calls {number}"))
            calls, sent = sum(w.calls for w in wires) / games, sum(w.sent for w in wires) / games / 1000
            received, bodies = (
                sum(w.received for w in wires) / games / 1000,
                sum(w.bodies for w in wires) / games / 1000,
            )
            mean = sum(versions) / games
            print(f"{name:10} {encoding:9} {mean:8.0f} {calls:6.0f} {sent:8.1f} {received:11.1f} {bodies:9.1f}")
            if way is lean and encoding != "identity" and ruleset == "villagers":
                reached = reached and calls < WANTED_CALLS and bodies < WANTED_KB
    return reached


def main() -> int:
    """Compare; 1 if what is wanted is not reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", type=int, metavar="PORT", help="of a server that runs; default: its own")
    parser.add_argument("--ruleset", action="append", help="default: villagers")
    parser.add_argument("--games", type=int, default=3)
    asked = parser.parse_args()
    server = None if asked.server else Server({"HAMLET_LOG_LEVEL": "ERROR"})
    try:
        if server is not None:
            server.run(sys.executable, "-m", "service.tools.cli", "serve")
            server.await_url("/readyz")
        port = asked.server or server.port  # type: ignore[union-attr]
        reached = min(compare(port, ruleset, asked.games) for ruleset in asked.ruleset or ["villagers"])
    finally:
        if server is not None:
            server.close()
    print(f"\nwanted, compressed, for villagers: less than {WANTED_CALLS} calls and {WANTED_KB} kB of bodies")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
