"""A client that plays whole games over HTTP whatever happens. At the end it proves that nothing was lost or
duplicated.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable

from engine.registry import RULESETS
from engine.replay import replay
from engine.ruleset import Doc
from tools.testbed.stack import Client

AI = {"type": "ai", "level": "greedy"}
HUMAN = {"type": "human"}
HER_SEAT = 0
WAIT_SECONDS = 2


class Table:
    """A game of a person in seat 0, who plays at random, against AI seats; or of AI seats alone, which is watched."""

    def __init__(self, stack: Client, seed: str, *seats: Doc, **more: Doc) -> None:
        self.stack = stack
        self.rng = random.Random(seed)
        body = {"ruleset": "villagers", "seats": list(seats), "seed": seed, **more}
        status, self.game = stack.patiently("POST", "/v1/games", body, key=str(uuid.uuid4()))
        assert status == 201, self.game
        self.path = f"/v1/games/{self.game['id']}"
        self.token = self.game["tokens"].get(str(HER_SEAT))
        self.accepted: list[Doc] = []

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play to the end of the game, or until a condition holds."""
        while self.game["status"] != "finished" and not until():
            if self.token is not None and HER_SEAT in self.game["to_act"]:
                self._move()
            else:
                self._look()

    def _move(self) -> None:
        status, legal = self.stack.patiently("GET", f"{self.path}/moves", token=self.token)
        assert status == 200, legal
        chosen = self.rng.choice(legal["moves"])["move"]
        # The key makes it safe to repeat a request whose answer was lost with its server.
        key = str(uuid.uuid4())
        status, answer = self.stack.patiently("POST", f"{self.path}/moves", {"move": chosen}, self.token, key)
        assert status == 200, answer
        self.accepted.append(chosen)
        self._see(answer["game"])

    def _look(self) -> None:
        query = f"?after={self.game['version']}&wait={WAIT_SECONDS}"
        status, game = self.stack.patiently("GET", self.path + query, token=self.token)
        assert status == 200, game
        self._see(game)

    def _see(self, game: Doc) -> None:
        # Every answered move is on the disk, so the game never goes back.
        assert game["version"] >= self.game["version"]
        self.game = game

    def prove(self) -> None:
        """Check that the log is 1 to n, has every accepted move once, and leads to what is stored."""
        status, record = self.stack.patiently("GET", f"{self.path}/replay")
        assert status == 200, record
        assert [move["version"] for move in record["moves"]] == list(range(1, self.game["version"] + 1))
        if self.token is not None:
            assert [move["move"] for move in record["moves"] if move["seat"] == HER_SEAT] == self.accepted
        ruleset = RULESETS[record["ruleset"]]
        moves = [(move["seat"], move["move"]) for move in record["moves"]]
        seed = bytes.fromhex(record["seed"])
        state, _ = replay(ruleset, record["options"], len(record["seats"]), seed, moves)
        assert ruleset.result(state) == record["result"] == self.game["result"]
        _, stored = self.stack.patiently("GET", self.path, token=self.token)
        assert stored["view"] == ruleset.write_view(ruleset.view(state, stored["viewer"]))
