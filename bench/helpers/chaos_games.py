"""The games of `bench/chaos.py`: their seats, random clients that never give up, and the proof of every game."""

from __future__ import annotations

import http.client
import json
import random
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from engine.registry import RULESETS
from engine.replay import replay
from service.games import Games
from service.store.games.records import Entry, Head

Doc = dict[str, Any]

LEVELS = ("random", "beginner", "easy", "greedy", "medium")
BOXES = ("saints", "scoundrels", "profiteers", "developments")
_PATIENCE_SECONDS = 90.0
_PAUSE_SECONDS = 0.1


class GivenUp(Exception):
    """The server was away longer than any kill explains, or the time is up."""


class Client:
    """One connection. A request without an answer is retried under the same idempotency key."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: http.client.HTTPConnection | None = None
        self.repeated = 0

    def once(self, method: str, path: str, body: Doc | None = None, token: str = "", key: str = "") -> tuple[int, Doc]:
        """Status and document; raises `OSError` or `HTTPException` when the connection breaks."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=40)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), headers)
            with self._connection.getresponse() as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            raise

    def call(self, method: str, path: str, body: Doc | None = None, token: str = "", key: str = "") -> tuple[int, Doc]:
        """`once`, until there is an answer other than 503. Raises `GivenUp`."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                status, document = self.once(method, path, body, token, key)
            except (OSError, http.client.HTTPException):
                status, document = 503, {}
            if status != 503:
                return status, document
            self.repeated += 1
            time.sleep(_PAUSE_SECONDS)
        raise GivenUp(f"{method} {path}: no answer for {_PATIENCE_SECONDS:.0f} s")


@dataclass
class Table:
    """A game and the answers to its human seats. `accepted`: seat and move by version, `None` after an undo."""

    id: str
    tokens: dict[int, str]
    ais: frozenset[int]
    finished: bool = False
    accepted: dict[int, tuple[int, Doc | None]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    secret: str = ""

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


def order_of(rng: random.Random) -> Doc:
    """A random game: either ruleset, any options and expansions, with people, AI seats or both."""
    number = rng.randrange(20)
    if number % 4 == 3:
        ruleset, count, options = "my_village", rng.randint(2, 4), {}
    else:
        ruleset, count = "villagers", rng.randint(1, 5)
        options = {"expansions": [box for box in BOXES if rng.random() < 0.4]}
    ai = [{"type": "ai", "level": rng.choice(LEVELS)} for _ in range(count)]
    # Every fifth game has AI seats only; the others have people in at least one.
    people = 0 if number % 5 == 4 else rng.randint(1, count)
    seats = [{"type": "human"}] * people + ai[people:]
    rng.shuffle(seats)
    return {"ruleset": ruleset, "seats": seats, "options": options}


def created(client: Client, order: Doc) -> Table:
    status, game = client.call("POST", "/v1/games", order, key=str(uuid.uuid4()))
    if status != 201:
        raise GivenUp(f"a creation was answered with {status}: {game}")
    tokens = {int(seat): token for seat, token in game["tokens"].items()}
    ais = frozenset(range(len(order["seats"]))) - tokens.keys()
    return Table(game["id"], tokens, ais, secret=game["webhook"]["secret"])


def play(
    client: Client, tables: list[Table], count: int, rng: random.Random, until: float, last: float, hook: str
) -> None:
    """Play the human seats of `count` games at a time at random, and watch AI-only games, until all are over.

    `hook`: the URL of their webhook. A game that ends before `until` is followed by another; at `last` all play stops
    (both of `time.monotonic`). Every game is added to `tables`.
    """
    playing: list[Table] = []
    while (now := time.monotonic()) < last and (playing or now < until):
        if now < until:
            new = [created(client, order_of(rng) | {"webhook": {"url": hook}}) for _ in range(count - len(playing))]
            tables += new
            playing += new
        moved = [_step(client, table, rng) for table in playing]
        playing = [table for table in playing if not table.finished]
        if not any(moved):
            time.sleep(_PAUSE_SECONDS)


def _step(client: Client, table: Table, rng: random.Random) -> bool:
    """Read a game as one of its people, and move if that seat may. Returns whether it moved."""
    seat, token = rng.choice(list(table.tokens.items())) if table.tokens else (None, "")
    status, game = client.call("GET", table.path, token=token)
    if status != 200:
        raise GivenUp(f"{table.path} was answered with {status}: {game}")
    table.finished = game["status"] == "finished"
    if seat is None or seat not in game["to_act"]:
        return False
    if seat != game["to_act"][0] and rng.random() < 0.5:
        return False
    if rng.random() < 0.03:
        return _undo(client, table, seat)
    status, legal = client.call("GET", f"{table.path}/moves", token=token)
    if status != 200 or not legal["moves"]:
        return False
    chosen = rng.choice(legal["moves"])
    body = {"move_id": chosen["id"]} if rng.random() < 0.5 else {"move": chosen["move"]}
    return _send(client, table, seat, "moves", body, chosen["move"])


def _undo(client: Client, table: Table, seat: int) -> bool:
    return _send(client, table, seat, "undo", None, None)


def _send(client: Client, table: Table, seat: int, what: str, body: Doc | None, move: Doc | None) -> bool:
    """Retry a move until it is answered. It may be refused if a reaction or the end came first."""
    token, key = table.tokens[seat], str(uuid.uuid4())
    status, answer = client.call("POST", f"{table.path}/{what}", body, token, key)
    if status == 200:
        version = answer["version"]
        if version in table.accepted:
            table.faults.append(f"version {version} was accepted twice")
        table.accepted[version] = (seat, move)
    elif status not in (409, 422):
        table.faults.append(f"a move was answered with {status}: {answer}")
    return status == 200


def faults_of(games: Games, table: Table) -> Iterator[str]:
    """All faults of a game as stored in Redis."""
    yield from table.faults
    head = games.store.head(table.id)
    log = games.store.log(table.id, 0, head.version + 1)
    if len(log) != head.version:
        yield f"version {head.version}, but {len(log)} moves in the log"
    people = {version: entry for version, entry in enumerate(log, 1) if entry.seat not in table.ais}
    for version, (seat, move) in table.accepted.items():
        found = people.get(version)
        if found is None or (found.seat, found.move) != (seat, move):
            yield f"the accepted move of version {version} is not in the log"
    for version in people.keys() - table.accepted.keys():
        yield f"nobody was told of the move of version {version}"
    yield from _replay_faults(head, log)


def _replay_faults(head: Head, log: Sequence[Entry]) -> Iterator[str]:
    ruleset, setup = RULESETS[head.setup.ruleset], head.setup
    try:
        state, _ = replay(ruleset, setup.options, len(setup.seats), setup.seed, [entry.step for entry in log])
    except Exception as failure:
        yield f"the log cannot be replayed: {failure!r}"
        return
    if ruleset.to_act(state):
        yield f"the game is not over at version {head.version}"
    if orjson.dumps(ruleset.write_position(state)) != orjson.dumps(head.position):
        yield "the log does not lead to the stored state"
