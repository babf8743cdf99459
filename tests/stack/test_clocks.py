"""Clocks with real processes: over HTTP as in production, and a worker that is killed while it plays for an absent
player.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.registry import RULESETS
from engine.replay import replay, steps
from engine.ruleset import Doc
from service.games import Games, Seat
from service.store import connect
from tests.service.clocked import events, run_out
from tests.service.conftest import RedisServer
from tests.stack.conftest import Start
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

HUMAN = {"type": "human"}
AI = {"type": "ai", "level": "greedy"}
SECONDS = 5
"""The shortest time for a turn."""

# A worker like any other, but its bot never finishes its thought.
THINKER = """
import sys, time
from pathlib import Path
from engine.bots import Greedy
import workers.worker

def think(*args):
    Path(sys.argv[1]).touch()
    time.sleep(3600)

Greedy.choose = think
workers.worker.main([])
"""


class Idle:
    """A game over HTTP whose person, in seat 0, does nothing."""

    def __init__(self, stack: Stack, *others: Doc, **options: object) -> None:
        self.stack = stack
        body = {
            "ruleset": "villagers",
            "seats": [HUMAN, *others],
            "options": {"first_player": "0", "turn_seconds": SECONDS, **options},
        }
        status, self.game = stack.call("POST", "/v1/games", body)
        assert status == 201, self.game
        self.path, self.token = f"/v1/games/{self.game['id']}", self.game["tokens"]["0"]

    def look(self) -> Doc:
        status, game = self.stack.call("GET", self.path, token=self.token)
        assert status == 200, game
        found: Doc = game
        return found

    def noted(self) -> list[str]:
        _, told = self.stack.call("GET", f"{self.path}/events?after=0")
        return [event["type"] for event in told["events"] if event["type"].startswith("seat_")]


@pytest.mark.long
def test_takeover_return_and_forfeit_happen_over_http(stack: Stack) -> None:
    """All in one test, so that it waits for the time only once."""
    taken = Idle(stack, HUMAN, takeover_level="greedy")
    alone = Idle(stack, AI, takeover_level="greedy")
    lost = Idle(stack, HUMAN, on_timeout="forfeit")
    assert all(one.look()["deadline"] for one in (taken, alone, lost))

    eventually(lambda: taken.look()["to_act"] == [1], "the move of the AI for the seat that is away")
    assert taken.noted()[:1] == ["seat_away"]
    status, problem = stack.call(
        "POST", f"{taken.path}/moves", {"move": {"type": "draft_stack", "stack": 0}}, taken.token
    )
    assert (status, problem["type"]) == (409, "/problems/seat-away")
    status, back = stack.call("POST", f"{taken.path}/seats/0", token=taken.token)
    assert (status, back["seats"][0]["status"]) == (200, "taken")

    eventually(lambda: lost.look()["status"] == "finished", "the forfeit")
    assert lost.look()["result"] == {"winners": [1], "scores": [], "forfeited": [0]}

    eventually(lambda: alone.look()["status"] == "finished", "the end of the game of an AI and an away seat")
    assert alone.noted() == ["seat_away"]
    _, record = stack.call("GET", f"{alone.path}/replay")
    ruleset = RULESETS["villagers"]
    state, _ = replay(ruleset, record["options"], 2, bytes.fromhex(record["seed"]), steps(record["moves"]))
    assert ruleset.result(state) == record["result"]
    assert [move["version"] for move in record["moves"]] == list(range(1, alone.look()["version"] + 1))


# --- a worker that is killed ---------------------------------------------------------------------


@pytest.fixture
def environ(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setenv("HAMLET_LEASE", "2")
    monkeypatch.setenv("HAMLET_REACTION_SECONDS", "0")


@pytest.mark.long
def test_a_worker_killed_while_it_plays_for_somebody_is_replaced(
    games: Games, start: Start, redis_server: RedisServer, tmp_path: Path
) -> None:
    """Two dispatchers, and a worker that dies: the seat is marked away once, and its move is made once."""
    thinking = tmp_path / "thinking"
    for _ in range(2):
        start("-m", "workers.dispatcher")
    thinker = start("-c", THINKER, str(thinking))
    options = {"turn_seconds": 3600, "takeover_level": "greedy", "first_player": "0"}
    game_id = games.create_game("villagers", [Seat("human"), Seat("human")], options).game_id
    run_out(connect(redis_server.url), game_id)
    eventually(thinking.exists, "the middle of the turn")
    thinker.kill()
    thinker.wait()
    assert [event["type"] for event in events(games, game_id)] == ["seat_away"]

    start("-m", "workers.worker")
    eventually(lambda: games.queries.load_game(game_id).to_act == (1,), "the move of the AI")
    game = games.queries.load_game(game_id)
    log = games.store.log(game_id, 0, game.version)
    assert [(entry.seat, entry.move is None) for entry in log] == [(0, True), (0, False)]
    state, _ = replay(game.ruleset, game.setup.options, 2, game.setup.seed, [entry.step for entry in log])
    assert game.ruleset.write_position(state) == game.ruleset.write_position(game.state)
