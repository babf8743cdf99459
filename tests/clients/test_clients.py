"""Clients made from the committed contract by generators are well typed, and play whole games with nothing else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from engine.registry import RULESETS
from tests.clients.tools import Server, Tools

RULESET = pytest.mark.parametrize("ruleset", sorted(RULESETS))


@pytest.fixture(scope="module")
def python_program(tools: Tools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of openapi-python-client."""
    return tools.python_client(tmp_path_factory.mktemp("python"))


@pytest.fixture(scope="module")
def typescript_program(tools: Tools, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of openapi-generator, typescript-fetch."""
    return tools.typescript_client(tmp_path_factory.mktemp("typescript"))


def check(told: Any) -> None:
    """The game was played to its end, by moves as a hint has told them and by ids."""
    assert told["hints"] == 2
    assert told["moves"] > 20
    scores = {score["seat"]: score["total"] for score in told["result"]["scores"]}
    assert set(scores) == {0, 1}
    assert max(scores.values()) == scores[told["result"]["winners"][0]]


@RULESET
@pytest.mark.xdist_group("python client")
def test_a_python_client_plays_a_game(python_program: Path, tools: Tools, server: Server, ruleset: str) -> None:
    check(tools.played(sys.executable, python_program, server=server, ruleset=ruleset))


@RULESET
@pytest.mark.xdist_group("typescript client")
def test_a_typescript_client_plays_a_game(typescript_program: Path, tools: Tools, server: Server, ruleset: str) -> None:
    check(tools.played(tools.node, typescript_program, server=server, ruleset=ruleset))
