"""Measures how long a notice takes to arrive while another receiver hangs.

There are one worker for webhooks, two API keys and two hosts. Prints the seconds from the beginning of a game until its
first notice arrives at the quick receiver. First, another receiver that answers gets three times as many notices
meanwhile; then, it hangs, and many notices wait for it. Games are created one after another: the next one when the
notice of the last has arrived. The exit code is 1 if the hanging receiver delays the others by more than two seconds.

    .venv/bin/python -m bench.receivers
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

GAME = {"ruleset": "villagers", "seats": [{"type": "human"}, {"type": "human"}]}
MOST_SECONDS = 2.0


class Receiver:
    """Records when the first notice of each game comes. While it `hangs`, it does not answer."""

    def __init__(self) -> None:
        self.hangs = False
        self.came: dict[str, float] = {}
        self.held = 0
        over = self.over = threading.Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if receiver.hangs:
                    receiver.held += 1
                    over.wait()
                receiver.came.setdefault(body["data"]["game"], time.monotonic())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *args: object) -> None: ...

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}/"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()


def waited(stack: Stack, key: str, games: int, receiver: Receiver, beside: str) -> list[float]:
    """Create games. Returns the seconds until the first notice of each came. `beside`: another key, with which three
    times as many games are created.
    """
    waits = []
    for _ in range(games):
        for _ in range(3):
            stack.owned("POST", "/v1/games", beside, GAME)
        at = time.monotonic()
        game = stack.owned("POST", "/v1/games", key, GAME)["id"]
        eventually(lambda game=game: game in receiver.came, "the notice", 200)
        waits.append(receiver.came[game] - at)
    return sorted(waits)


def show(what: str, seconds: Sequence[float]) -> None:
    print(f"{what:46} median {seconds[len(seconds) // 2]:6.3f} s, longest {seconds[-1]:6.3f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--waiting", type=int, default=300, help="games whose notices wait for the one that hangs")
    given = parser.parse_args()
    quick, slow = Receiver(), Receiver()
    with tempfile.TemporaryDirectory() as folder:
        stack = Stack(
            Path(folder), HAMLET_WEBHOOKS="local", HAMLET_RATE_LIMIT="0", HAMLET_WEBHOOK_SECONDS="2", HAMLET_LEASE="15"
        )
        try:
            stack.start()
            keys = [stack.new_key(name) for name in ("quick", "slow")]
            for key, receiver in zip(keys, (quick, slow), strict=True):
                stack.owned("POST", "/v1/webhooks", key, {"url": receiver.url})
            waited(stack, keys[0], 5, quick, keys[1])
            alone = waited(stack, keys[0], given.games, quick, keys[1])
            show("beside one that answers", alone)
            slow.hangs = True
            for _ in range(given.waiting):
                stack.owned("POST", "/v1/games", keys[1], GAME)
            beside = waited(stack, keys[0], given.games, quick, keys[1])
            show(f"beside one that hangs, {given.waiting + 3 * given.games} games wait", beside)
        finally:
            slow.over.set()
            stack.close()
    return int(not slow.held or beside[-1] - alone[-1] > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
