"""The honest clients of `bench/upgrade.py`: people who play whole games, and count how they are answered."""

from __future__ import annotations

import http.client
import json
import random
import select
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.node import Doc

_SECONDS = 45.0
_PAUSE_SECONDS = 0.1
_WAIT_SECONDS = 5
_LOST = 0


@dataclass
class Outcome:
    """What all clients met.

    `failures`: since the upgrade began (s), request, status (0: the connection broke), why. `late`: what was not ready
    when the upgrade was given up.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    failures: list[tuple[float, str, int, str]] = field(default_factory=list)
    longest: float = 0.0
    games: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    restarts: int = 0
    lapses: int = 0
    late: str = ""
    began: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, what: str, status: int, took: float, why: str) -> None:
        """One request; `took`: seconds, 0 where it was meant to wait."""
        with self.lock:
            self.statuses[status] += 1
            self.longest = max(self.longest, took)
            if not 200 <= status < 300:
                self.failures.append((round(time.monotonic() - self.began, 1), what, status, why))

    @property
    def asked(self) -> int:
        """Requests."""
        return sum(self.statuses.values())

    @property
    def answered(self) -> int:
        """Those that were answered, however."""
        return self.asked - self.statuses[_LOST]

    @property
    def failed(self) -> int:
        """Those that were not answered by 2xx."""
        return len(self.failures)


class Player(threading.Thread):
    """A person against two AI seats, who begins another game after each, on one connection as long as it lasts."""

    def __init__(self, number: int, port: Callable[[], int], outcome: Outcome, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._rng = random.Random(number)
        self._port, self._outcome, self._over = port, outcome, over
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Play until it is over."""
        while not self._over.is_set():
            levels = self._rng.choice((("greedy", "easy"), ("greedy", "medium")))
            seats = [{"type": "human"}, *({"type": "ai", "level": level} for level in levels)]
            created = self._call("POST", "/v1/games", {"ruleset": "villagers", "seats": seats})
            if created:
                self._play(f"/v1/games/{created['id']}", created["tokens"]["0"])

    def _play(self, path: str, token: str) -> None:
        game = self._call("GET", path, token=token)
        while game and game["status"] != "finished":
            if 0 in game["to_act"]:
                legal = self._call("GET", f"{path}/moves", token=token)
                if not legal:
                    return
                # A reaction's time may be over by now.
                move = {"move_id": self._rng.choice(legal["moves"])["id"]} if legal["moves"] else None
                answer = self._call("POST", f"{path}/moves", move, token) if move else None
                game = answer["game"] if answer else self._call("GET", path, token=token)
                self._over.wait(_PAUSE_SECONDS)
            else:
                after = f"?after={game['version']}&wait={_WAIT_SECONDS}"
                game = self._call("GET", path + after, token=token)
        if game:
            self._outcome.games += 1

    def _call(self, method: str, path: str, body: Doc | None = None, token: str = "") -> Doc | None:
        """The answer, asked for again until there is one; `None` when it is a refusal or all is over."""
        headers = {"Content-Type": "application/json"} if body else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        text = json.dumps(body) if body else None
        while not self._over.is_set():
            began = time.monotonic()
            try:
                status, content = self._once(method, path, text, headers)
            except (OSError, http.client.HTTPException) as failure:
                self._drop()
                status, content = _LOST, repr(failure).encode()
            took = 0.0 if "wait=" in path else time.monotonic() - began
            self._outcome.count(f"{method} {path.partition('?')[0][-12:]}", status, took, content[:200].decode())
            if 200 <= status < 300:
                document: Doc = json.loads(content)
                return document
            if _LOST < status < 500 and status != 429:
                return None
            self._over.wait(0.5)
        return None

    def _once(self, method: str, path: str, text: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
        # As the usual libraries do: a connection that the other side has closed meanwhile is not used again.
        if self._connection is not None and select.select([self._connection.sock], [], [], 0)[0]:
            self._drop()
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port(), timeout=_SECONDS)
        self._connection.request(method, path, text, headers)
        with self._connection.getresponse() as answer:
            content = answer.read()
            if answer.will_close:
                self._drop()
            return answer.status, content

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
