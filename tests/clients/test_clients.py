"""Clients made from the committed contract by generators are well typed, and play whole games with nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.registry import RULESETS
from tests.clients.tools import Server, Tools


def play_all(tools: Tools, server: Server, *program: object) -> None:
    """A game of every ruleset is played to its end, by moves as a hint has told them and by ids of moves."""
    for ruleset in RULESETS:
        told = tools.played(*program, server=server, ruleset=ruleset)
        assert told["hints"] == 2
        assert told["moves"] > 20
        scores = {score["seat"]: score["total"] for score in told["result"]["scores"]}
        assert set(scores) == {0, 1}
        assert max(scores.values()) == scores[told["result"]["winners"][0]]


def test_a_client_by_openapi_python_client_plays(tools: Tools, server: Server, tmp_path: Path) -> None:
    play_all(tools, server, sys.executable, tools.python_client(tmp_path))


def test_a_client_by_openapi_generator_in_typescript_plays(tools: Tools, server: Server, tmp_path: Path) -> None:
    play_all(tools, server, tools.node, tools.typescript_client(tmp_path))
