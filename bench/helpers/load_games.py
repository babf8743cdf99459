"""Games prepared for `bench/load.py`. The engine plays them beforehand, so that a client only sends bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from bench.helpers.load_client import Player, Request, request_of
from engine.registry import RULESETS

ORDERS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("villagers", 2, {}),
    ("villagers", 3, {}),
    ("villagers", 4, {"expansions": ["saints", "profiteers"]}),
    ("villagers", 5, {"expansions": ["saints", "profiteers", "developments"]}),
    ("my_village", 2, {}),
    ("my_village", 4, {}),
)
"""The tables, used in turn. There are no Scoundrels, so that only one seat may move at a time."""


@dataclass(frozen=True, slots=True)
class Script:
    """A whole game: the body that creates it, and its moves, each as a seat and a body."""

    order: bytes
    moves: tuple[tuple[int, bytes], ...]


def written(number: int, seed: int) -> Script:
    """Return a game between people, played at random."""
    key, seats, options = ORDERS[number % len(ORDERS)]
    ruleset, rng, secret = RULESETS[key], random.Random(f"{seed} {number}"), f"load {seed} {number}"
    order = {"ruleset": key, "seats": [{"type": "human"}] * seats, "options": options, "seed": secret}
    state = ruleset.setup(ruleset.read_options(options, seats), seats, secret.encode())
    moves = []
    while acting := ruleset.to_act(state):
        move = rng.choice(ruleset.legal_moves(state, acting[0]))
        moves.append((acting[0], orjson.dumps({"move": ruleset.write_move(move)})))
        ruleset.advance(state, acting[0], move)
    return Script(json.dumps(order).encode(), tuple(moves))


class Table:
    """A game on the server, and the number of its moves that have been played."""

    def __init__(self, script: Script, created: bytes) -> None:
        document = orjson.loads(created)
        self.script = script
        self.path = f"/v1/games/{document['id']}"
        self.tokens: dict[str, str] = document["tokens"]
        self.at = 0

    @property
    def over(self) -> bool:
        return self.at == len(self.script.moves)

    @property
    def token(self) -> str:
        """The token of the seat to move."""
        return self.tokens[str(self.script.moves[self.at][0])]

    def move(self) -> Request:
        return request_of("move", "POST", f"{self.path}/moves", self.script.moves[self.at][1], self.token)


def dealt(tables: Sequence[Any], players: int) -> list[Sequence[Any]]:
    """Return the tables, split among the players."""
    return [tables[first::players] for first in range(min(players, len(tables)))]


def creating(scripts: Iterable[Script], tables: list[Table]) -> Player:
    """Create a game for each script, and add it to the tables."""
    for script in scripts:
        answer = yield request_of("create", "POST", "/v1/games", script.order, expected=201)
        if answer.status == 201:
            tables.append(Table(script, answer.body))


def moving(tables: Sequence[Table], most: int | None = None) -> Player:
    """Play a move at each table in turn, until all games are over or have had `most` moves."""
    for table in _turns(tables, most):
        yield table.move()
        table.at += 1


def mixing(tables: Sequence[Table], scripts: Iterator[Script]) -> Player:
    """Play like ordinary clients: read the game, list the moves, make one; sometimes create a game."""
    for number, table in enumerate(_turns(tables, None)):
        yield request_of("view", "GET", table.path, token=table.token)
        yield request_of("legal moves", "GET", f"{table.path}/moves", token=table.token)
        yield table.move()
        table.at += 1
        if number % 20 == 0:
            yield request_of("create", "POST", "/v1/games", next(scripts).order, expected=201)


def bare_moving(games: Sequence[Any], moves: int) -> Player:
    """Make `moves` moves at the bare app. `games`: the app's answers to creations."""
    body = orjson.dumps({"move": {"type": "draft_road", "slot": 0}})
    for _ in range(moves):
        for game in games:
            yield request_of("move", "POST", f"/games/{game['id']}/moves", body, game["token"])


def bare_creating(count: int, games: list[Any]) -> Player:
    """Create games at the bare app."""
    for _ in range(count):
        answer = yield request_of("create", "POST", "/games", b"{}")
        games.append(orjson.loads(answer.body))


def _turns(tables: Sequence[Table], most: int | None) -> Iterator[Table]:
    """Yield the unfinished tables in turn, over and over."""
    last = {table: len(table.script.moves) if most is None else table.at + most for table in tables}
    playing = list(tables)
    while playing := [table for table in playing if not table.over and table.at < last[table]]:
        yield from playing
