"""The receiver of `bench/chaos.py`'s webhooks, and the check that no notice was lost or changed."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from bench.helpers.chaos_games import Table
from engine.registry import RULESETS
from engine.replay import Replayer
from service.games import Games
from service.store.games.records import Entry, Head
from service.store.redis import keys
from service.store.redis.batch import answers

_REFUSED = 0.1
"""The share of notices that the receiver refuses at the first try."""
_DRAIN_SECONDS = 180.0


class NoticeReceiver:
    """Records every body by its notice's id. `repeated` counts the notices that came again."""

    def __init__(self, seed: int) -> None:
        self.bodies: dict[str, bytes] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.repeated = 0
        self.faults: list[str] = []
        self._rng = random.Random(f"notices {seed}")
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _take(self, headers: dict[str, str], body: bytes) -> int:
        with self._lock:
            name = headers["webhook-id"]
            known = self.bodies.setdefault(name, body)
            self.headers[name] = headers
            if known is not body:
                self.repeated += 1
                if known != body:
                    self.faults.append(f"{name} came with two bodies")
                return 204
            return 503 if self._rng.random() < _REFUSED else 204

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receiver._take({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Do nothing: requests are not logged."""

        return Handler

    def drain(self, games: Games) -> None:
        """Wait until the outbox has no more notices."""
        queues = [keys.notices(tag) for tag in keys.tags(games.store.buckets)]
        deadline = time.monotonic() + _DRAIN_SECONDS
        while time.monotonic() < deadline:
            left = sum(answers(games.store.redis, [(at, lambda call, at=at: call.zcard(at)) for at in queues]))
            if not left:
                return
            time.sleep(0.5)
        self.faults.append(f"{left} notices were not sent")

    def faults_of(self, games: Games, table: Table) -> Iterator[str]:
        """Yield a fault for each notice that the game's log demands and that has not come, has a wrong signature or a
        wrong subject.
        """
        head = games.store.head(table.id)
        log = games.store.log(table.id, 0, head.version + 1)
        found = {name: json.loads(body) for name, body in self.bodies.items() if name.startswith(table.id)}
        for name in found:
            Webhook(table.secret).verify(self.bodies[name], self.headers[name])
        for expected in (f"{table.id}_0_start_game", f"{table.id}_{head.version}_end_game"):
            if expected not in found:
                yield f"the notice {expected} was lost"
        told = {
            (doc["data"]["version"], doc["data"]["seat"]) for doc in found.values() if doc["type"] == "turn.started"
        }
        for seat, first, last in _turns(head, log):
            if seat in table.tokens and not any((version, seat) in told for version in range(first, last + 1)):
                yield f"there was no notice of the turn of seat {seat} at version {first}"
        if len(told) + 2 != len(found):
            yield "there are notices of other subjects, or several of one turn"


def _turns(head: Head, log: Sequence[Entry]) -> Iterator[tuple[int, int, int]]:
    """Yield the seats that the game has waited for, as a spectator sees it. Each comes with the first and the last
    version of the wait.
    """
    rules, setup = RULESETS[head.setup.ruleset], head.setup
    again = Replayer(rules, rules.setup(setup.options, len(setup.seats), setup.seed))

    def waited_for() -> int | None:
        acting: Any = rules.view_to_act(rules.view(again.state, None))
        return next(iter(acting), None)

    seat, first = waited_for(), 0
    for version, entry in enumerate(log, 1):
        again.play_entry(*entry.step)
        now = waited_for()
        if now != seat:
            if seat is not None:
                yield seat, first, version - 1
            seat, first = now, version
