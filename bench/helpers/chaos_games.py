"""The games of `bench/chaos.py`: their seats, random clients that never give up, and the check of every game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from engine.registry import RULESETS
from engine.replay import replay
from hamlet_client import Conflict, Hamlet, HamletError, Invalid
from hamlet_client.types import Played
from service.games import Games
from service.store.games.records import Entry, Head

Doc = dict[str, Any]

LEVELS = ("random", "beginner", "easy", "greedy", "medium")
BOXES = ("saints", "scoundrels", "profiteers", "developments")
_PAUSE_SECONDS = 0.1


def client_of(port: int) -> Hamlet:
    """Return a client that never gives up, as long as the damage explains that the server is away."""
    return Hamlet(f"http://127.0.0.1:{port}", patience=90)


def prober_of(port: int) -> Hamlet:
    """Return a client that tries each request once."""
    return Hamlet(f"http://127.0.0.1:{port}", patience=0.001)


@dataclass
class Table:
    """A game and the replies to its human seats. `accepted`: the seat and the move by version; `None` after an undo."""

    id: str
    tokens: dict[int, str]
    ais: frozenset[int]
    finished: bool = False
    accepted: dict[int, tuple[int, Doc | None]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    secret: str = ""


def order_of(rng: random.Random) -> Doc:
    """Return a request for a random game: either ruleset, any options and expansions, with people, AI seats or both."""
    number = rng.randrange(20)
    if number % 4 == 3:
        ruleset, count, options = "my_village", rng.randint(2, 4), {}
    else:
        ruleset, count = "villagers", rng.randint(1, 5)
        options = {"expansions": [box for box in BOXES if rng.random() < 0.4]}
    ai = [{"type": "ai", "level": rng.choice(LEVELS)} for _ in range(count)]
    # Every fifth game has AI seats only. The others have at least one person.
    people = 0 if number % 5 == 4 else rng.randint(1, count)
    seats = [{"type": "human"}] * people + ai[people:]
    rng.shuffle(seats)
    return {"ruleset": ruleset, "seats": seats, "options": options}


def created(client: Hamlet, order: Doc) -> Table:
    game = client.games.create(**order)
    ais = frozenset(range(len(order["seats"]))) - game.tokens.keys()
    secret = game.data["webhook"]["secret"]  # type: ignore[typeddict-item]
    return Table(game.id, game.tokens, ais, secret=secret)


def play(
    client: Hamlet, tables: list[Table], count: int, rng: random.Random, until: float, last: float, hook: str
) -> None:
    """Play the human seats of `count` games at a time at random, and watch AI-only games, until all are over.

    `hook`: the URL of their webhook. If a game ends before `until`, another one follows; at `last` all play stops (both
    are times of `time.monotonic`). Every game is added to `tables`. Raises `HamletError` if a request is not answered,
    or is refused without a reason.
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


def _step(client: Hamlet, table: Table, rng: random.Random) -> bool:
    """Read a game as one of its people, and move if that seat may move. Returns whether it moved."""
    seat, token = rng.choice(list(table.tokens.items())) if table.tokens else (None, None)
    game = client.api.get_game(table.id, token=token)
    table.finished = game["status"] == "finished"
    if seat is None or seat not in game["to_act"]:
        return False
    if seat != game["to_act"][0] and rng.random() < 0.5:
        return False
    if rng.random() < 0.03:
        return _send(table, seat, None, lambda: client.api.undo_move(table.id, token=token))
    if not (legal := client.api.list_moves(table.id, token=token)["moves"]):
        return False
    chosen = rng.choice(legal)
    body = {"move_id": chosen["id"]} if rng.random() < 0.5 else {"move": chosen["move"]}
    return _send(table, seat, chosen["move"], lambda: client.api.play_moves(table.id, body, token=token))


def _send(table: Table, seat: int, move: Doc | None, send: Callable[[], Played]) -> bool:
    """Make a move. It may be refused if a reaction or the end of the game came first."""
    try:
        version = send()["version"]
    except (Conflict, Invalid):
        return False
    except HamletError as failure:
        table.faults.append(f"a move was not made: {failure}")
        return False
    if version in table.accepted:
        table.faults.append(f"version {version} was accepted twice")
    table.accepted[version] = (seat, move)
    return True


def faults_of(games: Games, table: Table) -> Iterator[str]:
    """Yield all faults of a game in Redis."""
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
        yield f"no client got an answer to the move of version {version}"
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
