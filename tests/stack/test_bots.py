"""The bot of docs/bots.md, run by `hamlet-bot` against a stack: to the end of a game, over restarts of both."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import urllib3

from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def documented() -> str:
    """Return the bot of the documentation."""
    found = re.search(r"`sprinter\.py`:\n\n```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


class Runner:
    """`hamlet-bot` in a process of its own."""

    def __init__(self, folder: Path, key: str, port: int) -> None:
        self.log = folder / "bot.log"
        command = [sys.executable, "-m", "hamlet_client.bot_command", "sprinter:Sprinter"]
        command += ["--server", f"http://127.0.0.1:{port}"]
        root = str(Path(__file__).parents[2])
        environ = {**os.environ, "HAMLET_API_KEY": key, "PYTHONPATH": root}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=folder, env=environ, stdout=log, stderr=log)

    def moves(self) -> int:
        """Return the number of moves it has made."""
        return self.log.read_text().count(": moved, version ")

    def connections(self) -> int:
        """Return how often it has connected to the server."""
        return self.log.read_text().count("connected to ")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@pytest.fixture
def key(stack: Stack) -> str:
    return stack.new_key("me")


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A stack with that key, whose bots have unlimited time."""
    unlimited = {"HAMLET_RATE_LIMIT": "0", "HAMLET_REACTION_SECONDS": "0", "HAMLET_BOT_SECONDS": "3600"}
    stack = Stack(tmp_path, HAMLET_API_KEYS="required", HAMLET_WEB_PROCESSES="2", **unlimited)
    stack.start()
    yield stack
    stack.close()


class Table:
    """A game of a person, who is this test, against the bot: without the person it never ends."""

    def __init__(self, stack: Stack, key: str, ruleset: str) -> None:
        self.stack = stack
        seats = [{"type": "human"}, {"type": "bot", "bot": "sprinter", "level": "greedy"}]
        answer = urllib3.request(
            "POST",
            f"http://127.0.0.1:{stack.port}/v1/games",
            json={"ruleset": ruleset, "seats": seats},
            headers={"Hamlet-Api-Key": key},
        )
        assert answer.status == 201, answer.data
        game = answer.json()
        self.path, self.token = f"/v1/games/{game['id']}", game["tokens"]["0"]
        self.over = False

    def step(self) -> None:
        """Make the person's last legal move, if it is the person's turn."""
        _, legal = self.stack.patiently("GET", f"{self.path}/moves", token=self.token)
        if legal["moves"]:
            body = {"move_id": legal["moves"][-1]["id"]}
            self.stack.patiently("POST", f"{self.path}/moves", body, token=self.token)
        self.over = self.stack.patiently("GET", self.path)[1]["status"] == "finished"


def play(tables: list[Table], until: Callable[[], bool], what: str) -> None:
    """Move for the person until the condition holds."""

    def done() -> bool:
        for table in tables:
            table.step()
        return until()

    eventually(done, what, 600)


def connected(stack: Stack) -> bool:
    status, found = stack.patiently("GET", "/v1/bots")
    assert status == 200
    return [bot["name"] for bot in found["bots"]] == ["sprinter"]


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_documented_bot_plays_on_over_restarts(stack: Stack, key: str, tmp_path: Path) -> None:
    (tmp_path / "sprinter.py").write_text(documented())
    bot = Runner(tmp_path, key, stack.port)
    try:
        eventually(lambda: connected(stack), "the bot", 300)
        tables = [Table(stack, key, ruleset) for ruleset in ("villagers", "my_village")]
        play(tables, lambda: bot.moves() > 3, "the first moves of the bot")
        # The server is away for a while; the bot reconnects.
        assert stack.stop() == 0
        before, found = bot.moves(), bot.connections()
        stack.start()
        eventually(lambda: bot.connections() > found, "the bot's return", 300)
        play(tables, lambda: bot.moves() > before + 3, "moves after the restart of the server")
        # A new process of the bot knows nothing of these games.
        assert bot.stop() == 0
        before, found = bot.moves(), bot.connections()
        bot = Runner(tmp_path, key, stack.port)
        eventually(lambda: bot.connections() > found, "the next process", 300)
        play(tables, lambda: bot.moves() > before + 3, "moves of the next process")
        play(tables, lambda: all(table.over for table in tables), "the ends of both games")
        assert "Traceback" not in bot.log.read_text()
        assert "refused:" not in bot.log.read_text()
    finally:
        bot.process.kill()
        bot.process.wait()
