"""Plays whole games over HTTP against a running server: random clients, AI seats mixed in, bounded in number.

Prints per seat count how many games ended, moves, and how long it took from posting a human's move that leaves the
game to AI seats until their last move was seen (p50, p95, p99); with `--redis` also the bytes a finished game takes.
Ends with exit code 1 if any answer was not the expected one. For a server on this machine only.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Doc = dict[str, Any]
HEADERS = {"Content-Type": "application/json"}


class Client:
    """One connection, one bearer; every answer but the expected one raises `RuntimeError`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
            raise SystemExit("only a server on this machine is put under load")
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        self.token = ""

    def call(self, method: str, path: str, body: Doc | None = None, *expected: int) -> Doc:
        """The answer's document; `expected` are the statuses that are right, by default 200."""
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        text = None if body is None else json.dumps(body)
        self._connection.request(method, f"/v1{path}", text, {**HEADERS, **bearer})
        answer = self._connection.getresponse()
        doc: Doc = json.loads(answer.read())
        if answer.status not in (expected or (200,)):
            raise RuntimeError(f"{method} {path}: {answer.status} {doc}")
        return doc


@dataclass
class Tally:
    """What one game came to; `waits` in seconds; `overtaken`: moves that came second to a reaction of an AI seat."""

    game: str
    moves: int
    overtaken: int = 0
    waits: list[float] = field(default_factory=list)


def seats_of(count: int, number: int, levels: list[str]) -> list[Doc]:
    """One to all but one human seats (one of one), the others AI of the levels in turn."""
    humans = 1 + number % max(1, count - 1)
    ai = [{"type": "ai", "level": levels[seat % len(levels)]} for seat in range(humans, count)]
    return [{"type": "human"} for _ in range(humans)] + ai


def play(url: str, order: Doc, number: int) -> Tally:
    """One game: the human seats move at random until it is over, now and then out of turn where they can."""
    rng, client = random.Random(number), Client(url)
    game = client.call("POST", "/games", order, 201)
    tokens, path, tally = game["tokens"], f"/games/{game['id']}", Tally(game["id"], 0)
    while game["status"] != "finished":
        mine = [seat for seat in game["to_act"] if str(seat) in tokens]
        if not mine:
            started = time.perf_counter()
            game = client.call("GET", f"{path}?after={game['version']}&wait=30")
            while game["status"] != "finished" and not any(str(seat) in tokens for seat in game["to_act"]):
                game = client.call("GET", f"{path}?after={game['version']}&wait=30")
            tally.waits.append(time.perf_counter() - started)
            continue
        client.token = rng.choice(list(tokens.values())) if rng.random() < 0.1 else tokens[str(mine[0])]
        moves = client.call("GET", f"{path}/moves")["moves"]
        if moves:
            chosen = rng.choice(moves)
            body = {"move_id": chosen["id"]} if rng.random() < 0.5 else {"move": chosen["move"]}
            answer = client.call("POST", f"{path}/moves", body, 200, 409, 422)
            tally.overtaken += "game" not in answer
        game = client.call("GET", path)
    tally.moves = game["version"]
    client.call("GET", f"{path}/replay")
    return tally


def bytes_of(redis_url: str, games: list[str]) -> int:
    """The median memory of a game's keys in Redis."""
    from redis import Redis

    redis, sizes = Redis.from_url(redis_url), []
    for game in games[:50]:
        names = list(redis.scan_iter(match=f"*{game}*", count=10000))
        sizes.append(sum(int(redis.memory_usage(name, samples=0) or 0) for name in names))
    return round(statistics.median(sizes))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--ruleset", default="villagers")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=100, help="games for each seat count")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--levels", nargs="+", default=["greedy", "random"], help="of the AI seats, in turn")
    parser.add_argument("--options", type=json.loads, default={}, help="options of the games, as JSON")
    parser.add_argument("--redis", help="the server's Redis, to measure the bytes of a game")
    given = parser.parse_args()
    print("seats  games  moves/game  overtaken  AI turn p50 ms  p95 ms  p99 ms  bytes/game")
    failed = 0
    order = {"ruleset": given.ruleset, "options": given.options}
    for count in given.seats:
        with ThreadPoolExecutor(given.clients) as pool:
            futures = [
                pool.submit(play, given.url, {**order, "seats": seats_of(count, number, given.levels)}, number)
                for number in range(given.games)
            ]
        tallies = []
        for future in futures:
            if (error := future.exception()) is None:
                tallies.append(future.result())
            else:
                failed += 1
                print(error, file=sys.stderr)
        waits = sorted(wait for tally in tallies for wait in tally.waits)
        moves = statistics.mean(tally.moves for tally in tallies)
        size = bytes_of(given.redis, [tally.game for tally in tallies]) if given.redis else "-"
        times = [1000 * waits[int(len(waits) * part)] if waits else 0.0 for part in (0.5, 0.95, 0.99)]
        overtaken = sum(tally.overtaken for tally in tallies)
        shown = "  ".join(f"{ms:{width}.1f}" for ms, width in zip(times, (14, 6, 6), strict=True))
        print(f"{count:5}  {len(tallies):5}  {moves:10.1f}  {overtaken:9}  {shown}  {size:>10}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
