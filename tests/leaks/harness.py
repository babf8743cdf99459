"""Plays games and compares each viewer's answers, channel by channel, in two truths that it cannot distinguish."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import pytest
import structlog
from flask import Flask
from redis import Redis

from engine.bots import LEVELS
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.config import metrics
from service.config.timestamps import moment
from service.http.metrics_port import Stored
from tests.engine.tables import Table
from tests.leaks.channels import CHANNELS, OWNER, Channel, Look, masked, some
from tests.leaks.truths import Pair, Truth, pair
from tests.service.api import HUMAN, bearer
from tests.service.api_keys import key_of, line, put_keys, shown
from tests.service.bots import PACE
from tests.service.clocked import CLOCK, FORFEIT, head
from tests.service.receiver import Receiver
from workers.player import Player

AI = {"type": "ai", "name": "Bertha", "level": "random"}

CLOCKS: list[Doc] = [{}, CLOCK, FORFEIT]
"""The clock of a game follows from its seed."""
SHOWN = 80


class Seated:
    """A game over HTTP between people who move at random, with a webhook. With three or more seats the last
    is an AI's.
    """

    def __init__(self, app: Flask, table: Table, seed: int, hook: str) -> None:
        self.app = app
        self.rules = RULESETS[table.ruleset.key]
        self.rng = random.Random(seed)
        seats = [*[HUMAN] * (table.seats - (table.seats > 2)), *[AI] * (table.seats > 2)]
        options = table.options | CLOCKS[seed % len(CLOCKS)]
        body = {"ruleset": self.rules.key, "seats": seats, "options": options, "seed": f"leak {seed}", "public": True}
        body["webhook"] = {"url": hook}
        games = app.extensions["games"]
        put_keys(games.store.redis, line(OWNER))
        # The owner of the key that creates the game is not a seat.
        self.hook, _ = games.webhooks.create(OWNER, f"{hook}&owner", (), False, None)
        answer = app.test_client().post("/v1/games", json=body, headers=shown(key_of(OWNER)))
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.created: Doc = answer.get_json()
        self.id: str = self.created["id"]
        self.tokens: dict[str, str] = self.created["tokens"]
        self.played: list[Doc] = []
        self._worker = Player(app.extensions["games"], LEVELS, 60, 0, PACE)

    @property
    def state(self) -> Any:
        """The truth."""
        return self.app.extensions["games"].queries.load_game(self.id).state

    def step(self) -> bool:
        """Return a random move of a seat that may move; false at the end."""
        acting = self.rules.to_act(self.state)
        if not acting:
            return False
        seat = self.rng.choice(acting)
        if str(seat) not in self.tokens:
            return self._worker.play_due_turns(self.id) > 0 or str(acting[0]) in self.tokens
        moves = self.rules.legal_moves(self.state, seat)
        doc = self.rules.write_move(self.rng.choice(list(moves)))
        self.played.append(doc)
        path = f"/v1/games/{self.id}/moves"
        answer = self.app.test_client().post(path, json={"move": doc}, headers=bearer(self.tokens[str(seat)]))
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return True

    def secrets(self) -> set[str]:
        """Return the secrets that only their owners may know, whatever the level of the log."""
        setup = self.app.extensions["games"].queries.load_game(self.id).setup
        own = {key_of(OWNER), self.hook.secrets[0][0]}
        return own | {*self.tokens.values(), setup.secret.hex(), setup.seed.hex(), self.created["webhook"]["secret"]}


class Harness:
    """`log`: all that the process has logged so far; `heard`: by channel all answers in the true games."""

    def __init__(
        self, app: Flask, redis: Redis, receiver: Receiver, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.app = app
        self.redis = redis
        self.receiver = receiver
        self.log = log
        self.monkeypatch = monkeypatch
        self.compared = self.differing = 0
        self.heard: dict[str, str] = {}

    def play(
        self,
        table: Table,
        seed: int,
        positions: int,
        channels: Mapping[str, Channel] = CHANNELS,
        *,
        within: int | None = None,
    ) -> None:
        """Play a game, and compare for every viewer at `positions` moments of it, or `within` its first steps.

        Raises `AssertionError` for a leak.
        """
        self.redis.flushall()
        game = Seated(self.app, table, seed, self.receiver.url())
        length = within or sum(1 for _ in _steps(game))
        secrets = game.secrets()
        moments = set(game.rng.sample(range(length), min(positions, length)))
        while moments:
            self.redis.flushall()
            again = Seated(self.app, table, seed, self.receiver.url())
            for number in range(max(moments) + 1):
                if number in moments and again.rules.to_act(again.state):
                    self._drop_notices()
                    for viewer in (None, *map(int, again.tokens)):
                        self.compare(again, viewer, channels)
                    moments.remove(number)
                if not again.step():
                    break
            secrets |= again.secrets()
            # AI seats decide differently in every game, so this one may end before one of the first one's moments.
            moments = {number // 2 for number in moments}
        for secret in secrets:
            assert secret not in self.log.getvalue()

    def compare(self, game: Seated, viewer: int | None, channels: Mapping[str, Channel]) -> None:
        """Return what each channel shows the viewer, in the true game and in one that the viewer cannot distinguish
        from it.
        """
        found = pair(self.redis, game.rules, game.id, viewer, game.rng)
        one, two = found.truths
        self.differing += one.stored != two.stored
        look = self._look(game, found)
        for name, channel in channels.items():
            first, second = (self.told(look(), channel, truth) for truth in (one, two))
            assert first == second, f"{name} tells viewer {viewer} what it may not know:\n{_difference(first, second)}"
            self.compared += 1
            self.heard[name] = self.heard.get(name, "") + first.partition("log:")[0]
        found.original.put(self.redis)

    def _drop_notices(self) -> None:
        """Drop the notices that the webhook has not received by now."""
        for name in list(self.redis.scan_iter("*:notice*")):
            self.redis.delete(name)

    def _look(self, game: Seated, found: Pair) -> Any:
        own: list[Doc] = []
        others: list[tuple[int, Doc]] = []
        rules, viewer = game.rules, found.viewer
        for seat in rules.to_act(found.truths[0].state):
            alike = [rules.write_move(move) for move in found.alike(seat)]
            if seat == viewer:
                own = some(game.rng, alike, 1)
            elif str(seat) in game.tokens:
                others = [(seat, doc) for doc in some(game.rng, alike, 1)]
        refused = [doc for doc in some(game.rng, game.played, 6) if viewer is not None and not _possible(found, doc)]
        fields = (game.id, found.version, viewer, game.tokens, own, others, refused)
        return lambda: Look(self.app, self.redis, self.receiver, *fields)

    def told(self, look: Look, channel: Channel, truth: Truth) -> str:
        """Return the answers of a channel, and the log written meanwhile. Earlier log lines are left out: they belong
        to the true game's past.
        """
        truth.put(self.redis)
        # The id of an earlier request does not belong to the workers' parts, which run in the same thread here.
        structlog.contextvars.clear_contextvars()
        begun, since = self.log.tell(), time.time()
        figures = self._figures()
        kept = moment(int(self.redis.hget(head(look.game_id), "deadline") or 0))
        channel(look)
        self.log.seek(begun)
        log = self.log.read()
        moved = {name: value - figures.get(name, 0) for name, value in sorted(self._figures().items())}
        counted = [f"{name} {by}" for name, by in moved.items() if by]
        return masked("\n".join([*look.heard, "log:", log, "figures:", *counted]), kept, since)

    def _figures(self) -> dict[str, float]:
        """Return the output of `/metrics`, without Python's own figures and without times: durations, and what is
        overdue.
        """
        # Not the app's registry, which reads Redis only every other second.
        stored = Stored(self.app.extensions["games"].store, self.redis)
        samples = [line.rpartition(" ") for line in metrics.exposition(stored).decode().splitlines()]
        return {
            name: float(value)
            for name, _, value in samples
            if name.startswith("hamlet_")
            and not name.partition("{")[0].endswith(
                ("_sum", "_bucket", "_created", "_due_turns", "_processor_seconds_total")
            )
        }


def _steps(game: Seated) -> Iterator[None]:
    while game.step():
        yield


def _difference(first: str, second: str) -> str:
    """Return the first lines that differ, and a little before them."""
    pairs = zip_longest(first.split("\n"), second.split("\n"), fillvalue="")
    one, two = next(lines for lines in pairs if lines[0] != lines[1])
    parting = next((at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), 0)
    same = max(parting - SHOWN, 0)
    return f"{one[same : same + 2 * SHOWN]}\n{two[same : same + 2 * SHOWN]}"


def _possible(found: Pair, doc: Doc) -> bool:
    """Return whether the viewer could make the move; then it is no refusal."""
    state = found.truths[0].state
    return found.viewer is not None and doc in [
        found.rules.write_move(move) for move in found.rules.legal_moves(state, found.viewer)
    ]
